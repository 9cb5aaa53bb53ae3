import ipaddr from 'ipaddr.js';
import type { Context, Next } from 'koa';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { BaseContext } from '#server/context.ts';
import { msg } from '#shared/messages.ts';
import type { RequestState } from './access.ts';
import { TooManyRequestsError } from './errors.ts';

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

/** The general limit on calls per address and minute; the lock-out of sign-ins is apart and always on. */
export function rateLimit({ env }: Pick<BaseContext, 'env'>) {
  const { rateLimitPerMinute } = env;
  if (rateLimitPerMinute === 0) return (_ctx: Context, next: Next): Promise<void> => next();
  const limiter = new RateLimiterMemory({ points: rateLimitPerMinute, duration: 60 });

  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if (ctx.path.startsWith('/api/') && ctx.state.route?.call.rateLimit !== 'none')
      await consume(limiter, ctx.ip);
    await next();
  };
}

async function consume(limiter: RateLimiterMemory, address: string): Promise<void> {
  try {
    await limiter.consume(callerNetwork(address));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
    throw new TooManyRequestsError(
      msg('Too many requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.', {
        seconds,
      }),
      seconds,
    );
  }
}
