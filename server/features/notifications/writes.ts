import { Op } from 'sequelize';
import type { NotificationModel } from '#server/db/models.ts';
import { partsOf, SqlBuilder } from '#server/db/sql.ts';
import { activeAdmin } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type PushOptions, queuePushes } from '#server/features/push/jobs.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import type { Priority } from '#server/jobs/leases.ts';
import type { JobKind, JobPayloads } from '#server/jobs/payloads.ts';
import { say, sayNotice, type Words } from '#server/languages.ts';
import { type About, mentionsOf } from '#server/mail/mailer.ts';
import { noticeMail } from '#server/mail/templates.ts';
import { type AdminAbility, adminAbilities } from '#shared/adminRoles.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';

const PREVIEW_LENGTH = 50;

/** The first 50 characters, with an ellipsis when there are more (specification, part 1 §4). Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

export const conversationUrl = (id: number) => `/conversations/${id}`;

/** Push for events that a person waits for. */
export const AT_ONCE: PushOptions = { urgency: 'high', ttlSeconds: 24 * 3_600 };

/** Notices with the same title and action are not mailed again within this time. */
const MAIL_QUIET_MS = 30 * 60_000;

export interface Notice {
  type: Notification['type'];
  title: string | Words;
  message: string | Words;
  /** In mails only: the summarized items. */
  details?: (string | Words)[];
  /** In mails only: links of single items. */
  items?: { text: string | Words; url: string }[];
  /** In mails only: the link that unsubscribes with one click, without signing in. */
  unsubscribeUrl?: string;
  /** In mails only, in ISO 8601: after this time the mail is useless, and is not sent. */
  goodUntil?: string;
  /** In mails only: the conversation that an answer to the mail goes to, where mail comes in. */
  answersTo?: number;
  action: { label: string | Words; url: string } | null;
  /** Named or quoted accounts and inquiries: the notice is deleted with them. */
  about?: About;
}

export interface NoticeOptions {
  /** The personal switch that has to be on, beside the general ones. */
  wantedBy?: keyof Pick<
    PersonalSettings['notifications'],
    'messageNotifications' | 'priceAlerts' | 'newProperties'
  >;
  /** An unread notice with the same action is updated instead of adding another one. */
  isReplacing?: boolean;
  /** Each notice is stored, but not mailed while an earlier one with the same action is unread or recent. */
  isMailedOnce?: boolean;
  /** Also by mail, to people who want mails. */
  isMailed?: boolean;
  /** Also as a push message to devices; undefined: no push. */
  push?: PushOptions;
  /** For news to many people: sent after notices to single ones. */
  isBulk?: boolean;
}

/** Notices by the kind of their job. */
export type NoticeHandlers = {
  [Kind in JobKind]?: (context: ServerContext, payload: JobPayloads[Kind]) => Promise<void>;
};

/** A notice for one person. */
export interface PersonalNotice {
  userId: number;
  notice: Notice;
}

interface EachOptions<One extends PersonalNotice> extends Omit<NoticeOptions, 'isReplacing'> {
  /** Called with the recipients locked. @returns the notices still needed. */
  stillNews?: (notices: readonly One[]) => Promise<readonly One[]>;
}

/** Notices for more people are stored in several transactions. */
const MAX_AT_ONCE = 200;

/** Notifies people as their settings say, in the running transaction: bell, windows, mail and devices. */
export async function notify(
  context: ServerContext,
  userIds: readonly number[],
  notice: Notice,
  options: NoticeOptions = {},
): Promise<void> {
  if (userIds.length > MAX_AT_ONCE) {
    const payloads = partsOf(userIds, MAX_AT_ONCE).map((part) => ({ userIds: part, notice, options }));
    return context.jobs.addAll('notices', payloads, { priority: 'bulk' });
  }
  const { isReplacing = false, isMailedOnce = isReplacing, ...others } = options;
  const notices = [...new Set(userIds)].map((userId) => ({ userId, notice }));
  await storeEach(context, notices, { ...others, isMailedOnce }, isReplacing ? notice : null);
}

/** `notify` for up to 200 different notices. */
export function notifyEach<One extends PersonalNotice>(
  context: ServerContext,
  notices: readonly One[],
  options: EachOptions<One>,
): Promise<void> {
  return storeEach(context, notices, options, null);
}

/** `notify` in a transaction of its own, after the commit of the running one. */
export const notifyLater = ({ jobs }: ServerContext, userIds: readonly number[], notice: Notice) =>
  jobs.add('notices', { userIds: [...userIds], notice, options: {} });

