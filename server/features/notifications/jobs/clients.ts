import { Transaction } from 'sequelize';
import type { ConversationModel, MessageModel, ViewingEventModel, ViewingModel } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import { isAmong, lockedInOrder, SqlBuilder } from '#server/db/sql.ts';
import { isActiveAgent, publishOfficeChange } from '#server/features/auth/writes/offices.ts';
import { readRows } from '#server/features/clients/reads/queue.ts';
import type { ServerContext } from '#server/features/context.ts';
import { nameFor } from '#server/features/settings/person.ts';
import { slotsUrl, slotToken } from '#server/features/viewingHistory/reads.ts';
import { BudgetLimiter, budgetKey } from '#server/http/limits/budgetLimiter.ts';
import { moment, readKept, type Words } from '#server/languages.ts';
import { guestViewingMail } from '#server/mail/templates.ts';
import type { ViewingEndReason, ViewingEventKind, ViewingSide } from '#shared/contracts/viewings.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { type Message, msg } from '#shared/messages.ts';
import { turnOf } from '#shared/viewingDecisions.ts';
import {
  AT_ONCE,
  concerning,
  conversationUrl,
  lockRecipients,
  mailNotice,
  type Notice,
  type NoticeHandlers,
  type NoticeOptions,
  notify,
  notifyEach,
  type PersonalNotice,
  previewOf,
} from '../writes.ts';

interface MessageNotice extends PersonalNotice {
  messageId: number;
}

/** Notices of unread messages, in the order of their ids. */
export async function readMessageNotices({ db }: ServerContext, messageIds: readonly number[]) {
  type Row = Pick<MessageModel, 'id' | 'content' | 'sender_id' | 'conversation_id'> &
    Pick<ConversationModel, 'user_id' | 'agent_id'> &
    Record<'sender' | 'listing', string | null>;
  const sql = new SqlBuilder(db.dialect);
  const rows = await db.readRows<Row>(
    keepPlan(`SELECT m.id, m.content, m.sender_id, m.conversation_id, c.user_id, c.agent_id,
       s.name AS sender, p.title AS listing
     FROM messages m JOIN conversations c ON c.id = m.conversation_id
     LEFT JOIN users s ON s.id = m.sender_id LEFT JOIN properties p ON p.id = c.property_id
     WHERE ${isAmong(sql, 'm.id', messageIds)} AND m.read_at IS NULL ORDER BY m.id`),
    sql.parameters,
  );
  return rows.flatMap((row) => {
    const notice: Notice = {
      type: 'info',
      title: msg('New Message'),
      message: row.content === '' ? msg('Sent you a file') : previewOf(row.content),
      concerns: concerning(row.sender, row.listing),
      topic: `conversation-${row.conversation_id}`,
      action: { label: msg('View Conversation'), url: conversationUrl(row.conversation_id) },
      about: { users: [row.sender_id] },
      answersTo: row.conversation_id,
    };
    return [row.user_id, row.agent_id]
      .filter((person): person is number => person !== null && person !== row.sender_id)
      .map((userId) => ({ messageId: row.id, userId, notice }));
  });
}

export function notifyOfMessages(context: ServerContext, notices: readonly MessageNotice[]): Promise<void> {
  return notifyEach(context, notices, {
    wantedBy: 'messageNotifications',
    mailIsHeld: 'forAWhile',
    push: AT_ONCE,
    isMailed: context.systemSettings.current().notifications.notifyNewMessages,
    stillNews: (wanted) => holdUnread(context, wanted),
  });
}

/**
 * Messages read meanwhile need no notice. Locked, because a running read marks the notice too, once it is stored; and
 * after the recipients, in the order of account deletions. Of several, messages held by a read get a job of their
 * own, which waits for it: two transactions waiting for each other would fail.
 */
