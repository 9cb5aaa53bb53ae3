import { Transaction } from 'sequelize';
import type { ConversationModel, MessageModel, ViewingModel } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { isAmong, SqlBuilder } from '#server/db/sql.ts';
import { readRows } from '#server/features/clients/reads/queue.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { readToConfirm } from '#server/features/properties/reads/history.ts';
import type { PushOptions } from '#server/features/push/jobs.ts';
import { nameFor } from '#server/features/settings/person.ts';
import { BudgetLimiter, budgetKey } from '#server/http/budgetLimiter.ts';
import type { JobKind, JobPayloads } from '#server/jobs/payloads.ts';
import { moment, type Words } from '#server/languages.ts';
import { ASK_AFTER_DAYS } from '#shared/freshness.ts';
import { reportReasonLabel } from '#shared/labels.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import {
  notifyOfAnswer,
  notifyOfDecision,
  notifyOfLicense,
  notifyOfLicenseNumber,
  notifyOfModeration,
  notifyOfRemovedReview,
  notifyOfReports,
} from './jobs/decisions.ts';
import { findNewListings, notifyOfNewListings } from './jobs/newListings.ts';
import { notifyOfHandOver, notifyOfInvitation, notifyOfNewAgent } from './jobs/offices.ts';
import {
  activeAdminIds,
  lockRecipients,
  mailNotice,
  type Notice,
  type NoticeOptions,
  notify,
  notifyEach,
  type Told,
} from './writes.ts';

const PREVIEW_LENGTH = 50;
const HOUR_MS = 3_600_000;

/** The first 50 characters, with an ellipsis when there are more (specification, part 1 §4). Never half a character. */
export function previewOf(content: string): string {
  const characters = [...content];
  return characters.length > PREVIEW_LENGTH ? `${characters.slice(0, PREVIEW_LENGTH).join('')}…` : content;
}

/** On devices: what somebody waits for. */
const AT_ONCE: PushOptions = { urgency: 'high', ttlSeconds: 24 * 3_600 };

/** A flood of messages is told live at once; its notices must not take the database from those who write. */
const FEW_AT_ONCE = { atOnce: 2 };

const conversationUrl = (id: number) => `/conversations/${id}`;

