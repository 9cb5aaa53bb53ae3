import { Op } from 'sequelize';
import type { z } from 'zod';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import type { Notification, notificationsCalls } from '#shared/contracts/notifications.ts';
import { presentNotification } from './presenter.ts';

const MAX_LISTED = 100;

export async function listNotifications(
  { db }: ServerContext,
  caller: SignedInUser,
  { before, limit = MAX_LISTED }: z.output<typeof notificationsCalls.list.query> = {},
): Promise<Notification[]> {
  const rows = await db.models.Notification.findAll({
    where: { user_id: caller.id, ...(before && comesAfter(before)) },
    order: [
      ['created_at', 'DESC'],
      ['id', 'DESC'],
    ],
    limit,
  });
  return rows.map(presentNotification);
}

function comesAfter({ at, id }: ListPlace) {
  const created_at = at ?? new Date(0);
  return { [Op.or]: [{ created_at: { [Op.lt]: created_at } }, { created_at, id: { [Op.lt]: id } }] };
}

export async function countNotifications(
  { db }: ServerContext,
  caller: SignedInUser,
  { before, except = [] }: z.output<typeof notificationsCalls.counts.query> = {},
): Promise<Record<'all' | 'unread', number>> {
  const where = { user_id: caller.id, id: { [Op.notIn]: except }, ...(before && comesAfter(before)) };
  const [all, unread] = await Promise.all([
    db.models.Notification.count({ where }),
    db.models.Notification.count({ where: { ...where, read_at: null } }),
  ]);
  return { all, unread };
}

/** @throws {NotFoundError} also for somebody else's. Reading twice changes nothing. */
export async function markNotificationRead(
  { db, now }: ServerContext,
  caller: SignedInUser,
  id: number,
): Promise<Notification> {
  const row = await db.transaction(async () => {
    const found = await db.models.Notification.findOne({ where: { id, user_id: caller.id } });
    if (!found) throw new NotFoundError('Notification');
    return found.read_at ? found : found.update({ read_at: now() });
  });
  return presentNotification(row);
}

/** Reading a conversation marks its notification as read. */
export async function markNoticesRead(
  { db, now }: ServerContext,
  userId: number,
  actionUrl: string,
): Promise<void> {
  await db.transaction(() =>
    db.models.Notification.update(
      { read_at: now() },
      { where: { user_id: userId, action_url: actionUrl, read_at: null } },
    ),
  );
}
