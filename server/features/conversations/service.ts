import { Op, Transaction } from 'sequelize';
import { isDatabaseUnavailable } from '#server/db/deadlines.ts';
import type { ConversationModel } from '#server/db/models.ts';
import { newestBy } from '#server/db/sql.ts';
import { withAttachments } from '#server/features/attachments/reads.ts';
import { isPublicAgent, requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { memberIds, membershipOf } from '#server/features/auth/writes/offices.ts';
import { lockUsers } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, found, invalidField } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import type { conversationsCalls, Message } from '#shared/contracts/conversations.ts';
import { DEFAULT_SUBJECT } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { type Side, sideOf, whyNotWritable } from './policy.ts';
import {
  countConversations,
  presentMessage,
  readConversation,
  readConversations,
  readMessages,
  readNewestUnread,
} from './reads.ts';
import { MessageQueue } from './writes/messageQueue.ts';
import { accountInactive, isSame, otherWords, type StoredMessage, storeMessages } from './writes.ts';

interface NewMessage {
  content: string;
  clientId: string | null;
  attachmentIds: readonly number[];
}

interface Posted {
  message: StoredMessage;
  conversation: ConversationModel;
}

/** @throws {NotFoundError} also if the caller takes no part in it. */
const getConversation = async ({ db }: ServerContext, caller: SignedInUser, id: number) =>
  found(await readConversation(db, caller.id, id), 'conversation');

export function conversationsService(context: ServerContext): Service<typeof conversationsCalls> {
  const { db } = context;
  const queue = new MessageQueue(context);

  return {
    list: ({ user, query }) => readConversations(db, user.id, query),
    counts: ({ user, query }) => countConversations(db, user.id, query.before),
    get: ({ user, params }) => getConversation(context, user, params.id),

    /** Also continues the open one of the same subject and listing. @throws {NotFoundError} @throws {ForbiddenError} oneself. */
    async start({
      user,
      body: {
        agentId,
        subject,
        property_id: propertyId = null,
        initialMessage,
        client_id = null,
        attachment_ids = [],
      },
    }) {
      const message = { content: initialMessage, clientId: client_id, attachmentIds: attachment_ids };
      found(await isPublicAgent(db, agentId), 'agent');
      if (agentId === user.id)
        throw new ForbiddenError(msg('You cannot start a conversation with yourself'), 'own_account');
      const listing = { ...publicListing, id: propertyId ?? 0 };
      if (propertyId !== null && (await db.models.Property.count({ where: listing })) === 0)
        throw invalidField('property_id', msg('This listing is no longer offered'));
      const posted = await db.transaction(async () => {
        // Locks both accounts in one order: of two parallel first messages (of one person, or of two agents to each
        // other) the second continues the conversation of the first.
        const accounts = await lockUsers(context, [user.id, agentId]);
        const retried = await findRetried(context, { caller: user, agentId }, message);
        if (retried) return retried;
        await requireNotSuspended(context, user.id, agentId);
        const values = { subject, user_id: user.id, agent_id: agentId, property_id: propertyId };
        const open = await db.models.Conversation.findOne({
          where: { status: 'active', subject, property_id: propertyId, ...betweenBoth(user.id, agentId) },
          order: [['id', 'DESC']],
          lock: Transaction.LOCK.NO_KEY_UPDATE,
        });
        const continued = open ?? (await findHandedOver(context, values));
        const starter = accounts.get(user.id);
        if (!continued && starter) await requireWithinNewAccountLimit(context, starter, 'conversations');
        const conversation =
          continued ?? (await db.models.Conversation.create({ ...values, last_message_at: null }));
        if (!continued) {
          await context.jobs.add('findSignals', { userId: user.id }, { priority: 'background' });
          await joinInquiries(context, conversation);
        }
        return storeMessage(context, user, conversation, message);
      });
      return {
        conversation: await getConversation(context, user, posted.conversation.id),
        message: presentMessage(posted.message),
      };
    },

    /** A retry with the same client-made id returns the stored message. @throws {ConflictError} readable but not writable. */
    send: ({ user, params, body: { content, client_id: clientId = null, attachment_ids: attachmentIds = [] } }) =>
      queue.add({ sender: user, conversationId: params.id, content, clientId, attachmentIds }),

    /** Marks the other side's messages up to the newest returned one as read, except for peeking and read-only tokens. */
    async messages({ user, params: { id: conversationId }, query }) {
      const { own_side } = await getConversation(context, user, conversationId);
      const messages = await readMessages(db, conversationId, query);
      const isUnread = (message: Message) => message.sender_type !== own_side && message.read_at === null;
      const newest = messages.findLast(isUnread);
      if (!newest || query.peek || user.token) return messages;
      try {
        const { readAt } = await markReadUpTo(context, user, conversationId, own_side, newest.id);
        return messages.map((message) => (isUnread(message) ? { ...message, read_at: readAt } : message));
      } catch (error) {
        // Reads work during a write outage; the next read marks the messages.
        if (!isDatabaseUnavailable(error)) throw error;
        return messages;
      }
    },

    read: async ({ user, params }) => ({ read: await markConversationRead(context, user, params.id) }),
  };
}

