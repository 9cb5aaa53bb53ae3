import type { Database } from '#server/db/connection.ts';
import { columnsEqual, type RawRow, readCounts, timeParameter, toNumber } from '#server/db/sql.ts';
import { AGENT_APPLICANT, APPROVED_AGENT, activeAdmin, HAS_SECOND_FACTOR } from '#server/features/auth/policy.ts';
import { POSTED, PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { DashboardStats, TopProperty } from '#shared/contracts/analytics.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';

type Count = number | string;

/** From `start` up to but not including `end`. */
export interface Period {
  start: Date;
  end: Date;
}

const EVER: Period = {
  start: new Date('1970-01-01T00:00:00.000Z'),
  end: new Date('9999-01-01T00:00:00.000Z'),
};

/** A period of days in Manila, both ends included. */
export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  if (from === undefined || to === undefined) return EVER;
  return { start: startOfManilaDay(from), end: startOfManilaDay(addDays(to, 1)) };
}

/** The month in Manila that a time column falls into, as '2026-01'. */
function monthOfColumn({ dialect }: Database, column: string): string {
  return dialect === 'sqlite'
    ? `strftime('%Y-%m', ${column}, '+8 hours')`
    : `to_char(${column} AT TIME ZONE 'Asia/Manila', 'YYYY-MM')`;
}

/** $1 to $3 of every query about a period. */
export const withPeriod = ({ dialect }: Database, agentId: number, { start, end }: Period) => [
  agentId,
  timeParameter(dialect, start),
  timeParameter(dialect, end),
];

type Present = 'total' | 'active' | 'sold' | 'rented' | 'averagePrice' | 'newInquiries' | 'scheduledViewings';

/** Present state: own listings, unread inquiries, confirmed viewings to come. */
export function countPresent(db: Database, agentId: number, now: Date) {
  return readCounts<Present>(db, (sql) => {
    const own = `agent_id = ${sql.bind(agentId)}`;
    const isToCome = `status = 'confirmed' AND starts_at >= ${sql.bind(timeParameter(db.dialect, now))}`;
    return `SELECT COUNT(*) AS total,
      SUM(CASE WHEN status = 'available' AND ${PUBLIC_ONLY} THEN 1 ELSE 0 END) AS active,
      SUM(CASE WHEN status = 'sold' THEN 1 ELSE 0 END) AS sold,
      SUM(CASE WHEN status = 'rented' THEN 1 ELSE 0 END) AS rented, AVG(price) AS "averagePrice",
      (SELECT COUNT(*) FROM inquiries WHERE ${own} AND status = 'new') AS "newInquiries",
      (SELECT COUNT(*) FROM viewings WHERE ${own} AND ${isToCome}) AS "scheduledViewings"
    FROM properties p WHERE ${own} AND ${POSTED}`;
  });
}

type Closings = Record<'sold' | 'rented' | 'revenue', number> & { month: string };

/** Listings `p` sold or rented in the period, each once, with the last change `c` to its present status. */
export const CLOSED_IN_PERIOD = `FROM properties p
    JOIN property_status_changes c ON c.id = (
      SELECT last.id FROM property_status_changes last
      WHERE last.property_id = p.id AND last.to_status = p.status
      ORDER BY last.changed_at DESC, last.id DESC LIMIT 1)
    WHERE p.agent_id = $1 AND p.status IN ('sold', 'rented') AND c.changed_at >= $2 AND c.changed_at < $3`;

/** Closings of the period by month, at the price of that time. */
export async function readClosings(db: Database, agentId: number, period: Period): Promise<Closings[]> {
  const rows = await db.readRows<{ month: string; sold: Count; rented: Count; revenue: Count }>(
    `SELECT ${monthOfColumn(db, 'c.changed_at')} AS month,
      SUM(CASE WHEN p.status = 'sold' THEN 1 ELSE 0 END) AS sold,
      SUM(CASE WHEN p.status = 'rented' THEN 1 ELSE 0 END) AS rented, SUM(c.price) AS revenue
    ${CLOSED_IN_PERIOD} GROUP BY 1`,
    withPeriod(db, agentId, period),
  );
  return rows.map(({ month, sold, rented, revenue }) => ({
    month,
    sold: toNumber(sold),
    rented: toNumber(rented),
    revenue: toNumber(revenue),
  }));
}

export async function countNewByMonth(
  db: Database,
  table: 'properties' | 'conversations',
  agentId: number,
  period: Period,
): Promise<Map<string, number>> {
  const rows = await db.readRows<{ month: string; count: Count }>(
    `SELECT ${monthOfColumn(db, 'created_at')} AS month, COUNT(*) AS count FROM ${table} p
    WHERE ${table === 'properties' ? `${POSTED} AND ` : ''}agent_id = $1 AND created_at >= $2 AND created_at < $3 GROUP BY 1`,
    withPeriod(db, agentId, period),
  );
  return new Map(rows.map(({ month, count }) => [month, toNumber(count)]));
}

type Contacts = 'conversations' | 'activeConversations' | 'messages' | 'inquiries' | 'answeredInquiries';

