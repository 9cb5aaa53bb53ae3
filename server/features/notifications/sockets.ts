import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** New notices, to every open window of their recipient. */
export function attachNotificationSockets(io: AppServer, { bus }: ServerContext): void {
  bus.subscribe('notificationStored', ({ userId, notification, isPushed }) => {
    io.to(userRoom(userId)).emit('notification', { ...notification, push: isPushed });
  });
}
