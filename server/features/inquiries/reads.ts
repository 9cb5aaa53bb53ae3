import type { Database } from '#server/db/connection.ts';
import { placeholders, toIso } from '#server/db/sql.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';

const MAX_INBOX = 500;

type Plain = 'id' | 'name' | 'email' | 'phone' | 'property_interest' | 'message' | 'status';
type Reply = 'reply_message' | 'reply_method' | 'reply_delivery';

type InquiryRow = Pick<Inquiry, Plain | Reply> & {
  reply_at: Date | string | null;
  created_at: Date | string;
  property_id: number | null;
  property_title: string | null;
};

const SELECT_INQUIRIES = `
  SELECT i.id, i.name, i.email, i.phone, i.property_interest, i.message, i.status, i.reply_message, i.reply_method,
    i.reply_delivery, i.reply_at, i.created_at, i.property_id, p.title AS property_title
  FROM inquiries i LEFT JOIN properties p ON p.id = i.property_id`;

function presentInquiry(row: InquiryRow): Inquiry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    property_interest: row.property_interest,
    property: row.property_id === null ? null : { id: row.property_id, title: row.property_title ?? '' },
    message: row.message,
    status: row.status,
    reply_message: row.reply_message,
    reply_method: row.reply_method,
    reply_at: row.reply_at === null ? null : toIso(row.reply_at),
    reply_delivery: row.reply_delivery,
    created_at: toIso(row.created_at),
  };
}

export async function readInbox(db: Database, agentId: number): Promise<Inquiry[]> {
  const rows = await db.readRows<InquiryRow>(
    `${SELECT_INQUIRIES} WHERE i.agent_id = $1 ORDER BY i.created_at DESC, i.id DESC LIMIT ${MAX_INBOX}`,
    [agentId],
  );
  return rows.map(presentInquiry);
}

/** Those of an agent's inquiries, in no order. */
export async function readInquiries(
  db: Database,
  agentId: number,
  ids: readonly number[],
): Promise<Inquiry[]> {
  if (ids.length === 0) return [];
  const rows = await db.readRows<InquiryRow>(
    `${SELECT_INQUIRIES} WHERE i.agent_id = $1 AND i.id IN (${placeholders(ids, 2)})`,
    [agentId, ...ids],
  );
  return rows.map(presentInquiry);
}

export async function readInquiry(db: Database, id: number): Promise<Inquiry | undefined> {
  const [row] = await db.readRows<InquiryRow>(`${SELECT_INQUIRIES} WHERE i.id = $1`, [id]);
  return row && presentInquiry(row);
}