/** Conversations and inquiries begun in the period, with their messages and with the inquiries answered since. */
export function countContacts(db: Database, agentId: number, period: Period) {
  return readCounts<Contacts>(db, (sql) => {
    for (const value of withPeriod(db, agentId, period)) sql.bind(value);
    const began = 'agent_id = $1 AND created_at >= $2 AND created_at < $3';
    return `WITH begun AS (SELECT id, status FROM conversations WHERE ${began}),
      asked AS (SELECT first_reply_at FROM inquiries WHERE ${began} AND follows_id IS NULL)
    SELECT (SELECT COUNT(*) FROM begun) AS conversations,
      (SELECT COUNT(*) FROM begun WHERE status = 'active') AS "activeConversations",
      (SELECT COUNT(*) FROM messages WHERE conversation_id IN (SELECT id FROM begun)) AS messages,
      (SELECT COUNT(*) FROM asked) AS inquiries,
      (SELECT COUNT(first_reply_at) FROM asked) AS "answeredInquiries"`;
  });
}

/** Every own listing with its views and contacts of the period, most wanted first. */
export async function readInterest(db: Database, agentId: number, period: Period): Promise<TopProperty[]> {
  const rows = await db.readRows<RawRow<TopProperty, 'price' | 'views' | 'inquiries'>>(
    `SELECT p.id, p.title, p.price, p.status,
      (SELECT COUNT(*) FROM property_views v
        WHERE v.property_id = p.id AND v.viewed_at >= $2 AND v.viewed_at < $3) +
      (SELECT COALESCE(SUM(d.views), 0) FROM property_view_days d
        WHERE d.property_id = p.id AND d.viewed_on >= $4 AND d.viewed_on < $5) AS views,
      (SELECT COUNT(*) FROM inquiries i
        WHERE i.property_id = p.id AND i.agent_id = $1 AND i.follows_id IS NULL AND i.created_at >= $2 AND i.created_at < $3) AS inquiries
    FROM properties p WHERE p.agent_id = $1 AND ${POSTED}
    ORDER BY views DESC, inquiries DESC, p.id DESC`,
    [...withPeriod(db, agentId, period), manilaDay(period.start), manilaDay(period.end)],
  );
  return rows.map((row) => ({
    ...row,
    price: toNumber(row.price),
    views: toNumber(row.views),
    inquiries: toNumber(row.inquiries),
  }));
}

const MINUTE_MS = 60_000;

/** Whole milliseconds, the precision of stored times: medians must not depend on rounding. */
function millisecondsBetween({ dialect }: Database, from: string, to: string): string {
  return dialect === 'sqlite'
    ? `CAST(ROUND((julianday(${to}) - julianday(${from})) * 86400000) AS INTEGER)`
    : `ROUND(EXTRACT(EPOCH FROM (${to} - ${from})) * 1000)`;
}

/** Median minutes from a client's first message to the agent's first answer; null without an answer in the period. */
export async function readMedianResponse(db: Database, agentId: number, period: Period) {
  const [row] = await db.readRows<{ median: Count | null }>(
    `WITH waits AS (
      SELECT ${millisecondsBetween(db, 'created_at', 'first_reply_at')} AS wait FROM inquiries
      WHERE agent_id = $1 AND created_at >= $2 AND created_at < $3 AND first_reply_at IS NOT NULL AND follows_id IS NULL
      UNION ALL
      SELECT ${millisecondsBetween(db, 'asked.at', 'MIN(m.created_at)')} AS wait FROM (
        SELECT c.id, MIN(q.created_at) AS at FROM conversations c
        JOIN messages q ON q.conversation_id = c.id AND q.sender_type = 'user'
        WHERE c.agent_id = $1 AND c.created_at >= $2 AND c.created_at < $3 GROUP BY c.id) asked
      JOIN messages m ON m.conversation_id = asked.id AND m.sender_type = 'agent' AND m.created_at >= asked.at
      GROUP BY asked.id, asked.at),
    ranked AS (SELECT wait, ROW_NUMBER() OVER (ORDER BY wait) AS place, COUNT(*) OVER () AS total FROM waits)
    SELECT AVG(wait) AS median FROM ranked WHERE place IN ((total + 1) / 2, (total + 2) / 2)`,
    withPeriod(db, agentId, period),
  );
  const median = row?.median ?? null;
  return median === null ? null : toNumber(median) / MINUTE_MS;
}

/** Names in quotes: PostgreSQL would return them in lower case. */
const COUNT_ALL = `SELECT
  (SELECT COUNT(*) FROM users) AS "totalUsers",
  (SELECT COUNT(*) FROM users u JOIN agent_profiles a ON a.user_id = u.id
    WHERE ${APPROVED_AGENT}) AS "totalAgents",
  (SELECT COUNT(*) FROM properties p WHERE ${POSTED}) AS "totalProperties",
  (SELECT COUNT(*) FROM agent_profiles a JOIN users u ON u.id = a.user_id
    WHERE ${AGENT_APPLICANT}) AS "pendingAgents",
  (SELECT COUNT(*) FROM users WHERE status = 'active') AS "activeUsers",
  (SELECT COUNT(*) FROM messages) AS "totalMessages",
  (SELECT COUNT(*) FROM users u WHERE ${columnsEqual('u', activeAdmin)} AND NOT ${HAS_SECOND_FACTOR})
    AS "adminsWithoutSecondFactor"`;

export const countAll = (db: Database): Promise<DashboardStats> => readCounts(db, () => COUNT_ALL);