/** The jobs that tell people what happened: each stores its notices and mails in the transaction that ends it. */
export function handleNotices(context: ServerContext): void {
  const { jobs, db, systemSettings } = context;
  const tell = <Kind extends JobKind>(kind: Kind, apply: (payload: JobPayloads[Kind]) => Promise<void>) =>
    jobs.handle(kind, { apply });

  tell('notices', ({ userIds, notice, options }) =>
    notify(context, userIds, notice as Notice, options as NoticeOptions),
  );

  jobs.handle('messageNotices', {
    // Read before, so that a flood of messages holds up nobody who writes.
    run: ({ messageIds }) => readMessageNotices(context, messageIds),
    apply: (_payload, told) => tellOfMessages(context, told),
    ...FEW_AT_ONCE,
  });
  jobs.handle('messageNotice', {
    run: ({ messageId }) => readMessageNotices(context, [messageId]),
    apply: (_payload, told) => tellOfMessages(context, told),
    ...FEW_AT_ONCE,
  });

  tell('readNotices', async ({ conversationId, readerId }) => {
    const where = { user_id: readerId, action_url: conversationUrl(conversationId), read_at: null };
    await db.models.Notification.update({ read_at: context.now() }, { where });
  });

  tell('inquiryNotice', async ({ inquiryId }) => {
    const inquiry = await db.models.Inquiry.findByPk(inquiryId);
    if (!inquiry || inquiry.agent_id === null) return;
    const isMailed = await takeInquiryMail(context, inquiry.agent_id);
    const notice: Notice = {
      type: 'info',
      title: msg('New Inquiry'),
      message: `${inquiry.name}: ${previewOf(inquiry.message)}`,
      action: { label: msg('View Inquiry'), url: `/agent-dashboard?tab=messages&inquiry=${inquiry.id}` },
      about: { users: [inquiry.user_id], inquiries: [inquiry.id] },
    };
    await notify(context, [inquiry.agent_id], notice, { isMailed });
    if (!isMailed) await inquiry.update({ awaits_digest: true });
  });

  tell('inquiryDigest', ({ agentId }) => mailInquiryDigest(context, agentId));

  tell('snoozeNotice', async ({ clientId }) => {
    const line = await db.models.Client.findByPk(clientId);
    const [client] = line ? await readRows(db, { agentId: line.agent_id }, [clientId]) : [];
    // Answered, put off again or done meanwhile: then there is nothing to be reminded of.
    if (!line?.due_since || !client) return;
    await notify(context, [line.agent_id], {
      type: 'info',
      title: msg('Back in Your Queue'),
      message: client.next_action ? `${client.name}: ${previewOf(client.next_action)}` : client.name,
      action: { label: msg('Open the Desk'), url: `/desk?client=${clientId}` },
      about: { users: [line.user_id] },
    });
  });

  tell('reviewNotice', async ({ agentId, reviewerId, rating, isNew }) => {
    const notice: Notice = {
      type: 'success',
      title: isNew ? msg('New Review') : msg('Review Changed'),
      message: msg('{name} gave you {rating, plural, one {# star} other {# stars}}.', {
        name: await nameFor(context, reviewerId, agentId),
        rating,
      }),
      action: { label: msg('View Review'), url: `/agents/${agentId}?tab=reviews` },
      about: { users: [reviewerId] },
    };
    // Somebody who keeps changing a review must not fill the agent's bell and mailbox.
    await notify(context, [agentId], notice, { isReplacing: !isNew });
  });

  tell('handOverNotice', (handOver) => notifyOfHandOver(context, handOver));
  tell('newAgentNotice', (change) => notifyOfNewAgent(context, change));
  tell('officeInvitationNotice', (invitation) => notifyOfInvitation(context, invitation));

  tell('reviewAnswerNotice', (news) => notifyOfAnswer(context, news));
  tell('reviewRemovedNotice', (news) => notifyOfRemovedReview(context, news));

  tell('applicationNotice', async ({ userId }) => {
    const applicant = await db.models.User.findByPk(userId);
    await notify(context, await activeAdminIds(context, 'applications.decide'), {
      type: 'info',
      title: msg('New Agent Application'),
      message: msg('{name} applied to become an agent.', {
        name: applicant?.name ?? msg('Someone'),
      }),
      action: { label: msg('Review Application'), url: '/admin-dashboard?tab=agents' },
      about: { users: [userId] },
    });
  });

  tell('decisionNotice', (decision) => notifyOfDecision(context, decision));
  tell('moderationNotice', (moderation) => notifyOfModeration(context, moderation));
  tell('licenseNotice', (change) => notifyOfLicense(context, change));
  tell('licenseNumberNotice', async (change) =>
    notifyOfLicenseNumber(context, await activeAdminIds(context, 'trust.decide'), change),
  );
  tell('reportDecisionNotice', (decision) => notifyOfReports(context, decision));

  tell('reportNotice', async ({ propertyId, reason }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property) return;
    await notify(context, await activeAdminIds(context, 'trust.decide'), {
      type: 'warning',
      title: msg('Listing Reported'),
      message: {
        id: '{title}: {reason}',
        values: { title: property.title, reason: reportReasonLabel[reason] },
      },
      action: { label: msg('View Reports'), url: '/admin-dashboard?tab=trust&desk=reports' },
    });
  });

  tell('duplicatesNotice', async () => {
    const open = await db.models.DuplicatePair.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: msg('Possible Duplicates'),
      message: msg(
        '{open, plural, one {Two listings look like the same home.} other {{open} pairs of listings look like the same home.}}',
        { open },
      ),
      action: { label: msg('View Duplicates'), url: '/admin-dashboard?tab=trust&desk=duplicates' },
    };
    await notify(context, await activeAdminIds(context, 'trust.decide'), notice, { isReplacing: true });
  });

  tell('signalsNotice', async () => {
    const open = await db.models.FraudSignal.count({ where: { status: 'open' } });
    if (open === 0) return;
    const notice: Notice = {
      type: 'warning',
      title: msg('Unusual Activity'),
      message: msg('{open, plural, one {One sign} other {# signs}} of possible fraud to review.', {
        open,
      }),
      action: { label: msg('View Signals'), url: '/admin-dashboard?tab=trust&desk=signals' },
    };
    await notify(context, await activeAdminIds(context, 'trust.decide'), notice, { isReplacing: true });
  });

  tell('accountNotice', async ({ userId }) => {
    if (!systemSettings.current().notifications.notifyNewUsers) return;
    const user = await db.models.User.findByPk(userId);
    if (!user) return;
    await notify(context, await activeAdminIds(context, 'accounts.setStatus'), {
      type: 'info',
      title: msg('New Account'),
      message: msg('{name} created an account.', { name: user.name }),
      action: { label: msg('View Users'), url: '/admin-dashboard?tab=users' },
      about: { users: [userId] },
    });
  });

  tell('backupNotice', async ({ what, file, reason }) => {
    const titles = {
      backup: msg('Backup Failed'),
      copy: msg('Backup Not Copied'),
      drill: msg('Restore Drill Failed'),
    };
    const notice: Notice = {
      type: 'error',
      title: titles[what],
      message: file === undefined ? reason : { id: msg('{file}: {reason}').id, values: { file, reason } },
      action: { label: msg('View Backups'), url: '/admin-dashboard?tab=settings&section=backup' },
    };
    await notify(context, await activeAdminIds(context, 'backups.manage'), notice, { isReplacing: true });
  });

  tell('viewingNotice', ({ viewingId, actorId, decision }) =>
    notifyOfViewing(context, viewingId, actorId, decision),
  );

  tell('viewingReminder', ({ viewingId, startsAt }) => remindOfViewing(context, viewingId, startsAt));

  tell('viewingOutcomeNotice', async ({ viewingId }) => {
    const viewing = await db.models.Viewing.findByPk(viewingId, { include: ['property'] });
    if (viewing?.status !== 'confirmed' || viewing.outcome) return;
    const notice: Notice = {
      type: 'info',
      title: msg('How Did It Go?'),
      message: describeViewing(viewing),
      action: {
        label: msg('Record the Outcome'),
        url: `/desk/calendar?day=${manilaDay(viewing.starts_at)}&viewing=${viewingId}`,
      },
    };
    await notify(context, [viewing.agent_id], notice, { isMailed: false });
  });

  tell('viewingLostNotice', ({ userId, title, startsAt, url }) => {
    const notice: Notice = {
      type: 'warning',
      title: viewingTitles.cancelled,
      message: msg('{title}, {time}: the other person has left Silong', {
        title,
        time: moment(new Date(startsAt), 'mediumMoment'),
      }),
      action: { label: msg('View Viewings'), url },
    };
    return notify(context, [userId], notice, { push: AT_ONCE });
  });

  jobs.handle('newListings', {
    run: (news) => findNewListings(context, news),
    apply: async (_news, found) => {
      if (found) await notifyOfNewListings(context, found);
    },
  });

  tell('priceNotice', async ({ propertyId, from, to }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    await notifyOfPrice(
      context,
      { propertyId, from, to, agentId: property.agent_id },
      {
        type: to < from ? 'success' : 'info',
        title: to < from ? msg('Price Drop') : msg('Price Change'),
        message: msg(
          '{direction, select, down {{title} dropped from {from} to {to}.} other {{title} rose from {from} to {to}.}}',
          {
            direction: to < from ? 'down' : 'up',
            title: property.title,
            from: formatFullPrice(from),
            to: formatFullPrice(to),
          },
        ),
        action: { label: msg('View Property'), url: `/properties/${propertyId}` },
      },
    );
  });

  tell('confirmationNotice', async ({ agentId }) => {
    const waiting = await readToConfirm(context, agentId);
    if (!waiting) return;
    const notice: Notice = {
      type: 'info',
      title: msg('Still Available?'),
      message: msg(
        '{count, plural, one {{title}} other {# listings}}: not confirmed for {days} days. Confirm {count, plural, one {it} other {them}}, or mark what is sold or rented.',
        { ...waiting, days: ASK_AFTER_DAYS },
      ),
      action: { label: msg('Confirm Listings'), url: '/desk/listings?to_confirm=1' },
    };
    await notify(context, [agentId], notice, { isReplacing: true });
  });

  tell('takenNotice', async ({ propertyId, status }) => {
    const property = await db.models.Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    await notifyFavoriters(context, propertyId, property.agent_id, {
      type: 'warning',
      title: status === 'sold' ? msg('Property Sold') : msg('Property Rented'),
      message: msg(
        '{status, select, sold {{title}, one of your favorites, was sold.} other {{title}, one of your favorites, was rented.}}',
        { title: property.title, status },
      ),
      action: { label: msg('View Property'), url: `/properties/${propertyId}` },
    });
  });
}

