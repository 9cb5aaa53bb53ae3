import cluster from 'node:cluster';
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
import { hasBody, type RequestState } from '../request.ts';

const WINDOW_S = 60;

/** Counts in this process; the workers of one machine count together, in their parent (workers.ts). */
function createLimiter(keyPrefix: string, points: number): RateLimiterAbstract | null {
  if (points === 0) return null;
  const options = { points, duration: WINDOW_S };
  return cluster.isWorker
    ? new RateLimiterCluster({ ...options, keyPrefix })
    : new RateLimiterMemory(options);
}

/**
 * Middleware: the general limit on requests per address and minute; the limit of sign-ins is separate and always on. Every
 * answer that is computed or read from the database counts, also outside of the contracts; files of the UI do not.
 */
export function rateLimit(
  { rateLimitPerMinute }: Pick<Env, 'rateLimitPerMinute'>,
  { pages }: { pages: Pick<Router<RequestState>, 'match'> },
) {
  const limiter = createLimiter('perAddress', rateLimitPerMinute);
  const isFile = (path: string) => /\.[a-z0-9]+$/i.test(path) && !pages.match(path, 'GET').route;

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const isFree = ctx.path.startsWith('/api/')
      ? ctx.state.route?.call.rateLimit === 'none'
      : isFile(ctx.path);
    if (limiter && !isFree) await consume(limiter, ctx, 'perAddress', callerNetwork(ctx.ip));
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

/** @throws {TooManyRequestsError} */
async function consume(
  limiter: RateLimiterAbstract,
  ctx: Context,
  policy: string,
  caller: string,
): Promise<void> {
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

/** Whole seconds, at least one. */
export const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000));

/**
 * Appends the fields of draft-ietf-httpapi-ratelimit-headers-10: the policy's quota (q) and window (w), what remains of it (r)
 * and the seconds until it is whole again (t). Both are lists, with an item for each policy.
 */
export function appendLimit(
  ctx: Context,
  policy: string,
  { points, duration }: { points: number; duration: number },
  left: { remainingPoints: number; msBeforeNext: number },
): void {
  ctx.append('RateLimit-Policy', `"${policy}";q=${points};w=${duration}`);
  ctx.append('RateLimit', `"${policy}";r=${left.remainingPoints};t=${secondsOf(left.msBeforeNext)}`);
}

/** Requests at work in one process. More would only wait for each other, longer than their clients do. */
const MAX_AT_WORK = 300;

/** Keeps an overloaded server responsive: requests above the limit are refused at once. */
export function createLoadLimit(maxAtWork = MAX_AT_WORK) {
  let atWork = 0;
  const counted = new WeakSet<Context>();

  async function work(ctx: Context, next: Next): Promise<void> {
    counted.add(ctx);
    atWork += 1;
    try {
      await next();
    } finally {
      atWork -= 1;
    }
  }

  return {
    /** Middleware before any look-up. @throws {UnavailableError} the limit is reached. */
    admit(ctx: Context & { state: RequestState }, next: Next): Promise<void> {
      if (!ctx.path.startsWith('/api/') || ctx.state.route?.call.rateLimit === 'none') return next();
      if (atWork >= maxAtWork)
        throw new UnavailableError(msg('Silong is very busy right now. Please try again in a few seconds.'));
      return hasBody(ctx.req) ? next() : work(ctx, next);
    },
    /** Middleware after the reading of bodies: a body on its way does not count as work. */
    count: (ctx: Context & { state: RequestState }, next: Next): Promise<void> =>
      counted.has(ctx) || ctx.state.route?.call.fileField ? next() : work(ctx, next),
  };
}
