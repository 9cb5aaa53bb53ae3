import type { Context, Next } from 'koa';
import type { BaseContext } from '#server/context.ts';
import { isClosedForMaintenance, MAINTENANCE_MESSAGE } from '#server/systemSettings.ts';
import { UnavailableError } from './errors.ts';
import type { RequestState } from './routing.ts';

/** While an admin has the site closed, everyone else's calls are answered 503; the page itself still loads and says so. */
export function maintenance(context: Pick<BaseContext, 'systemSettings'>) {
  return async (ctx: Context & { state: RequestState }, next: Next): Promise<void> => {
    const { route, user } = ctx.state;
    if (
      isClosedForMaintenance(context) &&
      ctx.path.startsWith('/api/') &&
      !route?.call.answersInMaintenance &&
      user?.role !== 'admin'
    )
      throw new UnavailableError(MAINTENANCE_MESSAGE, 'maintenance');
    await next();
  };
}
