import { parse } from 'node:querystring';
import Router from '@koa/router';
import type { HTTPMethod, HTTPVersion } from 'find-my-way';
import findMyWay from 'find-my-way';
import type { Context, Next } from 'koa';
import type { z } from 'zod';
import type { Call } from '#shared/contracts/common.ts';
import { type FileAnswer, type NotModified, ReadyAnswer, send } from './answers.ts';
import { type Caller, callerOf } from './caller.ts';
import { UnauthorizedError } from './errors.ts';
import type { Budgets } from './limits/budgets.ts';
import { PAGE_READER } from './limits/contactLimit.ts';
import type { GuestHandler, MatchedRoute, RequestState, RouteOptions } from './request.ts';
import { type CallInput, readInput } from './request.ts';

/** Characters of a path parameter; the contracts' are far shorter. */
const LONGEST_PARAMETER = 2_000;

type Handler<C extends Call, Input = CallInput<C>> = (
  input: Input,
) => Promise<z.input<C['answer']> | ReadyAnswer | FileAnswer | NotModified>;

type Calls = Record<string, Call>;

/** The handlers of a contract's calls, by name; independent of HTTP. */
export type Service<Contract extends Calls> = { [Name in keyof Contract]: Handler<Contract[Name]> };

/** The route table. A request is matched first, so that the middleware knows the facts of its call, and handled last. */
export class ApiRoutes {
  constructor(private readonly budgets: Budgets) {}

  readonly calls: Call[] = [];
  /** Feature and name of each call, as 'propertiesList': the operation ids of the OpenAPI description. */
  readonly operationIds = new Map<Call, string>();
  /** Paths outside of the contracts: the API's description, robots.txt and the like. */
  readonly pages = new Router<RequestState>({ sensitive: true });
  /** A radix tree by method and path. */
  private readonly finder = findMyWay<HTTPVersion.V1>({
    ignoreTrailingSlash: true,
    maxParamLength: LONGEST_PARAMETER,
  });

  /** Mounts a contract on the handlers of its names, in the service's order: of several matching paths the first one answers. */
  mount<Contract extends Calls>(
    feature: string,
    calls: Contract,
    service: Service<Contract>,
    options: { [Name in keyof Contract]?: RouteOptions } = {},
  ): void {
    for (const name of Object.keys(service) as (keyof Contract)[]) {
      const call = calls[name] as Contract[typeof name];
      const handler = service[name];
      const answerGuest: GuestHandler | undefined = isForGuests(call)
        ? (sent, caller) => handler(readInput(call, sent, null, caller) as CallInput<typeof call>)
        : undefined;
      this.on(feature, String(name), call, handler, { ...options[name], answerGuest });
    }
  }

  /** Mounts one call on a handler that uses Koa's context. */
  on<C extends Call>(
    feature: string,
    name: string,
    call: C,
    handler: Handler<C, CallInput<C> & { ctx: Context }>,
    options: RouteOptions & Pick<MatchedRoute, 'answerGuest'> = {},
  ): void {
    this.calls.push(call);
    this.operationIds.set(call, feature + name.charAt(0).toUpperCase() + name.slice(1));
    const handle: MatchedRoute['handle'] = async (ctx) => {
      const { route, user } = ctx.state;
      const sent = { params: route?.params, query: ctx.query, body: ctx.request.body ?? {} };
      const input = { ...readInput(call, sent, user, callerOf(ctx.req, ctx.ip)), ctx };
      const work = () => handler(input as CallInput<C> & { ctx: Context });
      // Counted after the input is checked: invalid input uses nothing up.
      const { budget } = call;
      send(ctx, call, await (budget ? this.budgets.run(ctx, budget, input, work) : work()));
    };
    const methods: HTTPMethod[] = call.method === 'get' ? ['GET', 'HEAD'] : [methodOf(call)];
    this.finder.on(methods, call.path.replace(/\{(\w+)\}/g, ':$1'), unanswered, {
      ...options,
      call,
      handle,
    } satisfies Omit<MatchedRoute, 'params'>);
  }

  /**
   * The answer of a call to a guest, without HTTP: for server-side rendering.
   * @param address of a call, '/api/properties?limit=4'. @param language of the page. @returns the `data` as JSON carries it.
   * @throws {ApiError} as the call does. @throws {UnauthorizedError} the call needs a signed-in user.
   */
  async answerGuest(address: string, language: string): Promise<unknown> {
    const reader = { address: PAGE_READER, userAgent: '', deviceId: null, isPrefetch: true, language };
    const call = this.guestCall(address, () => reader);
    if (!call) throw new UnauthorizedError();
    const answer = await call.answer();
    if (answer instanceof ReadyAnswer) return (JSON.parse(answer.body.toString()) as { data: unknown }).data;
    // Dates and undefined values as JSON carries them.
    return JSON.parse(JSON.stringify(answer ?? null));
  }

  /** A guest's GET call. @returns null: guests may not make it, or it needs Koa. */
  guestCall(address: string, caller: () => Caller): { call: Call; answer(): Promise<unknown> } | null {
    const [path = '', ...search] = address.split('?');
    const route = this.find('GET', path);
    if (!route?.answerGuest) return null;
    const { call, params, answerGuest } = route;
    return { call, answer: async () => answerGuest({ params, query: parse(search.join('?')) }, caller()) };
  }

  /** Middleware: finds the call of the request. */
  match() {
    return (ctx: Context & { state: RequestState }, next: Next) => {
      const route = this.find(ctx.method, ctx.path);
      if (route) ctx.state.route = route;
      return next();
    };
  }

  private find(method: string, path: string): MatchedRoute | null {
    const found = path.startsWith('/api/') ? this.finder.find(method as HTTPMethod, readable(path)) : null;
    return (
      found && {
        ...(found.store as Omit<MatchedRoute, 'params'>),
        params: found.params as MatchedRoute['params'],
      }
    );
  }

  /** Middleware: answers the matched call; access is checked and the body read before. */
  handle() {
    return (ctx: Context & { state: RequestState }, next: Next) =>
      ctx.state.route ? ctx.state.route.handle(ctx) : next();
  }
}

/** A path that is no valid encoding is read literally: the call's schema then refuses its id. */
function readable(path: string): string {
  if (!path.includes('%')) return path;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** Unused: find-my-way needs a handler. */
const unanswered = () => undefined;

const methodOf = ({ method }: Call) => method.toUpperCase() as HTTPMethod;

const isForGuests = ({ method, access, budget, fileType }: Call) =>
  method === 'get' && access === 'anyone' && !budget && !fileType;