/** Marks all messages of the other side as read. @returns their number. @throws {NotFoundError} also for non-participants. */
export async function markConversationRead(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
): Promise<number> {
  const { own_side } = await getConversation(context, caller, conversationId);
  const newest = await readNewestUnread(context.db, conversationId, own_side);
  if (newest === null) return 0;
  return (await markReadUpTo(context, caller, conversationId, own_side, newest)).count;
}

export async function isParticipant({ db }: ServerContext, userId: number, conversationId: number) {
  const conversation = await db.models.Conversation.findByPk(conversationId);
  return conversation !== null && sideOf({ id: userId }, conversation) !== null;
}

/**
 * Writes an agent's message to a client, in the open conversation about a listing or else in a new one. To be called in
 * a transaction, which then holds both accounts.
 * @param about undefined: the latest conversation. @param firstAbout the listing of a new conversation. @throws
 * {ForbiddenError} the agent cannot begin one. @throws {ConflictError} the client's account is not active.
 */
export async function writeToClient(
  context: ServerContext,
  agent: SignedInUser,
  clientId: number,
  { about, firstAbout, ...message }: NewMessage & { about: number | null | undefined; firstAbout: number | null },
): Promise<Posted> {
  const { Conversation } = context.db.models;
  // In the order in which `start` locks both.
  const accounts = await lockUsers(context, [agent.id, clientId]);
  const retried = await findRetried(context, { caller: agent, agentId: clientId }, message);
  if (retried) return retried;
  await requireNotSuspended(context, agent.id, clientId);
  const [starter, other] = [accounts.get(agent.id), accounts.get(clientId)];
  if (!starter || other?.status !== 'active') throw accountInactive();
  const between = betweenBoth(agent.id, clientId);
  const open = await Conversation.findOne({
    where: { status: 'active', ...(about === undefined ? {} : { property_id: about }), ...between },
    order: newestBy('last_message_at'),
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  if (open) return storeMessage(context, agent, open, message);
  if (!(await isPublicAgent(context.db, agent.id)))
    throw new ForbiddenError(
      msg('Your profile is not public right now, so you cannot start a chat'),
      'not_public',
    );
  await requireWithinNewAccountLimit(context, starter, 'conversations');
  const conversation = await Conversation.create({
    subject: DEFAULT_SUBJECT,
    user_id: clientId,
    agent_id: agent.id,
    property_id: firstAbout,
    last_message_at: null,
  });
  await context.jobs.add('findSignals', { userId: agent.id }, { priority: 'background' });
  await joinInquiries(context, conversation);
  return storeMessage(context, agent, conversation, message);
}

/** A suspension holds for both people whatever the listing. @throws {ConflictError} `conversation_suspended`. */
async function requireNotSuspended({ db }: ServerContext, one: number, other: number): Promise<void> {
  const where = { status: 'suspended' as const, ...betweenBoth(one, other) };
  const suspended = await db.models.Conversation.findOne({ where });
  const reason = suspended && whyNotWritable(suspended);
  if (reason) throw new ConflictError(reason, 'conversation_suspended');
}

/** Inquiries about the same listing belong to this conversation from now on. */
async function joinInquiries({ db }: ServerContext, conversation: ConversationModel): Promise<void> {
  const { id: conversation_id, agent_id, user_id, property_id } = conversation;
  if (agent_id === null || user_id === null) return;
  await db.models.Inquiry.update(
    { conversation_id },
    { where: { agent_id, user_id, property_id, conversation_id: null }, silent: true },
  );
}

/** The message of an earlier try with a lost answer; its conversation may be closed. @throws {ApiError} 422 other content. */
async function findRetried(
  { db }: ServerContext,
  { caller, agentId }: { caller: Pick<SignedInUser, 'id' | 'name'>; agentId: number },
  { clientId, ...sent }: NewMessage,
): Promise<Posted | null> {
  if (clientId === null) return null;
  const where = { sender_id: caller.id, client_id: clientId };
  const messages = await db.models.Message.findAll({ where });
  const conversation = await db.models.Conversation.findOne({
    where: { id: messages.map((message) => message.conversation_id), ...betweenBoth(caller.id, agentId) },
  });
  const message = messages.find(({ conversation_id }) => conversation_id === conversation?.id);
  if (!message || !conversation) return null;
  const row = { ...message.get(), sender_name: caller.name };
  const [stored] = await withAttachments(db, 'message_id', [row], 'writeRows');
  if (!stored || !isSame(stored, sent)) throw otherWords();
  return { message: stored, conversation };
}

/** The open conversation about the same listing that a colleague of the agent has taken over; locked. */
async function findHandedOver(
  { db }: ServerContext,
  values: { subject: string; user_id: number; agent_id: number; property_id: number | null },
): Promise<ConversationModel | null> {
  const membership = values.property_id === null ? null : await membershipOf(db, values.agent_id);
  if (!membership) return null;
  const colleagues = await memberIds(db, membership.office.id);
  return db.models.Conversation.findOne({
    where: { ...values, status: 'active', agent_id: colleagues.filter((id) => id !== values.user_id) },
    order: [['id', 'DESC']],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
}

/** Two agents may stand on either side. */
function betweenBoth(callerId: number, agentId: number) {
  return {
    [Op.or]: [
      { user_id: callerId, agent_id: agentId },
      { user_id: agentId, agent_id: callerId },
    ],
  };
}

/** In the running transaction, which holds the conversation. @throws {ConflictError} not writable now. */
async function storeMessage(
  context: ServerContext,
  sender: SignedInUser,
  conversation: ConversationModel,
  message: NewMessage,
): Promise<Posted> {
  const [stored] = await storeMessages(context, [{ sender, conversation, ...message }]);
  if (!stored || stored instanceof Error) throw stored;
  return { message: stored, conversation };
}

async function markReadUpTo(
  { db, bus, jobs, now }: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  ownSide: Side,
  upToId: number,
): Promise<{ count: number; readAt: string }> {
  const read_at = now();
  const where = {
    conversation_id: conversationId,
    id: { [Op.lte]: upToId },
    sender_type: { [Op.ne]: ownSide },
    read_at: null,
  };
  const { count, participantIds } = await db.transaction(async () => {
    const [updated] = await db.models.Message.update({ read_at }, { where });
    const topics = [`conversation-${conversationId}` as const];
    if (updated > 0) await jobs.add('readNotices', { topics, readerIds: [caller.id] });
    const conversation = await db.models.Conversation.findByPk(conversationId);
    return {
      count: updated,
      participantIds: [conversation?.user_id ?? null, conversation?.agent_id ?? null],
    };
  });
  const readAt = read_at.toISOString();
  if (count > 0)
    bus.publish('messagesRead', { conversationId, readerId: caller.id, upToId, readAt, participantIds });
  return { count, readAt };
}
