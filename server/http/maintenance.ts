import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { UnavailableError } from './errors.ts';
import type { RequestState } from './routing.ts';

/** What has to work while the site is closed: whether it is alive, what it is called, and an admin's way in. */
const alwaysOpen = new Set([
  '/api/health',
  '/api/ready',
  '/api/site',
  '/api/auth/login',
  '/api/auth/logout',
  '/api/auth/profile',
]);

export const CLOSED_SENTENCE = 'We are making improvements and will be back shortly.';

export function isClosed({ systemSettings }: Pick<BaseContext, 'systemSettings'>): boolean {
  return systemSettings.current().application.maintenanceMode;
}

/** While an admin has the site closed, everyone else's calls are answered 503; the page itself still loads and says so. */
export function maintenance(context: Pick<BaseContext, 'systemSettings'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    if (
      isClosed(context) &&
      ctx.path.startsWith('/api/') &&
      !alwaysOpen.has(ctx.path) &&
      ctx.state.user?.role !== 'admin'
    )
      throw new UnavailableError(CLOSED_SENTENCE, 'maintenance');
    await next();
  };
}
