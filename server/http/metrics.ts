import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { msg } from '#shared/messages.ts';
import { readBearerToken } from './access.ts';
import { ApiError, UnauthorizedError } from './errors.ts';

export const METRICS_PATH = '/metrics';

/** GET /metrics for Prometheus, guarded by METRICS_TOKEN; 404 where that is not set. */
export function metricsPage({ env: { metricsToken }, metrics }: Pick<BaseContext, 'env' | 'metrics'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    if (ctx.path !== METRICS_PATH) return next();
    if (!metricsToken || (ctx.method !== 'GET' && ctx.method !== 'HEAD'))
      throw new ApiError('not_found', msg('Not found'));
    const token = readBearerToken(ctx.get('Authorization'));
    if (token === null || !isSame(token, metricsToken)) {
      ctx.set('WWW-Authenticate', 'Bearer');
      throw new UnauthorizedError();
    }
    ctx.set('Cache-Control', 'no-store');
    ctx.type = metrics.registry.contentType;
    ctx.body = await metrics.read();
  };
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
