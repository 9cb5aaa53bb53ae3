import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';

/** One line a request, without what it carried: paths and sizes are enough to see what happened. */
export function requestLog({ log }: Pick<BaseContext, 'log'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const start = process.hrtime.bigint();
    await next();
    const ms = Number(process.hrtime.bigint() - start) / 1_000_000;
    log.debug(
      { method: ctx.method, path: ctx.path, status: ctx.status, ms: Math.round(ms * 10) / 10 },
      'request',
    );
  };
}
