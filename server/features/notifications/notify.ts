import { type LOCK, Op, QueryTypes, Transaction } from 'sequelize';
import type { NotificationModel } from '#server/db/models.ts';
import { activeAdmin } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type PushOptions, queuePushes } from '#server/features/push/sending.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import type { Priority } from '#server/jobs/leases.ts';
import { say, sayNotice, type Words } from '#server/languages.ts';
import { noticeMail } from '#server/mail/templates.ts';
import { type AdminAbility, adminAbilities } from '#shared/adminRoles.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';

/** For this long after a notice no further one with the same title and action is mailed. */
const MAIL_QUIET_MS = 30 * 60_000;

export interface Notice {
  type: Notification['type'];
  title: string | Words;
  message: string | Words;
  /** Of a mail alone: what the message sums up, one by one. */
  details?: (string | Words)[];
  /** Of a mail alone: what can be opened, one by one. */
  items?: { text: string | Words; url: string }[];
  /** Of a mail alone: where one click ends its kind, without signing in. */
  unsubscribeUrl?: string;
  action: { label: string | Words; url: string } | null;
}

export interface NoticeOptions {
  /** The personal switch, beside the general ones, that has to be on. */
  wantedBy?: keyof Pick<
    PersonalSettings['notifications'],
    'messageNotifications' | 'priceAlerts' | 'newProperties'
  >;
  /** An unread notice with the same action is brought up to date instead of adding another one. */
  isReplacing?: boolean;
  /** Each one is kept, but not mailed while an earlier one with the same action is unread or fresh. */
  isMailedOnce?: boolean;
  /** Whether people who want mails get this one by mail too. */
  isMailed?: boolean;
  /** Whether and how it also goes to the devices of its reader while the site is closed. */
  push?: PushOptions;
  /** Of news for many people: what concerns one person alone comes first. */
  isBulk?: boolean;
  /** Asked once the recipients are held: whether it is still news. Of news for few people only. */
  isStillNews?: () => Promise<boolean>;
}

/** What is told to more people is stored in several transactions, which others come between. */
const MAX_AT_ONCE = 200;

/**
 * Notifies people as their own settings say, in the running transaction: stored for the bell, pushed live once that is
 * committed, by mail, and to their devices.
 */
export async function notify(
  context: ServerContext,
  userIds: readonly number[],
  notice: Notice,
  options: NoticeOptions = {},
): Promise<void> {
  const { db, jobs } = context;
  if (userIds.length > MAX_AT_ONCE) {
    const parts = Array.from({ length: Math.ceil(userIds.length / MAX_AT_ONCE) }, (_, at) =>
      userIds.slice(at * MAX_AT_ONCE, (at + 1) * MAX_AT_ONCE),
    );
    const payloads = parts.map((part) => ({ userIds: part, notice, options }));
    return jobs.addAll('notices', payloads, { priority: 'bulk' });
  }
  const { wantedBy, isMailed = true, isBulk = false, push } = options;
  const settings = await readPersonalSettings(context, userIds);
  const wanting = userIds.filter((id) => !wantedBy || settings.get(id)?.notifications[wantedBy]);
  if (wanting.length === 0) return;
  const { pushNotifications } = context.systemSettings.current().notifications;
  const stored = await storeNotices(context, wanting, notice, options);
  const mailed = stored.filter(({ isMailDue }) => isMailDue).map(({ userId }) => userId);
  if (isMailed) await mailNotices(context, mailed, settings, notice, isBulk ? 'bulk' : 'normal');
  const isPushed = (userId: number) => pushNotifications && settings.get(userId)?.notifications.push === true;
  if (push)
    await queuePushes(
      context,
      stored.filter(({ userId }) => isPushed(userId)),
      push,
    );
  db.afterCommit(() => {
    for (const { userId, notification } of stored)
      context.bus.publish('notificationStored', { userId, notification, isPushed: isPushed(userId) });
  });
}

/** The same in a transaction of its own, after the running one is committed. */
export function notifyLater(
  { jobs }: ServerContext,
  userIds: readonly number[],
  notice: Notice,
): Promise<void> {
  return jobs.add('notices', { userIds: [...userIds], notice, options: {} });
}

interface StoredNotice {
  userId: number;
  notification: Notification;
  isMailDue: boolean;
}

