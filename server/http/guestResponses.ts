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
import { hasBody, type RequestState } from './request.ts';
import type { ApiRoutes } from './routing.ts';

/** The headers that the middleware adds to the answers of one call, for requests with the same headers. */
interface ResponseHead {
  route: string;
  takesGzip: boolean;
  headers: [name: string, value: number | string | string[]][];
}

interface GuestResponse {
  answer: ReadyAnswer;
  head: ResponseHead;
}

const MAX_HEADS = 1_000;
const MAX_BYTES = 32 * 1024 * 1024;
/** The size of an entry beside the body. */
const ENTRY_BYTES = 1_000;
/** Headers of one response alone. */
const OWN_HEADERS = new Set([
  ...['date', 'x-request-id', 'ratelimit', 'ratelimit-policy'],
  ...['etag', 'content-encoding', 'content-length'],
]);
/** Requests with one of these headers pass through the middleware. */
const PERSONAL_HEADERS = ['authorization', 'if-none-match', 'if-modified-since', 'purpose', 'sec-purpose'];
/** Each combination of values has a head of its own. */
const VARYING_HEADERS = ['accept-encoding', 'accept-language', 'x-forwarded-proto'];
const PLAIN_ADDRESS = /^\/api\/[!"$-~]*$/;

interface Limits {
  contacts: ContactLimit;
  perAddress: AddressLimit;
  load: LoadLimit;
}

/**
 * Public answers to guests without Koa's middleware, which costs more than most of these answers. The head of a response is
 * copied from one that passed through the middleware. An address that was asked before finds its answer by the address
 * alone, as long as `AnswerCache` holds the answer: no age of its own. Requests are counted, limited and logged as usual; a
 * refused, failed or unusual request passes through the middleware.
 */
export class GuestResponses {
  private readonly heads = new LRUCache<string, ResponseHead>({ max: MAX_HEADS });
  private readonly responses = new LRUCache<string, GuestResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }, key) => answer.length + key.length + ENTRY_BYTES,
  });
  /** Answers sent once, which are rarely asked for again: only the second sending stores an answer. */
  private readonly sent = new WeakSet<ReadyAnswer>();

  constructor(
    private readonly context: BaseContext,
    private readonly routes: ApiRoutes,
    private readonly limits: Limits,
  ) {
    // Settings decide on headers.
    context.systemSettings.onReload(() => {
      this.heads.clear();
      this.responses.clear();
    });
  }

  /** The outermost middleware: copies the heads of responses. */
  learn() {
    return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
      await next();
      const { ready, route } = ctx.state;
      if (!ready?.hit || !route || ctx.status !== 200 || !isPlain(ctx.req)) return;
      const variant = variantOf(ctx.req);
      const head: ResponseHead = this.heads.get(route.call.path + variant) ?? {
        route: route.call.path,
        takesGzip: takesGzip(ctx),
        headers: Object.entries(ctx.res.getHeaders()).flatMap(([name, value]): ResponseHead['headers'] =>
          value === undefined || OWN_HEADERS.has(name) ? [] : [[name, value]],
        ),
      };
      this.heads.set(route.call.path + variant, head);
      this.store(ctx.req.url + variant, { answer: ready, head });
    };
  }

  private store(key: string, response: GuestResponse): void {
    const { answer } = response;
    if (this.sent.has(answer)) this.responses.set(key, response);
    else this.sent.add(answer);
  }

  /** @returns the listener of a server: plain requests of guests are answered here, all others by `handle`. */
  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      const handleFully = () => handle(request, response);
      if (!isPlain(request) || this.context.tracing.isOn || isClosedForMaintenance(this.context))
        return handleFully();
      const address = addressOf(request, this.context.env.trustProxy);
      const variant = variantOf(request);
      const stored = this.find(request.url + variant, address);
      const answer = stored
        ? () => this.send(stored, response, address)
        : this.making(response, variant, address, handleFully);
      if (!answer) return handleFully();
      this.limits.perAddress.take(address, response, answer, handleFully);
    };
  }

  private find(key: string, address: string): GuestResponse | null {
    const stored = this.responses.get(key);
    if (!stored?.answer.hit?.()) return null;
    const hidden = this.limits.contacts.check({ user: null, address }, stored.answer.contactIds);
    return hidden ? null : stored;
  }

  private send({ answer, head }: GuestResponse, response: ServerResponse, address: string): void {
    this.observe(head, response, address);
    write(response, head, answer);
  }

  /** @returns a function that computes and sends the answer; null: only the middleware can. */
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
          if (!(answer instanceof ReadyAnswer) || !answer.hit) return handleFully();
          this.store(request.url + variant, { answer, head });
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

/** Whether the answer depends on the address and the varying headers alone. */
function isPlain(request: IncomingMessage): boolean {
  const { method, url, headers } = request;
  if (method !== 'GET' || !url || !PLAIN_ADDRESS.test(url) || hasBody(request)) return false;
  return PERSONAL_HEADERS.every((name) => headers[name] === undefined);
}

const variantOf = ({ headers }: IncomingMessage): string =>
  VARYING_HEADERS.map((name) => `\n${headers[name] ?? ''}`).join('');
