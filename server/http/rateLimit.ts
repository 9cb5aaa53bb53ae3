import cluster from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState } from './access.ts';
import { TooManyRequestsError, UnavailableError } from './errors.ts';
import type { ApiRoutes } from './routing.ts';

/**
 * Who is counted as one caller: an IPv4 address, or an IPv6 network of the size one customer is given (/64), whose
 * 2^64 addresses would otherwise pass for as many callers.
 */
export function callerNetwork(address: string): string {
  let network = networks.get(address);
  if (network === undefined) {
    network = readNetwork(address);
    networks.set(address, network);
  }
  return network;
}

/** Asked for with each request. */
const networks = new LRUCache<string, string>({ max: 10_000 });

function readNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // An IPv4 address that an IPv6 socket shows as '::ffff:192.0.2.1' is read as IPv4.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * Where a request comes from that did not pass Koa, which finds it in the same way.
 * @param trustProxy number of proxies whose forwarded headers are believed.
 */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  const [address] = trustProxy > 0 && forwarded ? forwarded.split(/\s*,\s*/).slice(-trustProxy) : [];
  return address ?? socket.remoteAddress ?? '';
}

const WINDOW_S = 60;

type Policy = 'perAddress' | 'perToken';

/** Of this process; the workers of one machine count together, in their parent (workers.ts). */
function createLimiter(policy: Policy, points: number): RateLimiterAbstract {
  const options = { points, duration: WINDOW_S };
  return cluster.isWorker
    ? new RateLimiterCluster({ ...options, keyPrefix: policy })
    : new RateLimiterMemory(options);
}

/** The general limit on requests per address and minute. */
export class AddressLimit {
  private readonly limiter: RateLimiterAbstract | null;
  /** Counted before the middleware, which counts none of them again. */
  private readonly counted = new WeakSet<IncomingMessage>();

  constructor({ rateLimitPerMinute }: Pick<Env, 'rateLimitPerMinute'>) {
    this.limiter = rateLimitPerMinute === 0 ? null : createLimiter('perAddress', rateLimitPerMinute);
  }

  /** Counts a request that no middleware sees, and tells in its response what is left. @param refused there is nothing left. */
  take(address: string, response: ServerResponse, taken: () => void, refused: () => void): void {
    const { limiter } = this;
    if (!limiter) taken();
    else
      limiter.consume(callerNetwork(address)).then((left) => {
        this.counted.add(response.req);
        for (const [name, value] of limitHeaders('perAddress', limiter, left))
          response.setHeader(name, value);
        taken();
      }, refused);
  }

  /** @throws {TooManyRequestsError} */
  async consume(ctx: Context): Promise<void> {
    if (this.limiter && !this.counted.has(ctx.req))
      await consume(this.limiter, ctx, 'perAddress', callerNetwork(ctx.ip));
  }
}

/**
 * Applies it; the lock-out of sign-ins is apart and always on. All that is computed or read from the database counts, whether a
 * contract names it or not; files of the UI do not.
 */
export function rateLimit(limit: AddressLimit, { pages }: Pick<ApiRoutes, 'pages'>) {
  const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path) && !pages.match(path, 'GET').route;

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const isFree = ctx.path.startsWith('/api/')
      ? ctx.state.route?.call.rateLimit === 'none'
      : isFile(ctx.path);
    if (!isFree) await limit.consume(ctx);
    return next();
  };
}

/**
 * What an API token may ask for in a minute, from however many addresses its program calls: as much as one address may.
 * Behind the finding out of who calls.
 */
export function tokenRateLimit({ env }: Pick<BaseContext, 'env'>) {
  const { rateLimitPerMinute } = env;
  if (rateLimitPerMinute === 0) return (_ctx: Context, next: Next): Promise<void> => next();
  const limiter = createLimiter('perToken', rateLimitPerMinute);

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const token = ctx.state.user?.token;
    if (token && ctx.state.route?.call.rateLimit !== 'none')
      await consume(limiter, ctx, 'perToken', String(token.id));
    return next();
  };
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10: the policy's quota (q) and window (w), what remains of it (r) and
 * the seconds until it is whole again (t).
 */
function limitHeaders(
  policy: Policy,
  { points }: RateLimiterAbstract,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): [name: string, value: string][] {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return [
    ['RateLimit-Policy', `"${policy}";q=${points};w=${WINDOW_S}`],
    ['RateLimit', `"${policy}";r=${remainingPoints};t=${seconds}`],
  ];
}

async function consume(
  limiter: RateLimiterAbstract,
  ctx: Context,
  policy: Policy,
  caller: string,
): Promise<void> {
  // Both are lists, with an item for each policy.
  const tell = (left: RateLimiterRes) => {
    for (const [name, value] of limitHeaders(policy, limiter, left)) ctx.append(name, value);
  };
  try {
    tell(await limiter.consume(caller));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    tell(refusal);
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new TooManyRequestsError(
      msg('Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds,
      }),
      seconds,
    );
  }
}

/** Of one process. More would only wait for each other, for longer than their callers do. */
const MAX_AT_WORK = 300;

export interface LoadLimit {
  isReached(): boolean;
  /** Work that no middleware counts. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Before anything is looked up. @throws {UnavailableError} so much is being worked on that this would come too late. */
  admit(ctx: Context & { state: RequestState }, next: Next): Promise<void>;
  /** Behind the reading of bodies: while one is on its way, it takes nobody's place. */
  count(ctx: Context & { state: RequestState }, next: Next): Promise<void>;
}

/** Keeps the server quick when more is asked of it than it can answer: the rest is refused at once, to be asked again. */
export function createLoadLimit(maxAtWork = MAX_AT_WORK): LoadLimit {
  let atWork = 0;
  const counted = new WeakSet<Context>();

  const isReached = () => atWork >= maxAtWork;

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    atWork += 1;
    try {
      return await work();
    } finally {
      atWork -= 1;
    }
  }

  function work(ctx: Context, next: Next): Promise<void> {
    counted.add(ctx);
    return run(next);
  }

  return {
    isReached,
    run,
    admit(ctx, next) {
      if (!ctx.path.startsWith('/api/') || ctx.state.route?.call.rateLimit === 'none') return next();
      if (isReached())
        throw new UnavailableError(msg('Silong is very busy right now. Please try again in a few seconds.'));
      return hasBody(ctx.req) ? next() : work(ctx, next);
    },
    count: (ctx, next) => (counted.has(ctx) || ctx.state.route?.call.fileField ? next() : work(ctx, next)),
  };
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
