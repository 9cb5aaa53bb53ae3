import type { ServerContext } from '#server/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** New notices reach the bell of every open window of that person at once. */
export function attachNotificationSockets(io: AppServer, { bus, systemSettings }: ServerContext): void {
  bus.subscribe('notificationStored', ({ userId, notification }) => {
    if (systemSettings.current().notifications.pushNotifications)
      io.to(userRoom(userId)).emit('notification', notification);
  });
}
