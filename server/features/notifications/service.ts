import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import { found } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import type { notificationsCalls } from '#shared/contracts/notifications.ts';
import { presentNotification } from './notify.ts';

const MAX_LISTED = 100;

export function notificationsService({ db, now }: ServerContext): Service<typeof notificationsCalls> {
  const { Notification } = db.models;

  return {
    async list({ user, language, query: { before, limit = MAX_LISTED } }) {
      const rows = await Notification.findAll({
        where: { user_id: user.id, ...(before && comesAfter(before)) },
        order: [
          ['created_at', 'DESC'],
          ['id', 'DESC'],
        ],
        limit,
      });
      return rows.map((row) => presentNotification(row, user.language ?? language));
    },

    async counts({ user, query: { before, except = [] } }) {
      const where = { user_id: user.id, id: { [Op.notIn]: except }, ...(before && comesAfter(before)) };
      const [all, unread] = await Promise.all([
        Notification.count({ where }),
        Notification.count({ where: { ...where, read_at: null } }),
      ]);
      return { all, unread };
    },

    // Reading twice changes nothing.
    read: ({ user, language, params: { id } }) =>
      db.transaction(async () => {
        const own = found(await Notification.findOne({ where: { id, user_id: user.id } }), 'notification');
        const read = own.read_at ? own : await own.update({ read_at: now() });
        return presentNotification(read, user.language ?? language);
      }),
  };
}

function comesAfter({ at, id }: ListPlace) {
  const created_at = at ?? new Date(0);
  return { [Op.or]: [{ created_at: { [Op.lt]: created_at } }, { created_at, id: { [Op.lt]: id } }] };
}

/** New notices reach the bell of every open window of that person at once. */
export function attachNotificationSockets(io: AppServer, { bus }: ServerContext): void {
  bus.subscribe('notificationStored', ({ userId, notification, isPushed }) => {
    io.to(userRoom(userId)).emit('notification', { ...notification, push: isPushed });
  });
}
