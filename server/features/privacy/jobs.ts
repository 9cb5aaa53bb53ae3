import { QueryTypes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { endExpiredSessions } from '#server/features/auth/writes/sessions.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { manilaDay } from '#shared/manilaDays.ts';

const DAY_MS = 24 * 3_600_000;

interface OldRows {
  table: string;
  /** Its primary key. */
  key: readonly string[];
  /** The time that a row's age counts from. */
  column: string;
  days: number;
  /** Only rows of which this holds. */
  where?: string;
}

/** Everything that is kept for a time and then deleted. What is not named here stays as long as what it belongs to. */
const oldRows: readonly OldRows[] = [
  { table: 'login_failures', key: ['key'], column: 'updated_at', days: 1 },
  // Whoever comes back after that from the same device is told of it as of a new one.
  { table: 'known_devices', key: ['id'], column: 'last_used_at', days: 730 },
  // A device that has taken nothing for so long is gone.
  { table: 'push_subscriptions', key: ['id'], column: 'failing_since', days: 60 },
  // Their owners see for a while that they have ended.
  { table: 'api_tokens', key: ['id'], column: 'expires_at', days: 30 },
  // A count whose time is over counts nothing any more.
  { table: 'action_budgets', key: ['key'], column: 'expires_at', days: 0 },
  { table: 'password_resets', key: ['id'], column: 'created_at', days: 1 },
  { table: 'sign_in_challenges', key: ['id'], column: 'created_at', days: 1 },
  // A change of address can be refused until 7 days after it, and it may take a day to come about.
  { table: 'contact_verifications', key: ['id'], column: 'created_at', days: 9 },
  // Longer than an outbox entry of the console can wait before its owner is asked.
  { table: 'idempotency_keys', key: ['user_id', 'key'], column: 'created_at', days: 60 },
  { table: 'notifications', key: ['id'], column: 'created_at', days: 90, where: 'read_at IS NOT NULL' },
  { table: 'notifications', key: ['id'], column: 'created_at', days: 365 },
  // What came to a saved search so long ago was seen or is of no use.
  { table: 'saved_search_matches', key: ['id'], column: 'created_at', days: 90 },
  { table: 'outgoing_mails', key: ['id'], column: 'created_at', days: 30, where: "status = 'sent'" },
  { table: 'outgoing_mails', key: ['id'], column: 'created_at', days: 30, where: "status = 'failed'" },
  { table: 'webhook_deliveries', key: ['id'], column: 'created_at', days: 30 },
  { table: 'jobs', key: ['id'], column: 'created_at', days: 30, where: "status = 'failed'" },
  // Whoever is found again after so long is a new case. What is open waits for an admin.
  { table: 'fraud_signals', key: ['id'], column: 'last_seen_at', days: 365, where: "status <> 'open'" },
  // They hold an address of somebody who may have no account.
  { table: 'office_invitations', key: ['id'], column: 'expires_at', days: 30 },
  { table: 'shared_list_invitations', key: ['id'], column: 'expires_at', days: 30 },
  // The longest period between two backups is a month: older runs say nothing any more.
  { table: 'backup_runs', key: ['id'], column: 'started_at', days: 400 },
];

/** Who saw which listing; how many saw it on a day is kept. */
const VIEW_DAYS = 90;

/** On SQLite nobody else writes meanwhile. */
const ROWS_AT_ONCE = 500;

const EVERY_MS = 5 * 60_000;

/** Deletes what was kept for its time, a few minutes after that is over. */
export const retention = (context: ServerContext): RecurringJob => ({
  name: 'deleteOldData',
  everyMs: EVERY_MS,
  run: (signal) => deleteOldData(context, signal),
});

/**
 * Ends sessions whose time is over and deletes old rows, in small transactions: others write in between.
 * @param signal ends it after the running one; the rest is for the next time.
 */
export async function deleteOldData(context: ServerContext, signal?: AbortSignal): Promise<void> {
  const { db, now } = context;
  const repeat = async (deleteSome: () => Promise<number>) => {
    while (!signal?.aborted) if ((await deleteSome()) < ROWS_AT_ONCE) return;
  };
  await repeat(() => endExpiredSessions(context, ROWS_AT_ONCE));
  for (const rows of oldRows) {
    const before = new Date(now().getTime() - rows.days * DAY_MS);
    await repeat(() => db.transaction(() => deleteBatch(db, rows, before), { isBookkeeping: true }));
  }
  const firstDay = manilaDay(new Date(now().getTime() - VIEW_DAYS * DAY_MS));
  await repeat(() => db.transaction(() => sumUpViews(db, firstDay), { isBookkeeping: true }));
}

/** Rows that another process deletes at this moment are left to it. */
const skipLocked = ({ dialect }: Database) => (dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '');

/** @returns how many were deleted. */
async function deleteBatch(
  db: Database,
  { table, key, column, where = '1 = 1' }: OldRows,
  before: Date,
): Promise<number> {
  const names = key.map((name) => `"${name}"`).join(', ');
  const deleted = await db.sequelize.query(
    `DELETE FROM ${table} WHERE (${names}) IN (
      SELECT ${names} FROM ${table} WHERE ${column} < :before AND ${where}
      ORDER BY ${column} LIMIT ${ROWS_AT_ONCE} ${skipLocked(db)})
    RETURNING 1 AS deleted`,
    // Not DELETE: the rows it returns are what is wanted.
    { replacements: { before }, type: QueryTypes.SELECT },
  );
  return deleted.length;
}

interface ViewDay {
  property_id: number;
  viewed_on: string;
}

/** Turns views of days before `firstDay` into the counts of their days. @returns how many views that were. */
async function sumUpViews(db: Database, firstDay: string): Promise<number> {
  const views = await db.sequelize.query<ViewDay>(
    `DELETE FROM property_views WHERE id IN (
      SELECT id FROM property_views WHERE viewed_on < :firstDay
      ORDER BY viewed_on LIMIT ${ROWS_AT_ONCE} ${skipLocked(db)})
    RETURNING property_id, CAST(viewed_on AS TEXT) AS viewed_on`,
    { replacements: { firstDay }, type: QueryTypes.SELECT },
  );
  const counts = new Map<string, ViewDay & { views: number }>();
  for (const { property_id, viewed_on } of views) {
    const name = `${property_id} ${viewed_on}`;
    const { views: counted } = counts.get(name) ?? { views: 0 };
    counts.set(name, { property_id, viewed_on, views: counted + 1 });
  }
  // Always in one order: two processes that count views of the same listings would otherwise wait for each other.
  for (const [, day] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await db.sequelize.query(
      `INSERT INTO property_view_days (property_id, viewed_on, views) VALUES (:property_id, :viewed_on, :views)
      ON CONFLICT (property_id, viewed_on) DO UPDATE SET views = property_view_days.views + excluded.views`,
      { replacements: { ...day } },
    );
  return views.length;
}
