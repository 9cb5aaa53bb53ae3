import { Op, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { ConversationModel, MessageModel } from '#server/db/models.ts';
import { lockUser } from '#server/features/auth/passwords.ts';
import { isPublicAgent } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from '#server/features/properties/policy.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { Conversation, conversationsCalls, Message } from '#shared/contracts/conversations.ts';
import { msg } from '#shared/messages.ts';
import { type Side, sideOf, whyNotWritable } from './policy.ts';
import { presentMessage, readConversation, readMessages, readNewestUnread } from './reads.ts';

interface NewMessage {
  content: string;
  clientId: string | null;
}

interface NewConversation {
  agentId: number;
  subject: string;
  propertyId: number | null;
  message: NewMessage;
}

interface Posted {
  message: MessageModel;
  conversation: ConversationModel;
  /** False for a retry of a stored message: it is not announced again. */
  isNew: boolean;
}

/** @throws {NotFoundError} also for one the caller takes no part in. */
export async function getConversation(
  { db }: ServerContext,
  caller: SignedInUser,
  id: number,
): Promise<Conversation> {
  const conversation = await readConversation(db, caller.id, id);
  if (!conversation) throw new NotFoundError('Conversation');
  return conversation;
}

/**
 * Starts a conversation with its first message, or continues the open one with the same person, subject and listing.
 * @throws {NotFoundError} there is no such agent. @throws {ForbiddenError} the agent is the caller.
 */
export async function startConversation(
  context: ServerContext,
  caller: SignedInUser,
  { agentId, subject, propertyId, message }: NewConversation,
): Promise<{ conversation: Conversation; message: Message }> {
  const { db } = context;
  if (!(await isPublicAgent(db, agentId))) throw new NotFoundError('Agent');
  if (agentId === caller.id)
    throw new ForbiddenError(msg('You cannot start a conversation with yourself'), 'own_account');
  if (propertyId !== null) await requirePublicListing(context, propertyId);
  const posted = await db.transaction(async () => {
    // Two first messages sent at once, by one person or by two agents to each other, queue at both rows, so that the
    // second continues what the first began. In one order, or they would wait for each other.
    await lockUser(context, Math.min(caller.id, agentId));
    await lockUser(context, Math.max(caller.id, agentId));
    const retried = await findRetried(context, { callerId: caller.id, agentId }, message.clientId);
    if (retried) return retried;
    const open = await db.models.Conversation.findOne({
      where: { status: 'active', subject, property_id: propertyId, ...betweenBoth(caller.id, agentId) },
      order: [['id', 'DESC']],
      lock: Transaction.LOCK.NO_KEY_UPDATE,
    });
    const conversation =
      open ??
      (await db.models.Conversation.create({
        subject,
        user_id: caller.id,
        agent_id: agentId,
        property_id: propertyId,
        last_message_at: null,
      }));
    return storeMessage(context, caller, conversation, message);
  });
  announce(context, posted);
  return {
    conversation: await getConversation(context, caller, posted.conversation.id),
    message: presentMessage(posted.message.get()),
  };
}

/**
 * Posts a message. A retry with the same client-made id answers what is stored already.
 * @throws {ConflictError} the conversation is readable but not writable, with the reason.
 */
export async function sendMessage(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  message: NewMessage,
): Promise<Message> {
  const posted = await context.db.transaction(async () => {
    const conversation = await context.db.models.Conversation.findByPk(conversationId, {
      lock: Transaction.LOCK.NO_KEY_UPDATE,
    });
    if (!conversation || !sideOf(caller, conversation)) throw new NotFoundError('Conversation');
    return storeMessage(context, caller, conversation, message);
  });
  announce(context, posted);
  return presentMessage(posted.message.get());
}

export async function isParticipant(
  { db }: ServerContext,
  userId: number,
  conversationId: number,
): Promise<boolean> {
  const conversation = await db.models.Conversation.findByPk(conversationId);
  return conversation !== null && sideOf({ id: userId }, conversation) !== null;
}

async function requirePublicListing({ db }: ServerContext, propertyId: number): Promise<void> {
  const count = await db.models.Property.count({ where: { ...publicListing, id: propertyId } });
  if (count === 0)
    throw new InvalidInputError([{ path: 'property_id', message: msg('This listing is no longer offered') }]);
}

/** The first message of an earlier try, whose answer did not arrive; its conversation may have been closed since. */
async function findRetried(
  { db }: ServerContext,
  { callerId, agentId }: { callerId: number; agentId: number },
  clientId: string | null,
): Promise<Posted | null> {
  if (clientId === null) return null;
  const where = { sender_id: callerId, client_id: clientId };
  const messages = await db.models.Message.findAll({ where });
  const conversation = await db.models.Conversation.findOne({
    where: { id: messages.map((message) => message.conversation_id), ...betweenBoth(callerId, agentId) },
  });
  const message = messages.find(({ conversation_id }) => conversation_id === conversation?.id);
  return message && conversation ? { message, conversation, isNew: false } : null;
}

/** Either may have begun it: two agents may each be on either side. */
function betweenBoth(callerId: number, agentId: number) {
  return {
    [Op.or]: [
      { user_id: callerId, agent_id: agentId },
      { user_id: agentId, agent_id: callerId },
    ],
  };
}

async function storeMessage(
  { db, now }: ServerContext,
  caller: SignedInUser,
  conversation: ConversationModel,
  { content, clientId }: NewMessage,
): Promise<Posted> {
  if (clientId !== null) {
    const where = { conversation_id: conversation.id, sender_id: caller.id, client_id: clientId };
    const stored = await db.models.Message.findOne({ where });
    if (stored) return { message: stored, conversation, isNew: false };
  }
  const reason = whyNotWritable(conversation);
  if (reason)
    throw new ConflictError(
      reason,
      `conversation_${conversation.status === 'active' ? 'abandoned' : conversation.status}`,
    );
  const created_at = now();
  const message = await db.models.Message.create({
    conversation_id: conversation.id,
    sender_id: caller.id,
    sender_type: sideOf(caller, conversation) ?? 'user',
    content,
    client_id: clientId,
    created_at,
    read_at: null,
  });
  await conversation.update({ last_message_at: created_at });
  return { message, conversation, isNew: true };
}

function announce({ bus }: ServerContext, { message, conversation, isNew }: Posted): void {
  if (!isNew) return;
  const participantIds = [conversation.user_id, conversation.agent_id];
  bus.publish('messageSent', { message: presentMessage(message.get()), participantIds });
}

/** Getting messages marks what the other side wrote as read, up to the newest of those that are given. */
export async function listMessages(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  range: z.output<typeof conversationsCalls.messages.query>,
): Promise<Message[]> {
  const { own_side } = await getConversation(context, caller, conversationId);
  const messages = await readMessages(context.db, conversationId, range);
  const isUnread = (message: Message) => message.sender_type !== own_side && message.read_at === null;
  const newest = messages.findLast(isUnread);
  if (!newest) return messages;
  const { readAt } = await markReadUpTo(context, caller, conversationId, own_side, newest.id);
  return messages.map((message) => (isUnread(message) ? { ...message, read_at: readAt } : message));
}

export async function markConversationRead(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
): Promise<{ read: number }> {
  const { own_side } = await getConversation(context, caller, conversationId);
  const newest = await readNewestUnread(context.db, conversationId, own_side);
  if (newest === null) return { read: 0 };
  const { count } = await markReadUpTo(context, caller, conversationId, own_side, newest);
  return { read: count };
}

async function markReadUpTo(
  { db, bus, now }: ServerContext,
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
