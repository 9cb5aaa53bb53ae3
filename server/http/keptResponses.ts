import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { type BaseContext, isClosedForMaintenance } from '#server/context.ts';
import type { RequestState } from './access.ts';
import type { ContactLimit } from './contactLimit.ts';
import { observe } from './observe.ts';
import { type AddressLimit, addressOf, hasBody } from './rateLimit.ts';
import type { ReadyAnswer } from './routing.ts';

/** A whole response as the middleware made it. */
interface KeptResponse {
  answer: ReadyAnswer;
  body: Buffer;
  route: string;
  headers: [name: string, value: number | string | string[]][];
}

const MAX_BYTES = 32 * 1024 * 1024;
/** What a response takes beside its body. */
const ENTRY_BYTES = 2_000;
/** Told anew with each response. */
const OWN_HEADERS = new Set(['x-request-id', 'ratelimit', 'ratelimit-policy']);
/** What comes with these may be answered in another way than what came without. */
const TELLING_HEADERS = ['authorization', 'if-none-match', 'if-modified-since', 'purpose', 'sec-purpose'];
/** Of these each value has a response of its own. */
const VARYING_HEADERS = ['accept-encoding', 'accept-language', 'x-forwarded-proto'];

interface Limits {
  contacts: ContactLimit;
  perAddress: AddressLimit;
}

/**
 * Responses to guests that were just given, written again without all that led to them: for as long as their answer is kept
 * (`AnswerCache`). Who asks is counted, limited and told of as ever; whatever is not plainly the same goes the whole way.
 */
export class KeptResponses {
  private readonly responses = new LRUCache<string, KeptResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ body }, key) => body.length + key.length + ENTRY_BYTES,
  });
  /** Given once: most are never asked for again. */
  private readonly given = new WeakSet<ReadyAnswer>();

  constructor(
    private readonly context: BaseContext,
    private readonly limits: Limits,
  ) {
    // They decide on headers, and on who is told what.
    context.systemSettings.onReload(() => this.responses.clear());
  }

  /** Keeps what may be given again; stands outside of all that adds to a response. */
  keep() {
    return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
      await next();
      const { ready, route } = ctx.state;
      if (!ready?.keeper || !route || ctx.status !== 200 || !Buffer.isBuffer(ctx.body)) return;
      if (!this.given.has(ready)) {
        this.given.add(ready);
        return;
      }
      if (!ready.keeper.isCurrent()) return;
      const key = keyOf(ctx.req);
      if (key === null) return;
      this.responses.set(key, {
        answer: ready,
        body: ctx.body,
        route: route.call.path,
        headers: Object.entries(ctx.res.getHeaders()).flatMap(([name, value]) =>
          value === undefined || OWN_HEADERS.has(name) ? [] : [[name, value]],
        ),
      });
    };
  }

  /** @returns the listener of a server: what is kept is answered here, everything else by `handle`. */
  before(handle: RequestListener): RequestListener {
    return (request, response) => {
      const kept = this.find(request);
      if (!kept) return handle(request, response);
      const address = addressOf(request, this.context.env.trustProxy);
      const isTold = !this.limits.contacts.check({ user: null, address }, kept.answer.contactIds);
      if (!isTold) return handle(request, response);
      const answer = () => this.answer(kept, request, response, address);
      // Whoever is refused is answered in the usual way.
      this.limits.perAddress.take(address, response, answer, () => handle(request, response));
    };
  }

  private find(request: IncomingMessage): KeptResponse | undefined {
    const key = keyOf(request);
    const kept = key === null ? undefined : this.responses.get(key);
    if (!kept || this.context.tracing.isOn || isClosedForMaintenance(this.context)) return undefined;
    return kept.answer.keeper?.isCurrent() ? kept : undefined;
  }

  private answer(kept: KeptResponse, request: IncomingMessage, response: ServerResponse, address: string) {
    kept.answer.keeper?.countHit();
    observe(this.context, request, response, address, () => ({
      route: kept.route,
      status: 200,
      isQuiet: false,
    }));
    for (const [name, value] of kept.headers) response.setHeader(name, value);
    response.end(kept.body);
  }
}

/** @returns null: what is asked for is not plainly what others may be told. */
function keyOf(request: IncomingMessage): string | null {
  const { method, url, headers } = request;
  if (method !== 'GET' || !url?.startsWith('/api/') || hasBody(request)) return null;
  for (const name of TELLING_HEADERS) if (headers[name] !== undefined) return null;
  let key = url;
  for (const name of VARYING_HEADERS) key += `\n${headers[name] ?? ''}`;
  return key;
}
