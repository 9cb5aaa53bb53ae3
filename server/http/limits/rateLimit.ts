import cluster from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Router from '@koa/router';
import type { Context, Next } from 'koa';
import {
  type RateLimiterAbstract,
  RateLimiterCluster,
  RateLimiterMemory,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import type { Env } from '#server/env.ts';
import { msg } from '#shared/messages.ts';
import { callerNetwork } from '../caller.ts';
import { TooManyRequestsError, UnavailableError } from '../errors.ts';
import { hasBody, isReadByHandler, type RequestState } from '../request.ts';

const WINDOW_S = 60;

/** Counts in this process; the workers of one machine count together, in their parent (workers.ts). */
function createLimiter(keyPrefix: string, points: number): RateLimiterAbstract | null {
  if (points === 0) return null;
  const options = { points, duration: WINDOW_S };
  return cluster.isWorker ? new RateLimiterCluster({ ...options, keyPrefix }) : new RateLimiterMemory(options);
}

export class AddressLimit {
  private readonly limiter: RateLimiterAbstract | null;
  /** Requests counted before the middleware, which does not count them again. */
  private readonly counted = new WeakSet<IncomingMessage>();

  constructor({ rateLimitPerMinute }: Pick<Env, 'rateLimitPerMinute'>) {
    this.limiter = createLimiter('perAddress', rateLimitPerMinute);
  }

  /** Counts a request that bypasses the middleware, and writes the headers of its response. @param refused nothing is left. */
  take(address: string, response: ServerResponse, taken: () => void, refused: () => void): void {
    const { limiter } = this;
    if (!limiter) taken();
    else
      limiter.consume(callerNetwork(address)).then((left) => {
        this.counted.add(response.req);
        for (const [name, value] of limitFields('perAddress', limiter, left)) response.setHeader(name, value);
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
 * Middleware of the limit by address; the limit of sign-ins is separate and always on. Every answer that is computed or read
 * from the database counts, also outside of the contracts; files of the UI do not.
 */
export function rateLimit(limit: AddressLimit, { pages }: { pages: Pick<Router<RequestState>, 'match'> }) {
  const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path) && !pages.match(path, 'GET').route;

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const isFree = ctx.path.startsWith('/api/') ? ctx.state.route?.call.rateLimit === 'none' : isFile(ctx.path);
    if (!isFree) await limit.consume(ctx);
    return next();
  };
}

/** Limits the requests of an API token per minute, from all addresses together, to those of one address. After `authenticate`. */
export function tokenRateLimit({ env }: Pick<BaseContext, 'env'>) {
  const limiter = createLimiter('perToken', env.rateLimitPerMinute);

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const token = ctx.state.user?.token;
    if (limiter && token && ctx.state.route?.call.rateLimit !== 'none')
      await consume(limiter, ctx, 'perToken', String(token.id));
    return next();
  };
}

async function consume(limiter: RateLimiterAbstract, ctx: Context, policy: string, caller: string): Promise<void> {
  try {
    appendLimit(ctx, policy, limiter, await limiter.consume(caller));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    appendLimit(ctx, policy, limiter, refusal);
    const seconds = secondsOf(refusal.msBeforeNext);
    throw new TooManyRequestsError(
      msg('Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds,
      }),
      seconds,
    );
  }
}

interface Limit {
  points: number;
  /** Length of the window, in seconds. */
  duration: number;
}

interface Left {
  remainingPoints: number;
  msBeforeNext: number;
}

/** Whole seconds, at least one. */
export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-10: the policy's quota (q) and window (w), what remains of it (r) and
 * the seconds until it is whole again (t).
 */
function limitFields(
  policy: string,
  { points, duration }: Limit,
  { remainingPoints, msBeforeNext }: Left,
): [name: string, value: string][] {
  return [
    ['RateLimit-Policy', `"${policy}";q=${points};w=${duration}`],
    ['RateLimit', `"${policy}";r=${remainingPoints};t=${secondsOf(msBeforeNext)}`],
  ];
}

/** Both fields are lists, with an item for each policy. */
export function appendLimit(ctx: Context, policy: string, limit: Limit, left: Left): void {
  for (const [name, value] of limitFields(policy, limit, left)) ctx.append(name, value);
}

/** Requests at work in one process. More would only wait for each other, longer than their clients do. */
const MAX_AT_WORK = 300;

export type LoadLimit = ReturnType<typeof createLoadLimit>;

/** Keeps an overloaded server responsive: requests above the limit are refused at once. */
export function createLoadLimit(maxAtWork = MAX_AT_WORK) {
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
    /** Middleware before any look-up. @throws {UnavailableError} the limit is reached. */
    admit(ctx: Context & { state: RequestState }, next: Next): Promise<void> {
      if (!ctx.path.startsWith('/api/') || ctx.state.route?.call.rateLimit === 'none') return next();
      if (isReached())
        throw new UnavailableError(msg('Silong is very busy right now. Please try again in a few seconds.'));
      return hasBody(ctx.req) ? next() : work(ctx, next);
    },
    /** Middleware after the reading of bodies: a body on its way does not count as work. */
    count: (ctx: Context & { state: RequestState }, next: Next): Promise<void> =>
      counted.has(ctx) || isReadByHandler(ctx.state.route?.call) ? next() : work(ctx, next),
  };
}
