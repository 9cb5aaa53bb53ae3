import { Op } from 'sequelize';
import type { NotificationModel } from '#server/db/models.ts';
import { isAmong, partsOf, SqlBuilder } from '#server/db/sql.ts';
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
import type { NoticeTopic, Notification } from '#shared/contracts/notifications.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

const PREVIEW_LENGTH = 50;

/** The first 50 characters, with an ellipsis when there are more (specification, part 1 §4). Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

export const conversationUrl = (id: number) => `/conversations/${id}`;

/** Push for events that a person waits for. */
export const AT_ONCE: PushOptions = { urgency: 'high', ttlSeconds: 24 * 3_600 };

/** Notices of one topic and title are not mailed again within this time. */
const MAIL_QUIET_MS = 30 * 60_000;
/** Notices quoted in a mail that was held back; it names the number of the others. */
const MAX_QUOTED = 10;

/** 'Ana Cruz · Loft in Poblacion': the person and the listing of a notice. */
export const concerning = (...names: (string | null | undefined)[]): string => names.filter(Boolean).join(' · ');

export interface Notice {
  type: Notification['type'];
  title: string | Words;
  message: string | Words;
  /** The person it comes from, and the listing. */
  concerns?: string | Words;
  /** Its notices are read once this is settled (job `readNotices`). */
  topic?: NoticeTopic;
  /** In mails only: the address of the person who wrote, who may be answered there. */
  replyTo?: string;
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
  /** An unread notice of the same topic and title is updated instead of adding another one. */
  isReplacing?: boolean;
  /** The latest step of its topic: earlier unread notices with other titles are void, and are read. */
  isLatest?: boolean;
  /**
   * Each notice is stored, but its mail is held back. 'whileUnread': while an earlier one of the same topic and title is
   * unread or recent; default of replacing ones. 'forAWhile': after a mail or a visit of the person; it is sent if the
   * notice is still unread then.
   */
  mailIsHeld?: 'whileUnread' | 'forAWhile';
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
  const { isReplacing = false, ...others } = options;
  const notices = [...new Set(userIds)].map((userId) => ({ userId, notice }));
  const held = isReplacing ? { mailIsHeld: 'whileUnread' as const } : {};
  await storeEach(context, notices, { ...held, ...others }, isReplacing ? notice : null);
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
  { wantedBy, mailIsHeld, isLatest = false, isMailed = true, isBulk = false, push, stillNews }: EachOptions<One>,
  replacing: Notice | null,
): Promise<void> {
  const { db, bus } = context;
  const userIds = notices.map(({ userId }) => userId);
  const namedIds = notices.flatMap(({ notice }) => accountsIn(notice));
  // Serializes notices to one person, so that a second one of the same topic finds the first.
  const settings = await lockRecipients(
    context,
    [...userIds, ...namedIds],
    mailIsHeld ? 'NO KEY UPDATE' : 'KEY SHARE',
  );
  const wanted = notices.filter(({ userId, notice }) => {
    const own = settings.get(userId)?.notifications;
    return own && accountsIn(notice).every((id) => settings.has(id)) && (!wantedBy || own[wantedBy]);
  });
  const news = stillNews && wanted.length > 0 ? await stillNews(wanted) : wanted;
  if (news.length === 0) return;
  for (const { userId, notice } of isLatest ? news : []) {
    const { topic, title } = contentOf(notice);
    if (topic !== null) await readTopics(context, { topics: [topic], readerIds: [userId] }, title);
  }
  const mayBeMailed = isMailed ? news : [];
  const mailed = mailIsHeld ? await mailedNow(context, mayBeMailed, mailIsHeld) : mayBeMailed;
  const isMailedNow = new Set<PersonalNotice>(mailed);
  const replaced = replacing ? await replaceUnread(context, news, replacing, isMailedNow) : [];
  const isReplaced = new Set(replaced.map(({ user_id }) => user_id));
  const others = news.filter(({ userId }) => !isReplaced.has(userId));
  const created = await storeNotices(context, others, isMailedNow);
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
function contentOf({ type, title, message, action, concerns, topic }: Notice) {
  // Notices are found by their English texts, which are also the fallback.
  const inEnglish = (said: string | Words) => say(DEFAULT_LANGUAGE, said);
  return {
    type,
    title: inEnglish(title),
    message: inEnglish(message),
    words: { title, message, label: action?.label ?? null, ...(concerns && { concerns }) },
    action_label: action && inEnglish(action.label),
    action_url: action?.url ?? null,
    topic: topic ?? null,
  };
}

async function storeNotices(
  { db, now }: ServerContext,
  notices: readonly PersonalNotice[],
  mailed: ReadonlySet<PersonalNotice>,
) {
  if (notices.length === 0) return [];
  const sql = new SqlBuilder(db.dialect);
  const created_at = now();
  const at = sql.bindTime(created_at);
  const rows = notices.map(({ userId, notice }) => ({ user_id: userId, ...contentOf(notice) }));
  const values = rows.map(({ words, ...row }, nth) => {
    const bound = [...Object.values(row), JSON.stringify(words)].map((value) => sql.bind(value));
    const one = notices[nth];
    return `(${bound}, ${at}, ${one && mailed.has(one) ? at : 'NULL'})`;
  });
  const stored = await db.writeRows<{ id: number }>(
    `INSERT INTO notifications (user_id, type, title, message, action_label, action_url, topic, words, created_at, mailed_at)
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

/** Updates unread notices of the same topic and title. @returns these notices */
async function replaceUnread(
  { db, now }: ServerContext,
  notices: readonly PersonalNotice[],
  notice: Notice,
  mailed: ReadonlySet<PersonalNotice>,
) {
  const { Notification, Mention } = db.models;
  const { topic, title, ...said } = contentOf(notice);
  const values = { ...said, created_at: now() };
  const user_id = notices.map(({ userId }) => userId);
  const unread =
    topic === null ? [] : await Notification.findAll({ where: { user_id, topic, title, read_at: null } });
  if (unread.length > 0) {
    const ids = unread.map((row) => row.id);
    await Notification.update(values, { where: { id: ids } });
    const told = notices.flatMap((one) => (mailed.has(one) ? one.userId : []));
    await Notification.update({ mailed_at: now() }, { where: { id: ids, user_id: told } });
    await Mention.destroy({ where: { notification_id: ids } });
    await Mention.bulkCreate(ids.flatMap((id) => mentionsOf(notice.about, { notification_id: id })));
  }
  return unread.map((row) => row.set(values));
}

/**
 * Notices whose mail is not held back, each topic and title once. The first one held back for a while adds the job that
 * mails it later. The query uses an index.
 */
async function mailedNow<One extends PersonalNotice>(
  { db, now, jobs }: ServerContext,
  notices: readonly One[],
  mailIsHeld: 'whileUnread' | 'forAWhile',
) {
  const first = new Map<string, { one: One; topic: NoticeTopic; title: string }>();
  const others: One[] = [];
  for (const one of notices) {
    const { topic, title } = contentOf(one.notice);
    const key = JSON.stringify([one.userId, topic, title]);
    if (topic === null) others.push(one);
    else if (!first.has(key)) first.set(key, { one, topic, title });
  }
  const each = [...first.values()];
  if (each.length === 0) return others;
  const sql = new SqlBuilder(db.dialect);
  const looked = each.map(({ one, topic, title }, nth) => {
    const bound = [topic, title].map((value) => `CAST(${sql.bind(value)} AS TEXT)`);
    return `(${nth}, CAST(${sql.bind(one.userId)} AS INTEGER), ${bound})`;
  });
  const quietSince = sql.bindTime(new Date(now().getTime() - MAIL_QUIET_MS));
  const isSame = 'n.topic = asked.topic AND n.user_id = asked.user_id AND n.title = asked.title';
  const hold = {
    whileUnread: `n.read_at IS NULL OR n.created_at > ${quietSince}`,
    forAWhile: `n.mailed_at > ${quietSince} OR (n.created_at > ${quietSince} AND n.read_at IS NOT NULL)`,
  }[mailIsHeld];
  const isUnmailed = '(n.mailed_at IS NULL OR n.mailed_at < n.created_at)';
  const isAwaited = `n.read_at IS NULL AND ${isUnmailed} AND n.created_at > ${quietSince}`;
  const rows = await db.writeRows<{ nth: number; is_awaited: boolean | number }>(
    `WITH asked (nth, user_id, topic, title) AS (VALUES ${looked})
     SELECT nth, EXISTS (SELECT 1 FROM notifications n WHERE ${isSame} AND ${isAwaited}) AS is_awaited FROM asked
     WHERE EXISTS (SELECT 1 FROM notifications n WHERE ${isSame} AND (${hold}))`,
    sql.parameters,
  );
  const held = new Map(rows.map(({ nth, is_awaited }) => [nth, Boolean(is_awaited)]));
  if (mailIsHeld === 'forAWhile') {
    const later = each.flatMap(({ one, topic, title }, nth) =>
      held.get(nth) === false ? [{ userId: one.userId, topic, title }] : [],
    );
    await jobs.addAll('heldMail', later, { delayMs: MAIL_QUIET_MS });
  }
  return [...others, ...each.flatMap(({ one }, nth) => (held.has(nth) ? [] : one))];
}

/** Mails notices that are still unread after the time for which their mail was held back, in one mail. */
export async function mailHeld(
  context: ServerContext,
  { userId, topic, title }: JobPayloads['heldMail'],
): Promise<void> {
  const { db, now, jobs } = context;
  const { Notification, Mention } = db.models;
  const settings = await lockRecipients(context, [userId], 'NO KEY UPDATE');
  const same = { user_id: userId, topic, title };
  const mailed = await Notification.findOne({
    where: { ...same, mailed_at: { [Op.ne]: null } },
    order: [['mailed_at', 'DESC']],
  });
  const last = mailed?.mailed_at ?? new Date(0);
  const unread = await Notification.findAll({
    where: { ...same, read_at: null, created_at: { [Op.gt]: last } },
    order: ['created_at', 'id'],
  });
  const [oldest] = unread;
  const newest = unread.at(-1);
  if (!oldest || !newest) return;
  // The job may be of earlier notices that were read: who read them may still be there.
  const waitMs = oldest.created_at.getTime() + MAIL_QUIET_MS - now().getTime();
  if (waitMs > 0) return jobs.add('heldMail', { userId, topic, title }, { delayMs: waitMs });
  const ids = unread.map(({ id }) => id);
  await Notification.update({ mailed_at: now() }, { where: { id: ids } });
  const mentions = await Mention.findAll({ where: { notification_id: ids } });
  const about = {
    users: mentions.map(({ user_id }) => user_id),
    inquiries: mentions.flatMap(({ inquiry_id }) => inquiry_id ?? []),
  };
  const quoted = unread.slice(-MAX_QUOTED);
  const [message = '', ...details] = quoted.map((row) => row.words?.message ?? row.message);
  const left = unread.length - quoted.length;
  const { type, action_url: url, action_label, words } = newest;
  const notice: Notice = {
    type,
    title: words?.title ?? newest.title,
    message,
    details: [
      ...details,
      ...(left > 0 ? [msg('… and {left, plural, one {# other} other {# others}}', { left })] : []),
    ],
    ...(words?.concerns && { concerns: words.concerns }),
    action: url !== null && action_label !== null ? { label: words?.label ?? action_label, url } : null,
    about,
  };
  await mailNotices(context, [{ userId, notice }], settings, 'normal');
}

/**
 * Marks the notices of settled matters as read, in the running transaction; open windows are notified after the commit.
 * @param except the title of notices that stay unread.
 */
export async function readTopics(
  { db, now, bus }: ServerContext,
  { topics, readerIds }: JobPayloads['readNotices'],
  except?: string,
): Promise<void> {
  const sql = new SqlBuilder(db.dialect);
  const readers = readerIds === null ? '' : `AND ${isAmong(sql, 'user_id', readerIds)}`;
  const others = except === undefined ? '' : `AND title <> ${sql.bind(except)}`;
  const read = await db.writeRows<{ id: number; user_id: number }>(
    `UPDATE notifications SET read_at = ${sql.bindTime(now())}
     WHERE ${isAmong(sql, 'topic', topics)} ${readers} ${others} AND read_at IS NULL RETURNING id, user_id`,
    sql.parameters,
  );
  const people = new Set(read.map(({ user_id }) => user_id));
  db.afterCommit(() => {
    for (const userId of people) {
      const ids = read.flatMap((row) => (row.user_id === userId ? row.id : []));
      bus.publish('notificationsRead', { userId, ids });
    }
  });
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
    const thread = answersTo && replyAddresses?.of({ kind: 'conversation', id: answersTo, userId: user.id });
    const replyTo = thread || notice.replyTo;
    const takesAnswers = Boolean(thread);
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
  const { title, message, label, concerns } = sayNotice(row, language);
  return {
    id: row.id,
    type: row.type,
    title,
    message,
    concerns,
    timestamp: row.created_at.toISOString(),
    read: row.read_at !== null,
    action: label !== null && url !== null ? { label, url } : null,
  };
}
