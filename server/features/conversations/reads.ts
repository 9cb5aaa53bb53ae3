import type { Attributes } from 'sequelize';
import type { z } from 'zod';
import type { Database } from '#server/db/connection.ts';
import type { MessageModel } from '#server/db/models.ts';
import { findsWords } from '#server/db/searchWords.ts';
import {
  comesAfter,
  isAmong,
  isoOrNull,
  pick,
  placeholders,
  type RawRow,
  readAll,
  readCounts,
  type SqlBuilder,
  toIso,
} from '#server/db/sql.ts';
import { withAttachments } from '#server/features/attachments/reads.ts';
import { contactConfirmedAt, contactEmail } from '#server/features/auth/policy.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { Role } from '#shared/contracts/auth.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import {
  type Conversation,
  type conversationsCalls,
  DELETED_USER_NAME,
  type Message,
} from '#shared/contracts/conversations.ts';
import type { Side } from './policy.ts';

type MessageRow = RawRow<Attributes<MessageModel>> & { sender_name: string | null };

type ConversationRow = Pick<Conversation, 'id' | 'subject' | 'status' | 'own_side'> &
  Record<'participant_id' | 'property_id', number | null> &
  Record<`participant_${'name' | 'email' | 'avatar_url'}` | `property_${'title' | 'image'}`, string | null> & {
    participant_email_verified_at: Date | string | null;
    last_message_at: Date | string | null;
    created_at: Date | string;
    participant_role: Role | null;
    message_id: number | null;
    message_content: string | null;
    message_sender_type: Side | null;
    message_created_at: Date | string | null;
    unread_count: number | string;
  };

export function presentMessage({
  conversation_id,
  ...message
}: MessageRow & { attachments: Attachment[] }): Message {
  return {
    ...message,
    conversationId: conversation_id,
    created_at: toIso(message.created_at),
    read_at: isoOrNull(message.read_at),
  };
}

function presentConversation(row: ConversationRow): Conversation {
  return {
    ...pick(row, 'id', 'subject', 'status', 'own_side'),
    participant: {
      id: row.participant_id,
      name: row.participant_name ?? DELETED_USER_NAME,
      email: row.participant_email,
      email_confirmed: row.participant_email_verified_at !== null,
      avatar_url: row.participant_avatar_url,
      role: row.participant_role,
    },
    property:
      row.property_id === null
        ? null
        : { id: row.property_id, title: row.property_title ?? '', image: row.property_image },
    last_message: presentLastMessage(row),
    last_message_at: isoOrNull(row.last_message_at),
    unread_count: Number(row.unread_count),
    created_at: toIso(row.created_at),
  };
}

function presentLastMessage(row: ConversationRow): Conversation['last_message'] {
  const { message_id: id, message_content: content, message_sender_type: sender_type } = row;
  const { message_created_at: created_at } = row;
  if (id === null || content === null || sender_type === null || created_at === null) return null;
  return { id, content, sender_type, created_at: toIso(created_at) };
}

/** The columns of `messages m`. */
export const MESSAGE_COLUMNS = `m.id, m.conversation_id, m.sender_id, m.sender_type, m.content, m.created_at, m.read_at, m.client_id,
  (SELECT u.name FROM users u WHERE u.id = m.sender_id) AS sender_name`;

const NEWEST_FIRST = 'last_message_at DESC NULLS LAST, id DESC';

/** The caller's conversations ($1), on either side. */
const OWN = `(
  SELECT id, subject, status, last_message_at, created_at, property_id, 'user' AS own_side, agent_id AS other_id
  FROM conversations WHERE user_id = $1
  UNION ALL
  SELECT id, subject, status, last_message_at, created_at, property_id, 'agent' AS own_side, user_id AS other_id
  FROM conversations WHERE agent_id = $1
) own`;

const unreadIn = (alias: string) =>
  `FROM messages n WHERE n.conversation_id = ${alias}.id AND n.read_at IS NULL AND n.sender_type <> ${alias}.own_side`;

/** Conversations chosen by `which`, with the other side, the listing, the newest message and the unread count. */
function selectConversations({ dialect }: Database, which: string): string {
  return `
    SELECT c.id, c.subject, c.status, c.last_message_at, c.created_at, c.own_side,
      o.id AS participant_id, o.name AS participant_name, ${contactEmail('o')} AS participant_email,
      ${contactConfirmedAt('o')} AS participant_email_verified_at,
      o.avatar_url AS participant_avatar_url, o.role AS participant_role,
      p.id AS property_id, p.title AS property_title, ${coverColumn(dialect)} AS property_image,
      m.id AS message_id, m.content AS message_content, m.sender_type AS message_sender_type, m.created_at AS message_created_at,
      (SELECT COUNT(*) ${unreadIn('c')}) AS unread_count
    FROM (SELECT * FROM ${OWN} ${which}) c
    LEFT JOIN users o ON o.id = c.other_id
    LEFT JOIN properties p ON p.id = c.property_id
    LEFT JOIN messages m ON m.id = (SELECT MAX(id) FROM messages WHERE conversation_id = c.id)
    ORDER BY c.last_message_at DESC NULLS LAST, c.id DESC`;
}

type ConversationFilter = z.output<typeof conversationsCalls.list.query>;