interface ToldOfMessage extends Told {
  messageId: number;
}

/** Of messages that are still there and were not read, in the order of their ids. */
async function readMessageNotices(
  { db }: ServerContext,
  messageIds: readonly number[],
): Promise<ToldOfMessage[]> {
  type Row = Pick<MessageModel, 'id' | 'content' | 'sender_id' | 'conversation_id'> &
    Pick<ConversationModel, 'user_id' | 'agent_id'>;
  const sql = new SqlBuilder(db.dialect);
  const rows = await db.readRows<Row>(
    keepPlan(`SELECT m.id, m.content, m.sender_id, m.conversation_id, c.user_id, c.agent_id
     FROM messages m JOIN conversations c ON c.id = m.conversation_id
     WHERE ${isAmong(sql, 'm.id', messageIds)} AND m.read_at IS NULL ORDER BY m.id`),
    sql.parameters,
  );
  return rows.flatMap((row) => {
    const notice: Notice = {
      type: 'info',
      title: msg('New Message'),
      message: previewOf(row.content),
      action: { label: msg('View Conversation'), url: conversationUrl(row.conversation_id) },
      about: { users: [row.sender_id] },
    };
    return [row.user_id, row.agent_id]
      .filter((person): person is number => person !== null && person !== row.sender_id)
      .map((userId) => ({ messageId: row.id, userId, notice }));
  });
}

