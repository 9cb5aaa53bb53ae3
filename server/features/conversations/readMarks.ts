import { Op } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import type { Side } from './policy.ts';
import { type MessageRange, readMessages, readNewestUnread } from './reads.ts';
import { getConversation } from './service.ts';

interface Reading {
  count: number;
  readAt: string;
}

/** Getting messages marks what the other side wrote as read, up to the newest of those that are given. */
export async function listMessages(
  context: ServerContext,
  caller: SignedInUser,
  conversationId: number,
  range: MessageRange,
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
): Promise<Reading> {
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