async function holdUnread({ db, jobs }: ServerContext, notices: readonly MessageNotice[]) {
  const ids = [...new Set(notices.map(({ messageId }) => messageId))];
  const sql = new SqlBuilder(db.dialect);
  const skipsLocked = ids.length > 1 ? 'SKIP LOCKED' : '';
  const rows = await db.writeRows<{ id: number }>(
    `SELECT id FROM messages WHERE ${isAmong(sql, 'id', ids)} AND read_at IS NULL
     ${db.dialect === 'postgres' ? `FOR SHARE ${skipsLocked}` : ''}`,
    sql.parameters,
  );
  const held = new Set(rows.map(({ id }) => id));
  if (db.dialect === 'postgres' && ids.length > 1)
    await jobs.addAll(
      'messageNotices',
      ids.filter((id) => !held.has(id)).map((id) => ({ messageIds: [id] })),
    );
  return notices.filter(({ messageId }) => held.has(messageId));
}

/** Single mails to an agent within the time; further inquiries come in one mail at its end. */
const INQUIRY_MAILS = { points: 10, seconds: 180 };
const MAX_IN_DIGEST = 200;

/** Counts a mail about an inquiry, in the running transaction. @returns false: the digest will name it. */
async function takeInquiryMail(context: ServerContext, agentId: number): Promise<boolean> {
  if (!context.env.hasActionLimits) return true;
  const mails = new BudgetLimiter(context, INQUIRY_MAILS);
  const { consumedPoints, msBeforeNext } = await mails.penalty(budgetKey('inquiry mails', agentId));
  if (consumedPoints === INQUIRY_MAILS.points + 1)
    await context.jobs.add('inquiryDigest', { agentId }, { delayMs: msBeforeNext });
  return consumedPoints <= INQUIRY_MAILS.points;
}

/** Of messages, inquiries and snoozed clients. */
export const contactNotices: NoticeHandlers = {
  async inquiryNotice(context, { inquiryId }) {
    const { Inquiry, Property } = context.db.models;
    const inquiry = await Inquiry.findByPk(inquiryId);
    // Read or answered meanwhile.
    if (inquiry?.status !== 'new' || inquiry.agent_id === null) return;
    const listing = inquiry.property_id === null ? null : await Property.findByPk(inquiry.property_id);
    const isMailed = await takeInquiryMail(context, inquiry.agent_id);
    const notice: Notice = {
      type: 'info',
      title: inquiry.by_mail === 'answer' ? msg('New Answer by Email') : msg('New Inquiry'),
      message: previewOf(inquiry.message),
      concerns: concerning(inquiry.name, listing?.title),
      topic: `inquiry-${inquiry.id}`,
      replyTo: inquiry.email,
      action: { label: msg('View Inquiry'), url: `/agent-dashboard?tab=messages&inquiry=${inquiry.id}` },
      about: { users: [inquiry.user_id], inquiries: [inquiry.id] },
    };
    await notifyEach(context, [{ userId: inquiry.agent_id, notice }], {
      isMailed,
      // An answer that is running waits for this, or this for the answer.
      stillNews: async (wanted) => {
        await inquiry.reload({ lock: Transaction.LOCK.NO_KEY_UPDATE });
        return inquiry.status === 'new' ? wanted : [];
      },
    });
    if (!isMailed) await inquiry.update({ awaits_digest: true });
  },

  async inquiryDigest(context, { agentId }) {
    const { Inquiry } = context.db.models;
    await lockRecipients(context, [agentId], 'KEY SHARE');
    const where = { agent_id: agentId, awaits_digest: true };
    const inquiries = await Inquiry.findAll({ where, ...lockedInOrder('UPDATE') });
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
  },

  async snoozeNotice(context, { clientId }) {
    const line = await context.db.models.Client.findByPk(clientId);
    const [client] = line ? await readRows(context.db, { agentId: line.agent_id }, [clientId]) : [];
    // Answered, snoozed again or done meanwhile: no reminder.
    if (!line?.due_since || !client) return;
    await notify(context, [line.agent_id], {
      type: 'info',
      title: msg('Back in Your Queue'),
      message: client.next_action ? `${client.name}: ${previewOf(client.next_action)}` : client.name,
      topic: `client-${clientId}`,
      action: { label: msg('Open the Desk'), url: `/desk?client=${clientId}` },
      about: { users: [line.user_id] },
    });
  },

  async heldReplyNotice(context, { heldId }) {
    const held = await context.db.models.HeldReply.findByPk(heldId);
    const line = held && (await context.db.models.Client.findByPk(held.client_id));
    const [client] = line ? await readRows(context.db, { agentId: line.agent_id }, [line.id]) : [];
    // Sent or taken back meanwhile.
    if (held?.state !== 'refused' || !line || !client) return;
    await notify(context, [held.author_id], {
      type: 'warning',
      title: msg('Your Answer Was Not Sent'),
      message: { id: '{name}: {reason}', values: { name: client.name, reason: readKept(held.error ?? '') } },
      details: [held.body.content ?? ''],
      topic: `client-${line.id}`,
      action: { label: msg('Open the Desk'), url: `/desk?client=${line.id}` },
      about: { users: [line.user_id] },
    });
  },
};