async function tellOfMessages(context: ServerContext, told: readonly ToldOfMessage[]): Promise<void> {
  await notifyEach(context, told, {
    wantedBy: 'messageNotifications',
    isMailedOnce: true,
    push: AT_ONCE,
    isMailed: context.systemSettings.current().notifications.notifyNewMessages,
    stillNews: (wanted) => holdUnread(context, wanted),
  });
}

/**
 * Who has the conversation open may have read a message by now; then the bell has nothing to say. Locked, because a reading
 * that is underway reads the notice too, once it finds it; and after the recipients, as whoever erases an account takes them.
 * Of several, what a reading holds is told by a job of its own, which waits for it: two that wait for each other would fail.
 */
async function holdUnread(
  { db, jobs }: ServerContext,
  told: readonly ToldOfMessage[],
): Promise<readonly ToldOfMessage[]> {
  const ids = [...new Set(told.map(({ messageId }) => messageId))];
  const sql = new SqlBuilder(db.dialect);
  const passesOver = ids.length > 1 ? 'SKIP LOCKED' : '';
  const rows = await db.writeRows<{ id: number }>(
    `SELECT id FROM messages WHERE ${isAmong(sql, 'id', ids)} AND read_at IS NULL
     ${db.dialect === 'postgres' ? `FOR SHARE ${passesOver}` : ''}`,
    sql.parameters,
  );
  const held = new Set(rows.map(({ id }) => id));
  if (db.dialect === 'postgres' && ids.length > 1)
    await jobs.addAll(
      'messageNotices',
      ids.filter((id) => !held.has(id)).map((id) => ({ messageIds: [id] })),
    );
  return told.filter(({ messageId }) => held.has(messageId));
}

/** An agent is mailed about so many inquiries one by one within the time; the others come in one mail at its end. */
const INQUIRY_MAILS = { points: 10, seconds: 180 };
const MAX_IN_DIGEST = 200;

/** Counts a mail about an inquiry, in the running transaction. @returns false: it is left to the digest. */
async function takeInquiryMail(context: ServerContext, agentId: number): Promise<boolean> {
  if (!context.env.hasActionLimits) return true;
  const mails = new BudgetLimiter(context, INQUIRY_MAILS);
  const { consumedPoints, msBeforeNext } = await mails.penalty(budgetKey('inquiry mails', agentId));
  if (consumedPoints === INQUIRY_MAILS.points + 1)
    await context.jobs.add('inquiryDigest', { agentId }, { delayMs: msBeforeNext });
  return consumedPoints <= INQUIRY_MAILS.points;
}

async function mailInquiryDigest(context: ServerContext, agentId: number): Promise<void> {
  const { Inquiry } = context.db.models;
  await lockRecipients(context, [agentId], 'KEY SHARE');
  const where = { agent_id: agentId, awaits_digest: true };
  const inquiries = await Inquiry.findAll({ where, order: ['id'], lock: Transaction.LOCK.UPDATE });
  if (inquiries.length === 0) return;
  await Inquiry.update({ awaits_digest: false }, { where: { id: inquiries.map(({ id }) => id) } });
  const left = inquiries.length - MAX_IN_DIGEST;
  const named = inquiries.slice(0, MAX_IN_DIGEST);
  await mailNotice(context, [agentId], {
    type: 'info',
    title: msg('{count, plural, one {# more new inquiry} other {# more new inquiries}}', {
      count: inquiries.length,
    }),
    message: msg('Many people wrote to you within a few minutes. We did not email you about each of these:'),
    details: [
      ...named.map(({ name, email, message }) => `${name} (${email}): ${previewOf(message)}`),
      ...(left > 0 ? [msg('… and {left, plural, one {# other} other {# others}}', { left })] : []),
    ],
    action: { label: msg('View Inquiries'), url: '/agent-dashboard?tab=messages' },
    about: { inquiries: named.map(({ id }) => id) },
  });
}

