import type { Database } from '#server/db/connection.ts';
import { toNumber } from '#server/db/rows.ts';
import type { Period } from './period.ts';
import { type Count, withPeriod } from './reads.ts';

const MINUTE_MS = 60_000;

/** Whole milliseconds, the precision of stored times: a median must not depend on rounding. */
function millisecondsBetween({ dialect }: Database, from: string, to: string): string {
  return dialect === 'sqlite'
    ? `CAST(ROUND((julianday(${to}) - julianday(${from})) * 86400000) AS INTEGER)`
    : `ROUND(EXTRACT(EPOCH FROM (${to} - ${from})) * 1000)`;
}

/** Inquiries of the period, and how many of them have had an answer since. */
export async function readInquiryAnswers(db: Database, agentId: number, period: Period) {
  const [row] = await db.readRows<{ total: Count; answered: Count }>(
    `SELECT COUNT(*) AS total, COUNT(first_reply_at) AS answered FROM inquiries
    WHERE agent_id = $1 AND created_at >= $2 AND created_at < $3`,
    withPeriod(db, agentId, period),
  );
  return { total: toNumber(row?.total ?? 0), answered: toNumber(row?.answered ?? 0) };
}

/**
 * Median minutes from a client's first words to the agent's first answer, over the inquiries and the conversations of
 * the period that have one; null where none has. The database takes the middle one or two: no row per wait is read.
 */
export async function readMedianResponse(
  db: Database,
  agentId: number,
  period: Period,
): Promise<number | null> {
  const [row] = await db.readRows<{ median: Count | null }>(
    `WITH waits AS (
      SELECT ${millisecondsBetween(db, 'created_at', 'first_reply_at')} AS wait FROM inquiries
      WHERE agent_id = $1 AND created_at >= $2 AND created_at < $3 AND first_reply_at IS NOT NULL
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