const HOUR_MS = 3_600_000;

const viewingTitles: Record<ViewingEventKind, Message> = {
  requested: msg('Viewing Requested'),
  proposed: msg('New Time Proposed'),
  confirmed: msg('Viewing Confirmed'),
  declined: msg('Viewing Declined'),
  cancelled: msg('Viewing Cancelled'),
  withdrawn: msg('Proposal Withdrawn'),
  lapsed: msg('No Answer in Time'),
  handed_over: msg('Your Agent Changed'),
};

const endWords: Record<ViewingEndReason, Message> = {
  listing_deleted: msg('the listing was taken down'),
  listing_rejected: msg('the listing was taken down'),
  listing_sold: msg('the home was sold'),
  listing_rented: msg('the home was rented out'),
  agent_unavailable: msg('the agent no longer takes viewings'),
  client_unavailable: msg('the visitor’s account is no longer active'),
  account_deleted: msg('the other person has left Silong'),
  days_off: msg('the agent is away that day'),
};

const viewingType = (kind: ViewingEventKind): Notice['type'] => {
  if (kind === 'confirmed') return 'success';
  return kind === 'declined' || kind === 'cancelled' || kind === 'lapsed' ? 'warning' : 'info';
};

const findViewing = ({ db }: ServerContext, id: number) =>
  db.models.Viewing.findByPk(id, { include: ['property'] });

const timeWords = (at: Date) => moment(at, 'mediumMoment');
const titleOf = ({ property, property_title }: ViewingModel): string | Words =>
  property?.title ?? property_title ?? msg('A property');

const describeViewing = (viewing: ViewingModel): Words => ({
  id: '{title}, {time}',
  values: { title: titleOf(viewing), time: timeWords(viewing.starts_at) },
});

/** Notices of one viewing have one address. */
const viewingOf = (side: ViewingSide, id: number) => ({
  label: msg('View Viewings'),
  url: `/${side === 'agent' ? 'agent-dashboard' : 'dashboard'}?tab=viewings&viewing=${id}`,
});

