import type { ServerContext } from '#server/features/context.ts';
import type { ApiRoutes } from '#server/http/routing.ts';
import { notificationsCalls } from '#shared/contracts/notifications.ts';
import { countNotifications, listNotifications, markNotificationRead } from './service.ts';

export function registerNotificationRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(notificationsCalls.list, ({ user, query }) => listNotifications(context, user, query));
  routes.on(notificationsCalls.counts, ({ user, query }) => countNotifications(context, user, query));
  routes.on(notificationsCalls.read, ({ user, params }) => markNotificationRead(context, user, params.id));
}
