import type { Context, Next } from 'koa';
import type { ServerContext } from '../context.ts';
import { UnavailableError } from '../errors.ts';
import type { RequestState } from '../routing.ts';

/** What has to work while the site is closed: whether it is alive, what it is called, and an admin's way in. */
const alwaysOpen = new Set([
  '/api/health',
  '/api/ready',
  '/api/site',
  '/api/auth/login',
  '/api/auth/logout',
  '/api/auth/profile',
]);

/** While an admin has the site closed, everyone else's calls are answered 503; the page itself still loads and says so. */
export function maintenance({ systemSettings }: Pick<ServerContext, 'systemSettings'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const isClosed = systemSettings.current().application.maintenanceMode;
    if (
      isClosed &&
      ctx.path.startsWith('/api/') &&
      !alwaysOpen.has(ctx.path) &&
      ctx.state.user?.role !== 'admin'
    )
      throw new UnavailableError('We are making improvements and will be back shortly.', 'maintenance');
    await next();
  };
}