export const viewingNotices: NoticeHandlers = {
  // To the side whose act it was not; to both where neither decided.
  async viewingNotice(context, { viewingId, eventId }) {
    const viewing = await findViewing(context, viewingId);
    const event = await context.db.models.ViewingEvent.findByPk(eventId);
    if (!viewing || !event) return;
    const sides = ['agent', 'user'] as const;
    // The new agent has the notice of the hand-over.
    const own = event.kind === 'handed_over' ? (['user'] as const) : sides.filter((side) => side !== event.side);
    for (const side of own) {
      const userId = viewing[`${side}_id`];
      if (userId !== null && userId === event.actor_id) continue;
      const name = await otherName(context, viewing, side);
      const said = {
        type: viewingType(event.kind),
        title: titleOfStep(viewing, event),
        message: wordsOfStep(context, viewing, event, name),
      };
      // Several times in a row are one notice: the latest.
      await tellSide(context, viewing, side, said, {
        push: AT_ONCE,
        isLatest: true,
        isReplacing: event.kind === 'proposed',
        mailIsHeld: 'forAWhile',
      });
    }
  },

  // To the side whose answer is due.
  async viewingAnswerNotice(context, { viewingId, startsAt }) {
    const viewing = await findViewing(context, viewingId);
    const side = viewing && turnOf(viewing);
    if (!viewing || !side || viewing.starts_at.toISOString() !== startsAt || viewing.starts_at <= context.now())
      return;
    const said = { type: 'warning', title: msg('Your Answer Is Due'), goodUntil: startsAt } as const;
    await tellSide(context, viewing, side, { ...said, message: describeViewing(viewing) }, { push: AT_ONCE });
  },

  async viewingReminder(context, { viewingId, startsAt }) {
    const viewing = await findViewing(context, viewingId);
    const now = context.now();
    // Moved, cancelled, or begun meanwhile.
    const isNews =
      viewing?.status === 'confirmed' && viewing.starts_at.toISOString() === startsAt && viewing.starts_at > now;
    if (!isNews) return;
    const ahead = viewing.starts_at.getTime() - now.getTime();
    const isToday = manilaDay(viewing.starts_at) === manilaDay(now);
    const title =
      ahead <= HOUR_MS ? msg('Viewing Within the Hour') : isToday ? msg('Viewing Today') : msg('Viewing Tomorrow');
    // Useless once the viewing has begun.
    const push = { urgency: 'high', ttlSeconds: Math.ceil(ahead / 1_000) } as const;
    const said = { type: 'info', title, message: describeViewing(viewing), goodUntil: startsAt } as const;
    for (const side of ['agent', 'user'] as const) await tellSide(context, viewing, side, said, { push });
  },

  async viewingOutcomeNotice(context, { viewingId }) {
    const viewing = await findViewing(context, viewingId);
    if (viewing?.status !== 'confirmed' || viewing.outcome || viewing.agent_id === null) return;
    const url = `/desk/calendar?day=${manilaDay(viewing.starts_at)}&viewing=${viewingId}`;
    const notice: Notice = {
      type: 'info',
      title: msg('How Did It Go?'),
      message: describeViewing(viewing),
      concerns: await otherName(context, viewing, 'agent'),
      topic: `viewing-${viewingId}`,
      action: { label: msg('Record the Outcome'), url },
      about: { users: [viewing.user_id] },
    };
    await notify(context, [viewing.agent_id], notice, { isMailed: false });
  },
};

const isOfMove = ({ status }: ViewingModel, { kind, starts_at }: ViewingEventModel, now: Date) =>
  status === 'confirmed' && kind !== 'confirmed' && starts_at > now;

const titleOfStep = (viewing: ViewingModel, event: ViewingEventModel): Message =>
  event.kind === 'declined' && viewing.status === 'confirmed'
    ? msg('New Time Declined')
    : viewingTitles[event.kind];

/** The other side's name; of a visitor without an account as they gave it. */
async function otherName(
  context: ServerContext,
  { agent_id, user_id, inquiry_id }: ViewingModel,
  side: ViewingSide,
): Promise<string | Words> {
  if (side === 'user' || user_id !== null || inquiry_id === null)
    return nameOf(context, side === 'agent' ? user_id : agent_id);
  return (await context.db.models.Inquiry.findByPk(inquiry_id))?.name ?? msg('Someone');
}

/** By bell, device and mail; a visitor without an account by mail alone, with the link that booked the viewing. */
async function tellSide(
  context: ServerContext,
  viewing: ViewingModel,
  side: ViewingSide,
  said: Pick<Notice, 'type' | 'title' | 'message' | 'goodUntil'>,
  options: NoticeOptions,
): Promise<void> {
  const userId = viewing[`${side}_id`];
  const concerns = await otherName(context, viewing, side);
  if (userId === null) {
    if (side === 'user') await mailGuest(context, viewing, { ...said, concerns });
    return;
  }
  const notice: Notice = {
    ...said,
    concerns,
    topic: `viewing-${viewing.id}`,
    action: viewingOf(side, viewing.id),
    about: { users: [viewing[side === 'agent' ? 'user_id' : 'agent_id']] },
  };
  await notify(context, [userId], notice, options);
}

/**
 * Before an agent's account is deleted: a visitor's address and link go with it, so their mails cannot be left to the
 * job. The viewings are cancelled already. Nothing in the mails names the agent.
 */
export async function mailGuestsOfErased(context: ServerContext, agentId: number): Promise<void> {
  const where = { agent_id: agentId, user_id: null, end_reason: 'account_deleted' as const };
  const viewings = await context.db.models.Viewing.findAll({ where, include: ['property'], order: ['id'] });
  for (const viewing of viewings)
    await mailGuest(
      context,
      viewing,
      { title: viewingTitles.cancelled, message: wordsOfEnd(viewing, 'account_deleted') },
      { isLinked: false },
    );
}

