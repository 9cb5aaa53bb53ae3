import type { Conversation, ConversationStatus, Message } from '#shared/contracts/conversations.ts';
import { t } from '#web/lib/i18n.tsx';

interface MessageNews {
  message: Message;
  /** The message counts as unread: from the other side and not on the screen. */
  isUnread: boolean;
}

/** The conversation with its newest message; the same one when it has that or a later one: times may be the same. */
export function withMessage(conversation: Conversation, { message, isUnread }: MessageNews): Conversation {
  const { id, content, sender_type, created_at } = message;
  if (lastIdOf(conversation) >= id) return conversation;
  return {
    ...conversation,
    last_message: { id, content, sender_type, created_at },
    last_message_at: created_at,
    unread_count: conversation.unread_count + (isUnread ? 1 : 0),
  };
}

const lastIdOf = ({ last_message: last }: Conversation) => last?.id ?? 0;

/** The list with the newest first; null when it has to be fetched: without the conversation, or of messages out of order. */
export function listWithMessage(list: Conversation[], news: MessageNews): Conversation[] | null {
  const conversation = list.find(({ id }) => id === news.message.conversationId);
  if (!conversation || (news.isUnread && lastIdOf(conversation) > news.message.id)) return null;
  const changed = withMessage(conversation, news);
  if (changed === conversation) return list;
  return [changed, ...list.filter(({ id }) => id !== changed.id)].sort(byNewest);
}

export type ConversationChange = Partial<Pick<Conversation, 'status' | 'unread_count'>>;

/** The list with one conversation changed; the same list when it is not in it. */
export const listWith = (list: Conversation[], id: number, change: ConversationChange): Conversation[] =>
  list.map((conversation) => (conversation.id === id ? { ...conversation, ...change } : conversation));

export const byNewest = (a: Conversation, b: Conversation): number =>
  (b.last_message_at ?? '').localeCompare(a.last_message_at ?? '') || b.id - a.id;

/** The open conversation that a new message to this agent would continue, as the server finds it. */
export function findOpenConversation(
  list: Conversation[],
  { agentId, propertyId, subject }: { agentId: number; propertyId: number | null; subject: string },
): Conversation | undefined {
  return list.find(
    (conversation) =>
      conversation.status === 'active' &&
      conversation.participant.id === agentId &&
      conversation.subject === subject &&
      (conversation.property?.id ?? null) === propertyId,
  );
}

/** Matches all words, in the other person's name, the subject, the listing and the newest message. */
export function searchConversations(list: Conversation[], words: string): Conversation[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return list.filter(({ participant, subject, property, last_message }) => {
    const text = plain([participant.name, subject, property?.title, last_message?.content].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}

/** Parañaque is found as paranaque. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export const countUnread = (list: Conversation[]): number =>
  list.filter(({ unread_count }) => unread_count > 0).length;

/** The newest message in a line, and whether it is one's own. */
export function lastMessageText({ last_message: last, own_side }: Conversation): string {
  if (!last) return t('No messages yet');
  const content = last.content || t('A file');
  return last.sender_type === own_side ? t('You: {content}', { content }) : content;
}

/** Why nothing can be written; null when it can. */
export function closedReason(status: ConversationStatus, isAbandoned: boolean): string | null {
  if (status === 'suspended') return t('This conversation was suspended by an administrator');
  if (status === 'closed') return t('This conversation is closed');
  return isAbandoned ? t('The other person has left Silong') : null;
}
