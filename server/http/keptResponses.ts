import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { type BaseContext, isClosedForMaintenance } from '#server/context.ts';
import { runWithLogFields } from '#server/observability/log.ts';
import { encodingOf, ReadyAnswer, takesGzip } from './answers.ts';
import { addressOf, callerOf } from './caller.ts';
import type { ContactLimit } from './limits/contactLimit.ts';
import type { AddressLimit, LoadLimit } from './limits/rateLimit.ts';
import { observe } from './observe.ts';
import type { RequestState } from './request.ts';
import { hasBody } from './request.ts';
import type { ApiRoutes } from './routing.ts';

/** A response as the middleware made it, but for what belongs to its answer. */
interface ResponseHead {
  route: string;
  takesGzip: boolean;
  headers: [name: string, value: number | string | string[]][];
}

interface KeptResponse {
  answer: ReadyAnswer;
  head: ResponseHead;
}

const MAX_BYTES = 32 * 1024 * 1024;
/** What a response takes beside its body. */
const ENTRY_BYTES = 1_000;
const MAX_HEADS = 1_000;
/** Told anew with each response. */
const OWN_HEADERS = new Set([
  ...['x-request-id', 'ratelimit', 'ratelimit-policy'],
  ...['etag', 'content-encoding', 'content-length'],
]);
/** What comes with these may be answered in another way than what came without. */
const TELLING_HEADERS = ['authorization', 'if-none-match', 'if-modified-since', 'purpose', 'sec-purpose'];
/** Of these each value has a response of its own. */
const VARYING_HEADERS = ['accept-encoding', 'accept-language', 'x-forwarded-proto'];

interface Limits {
  contacts: ContactLimit;
  perAddress: AddressLimit;
  load: LoadLimit;
}

/**
 * Public answers to guests, without the middleware: what it adds to the answers of a call is the same for all that are asked for
 * in the same way, so it is kept from one that went the whole way. An answer that was just given is given again, for as long as
 * it is kept (`AnswerCache`); others are made anew. Who asks is counted, limited and told of as ever; whatever is not plainly
 * the same, and whatever fails, goes the whole way.
 */
export class KeptResponses {
  private readonly heads = new LRUCache<string, ResponseHead>({ max: MAX_HEADS });
  private readonly responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.length + key.length + ENTRY_BYTES,
  });
  /** Given once: most are never asked for again. */
  private readonly given = new WeakSet<ReadyAnswer>();

  constructor(
    private readonly context: BaseContext,
    private readonly routes: ApiRoutes,
    private readonly limits: Limits,
  ) {
    // They decide on headers, and on who is told what.
    context.systemSettings.onReload(() => {
      this.heads.clear();
      this.responses.clear();
    });
  }

  /** Keeps what may be given again; stands outside of all that adds to a response. */
  keep() {
    return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
      await next();
      const { ready, route } = ctx.state;
      if (!ready?.keeper || !route || ctx.status !== 200 || !isPlain(ctx.req)) return;
      const variant = variantOf(ctx.req);
      const head = this.heads.get(route.call.path + variant) ?? {
        route: route.call.path,
        takesGzip: takesGzip(ctx),
        headers: Object.entries(ctx.res.getHeaders()).flatMap(([name, value]): ResponseHead['headers'] =>
          value === undefined || OWN_HEADERS.has(name) ? [] : [[name, value]],
        ),
      };
      this.heads.set(route.call.path + variant, head);
      this.keepAnswer(ctx.req.url + variant, { answer: ready, head });
    };
  }

  private keepAnswer(key: string, response: KeptResponse): void {
    const { answer } = response;
    if (!this.given.has(answer)) this.given.add(answer);
    else if (answer.keeper?.isCurrent()) this.responses.set(key, response);
  }

  /** @returns the listener of a server: what needs no middleware is answered here, everything else by `handle`. */
  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      const handleFully = () => handle(request, response);
      if (!isPlain(request) || this.context.tracing.isOn || isClosedForMaintenance(this.context))
        return handleFully();
      const address = addressOf(request, this.context.env.trustProxy);
      const variant = variantOf(request);
      const kept = this.find(request.url + variant, address);
      const answer = kept
        ? () => this.giveAgain(kept, response, address)
        : this.making(response, variant, address, handleFully);
      if (!answer) return handleFully();
      // Whoever is refused is answered in the usual way.
      this.limits.perAddress.take(address, response, answer, handleFully);
    };
  }

  private find(key: string, address: string): KeptResponse | null {
    const kept = this.responses.get(key);
    if (!kept?.answer.keeper?.isCurrent()) return null;
    const hidden = this.limits.contacts.check({ user: null, address }, kept.answer.contactIds);
    return hidden ? null : kept;
  }

  private giveAgain({ answer, head }: KeptResponse, response: ServerResponse, address: string): void {
    answer.keeper?.countHit();
    this.observe(head, response, address);
    write(response, head, answer);
  }

  /** What makes the answer and gives it. @returns null: the middleware has to. */
  private making(
    response: ServerResponse,
    variant: string,
    address: string,
    handleFully: () => void,
  ): (() => void) | null {
    const { context, limits } = this;
    const { req: request } = response;
    const guestCall = this.routes.guestCall(request.url ?? '', () => callerOf(request, address));
    const head = guestCall && this.heads.get(guestCall.call.path + variant);
    if (!head || limits.load.isReached()) return null;
    const { positions } = context.db;
    const make = () => limits.load.run(guestCall.answer);
    return () => {
      const answered = runWithLogFields(this.observe(head, response, address), () =>
        positions ? positions.allow(null, make) : make(),
      );
      answered
        .then((answer) => {
          if (!(answer instanceof ReadyAnswer) || !answer.keeper) return handleFully();
          this.keepAnswer(request.url + variant, { answer, head });
          write(response, head, answer);
        })
        .catch(handleFully);
    };
  }

  private observe({ route }: ResponseHead, response: ServerResponse, address: string) {
    return observe(this.context, response.req, response, address, () => ({
      route,
      status: 200,
      isQuiet: false,
    }));
  }
}

function write(response: ServerResponse, { headers, takesGzip }: ResponseHead, answer: ReadyAnswer): void {
  const { body, etag, encoding } = encodingOf(answer, takesGzip);
  for (const [name, value] of headers) response.setHeader(name, value);
  response.setHeader('ETag', etag);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** Whether it asks for what anybody may be told, in a way that leaves no question. */
function isPlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' || !url || !PLAIN_ADDRESS.test(url) || hasBody(request)) return false;
  return TELLING_HEADERS.every((name) => headers[name] === undefined);
}

const PLAIN_ADDRESS = /^\/api\/[!"$-~]*$/;

const variantOf = ({ headers }: IncomingMessage): string =>
  VARYING_HEADERS.map((name) => `\n${headers[name] ?? ''}`).join('');