async function mailGuest(
  context: ServerContext,
  { id, inquiry_id }: ViewingModel,
  said: Pick<Notice, 'title' | 'message' | 'concerns' | 'goodUntil'>,
  { isLinked }: { isLinked: boolean } = { isLinked: true },
): Promise<void> {
  const { SlotOffer, Inquiry } = context.db.models;
  const inquiry = inquiry_id === null ? null : await Inquiry.findByPk(inquiry_id);
  const offer = await SlotOffer.findOne({ where: { viewing_id: id } });
  if (!inquiry || !offer || inquiry.email === '' || inquiry.email.endsWith('.invalid')) return;
  const link = isLinked ? slotsUrl(context, await slotToken(context, offer.id)) : null;
  const letter = guestViewingMail(context, inquiry.language ?? DEFAULT_LANGUAGE, { ...said, link });
  const about = { inquiries: [inquiry.id] };
  await context.mail.queue({
    ...letter,
    recipient: inquiry.email,
    about,
    ...(said.goodUntil && { goodUntil: new Date(said.goodUntil) }),
  });
}

const wordsOfEnd = (viewing: ViewingModel, reason: ViewingEndReason): Words =>
  msg('{title}, {time}: {reason}', {
    title: titleOf(viewing),
    time: timeWords(viewing.starts_at),
    reason: endWords[reason],
  });

function wordsOfStep(
  context: ServerContext,
  viewing: ViewingModel,
  event: ViewingEventModel,
  name: string | Words,
): Words {
  const values = {
    name,
    title: titleOf(viewing),
    time: timeWords(event.starts_at),
    agreed: timeWords(viewing.starts_at),
  };
  const { kind, reason } = event;
  const withReason = (words: Words): Words =>
    reason ? { id: '{words} “{reason}”', values: { words, reason } } : words;
  if (kind === 'cancelled' && viewing.end_reason) return wordsOfEnd(viewing, viewing.end_reason);
  if (kind === 'lapsed') return msg('{title}, {time}: there was no answer in time.', values);
  if (kind === 'withdrawn') return msg('{name} no longer proposes {time} for {title}.', values);
  if (isOfMove(viewing, event, context.now()))
    return withReason(
      kind === 'declined'
        ? msg('{name} cannot come at {time}. {title} stays on {agreed}.', values)
        : msg('{name} would like to move {title} from {agreed} to {time}.', values),
    );
  return withReason({ id: '{title}, {time}', values });
}

const findReview = ({ db }: ServerContext, agentId: number, reviewerId: number) =>
  db.models.Review.findOne({ where: { agent_id: agentId, reviewer_id: reviewerId } });

export const reviewNotices: NoticeHandlers = {
  async reviewNotice(context, { agentId, reviewerId, rating, isNew }) {
    const review = await findReview(context, agentId, reviewerId);
    if (!review) return;
    const notice: Notice = {
      type: 'success',
      title: isNew ? msg('New Review') : msg('Review Changed'),
      message: msg('{name} gave you {rating, plural, one {# star} other {# stars}}.', {
        name: await nameFor(context, reviewerId, agentId),
        rating,
      }),
      topic: `review-${review.id}`,
      action: { label: msg('View Review'), url: `/agents/${agentId}?tab=reviews` },
      about: { users: [reviewerId] },
    };
    // Repeated changes of a review replace one notice.
    await notify(context, [agentId], notice, { isReplacing: !isNew });
  },

  async reviewAnswerNotice(context, { agentId, reviewerId }) {
    const agent = await context.db.models.User.findByPk(agentId);
    const review = await findReview(context, agentId, reviewerId);
    if (!agent || !review) return;
    await notify(context, [reviewerId], {
      type: 'info',
      title: msg('Your Review Was Answered'),
      message: msg('{name} answered your review.', { name: agent.name }),
      topic: `review-${review.id}`,
      action: { label: msg('View Review'), url: `/agents/${agentId}?tab=reviews` },
      about: { users: [agentId] },
    });
  },

  async reviewRemovedNotice(context, { agentId, reviewerId, reason }) {
    const agent = await context.db.models.User.findByPk(agentId);
    if (!agent) return;
    const { name } = agent;
    const title = msg('Review Removed');
    const action = { label: msg('View Reviews'), url: `/agents/${agentId}?tab=reviews` };
    if (reviewerId !== null)
      await notify(context, [reviewerId], {
        type: 'warning',
        title,
        action,
        message: msg('An administrator removed your review of {name}: {reason}', { name, reason }),
        about: { users: [agentId] },
      });
    const message = msg('An administrator removed a review about you: {reason}', { reason });
    await notify(context, [agentId], { type: 'info', title, message, action });
  },
};

