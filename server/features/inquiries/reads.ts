import type { z } from 'zod';
import type { Database } from '#server/db/connection.ts';
import { findsWords } from '#server/db/searchWords.ts';
import {
  comesAfter,
  isAmong,
  isoOrNull,
  placeholders,
  type RawRow,
  readAll,
  readCounts,
  toIso,
} from '#server/db/sql.ts';
import { withAttachments } from '#server/features/attachments/reads.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import type { Attachment } from '#shared/contracts/attachments.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import {
  type Inquiry,
  type InquiryCounts,
  type InquiryReply,
  type inquiriesCalls,
  inquiryStatuses,
  type OwnInquiry,
} from '#shared/contracts/inquiries.ts';
import { normalizePhone } from '#shared/phones.ts';

const MAX_INBOX = 500;

type InquiryRow = RawRow<Omit<Inquiry, 'property' | 'contacts' | 'attachments' | 'reply_at' | 'created_at'>> & {
  /** Contacts of the sender's account, if confirmed. */
  confirmed_email: string | null;
  confirmed_phone: string | null;
  reply_at: Date | string | null;
  created_at: Date | string;
  property_id: number | null;
  property_title: string | null;
};

const SELECT_INQUIRIES = `
  SELECT i.id, i.name, i.email, i.phone, i.property_interest, i.message, i.status, i.reply_message, i.reply_method,
    i.reply_delivery, i.reply_at, i.created_at, i.follows_id, i.by_mail, i.property_id, p.title AS property_title,
    CASE WHEN u.email_verified_at IS NOT NULL THEN u.email END AS confirmed_email,
    CASE WHEN u.phone_verified_at IS NOT NULL THEN u.phone END AS confirmed_phone
  FROM inquiries i LEFT JOIN users u ON u.id = i.user_id LEFT JOIN properties p ON p.id = i.property_id`;

function presentInquiry({
  property_id,
  property_title,
  confirmed_email,
  confirmed_phone,
  ...row
}: InquiryRow & { attachments: Attachment[] }): Inquiry {
  const isPhoneConfirmed = isSamePhone(row.phone, confirmed_phone);
  return {
    ...row,
    contacts: [
      { kind: 'email', value: row.email, confirmed: row.email === confirmed_email },
      ...(row.phone === null ? [] : [{ kind: 'phone' as const, value: row.phone, confirmed: isPhoneConfirmed }]),
    ],
    property: property_id === null ? null : { id: property_id, title: property_title ?? '' },
    reply_at: isoOrNull(row.reply_at),
    created_at: toIso(row.created_at),
  };
}

const presentInquiries = async (db: Database, rows: readonly InquiryRow[]): Promise<Inquiry[]> =>
  (await withAttachments(db, 'inquiry_id', rows)).map(presentInquiry);

const isSamePhone = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && normalizePhone(one) === normalizePhone(other);

type InboxFilter = z.output<typeof inquiriesCalls.list.query>;

/** Newest first. */
export async function readInbox(
  db: Database,
  agentId: number,
  { before, limit = MAX_INBOX, search, status }: InboxFilter,
): Promise<Inquiry[]> {
  const rows = await readAll<InquiryRow>(db, (sql) => {
    const conditions = [`i.agent_id = ${sql.bind(agentId)}`];
    if (before) conditions.push(comesAfter(sql, 'i.created_at', 'i.id', before));
    if (status) conditions.push(sql.isOneOf('i.status', status === 'unanswered' ? ['new', 'read'] : [status]));
    if (search)
      conditions.push(
        findsWords(sql, search, (hasWord) =>
          ['i.name', 'i.email', 'i.phone', 'p.title', 'i.message'].map(hasWord).join(' OR '),
        ),
      );
    return `${SELECT_INQUIRIES} WHERE ${conditions.join(' AND ')}
      ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.bind(limit)}`;
  });
  return presentInquiries(db, rows);
}

/** Number of inquiries in the inbox, of all or of those after a place. */
export function countInbox(db: Database, agentId: number, before?: ListPlace): Promise<InquiryCounts> {
  const ofStatus = inquiryStatuses.map(
    (status) => `SUM(CASE WHEN i.status = '${status}' THEN 1 ELSE 0 END) AS "${status}"`,
  );
  return readCounts<keyof InquiryCounts>(db, (sql) => {
    const own = `i.agent_id = ${sql.bind(agentId)}`;
    const after = before ? ` AND ${comesAfter(sql, 'i.created_at', 'i.id', before)}` : '';
    return `SELECT COUNT(*) AS "all", ${ofStatus.join(', ')} FROM inquiries i WHERE ${own}${after}`;
  });
}

