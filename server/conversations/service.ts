import { Op, type Transaction } from 'sequelize';
import { isVisibleAgent } from '#server/agents/reads.ts';
import type { SignedInUser } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';
import { ConflictError, ForbiddenError, InvalidInputError, NotFoundError } from '#server/errors.ts';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import type { ConversationModel, MessageModel } from './models.ts';
import { type Side, sideOf, whyNotWritable } from './policy.ts';
import { presentMessage } from './presenter.ts';
import {
  type MessageRange,
  readConversation,
  readConversations,
  readMessages,
  readNewestUnread,
} from './reads.ts';

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
  /** False for a retry of what is stored already: then nobody is told again. */
  isNew: boolean;
}

export function listConversations(
  { db }: ServerContext,
  caller: SignedInUser,
  { page, limit }: { page: number; limit: number },
): Promise<Conversation[]> {
  return readConversations(db, caller.id, { limit, offset: (page - 1) * limit });
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
  if (!(await isVisibleAgent(db, agentId))) throw new NotFoundError('Agent');
  if (agentId === caller.id)
    throw new ForbiddenError('You cannot start a conversation with yourself', 'own_account');
  if (propertyId !== null) await requirePublicListing(context, propertyId);
  const posted = await db.transaction(async (transaction) => {
    // Two first messages sent at once queue at the caller's row, so that the second continues what the first began.
    await db.models.User.findByPk(caller.id, { transaction, lock: transaction.LOCK.UPDATE });
    const retried = await findRetried(context, caller, message.clientId, transaction);
    if (retried) return retried;
    const open = await findOpen(context, { callerId: caller.id, agentId, subject, propertyId }, transaction);
    const conversation =
      open ??
      (await db.models.Conversation.create(
        { subject, user_id: caller.id, agent_id: agentId, property_id: propertyId, last_message_at: null },
        { transaction },
      ));
    return storeMessage(context, caller, conversation, message, transaction);
  });
  announce(context, posted);
  return {
    conversation: await getConversation(context, caller, posted.conversation.id),
    message: presentMessage(posted.message),
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
  const posted = await context.db.transaction(async (transaction) => {
    const conversation = await context.db.models.Conversation.findByPk(conversationId, {
      transaction,
      lock: transaction.LOCK.UPDATE,
    });
    if (!conversation || !sideOf(caller, conversation)) throw new NotFoundError('Conversation');
    return storeMessage(context, caller, conversation, message, transaction);
  });
  announce(context, posted);
  return presentMessage(posted.message);
}

/** Getting messages marks what the other side wrote as read. */
export async function listMessages(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  range: MessageRange,
): Promise<Message[]> {
  const conversation = await getConversation(context, caller, conversationId);
  await markReadBy(context, caller, conversationId, conversation.own_side);
  return readMessages(context.db, conversationId, range);
}

export async function markConversationRead(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
): Promise<{ read: number }> {
  const conversation = await getConversation(context, caller, conversationId);
  return { read: await markReadBy(context, caller, conversationId, conversation.own_side) };
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
  const count = await db.models.Property.count({ where: { id: propertyId, moderation_status: 'active' } });
  if (count === 0)
    throw new InvalidInputError([{ path: 'property_id', message: 'This listing is no longer offered' }]);
}

async function findRetried(
  { db }: ServerContext,
  caller: SignedInUser,
  clientId: string | null,
  transaction: Transaction,
): Promise<Posted | null> {
  if (clientId === null) return null;
  const where = { sender_id: caller.id, client_id: clientId };
  const message = await db.models.Message.findOne({ where, transaction });
  const conversation =
    message && (await db.models.Conversation.findByPk(message.conversation_id, { transaction }));
  return message && conversation ? { message, conversation, isNew: false } : null;
}

/** Either may have begun it: two agents may each be on either side. */
function findOpen(
  { db }: ServerContext,
  {
    callerId,
    agentId,
    subject,
    propertyId,
  }: { callerId: number; agentId: number; subject: string; propertyId: number | null },
  transaction: Transaction,
): Promise<ConversationModel | null> {
  return db.models.Conversation.findOne({
    where: {
      status: 'active',
      subject,
      property_id: propertyId,
      [Op.or]: [
        { user_id: callerId, agent_id: agentId },
        { user_id: agentId, agent_id: callerId },
      ],
    },
    order: [['id', 'DESC']],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
}

async function storeMessage(
  { db, now }: ServerContext,
  caller: SignedInUser,
  conversation: ConversationModel,
  { content, clientId }: NewMessage,
  transaction: Transaction,
): Promise<Posted> {
  if (clientId !== null) {
    const where = { conversation_id: conversation.id, sender_id: caller.id, client_id: clientId };
    const stored = await db.models.Message.findOne({ where, transaction });
    if (stored) return { message: stored, conversation, isNew: false };
  }
  const reason = whyNotWritable(conversation);
  if (reason)
    throw new ConflictError(
      reason,
      `conversation_${conversation.status === 'active' ? 'abandoned' : conversation.status}`,
    );
  const created_at = now();
  const message = await db.models.Message.create(
    {
      conversation_id: conversation.id,
      sender_id: caller.id,
      sender_type: sideOf(caller, conversation) ?? 'user',
      content,
      client_id: clientId,
      created_at,
      read_at: null,
    },
    { transaction },
  );
  await conversation.update({ last_message_at: created_at }, { transaction });
  return { message, conversation, isNew: true };
}

function announce({ bus }: ServerContext, { message, conversation, isNew }: Posted): void {
  if (!isNew) return;
  const participantIds = [conversation.user_id, conversation.agent_id];
  bus.publish('messageSent', { message: presentMessage(message), participantIds });
}

/** @returns how many messages became read. */
async function markReadBy(
  { db, bus, now }: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  ownSide: Side,
): Promise<number> {
  const upToId = await readNewestUnread(db, conversationId, ownSide);
  if (upToId === null) return 0;
  const read_at = now();
  const where = {
    conversation_id: conversationId,
    id: { [Op.lte]: upToId },
    sender_type: { [Op.ne]: ownSide },
    read_at: null,
  };
  const { count, participantIds } = await db.transaction(async (transaction) => {
    const [updated] = await db.models.Message.update({ read_at }, { where, transaction });
    const conversation = await db.models.Conversation.findByPk(conversationId, { transaction });
    return {
      count: updated,
      participantIds: [conversation?.user_id ?? null, conversation?.agent_id ?? null],
    };
  });
  if (count > 0)
    bus.publish('messagesRead', {
      conversationId,
      readerId: caller.id,
      upToId,
      readAt: read_at.toISOString(),
      participantIds,
    });
  return count;
}