/** @param replacing the notice of all recipients; unread ones are updated. */
async function storeEach<One extends PersonalNotice>(
  context: ServerContext,
  notices: readonly One[],
  { wantedBy, isMailedOnce = false, isMailed = true, isBulk = false, push, stillNews }: EachOptions<One>,
  replacing: Notice | null,
): Promise<void> {
  const { db, bus } = context;
  const userIds = notices.map(({ userId }) => userId);
  const namedIds = notices.flatMap(({ notice }) => accountsIn(notice));
  // Serializes notices to one person, so that a second one with the same action finds the first.
  const settings = await lockRecipients(
    context,
    [...userIds, ...namedIds],
    isMailedOnce ? 'NO KEY UPDATE' : 'KEY SHARE',
  );
  const wanted = notices.filter(({ userId, notice }) => {
    const own = settings.get(userId)?.notifications;
    return own && accountsIn(notice).every((id) => settings.has(id)) && (!wantedBy || own[wantedBy]);
  });
  const news = stillNews && wanted.length > 0 ? await stillNews(wanted) : wanted;
  if (news.length === 0) return;
  const mayBeMailed = isMailed ? news : [];
  const mailed = isMailedOnce ? await mailedNow(context, mayBeMailed) : mayBeMailed;
  const replaced = replacing ? await replaceUnread(context, news, replacing) : [];
  const isReplaced = new Set(replaced.map(({ user_id }) => user_id));
  const others = news.filter(({ userId }) => !isReplaced.has(userId));
  const created = await storeNotices(context, others);
  const { pushNotifications } = context.systemSettings.current().notifications;
  const stored = [...replaced, ...created].map((row) => {
    const own = settings.get(row.user_id);
    return {
      userId: row.user_id,
      notification: presentNotification(row, own?.language.interface ?? DEFAULT_LANGUAGE),
      isPushed: pushNotifications && own?.notifications.push === true,
    };
  });
  await mailNotices(context, mailed, settings, isBulk ? 'bulk' : 'normal');
  const pushed = stored.filter(({ isPushed }) => isPushed);
  if (push) await queuePushes(context, pushed, push);
  db.afterCommit(() => {
    for (const one of stored) bus.publish('notificationStored', one);
  });
}

const accountsIn = ({ about }: Notice) => about?.users?.filter((id) => id !== null) ?? [];

/** The columns with a notice's contents. */
function contentOf({ type, title, message, action }: Notice) {
  // Notices are found by their English texts, which are also the fallback.
  const inEnglish = (said: string | Words) => say(DEFAULT_LANGUAGE, said);
  return {
    type,
    title: inEnglish(title),
    message: inEnglish(message),
    words: { title, message, label: action?.label ?? null },
    action_label: action && inEnglish(action.label),
    action_url: action?.url ?? null,
  };
}

async function storeNotices({ db, now }: ServerContext, notices: readonly PersonalNotice[]) {
  if (notices.length === 0) return [];
  const sql = new SqlBuilder(db.dialect);
  const created_at = now();
  const at = sql.bindTime(created_at);
  const rows = notices.map(({ userId, notice }) => ({ user_id: userId, ...contentOf(notice) }));
  const values = rows.map(({ words, ...row }) => {
    const bound = [...Object.values(row), JSON.stringify(words)].map((value) => sql.bind(value));
    return `(${bound}, ${at})`;
  });
  const stored = await db.writeRows<{ id: number }>(
    `INSERT INTO notifications (user_id, type, title, message, action_label, action_url, words, created_at)
     VALUES ${values} RETURNING id`,
    sql.parameters,
  );
  const ids = stored.map(({ id }) => id).sort((one, other) => one - other);
  const made = rows.map((row, nth) => {
    const id = ids[nth];
    if (id === undefined) throw new Error('A notice was not stored');
    return { ...row, id, created_at, read_at: null };
  });
  await db.models.Mention.bulkCreate(
    made.flatMap(({ id }, nth) => mentionsOf(notices[nth]?.notice.about, { notification_id: id })),
  );
  return made;
}

/** Updates unread notices with the same title and action. @returns these notices */
async function replaceUnread({ db, now }: ServerContext, notices: readonly PersonalNotice[], notice: Notice) {
  const { Notification, Mention } = db.models;
  const { action_label: _, action_url, title, ...said } = contentOf(notice);
  const values = { ...said, created_at: now() };
  const user_id = notices.map(({ userId }) => userId);
  const unread = await Notification.findAll({ where: { user_id, action_url, title, read_at: null } });
  if (unread.length > 0) {
    const ids = unread.map((row) => row.id);
    await Notification.update(values, { where: { id: ids } });
    await Mention.destroy({ where: { notification_id: ids } });
    await Mention.bulkCreate(ids.flatMap((id) => mentionsOf(notice.about, { notification_id: id })));
  }
  return unread.map((row) => row.set(values));
}

