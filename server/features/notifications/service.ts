import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { presentNotification } from './presenter.ts';

const MAX_LISTED = 100;

export async function listNotifications(
  { db }: ServerContext,
  caller: SignedInUser,
): Promise<Notification[]> {
  const rows = await db.models.Notification.findAll({
    where: { user_id: caller.id },
    order: [
      ['created_at', 'DESC'],
      ['id', 'DESC'],
    ],
    limit: MAX_LISTED,
  });
  return rows.map(presentNotification);
}

/** @throws {NotFoundError} also for somebody else's. Reading twice changes nothing. */
export async function markNotificationRead(
  { db, now }: ServerContext,
  caller: SignedInUser,
  id: number,
): Promise<Notification> {
  const row = await db.transaction(async (transaction) => {
    const found = await db.models.Notification.findOne({ where: { id, user_id: caller.id }, transaction });
    if (!found) throw new NotFoundError('Notification');
    return found.read_at ? found : found.update({ read_at: now() }, { transaction });
  });
  return presentNotification(row);
}

/** Reading a conversation marks its notification as read. */
export async function markNoticesRead(
  { db, now }: ServerContext,
  userId: number,
  actionUrl: string,
): Promise<void> {
  await db.transaction((transaction) =>
    db.models.Notification.update(
      { read_at: now() },
      { where: { user_id: userId, action_url: actionUrl, read_at: null }, transaction },
    ),
  );
}
