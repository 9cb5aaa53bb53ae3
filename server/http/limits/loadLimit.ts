import type { Context, Next } from 'koa';
import { msg } from '#shared/messages.ts';
import { UnavailableError } from '../errors.ts';
import { hasBody, type RequestState } from '../request.ts';

/** Requests at work in one process. More would only wait for each other, longer than their clients do. */
const MAX_AT_WORK = 300;

export interface LoadLimit {
  isReached(): boolean;
  /** Counts work outside of the middleware. */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Middleware before any look-up. @throws {UnavailableError} the limit is reached. */
  admit(ctx: Context & { state: RequestState }, next: Next): Promise<void>;
  /** Middleware after the reading of bodies: a body on its way does not count as work. */
  count(ctx: Context & { state: RequestState }, next: Next): Promise<void>;
}

/** Keeps an overloaded server responsive: requests above the limit are refused at once. */
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