interface PriceChange {
  propertyId: number;
  from: number;
  to: number;
  agentId: number | null;
}

/** For so long a price that goes up and down is told once; a price lower than any they were told is told at once. */
const PRICE_QUIET_MS = 24 * 3_600_000;

async function notifyOfPrice(
  context: ServerContext,
  { propertyId, from, to, agentId }: PriceChange,
  notice: Notice,
): Promise<void> {
  const { db, now } = context;
  const { Favorite } = db.models;
  const where = { property_id: propertyId };
  const ids = (await Favorite.findAll({ where })).map(({ user_id }) => user_id);
  await lockRecipients(context, ids, 'KEY SHARE');
  const favorites = await Favorite.findAll({ where, order: ['id'], lock: Transaction.LOCK.UPDATE });
  const quietSince = new Date(now().getTime() - PRICE_QUIET_MS);
  const told = favorites.filter(
    ({ user_id, told_at, told_price }) =>
      user_id !== agentId && (!told_at || told_at <= quietSince || to < (told_price ?? to)),
  );
  if (told.length === 0) return;
  const userIds = told.map(({ user_id }) => user_id);
  await notify(context, userIds, notice, { wantedBy: 'priceAlerts', isBulk: true });
  const known = { told_price: Math.min(from, to), told_at: now() };
  await Favorite.update(known, { where: { id: told.map(({ id }) => id) } });
}

async function notifyFavoriters(
  context: ServerContext,
  propertyId: number,
  agentId: number | null,
  notice: Notice,
): Promise<void> {
  const favorites = await context.db.models.Favorite.findAll({ where: { property_id: propertyId } });
  const userIds = favorites.map((favorite) => favorite.user_id).filter((id) => id !== agentId);
  await notify(context, userIds, notice, { wantedBy: 'priceAlerts', isBulk: true });
}

const viewingTitles = {
  requested: msg('Viewing Requested'),
  proposed: msg('New Time Proposed'),
  confirmed: msg('Viewing Confirmed'),
  declined: msg('Viewing Declined'),
  cancelled: msg('Viewing Cancelled'),
} as const;

const describeViewing = ({ property, starts_at }: ViewingModel): Words => ({
  id: '{title}, {time}',
  values: { title: property?.title ?? msg('A property'), time: moment(starts_at, 'mediumMoment') },
});

async function remindOfViewing(context: ServerContext, viewingId: number, startsAt: string): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  const now = context.now();
  // Moved or called off since, or told so late that it has begun.
  const isNews =
    viewing?.status === 'confirmed' &&
    viewing.starts_at.toISOString() === startsAt &&
    viewing.starts_at > now;
  if (!isNews) return;
  const isNear = viewing.starts_at.getTime() - now.getTime() <= HOUR_MS;
  const isToday = manilaDay(viewing.starts_at) === manilaDay(now);
  const title = isNear
    ? msg('Viewing Within the Hour')
    : isToday
      ? msg('Viewing Today')
      : msg('Viewing Tomorrow');
  const url = { agent: '/agent-dashboard?tab=viewings', user: '/dashboard?tab=viewings' };
  // Once the viewing has begun it is of no use.
  const ttlSeconds = Math.ceil((viewing.starts_at.getTime() - now.getTime()) / 1_000);
  for (const side of ['agent', 'user'] as const) {
    const notice: Notice = {
      type: 'info',
      title,
      message: describeViewing(viewing),
      action: { label: msg('View Viewings'), url: url[side] },
      goodUntil: startsAt,
    };
    await notify(context, [viewing[`${side}_id`]], notice, { push: { urgency: 'high', ttlSeconds } });
  }
}

async function notifyOfViewing(
  context: ServerContext,
  viewingId: number,
  actorId: number,
  decision: keyof typeof viewingTitles,
): Promise<void> {
  const viewing = await context.db.models.Viewing.findByPk(viewingId, { include: ['property'] });
  if (!viewing) return;
  const isByAgent = actorId === viewing.agent_id;
  const notice: Notice = {
    type:
      decision === 'confirmed'
        ? 'success'
        : decision === 'declined' || decision === 'cancelled'
          ? 'warning'
          : 'info',
    title: viewingTitles[decision],
    message: describeViewing(viewing),
    action: isByAgent
      ? { label: msg('View Viewings'), url: '/dashboard?tab=viewings' }
      : { label: msg('View Viewings'), url: '/agent-dashboard?tab=viewings' },
  };
  await notify(context, [isByAgent ? viewing.user_id : viewing.agent_id], notice, { push: AT_ONCE });
}
