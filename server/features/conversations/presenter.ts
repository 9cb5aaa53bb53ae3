import { toIso } from '#server/db/sql.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { type Conversation, DELETED_USER_NAME, type Message } from '#shared/contracts/conversations.ts';
import type { Side } from './policy.ts';

export interface MessageRow {
  id: number;
  conversation_id: number;
  sender_id: number | null;
  sender_type: Side;
  content: string;
  created_at: Date | string;
  read_at: Date | string | null;
  client_id: string | null;
}

export interface ConversationRow {
  id: number;
  subject: string;
  status: Conversation['status'];
  own_side: Side;
  last_message_at: Date | string | null;
  created_at: Date | string;
  participant_id: number | null;
  participant_name: string | null;
  participant_email: string | null;
  participant_avatar_url: string | null;
  participant_role: Role | null;
  property_id: number | null;
  property_title: string | null;
  property_image: string | null;
  message_content: string | null;
  message_sender_type: Side | null;
  message_created_at: Date | string | null;
  unread_count: number | string;
}

export function presentMessage(row: MessageRow): Message {
  return {
    id: row.id,
    conversationId: row.conversation_id,
    sender_id: row.sender_id,
    sender_type: row.sender_type,
    content: row.content,
    created_at: toIso(row.created_at),
    read_at: row.read_at === null ? null : toIso(row.read_at),
    client_id: row.client_id,
  };
}

export function presentConversation(row: ConversationRow): Conversation {
  return {
    id: row.id,
    subject: row.subject,
    status: row.status,
    participant: {
      id: row.participant_id,
      name: row.participant_name ?? DELETED_USER_NAME,
      email: row.participant_email,
      avatar_url: row.participant_avatar_url,
      role: row.participant_role,
    },
    own_side: row.own_side,
    property:
      row.property_id === null
        ? null
        : { id: row.property_id, title: row.property_title ?? '', image: row.property_image },
    last_message: presentLastMessage(row),
    last_message_at: row.last_message_at === null ? null : toIso(row.last_message_at),
    unread_count: Number(row.unread_count),
    created_at: toIso(row.created_at),
  };
}

function presentLastMessage(row: ConversationRow): Conversation['last_message'] {
  const { message_content: content, message_sender_type: sender_type, message_created_at: created_at } = row;
  if (content === null || sender_type === null || created_at === null) return null;
  return { content, sender_type, created_at: toIso(created_at) };
}
