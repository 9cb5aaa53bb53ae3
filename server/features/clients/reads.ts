import type { Database } from '#server/db/connection.ts';
import { toIso, toNumber } from '#server/db/sql.ts';
import type { Role } from '#shared/contracts/auth.ts';
import { type ConversationStatus, DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import type { Contact, InquiryStatus } from '#shared/contracts/inquiries.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';
import type { Identity } from './identity.ts';

/** One inquiry, conversation or viewing, with what identifies its client. */
export interface ClientRecord extends Identity {
  kind: 'inquiry' | 'conversation' | 'viewing';
  id: number;
  avatar_url: string | null;
  name: string;
  property_title: string | null;
  /** When something last happened in it, ISO-8601. */
  at: string;
  unread: number;
  needs_answer: boolean;
}

/** Of each kind; the latest are read. */
const MAX_RECORDS = 2_000;

interface AccountRow {
  id: number;
  user_id: number | null;
  user_name: string | null;
  user_email: string | null;
  user_phone: string | null;
  user_email_verified_at: Date | string | null;
  user_phone_verified_at: Date | string | null;
  user_avatar_url: string | null;
  property_title: string | null;
}

const ACCOUNT_COLUMNS = `u.id AS user_id, u.name AS user_name, u.email AS user_email, u.phone AS user_phone,
  u.email_verified_at AS user_email_verified_at, u.phone_verified_at AS user_phone_verified_at, u.avatar_url AS user_avatar_url, p.title AS property_title`;

const contact = (kind: Contact['kind'], value: string | null, confirmed = false): Contact[] =>
  value === null ? [] : [{ kind, value, confirmed }];

const accountOf = (row: AccountRow) => ({
  id: row.id,
  user_id: row.user_id,
  own: [
    ...contact('email', row.user_email, row.user_email_verified_at !== null),
    ...contact('phone', row.user_phone, row.user_phone_verified_at !== null),
  ],
  said: [],
  avatar_url: row.user_avatar_url,
  name: row.user_name ?? DELETED_USER_NAME,
  property_title: row.property_title,
  unread: 0,
});

interface InquiryRow extends AccountRow {
  name: string;
  email: string;
  phone: string | null;
  status: InquiryStatus;
  created_at: Date | string;
  reply_at: Date | string | null;
}

async function readInquiryRecords(db: Database, agentId: number): Promise<ClientRecord[]> {
  const rows = await db.readRows<InquiryRow>(
    `SELECT i.id, i.name, i.email, i.phone, i.status, i.created_at, i.reply_at, ${ACCOUNT_COLUMNS}
    FROM inquiries i LEFT JOIN users u ON u.id = i.user_id LEFT JOIN properties p ON p.id = i.property_id
    WHERE i.agent_id = $1 ORDER BY i.created_at DESC LIMIT ${MAX_RECORDS}`,
    [agentId],
  );
  return rows.map((row) => ({
    ...accountOf(row),
    kind: 'inquiry',
    name: row.user_name ?? row.name,
    said: [...contact('email', row.email), ...contact('phone', row.phone)],
    at: latest(row.created_at, row.reply_at),
    needs_answer: row.status === 'new' || row.status === 'read',
  }));
}

interface ConversationRow extends AccountRow {
  status: ConversationStatus;
  created_at: Date | string;
  last_message_at: Date | string | null;
  last_sender: 'user' | 'agent' | null;
  unread_count: number | string;
}

/** Conversations opened with this agent. Those between two agents without a listing are not with a client. */
async function readConversationRecords(db: Database, agentId: number): Promise<ClientRecord[]> {
  const colleague: Role = 'agent';
  const rows = await db.readRows<ConversationRow>(
    `SELECT c.id, c.status, c.created_at, c.last_message_at, ${ACCOUNT_COLUMNS},
      (SELECT sender_type FROM messages WHERE conversation_id = c.id ORDER BY id DESC LIMIT 1) AS last_sender,
      (SELECT COUNT(*) FROM messages n
        WHERE n.conversation_id = c.id AND n.read_at IS NULL AND n.sender_type = 'user') AS unread_count
    FROM conversations c LEFT JOIN users u ON u.id = c.user_id LEFT JOIN properties p ON p.id = c.property_id
    WHERE c.agent_id = $1 AND (u.role IS NULL OR u.role <> $2 OR c.property_id IS NOT NULL)
    ORDER BY c.last_message_at DESC NULLS LAST LIMIT ${MAX_RECORDS}`,
    [agentId, colleague],
  );
  return rows.map((row) => ({
    ...accountOf(row),
    kind: 'conversation',
    at: latest(row.created_at, row.last_message_at),
    unread: toNumber(row.unread_count),
    needs_answer: row.status === 'active' && row.user_id !== null && row.last_sender === 'user',
  }));
}

interface ViewingRow extends AccountRow {
  status: ViewingStatus;
  updated_at: Date | string;
  ends_at: Date | string;
}

async function readViewingRecords(db: Database, agentId: number, now: Date): Promise<ClientRecord[]> {
  const rows = await db.readRows<ViewingRow>(
    `SELECT v.id, v.status, v.updated_at, v.ends_at, ${ACCOUNT_COLUMNS}
    FROM viewings v JOIN users u ON u.id = v.user_id JOIN properties p ON p.id = v.property_id
    WHERE v.agent_id = $1 ORDER BY v.starts_at DESC LIMIT ${MAX_RECORDS}`,
    [agentId],
  );
  return rows.map((row) => ({
    ...accountOf(row),
    kind: 'viewing',
    at: toIso(row.updated_at),
    needs_answer: row.status === 'requested' && new Date(toIso(row.ends_at)) > now,
  }));
}

/** The inquiries, conversations and viewings of an agent's clients, the latest activity first. */
export async function readClientRecords(db: Database, agentId: number, now: Date): Promise<ClientRecord[]> {
  const records = await Promise.all([
    readInquiryRecords(db, agentId),
    readConversationRecords(db, agentId),
    readViewingRecords(db, agentId, now),
  ]);
  return records.flat().sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0));
}

function latest(one: Date | string, other: Date | string | null): string {
  const first = toIso(one);
  const second = other === null ? first : toIso(other);
  return first > second ? first : second;
}