async function storeNotices(
  context: ServerContext,
  recipientIds: readonly number[],
  { type, action, ...notice }: Notice,
  { isReplacing = false, isMailedOnce = isReplacing, isStillNews }: NoticeOptions,
): Promise<StoredNotice[]> {
  const { db, now } = context;
  const { Notification } = db.models;
  // Serializes notices to one person, so that a second one with the same action finds the first.
  const lock = isMailedOnce ? Transaction.LOCK.NO_KEY_UPDATE : Transaction.LOCK.KEY_SHARE;
  const languages = await lockRecipients(context, recipientIds, lock);
  const userIds = [...languages.keys()];
  if (userIds.length === 0 || (isStillNews && !(await isStillNews()))) return [];
  const words = { title: notice.title, message: notice.message, label: action?.label ?? null };
  // The English words beside them are what notices are found by, and read by whoever knows no more of them.
  const inEnglish = (said: string | Words) => say(DEFAULT_LANGUAGE, said);
  const title = inEnglish(words.title);
  const values = { type, title, message: inEnglish(words.message), words, created_at: now() };
  const address = {
    action_label: words.label === null ? null : inEnglish(words.label),
    action_url: action?.url ?? null,
  };
  const present = (row: NotificationModel) =>
    presentNotification(row, languages.get(row.user_id) ?? DEFAULT_LANGUAGE);
  const blank = { ...values, ...address, read_at: null };
  if (!isMailedOnce) {
    const rows = userIds.map((user_id) => ({ ...blank, user_id }));
    const created = await Notification.bulkCreate(rows, { returning: true });
    return created.map((row) => ({
      userId: row.user_id,
      notification: present(row),
      isMailDue: true,
    }));
  }
  const recentlyNotified = await findRecentlyNotified(context, userIds, title, address.action_url);
  const same = { user_id: userIds, action_url: address.action_url, title };
  const unread = isReplacing ? await Notification.findAll({ where: { ...same, read_at: null } }) : [];
  if (unread.length > 0) await Notification.update(values, { where: { id: unread.map((row) => row.id) } });
  const replaced = unread.map((row) => row.set(values));
  const known = new Set(replaced.map((row) => row.user_id));
  const added = userIds.filter((id) => !known.has(id)).map((user_id) => ({ ...blank, user_id }));
  const created = await Notification.bulkCreate(added, { returning: true });
  return [...replaced, ...created].map((row) => ({
    userId: row.user_id,
    notification: present(row),
    isMailDue: !recentlyNotified.has(row.user_id),
  }));
}

/** Who has an unread or fresh notice like it. Who has thousands of them is looked up as quickly as anybody. */
async function findRecentlyNotified(
  { db, now }: ServerContext,
  userIds: readonly number[],
  title: string,
  actionUrl: string | null,
): Promise<Set<number>> {
  const quietSince = new Date(now().getTime() - MAIL_QUIET_MS);
  const rows = await db.sequelize.query<{ id: number }>(
    `SELECT id FROM users WHERE id IN (:userIds) AND EXISTS (
       SELECT 1 FROM notifications n
        WHERE n.user_id = users.id AND n.action_url ${actionUrl === null ? 'IS NULL' : '= :actionUrl'}
          AND n.title = :title AND (n.read_at IS NULL OR n.created_at > :quietSince))`,
    {
      replacements: { userIds, title, actionUrl, quietSince },
      type: QueryTypes.SELECT,
    },
  );
  return new Set(rows.map(({ id }) => id));
}

/** @returns the language of each; those whose account was deleted meanwhile are left out. */
export async function lockRecipients(
  { db }: ServerContext,
  ids: readonly number[],
  lock: LOCK,
): Promise<Map<number, string>> {
  const users = await db.models.User.findAll({
    attributes: ['id', 'language'],
    where: { id: [...ids] },
    order: ['id'],
    lock,
  });
  return new Map(users.map(({ id, language }) => [id, language ?? DEFAULT_LANGUAGE]));
}

/** By mail alone, to those of them who want mails, in the running transaction. */
export async function mailNotice(
  context: ServerContext,
  userIds: readonly number[],
  notice: Notice,
): Promise<void> {
  await mailNotices(context, userIds, await readPersonalSettings(context, userIds), notice, 'normal');
}

async function mailNotices(
  context: ServerContext,
  recipientIds: readonly number[],
  settings: ReadonlyMap<number, PersonalSettings>,
  notice: Notice,
  priority: Priority,
): Promise<void> {
  const { db, mail, systemSettings } = context;
  const userIds = recipientIds.filter((id) => settings.get(id)?.notifications.email);
  if (userIds.length === 0 || !systemSettings.current().notifications.emailNotifications) return;
  // An address that was not confirmed may be a stranger's.
  const reachable = { status: 'active' as const, email_verified_at: { [Op.ne]: null } };
  const users = await db.models.User.findAll({ where: { id: userIds, ...reachable } });
  const letters = users.map((user) => ({
    ...noticeMail(context, user.language, { ...notice, name: user.name }),
    recipient: user.email,
    ...(notice.unsubscribeUrl && { unsubscribeUrl: notice.unsubscribeUrl }),
  }));
  await mail.queueAll(letters, priority);
}

/** The administrators who may do something: whom to tell of what is to be seen to. */
export async function activeAdminIds({ db }: ServerContext, ability: AdminAbility): Promise<number[]> {
  const where = { ...activeAdmin, admin_role: [...adminAbilities[ability]] };
  const admins = await db.models.User.findAll({ attributes: ['id'], where });
  return admins.map(({ id }) => id);
}

export type StoredNotification = Pick<
  NotificationModel,
  'id' | 'type' | 'title' | 'message' | 'action_label' | 'action_url' | 'words' | 'created_at' | 'read_at'
>;

export function presentNotification(row: StoredNotification, language: string): Notification {
  const { action_url: url } = row;
  const { title, message, label } = sayNotice(row, language);
  return {
    id: row.id,
    type: row.type,
    title,
    message,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    action: label !== null && url !== null ? { label, url } : null,
  };
}