/** Notices without an unread or recent one of the same title and action, each once. The query uses an index. */
async function mailedNow<One extends PersonalNotice>({ db, now }: ServerContext, notices: readonly One[]) {
  if (notices.length === 0) return [];
  const first = new Map<string, One>();
  for (const one of notices) {
    const key = JSON.stringify([one.userId, one.notice.title, one.notice.action?.url]);
    if (!first.has(key)) first.set(key, one);
  }
  const each = [...first.values()];
  const sql = new SqlBuilder(db.dialect);
  const looked = each.map(({ userId, notice }, nth) => {
    const { title, action_url } = contentOf(notice);
    const bound = [title, action_url].map((value) => `CAST(${sql.bind(value)} AS TEXT)`);
    return `(${nth}, CAST(${sql.bind(userId)} AS INTEGER), ${bound})`;
  });
  const quietSince = sql.bindTime(new Date(now().getTime() - MAIL_QUIET_MS));
  const rows = await db.writeRows<{ nth: number }>(
    `WITH asked (nth, user_id, title, action_url) AS (VALUES ${looked}) SELECT nth FROM asked WHERE EXISTS (
       SELECT 1 FROM notifications n
        WHERE n.user_id = asked.user_id AND n.action_url = asked.action_url AND n.title = asked.title
          AND (n.read_at IS NULL OR n.created_at > ${quietSince}))`,
    sql.parameters,
  );
  const isKnown = new Set(rows.map(({ nth }) => nth));
  return each.filter((_, nth) => !isKnown.has(nth));
}

/** @returns settings by account; deleted accounts are left out. */
export function lockRecipients(
  context: ServerContext,
  ids: readonly number[],
  lock: 'NO KEY UPDATE' | 'KEY SHARE',
): Promise<Map<number, PersonalSettings>> {
  return readPersonalSettings(context, ids, lock);
}

/** By mail only, to recipients who want mails, in the running transaction. */
export async function mailNotice(context: ServerContext, userIds: readonly number[], notice: Notice) {
  const notices = userIds.map((userId) => ({ userId, notice }));
  await mailNotices(context, notices, await readPersonalSettings(context, userIds), 'normal');
}

async function mailNotices(
  context: ServerContext,
  notices: readonly PersonalNotice[],
  settings: ReadonlyMap<number, PersonalSettings>,
  priority: Priority,
): Promise<void> {
  const { db, mail, replyAddresses, systemSettings } = context;
  const wanting = notices.filter(({ userId }) => settings.get(userId)?.notifications.email);
  if (wanting.length === 0 || !systemSettings.current().notifications.emailNotifications) return;
  // An unconfirmed address may be a stranger's.
  const reachable = { status: 'active' as const, email_verified_at: { [Op.ne]: null } };
  const where = { id: wanting.map(({ userId }) => userId), ...reachable };
  const users = new Map((await db.models.User.findAll({ where })).map((user) => [user.id, user]));
  const letters = wanting.flatMap(({ userId, notice }) => {
    const user = users.get(userId);
    if (!user) return [];
    const { unsubscribeUrl, goodUntil, about, answersTo } = notice;
    const replyTo = answersTo && replyAddresses?.of({ kind: 'conversation', id: answersTo, userId: user.id });
    const takesAnswers = Boolean(replyTo);
    const letter = noticeMail(context, user.language, { ...notice, name: user.name, takesAnswers });
    return [
      {
        ...letter,
        recipient: user.email,
        about,
        ...(replyTo && { replyTo }),
        ...(unsubscribeUrl && { unsubscribeUrl }),
        ...(goodUntil && { goodUntil: new Date(goodUntil) }),
      },
    ];
  });
  await mail.queueAll(letters, priority);
}

/** Notifies active administrators with the ability. */
export async function notifyAdmins(
  context: ServerContext,
  ability: AdminAbility,
  notice: Notice,
  options?: NoticeOptions,
): Promise<void> {
  await notify(context, await activeAdminIds(context, ability), notice, options);
}

/** Active administrators with the ability. */
export async function activeAdminIds({ db }: ServerContext, ability: AdminAbility): Promise<number[]> {
  const where = { ...activeAdmin, admin_role: [...adminAbilities[ability]] };
  return (await db.models.User.findAll({ attributes: ['id'], where })).map(({ id }) => id);
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