/** An agent's inquiries of the given ids, in no order. */
export async function readInquiries(db: Database, agentId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.readRows<InquiryRow>(
    `${SELECT_INQUIRIES} WHERE i.agent_id = $1 AND i.id IN (${placeholders(ids, 2)})`,
    [agentId, ...ids],
  );
  return presentInquiries(db, rows);
}

export async function readInquiry(db: Database, id: number): Promise<Inquiry | undefined> {
  const rows = await db.readRows<InquiryRow>(`${SELECT_INQUIRIES} WHERE i.id = $1`, [id]);
  return (await presentInquiries(db, rows))[0];
}

const MAX_OWN = 100;

type OwnRow = Pick<OwnInquiry, 'id' | 'message' | 'by_mail' | 'conversation_id'> & {
  created_at: Date | string;
} & Record<'agent_id' | 'property_id', number | null> &
  Record<'agent_name' | 'agent_avatar_url' | 'property_title' | 'property_image', string | null>;

/** Inquiries of an account with mailed answers, newest first; without those of visitors who typed its address. */
export async function readOwnInquiries(
  db: Database,
  userId: number,
  { before, limit = MAX_OWN }: z.output<typeof inquiriesCalls.own.query>,
): Promise<OwnInquiry[]> {
  const rows = await readAll<OwnRow>(db, (sql) => {
    const conditions = [`i.user_id = ${sql.bind(userId)}`];
    if (before) conditions.push(comesAfter(sql, 'i.created_at', 'i.id', before));
    return `SELECT i.id, i.message, i.by_mail, i.conversation_id, i.created_at,
        u.id AS agent_id, u.name AS agent_name, u.avatar_url AS agent_avatar_url,
        p.id AS property_id, p.title AS property_title, ${coverColumn(db.dialect)} AS property_image
      FROM inquiries i LEFT JOIN users u ON u.id = i.agent_id LEFT JOIN properties p ON p.id = i.property_id
      WHERE ${conditions.join(' AND ')} ORDER BY i.created_at DESC, i.id DESC LIMIT ${sql.bind(limit)}`;
  });
  const complete = await withAttachments(db, 'inquiry_id', rows);
  const ids = rows.map(({ id }) => id);
  // The agent's notes of calls are private.
  const mailed = (await readReplies(db, 'inquiry_id', ids)).filter(({ reply }) => reply.method === 'email');
  return complete.map((row) => ({
    id: row.id,
    agent: {
      id: row.agent_id,
      name: row.agent_name ?? DELETED_USER_NAME,
      avatar_url: row.agent_avatar_url,
    },
    property:
      row.property_id === null
        ? null
        : { id: row.property_id, title: row.property_title ?? '', image: row.property_image },
    message: row.message,
    attachments: row.attachments,
    by_mail: row.by_mail,
    conversation_id: row.conversation_id,
    created_at: toIso(row.created_at),
    replies: mailed.flatMap(({ inquiryId, reply: { id, message, attachments, created_at } }) =>
      inquiryId === row.id ? { id, message, attachments, created_at } : [],
    ),
  }));
}

type ReplyRow = Omit<InquiryReply, 'created_at' | 'attachments'> & {
  inquiry_id: number;
  created_at: Date | string;
};

/** Replies with these ids, or to these inquiries; the caller has checked the permission. Oldest first. */
export async function readReplies(db: Database, column: 'id' | 'inquiry_id', ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await readAll<ReplyRow>(
    db,
    (sql) => `SELECT id, inquiry_id, method, message, delivery, client_id, created_at FROM inquiry_replies
      WHERE ${isAmong(sql, column, ids)} ORDER BY created_at, id`,
  );
  const complete = await withAttachments(db, 'reply_id', rows);
  return complete.map(({ inquiry_id, created_at, ...row }) => ({
    inquiryId: inquiry_id,
    reply: { ...row, created_at: toIso(created_at) },
  }));
}
