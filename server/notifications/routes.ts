import type { ServerContext } from '#server/context.ts';
import type { ApiRoutes } from '#server/routing.ts';
import { notificationsCalls } from '#shared/contracts/notifications.ts';
import { listNotifications, markNotificationRead } from './service.ts';

export function registerNotificationRoutes(routes: ApiRoutes, context: ServerContext): void {
  routes.on(notificationsCalls.list, ({ user }) => listNotifications(context, user));
  routes.on(notificationsCalls.read, ({ user, params }) => markNotificationRead(context, user, params.id));
}
