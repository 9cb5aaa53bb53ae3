import type { SignedInUser } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';
import { NotFoundError } from '#server/errors.ts';
import { noticeMail } from '#server/mail/templates.ts';
import { readPersonalSettings } from '#server/settings/personalSettings.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { presentNotification } from './presenter.ts';

const MAX_LISTED = 100;

export interface Notice {
  type: Notification['type'];
  title: string;
  message: string;
  action: { label: string; url: string } | null;
}

export interface NoticeOptions {
  /** The personal switch, beside the general ones, that has to be on. */
  wantedBy?: keyof Pick<
    PersonalSettings['notifications'],
    'messageNotifications' | 'priceAlerts' | 'newProperties'
  >;
  /** An unread notice with the same action is brought up to date instead of adding another one. */
  isReplacing?: boolean;
  /** Whether people who want mails get this one by mail too. */
  isMailed?: boolean;
}

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

/** What was told of is seen: reading a conversation reads its notice. */
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

/** Tells people something, each as their own settings want it: kept for the bell, pushed live, and by mail. */
export async function notify(
  context: ServerContext,
  userIds: readonly number[],
  notice: Notice,
  { wantedBy, isReplacing = false, isMailed = true }: NoticeOptions = {},
): Promise<void> {
  if (userIds.length === 0) return;
  const settings = await readPersonalSettings(context, userIds);
  const wanting = userIds.filter((id) => !wantedBy || settings.get(id)?.notifications[wantedBy]);
  const stored = await storeNotices(context, wanting, notice, isReplacing);
  for (const { userId, notification, isNew } of stored) {
    if (settings.get(userId)?.notifications.push)
      context.bus.publish('notificationStored', { userId, notification, isNew });
  }
  if (!isMailed) return;
  // A notice that only replaced one still unread was mailed when it first came.
  const mailed = stored.filter(({ userId, isNew }) => isNew && settings.get(userId)?.notifications.email);
  await mailNotices(
    context,
    mailed.map(({ userId }) => userId),
    notice,
  );
}

interface StoredNotice {
  userId: number;
  notification: Notification;
  isNew: boolean;
}

async function storeNotices(
  { db, now }: ServerContext,
  userIds: readonly number[],
  { type, title, message, action }: Notice,
  isReplacing: boolean,
): Promise<StoredNotice[]> {
  const values = { type, title, message, created_at: now() };
  const address = { action_label: action?.label ?? null, action_url: action?.url ?? null };
  return db.transaction(async (transaction) => {
    const where = { user_id: [...userIds], action_url: address.action_url, title, read_at: null };
    const unread = isReplacing
      ? await db.models.Notification.findAll({ where, transaction, lock: transaction.LOCK.UPDATE })
      : [];
    const replaced = await Promise.all(unread.map((row) => row.update(values, { transaction })));
    const known = new Set(replaced.map((row) => row.user_id));
    const created = await db.models.Notification.bulkCreate(
      userIds
        .filter((id) => !known.has(id))
        .map((user_id) => ({ ...values, ...address, user_id, read_at: null })),
      { transaction, returning: true },
    );
    return [
      ...replaced.map((row) => ({
        userId: row.user_id,
        notification: presentNotification(row),
        isNew: false,
      })),
      ...created.map((row) => ({ userId: row.user_id, notification: presentNotification(row), isNew: true })),
    ];
  });
}

async function mailNotices(
  context: ServerContext,
  userIds: readonly number[],
  notice: Notice,
): Promise<void> {
  if (userIds.length === 0 || !context.systemSettings.current().notifications.emailNotifications) return;
  const { db, mail } = context;
  const users = await db.models.User.findAll({ where: { id: [...userIds], status: 'active' } });
  await db.transaction(async (transaction) => {
    for (const user of users)
      await mail.queue(
        { ...noticeMail(context, { ...notice, name: user.name }), recipient: user.email },
        transaction,
      );
  });
}
