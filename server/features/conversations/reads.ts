import type { Database } from '#server/db/connection.ts';
import { placeholders } from '#server/db/sql.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import type { Side } from './policy.ts';
import { type ConversationRow, type MessageRow, presentConversation, presentMessage } from './presenter.ts';

const MESSAGE_COLUMNS =
  'id, conversation_id, sender_id, sender_type, content, created_at, read_at, client_id';

const NEWEST_FIRST = 'last_message_at DESC NULLS LAST, id DESC';

/** A caller's conversations ($1), chosen by `which`, with the other side, the listing, the newest message and what is unread. */
function selectConversations({ dialect }: Database, which: string): string {
  return `
    SELECT c.id, c.subject, c.status, c.last_message_at, c.created_at, c.own_side,
      o.id AS participant_id, o.name AS participant_name, o.email AS participant_email,
      o.avatar_url AS participant_avatar_url, o.role AS participant_role,
      p.id AS property_id, p.title AS property_title, ${coverColumn(dialect)} AS property_image,
      m.content AS message_content, m.sender_type AS message_sender_type, m.created_at AS message_created_at,
      (SELECT COUNT(*) FROM messages n
        WHERE n.conversation_id = c.id AND n.read_at IS NULL AND n.sender_type <> c.own_side) AS unread_count
    FROM (SELECT * FROM (
      SELECT id, subject, status, last_message_at, created_at, property_id, 'user' AS own_side, agent_id AS other_id
      FROM conversations WHERE user_id = $1
      UNION ALL
      SELECT id, subject, status, last_message_at, created_at, property_id, 'agent' AS own_side, user_id AS other_id
      FROM conversations WHERE agent_id = $1
    ) own ${which}) c
    LEFT JOIN users o ON o.id = c.other_id
    LEFT JOIN properties p ON p.id = c.property_id
    LEFT JOIN messages m ON m.id = (SELECT MAX(id) FROM messages WHERE conversation_id = c.id)
    ORDER BY c.last_message_at DESC NULLS LAST, c.id DESC`;
}

/** The one with the newest message first. */
export async function readConversations(
  db: Database,
  callerId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<Conversation[]> {
  // The page is selected before anything is joined, so that further conversations cost nothing.
  const sql = selectConversations(db, `ORDER BY ${NEWEST_FIRST} LIMIT $2 OFFSET $3`);
  const rows = await db.readRows<ConversationRow>(sql, [callerId, limit, offset]);
  return rows.map(presentConversation);
}

/** Those of the caller's conversations, the one with the newest message first. */
export async function readConversationsById(
  db: Database,
  callerId: number,
  ids: readonly number[],
): Promise<Conversation[]> {
  if (ids.length === 0) return [];
  const sql = selectConversations(db, `WHERE id IN (${placeholders(ids, 2)})`);
  const rows = await db.readRows<ConversationRow>(sql, [callerId, ...ids]);
  return rows.map(presentConversation);
}

/** Undefined for one the caller takes no part in. */
export async function readConversation(
  db: Database,
  callerId: number,
  id: number,
): Promise<Conversation | undefined> {
  const [row] = await db.readRows<ConversationRow>(selectConversations(db, 'WHERE id = $2'), [callerId, id]);
  return row && presentConversation(row);
}

export interface MessageRange {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** Oldest first: those after an id, else the newest before an id, else the newest. */
export async function readMessages(
  db: Database,
  conversationId: number,
  { before, after, limit }: MessageRange,
): Promise<Message[]> {
  const select = `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = $1`;
  if (after !== undefined) {
    const rows = await db.readRows<MessageRow>(`${select} AND id > $2 ORDER BY id LIMIT $3`, [
      conversationId,
      after,
      limit,
    ]);
    return rows.map(presentMessage);
  }
  const rows = await db.readRows<MessageRow>(
    `${select} ${before === undefined ? '' : 'AND id < $3'} ORDER BY id DESC LIMIT $2`,
    [conversationId, limit, ...(before === undefined ? [] : [before])],
  );
  return rows.reverse().map(presentMessage);
}

/** Id of the newest message of the other side that the caller has not read; null when all are. */
export async function readNewestUnread(
  db: Database,
  conversationId: number,
  ownSide: Side,
): Promise<number | null> {
  const [row] = await db.readRows<{ id: number | null }>(
    'SELECT MAX(id) AS id FROM messages WHERE conversation_id = $1 AND read_at IS NULL AND sender_type <> $2',
    [conversationId, ownSide],
  );
  return row?.id ?? null;
}