const nameOf = async ({ db }: ServerContext, id: number | null): Promise<string | Words> =>
  (id === null ? null : await db.models.User.findByPk(id, { attributes: ['name'] }))?.name ?? msg('Someone');

export const officeNotices: NoticeHandlers = {
  // To the invited account, if it can accept. The sender does not learn whether there is one.
  async officeInvitationNotice(context, { invitationId }) {
    const { db, now } = context;
    const invitation = await db.models.OfficeInvitation.findByPk(invitationId);
    if (!invitation || invitation.answered_at !== null || invitation.expires_at <= now()) return;
    const office = await db.models.Office.findByPk(invitation.office_id);
    const invited = await db.models.User.findOne({ where: { email: invitation.email } });
    if (!office || !invited?.email_verified_at || !(await isActiveAgent(db, invited.id))) return;
    const member = await db.models.OfficeMember.findByPk(invited.id);
    if (member?.office_id === office.id) return;
    const name = await nameOf(context, invitation.invited_by);
    const notice: Notice = {
      type: 'info',
      title: msg('Invitation to an Office'),
      message: msg('{name} invited you to join {office}.', { name, office: office.name }),
      topic: `invitation-${invitation.id}`,
      action: { label: msg('View Invitation'), url: '/desk/office' },
      about: { users: [invitation.invited_by] },
    };
    publishOfficeChange(context, [invited.id]);
    // A repeated invitation replaces its notice.
    await notify(context, [invited.id], notice, { isReplacing: true });
  },

  // To both agents, except the actor.
  async handOverNotice(context, { fromId, toId, actorId, count, clientId, note }) {
    const [from, to] = [await nameOf(context, fromId), await nameOf(context, toId)];
    const label = msg('Open the Desk');
    const withNote = (news: Words): Words => (note ? { id: '{news} {note}', values: { news, note } } : news);
    if (actorId !== toId)
      await notify(context, [toId], {
        type: 'info',
        title: msg('{count, plural, one {A Client for You} other {# Clients for You}}', { count }),
        message: withNote(
          msg(
            '{count, plural, one {A client} other {# clients}} of {from} {count, plural, one {is} other {are}} now yours.',
            { count, from },
          ),
        ),
        ...(clientId !== null && { topic: `client-${clientId}` }),
        action: { label, url: clientId === null ? '/desk' : `/desk?client=${clientId}` },
        about: { users: [fromId] },
      });
    if (actorId !== fromId)
      await notify(context, [fromId], {
        type: 'info',
        title: msg('{count, plural, one {Client Handed Over} other {# Clients Handed Over}}', { count }),
        message: msg('{to} has taken over {count, plural, one {one of your clients} other {# of your clients}}.', {
          count,
          to,
        }),
        action: { label, url: '/desk' },
        about: { users: [toId] },
      });
  },

  // A client with an account learns of the new agent.
  async newAgentNotice(context, { fromId, toId, userId, conversationId }) {
    await notify(context, [userId], {
      type: 'info',
      title: msg('Your Agent Changed'),
      message: msg('{to} is taking over from {from} and can see your messages and viewings.', {
        to: await nameOf(context, toId),
        from: await nameOf(context, fromId),
      }),
      ...(conversationId !== null && { topic: `conversation-${conversationId}` }),
      action:
        conversationId === null
          ? { label: msg('View Agent'), url: `/agents/${toId}` }
          : { label: msg('View Conversation'), url: conversationUrl(conversationId) },
      about: { users: [fromId, toId] },
    });
  },
};