/** The conversation with the newest message first. */
export async function readConversations(
  db: Database,
  callerId: number,
  { page, limit, ...filter }: ConversationFilter,
): Promise<Conversation[]> {
  // The page is selected before the joins, so that further conversations cost nothing.
  const rows = await readAll<ConversationRow>(db, (sql) => {
    sql.bind(callerId);
    const which = `WHERE ${matches(sql, filter)} ORDER BY ${NEWEST_FIRST}`;
    const part = `LIMIT ${sql.bind(limit)} OFFSET ${sql.bind((page - 1) * limit)}`;
    return selectConversations(db, `${which} ${part}`);
  });
  return rows.map(presentConversation);
}

function matches(
  sql: SqlBuilder,
  { before, search, unread, participant }: Omit<ConversationFilter, 'page' | 'limit'>,
): string {
  const conditions = ['1 = 1'];
  if (before) conditions.push(comesAfter(sql, 'own.last_message_at', 'own.id', before));
  if (unread) conditions.push(`EXISTS (SELECT 1 ${unreadIn('own')})`);
  if (participant) conditions.push(`own.other_id = ${sql.bind(participant)}`);
  if (search)
    conditions.push(
      findsWords(sql, search, (hasWord) =>
        [
          hasWord('own.subject'),
          hasWord(`COALESCE((SELECT name FROM users WHERE id = own.other_id), ${sql.bind(DELETED_USER_NAME)})`),
          hasWord('(SELECT title FROM properties WHERE id = own.property_id)'),
          `EXISTS (SELECT 1 FROM messages w WHERE w.conversation_id = own.id AND ${hasWord('w.content')})`,
        ].join(' OR '),
      ),
    );
  return conditions.join(' AND ');
}

/** Number of the caller's conversations, of all or of those after a place in the list. */
export function countConversations(db: Database, callerId: number, before?: ListPlace) {
  return readCounts<'all' | 'unread'>(db, (sql) => {
    sql.bind(callerId);
    const isUnread = `EXISTS (SELECT 1 ${unreadIn('own')})`;
    return `SELECT COUNT(*) AS "all", SUM(CASE WHEN ${isUnread} THEN 1 ELSE 0 END) AS unread
      FROM ${OWN} WHERE ${matches(sql, { before })}`;
  });
}

/** The caller's conversations of the given ids, the one with the newest message first. */
export async function readConversationsById(db: Database, callerId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const sql = selectConversations(db, `WHERE id IN (${placeholders(ids, 2)})`);
  const rows = await db.readRows<ConversationRow>(sql, [callerId, ...ids]);
  return rows.map(presentConversation);
}

/** Undefined if the caller takes no part in it. */
export async function readConversation(db: Database, callerId: number, id: number) {
  const [row] = await db.readRows<ConversationRow>(selectConversations(db, 'WHERE id = $2'), [callerId, id]);
  return row && presentConversation(row);
}

type MessageRange = z.output<typeof conversationsCalls.messages.query>;

/** Oldest first: messages after an id, else the newest before an id, else the newest. */
export async function readMessages(
  db: Database,
  conversationId: number,
  { before, after, limit }: MessageRange,
): Promise<Message[]> {
  const isOnward = after !== undefined;
  const rows = await readAll<MessageRow>(db, (sql) => {
    const conditions = [`conversation_id = ${sql.bind(conversationId)}`];
    if (isOnward) conditions.push(`id > ${sql.bind(after)}`);
    else if (before !== undefined) conditions.push(`id < ${sql.bind(before)}`);
    return `SELECT ${MESSAGE_COLUMNS} FROM messages m WHERE ${conditions.join(' AND ')}
      ORDER BY id ${isOnward ? 'ASC' : 'DESC'} LIMIT ${sql.bind(limit)}`;
  });
  const inOrder = isOnward ? rows : rows.reverse();
  return (await withAttachments(db, 'message_id', inOrder)).map(presentMessage);
}

/** Id of the newest unread message of the other side; null if all are read. */
export async function readNewestUnread(db: Database, conversationId: number, ownSide: Side) {
  const [row] = await db.readRows<{ id: number | null }>(
    'SELECT MAX(id) AS id FROM messages WHERE conversation_id = $1 AND read_at IS NULL AND sender_type <> $2',
    [conversationId, ownSide],
  );
  return row?.id ?? null;
}

type SentRow = MessageRow & { own_side: Side; property_id: number | null; property_title: string | null };

/** An agent's conversations of the given ids, on either side, in no order. */
export async function readMessagesById(
  db: Database,
  agentId: number,
  ids: readonly number[],
): Promise<
  { id: number; by: 'client' | 'agent'; property: { id: number; title: string } | null; message: Message }[]
> {
  if (ids.length === 0) return [];
  const rows = await readAll<SentRow>(db, (sql) => {
    const own = sql.bind(agentId);
    return `SELECT ${MESSAGE_COLUMNS}, p.id AS property_id, p.title AS property_title,
        CASE WHEN c.agent_id = ${own} THEN 'agent' ELSE 'user' END AS own_side
      FROM messages m JOIN conversations c ON c.id = m.conversation_id LEFT JOIN properties p ON p.id = c.property_id
      WHERE (c.agent_id = ${own} OR c.user_id = ${own}) AND ${isAmong(sql, 'm.id', ids)}`;
  });
  const complete = await withAttachments(db, 'message_id', rows);
  return complete.map(({ own_side, property_id, property_title, ...row }) => ({
    id: row.id,
    by: row.sender_type === own_side ? 'agent' : 'client',
    property: property_id === null ? null : { id: property_id, title: property_title ?? '' },
    message: presentMessage(row),
  }));
}
