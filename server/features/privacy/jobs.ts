import { Op, QueryTypes, Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { systemActor } from '#server/features/auditLog/record.ts';
import { lockUser } from '#server/features/auth/writes/passwords.ts';
import { endExpiredSessions } from '#server/features/auth/writes/sessions.ts';
import { refreshMarkedClients } from '#server/features/clients/writes.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { eraseAsAsked } from './writes.ts';

const DAY_MS = 24 * 3_600_000;

interface OldRows {
  table: string;
  /** Its primary key. */
  key: readonly string[];
  /** The column of the row's age. */
  column: string;
  days: number;
  /** Restricts the rows. */
  where?: string;
}

/** Rows deleted after a time. Tables not listed here are deleted with their owner. */
const oldRows: readonly OldRows[] = [
  { table: 'login_failures', key: ['key'], column: 'updated_at', days: 1 },
  // A later sign-in on the same device counts as a new device.
  { table: 'known_devices', key: ['id'], column: 'last_used_at', days: 730 },
  // A device that has accepted nothing for this time is gone.
  { table: 'push_subscriptions', key: ['id'], column: 'failing_since', days: 60 },
  // Owners see ended tokens for a while.
  { table: 'api_tokens', key: ['id'], column: 'expires_at', days: 30 },
  // An expired budget has no effect.
  { table: 'action_budgets', key: ['key'], column: 'expires_at', days: 0 },
  { table: 'password_resets', key: ['id'], column: 'created_at', days: 1 },
  { table: 'sign_in_challenges', key: ['id'], column: 'created_at', days: 1 },
  // A change of address can be reversed until 7 days after it, and may take a day.
  { table: 'contact_verifications', key: ['id'], column: 'created_at', days: 9 },
  {
    table: 'attachments',
    key: ['id'],
    column: 'created_at',
    days: 1,
    where: 'message_id IS NULL AND reply_id IS NULL AND inquiry_id IS NULL',
  },
  // Taken back: an answer that arrives after its end is not sent.
  { table: 'held_replies', key: ['id'], column: 'created_at', days: 1, where: "state = 'cancelled'" },
  // Its author got a notice.
  { table: 'held_replies', key: ['id'], column: 'created_at', days: 90, where: "state = 'refused'" },
  // Longer than the console's outbox waits before asking its owner.
  { table: 'idempotency_keys', key: ['id'], column: 'created_at', days: 60 },
  { table: 'notifications', key: ['id'], column: 'created_at', days: 90, where: 'read_at IS NOT NULL' },
  { table: 'notifications', key: ['id'], column: 'created_at', days: 365 },
  // Older matches were seen or are useless.
  { table: 'saved_search_matches', key: ['id'], column: 'created_at', days: 90 },
  { table: 'outgoing_mails', key: ['id'], column: 'created_at', days: 30, where: "status = 'sent'" },
  { table: 'outgoing_mails', key: ['id'], column: 'created_at', days: 30, where: "status = 'failed'" },
  { table: 'webhook_deliveries', key: ['id'], column: 'created_at', days: 30 },
  { table: 'jobs', key: ['id'], column: 'created_at', days: 30, where: "status = 'failed'" },
  // Later findings are new cases. Open signals wait for an admin.
  { table: 'fraud_signals', key: ['id'], column: 'last_seen_at', days: 365, where: "status <> 'open'" },
  // Invitations contain addresses of people who may have no account.
  { table: 'office_invitations', key: ['id'], column: 'expires_at', days: 30 },
  { table: 'shared_list_invitations', key: ['id'], column: 'expires_at', days: 30 },
  // The longest period between two backups is a month: older runs are useless.
  { table: 'backup_runs', key: ['id'], column: 'started_at', days: 400 },
];

/** Views by viewer; the daily counts are kept. */
const VIEW_DAYS = 90;

/** SQLite blocks other writers during a batch. */
const ROWS_AT_ONCE = 500;

const EVERY_MS = 5 * 60_000;

/** Deletes expired rows, some minutes after their time. */
export const retention = (context: ServerContext): RecurringJob => ({
  name: 'deleteOldData',
  everyMs: EVERY_MS,
  run: (signal) => deleteOldData(context, signal),
});

/** In small transactions. @param signal ends it after the running one; the rest follows next time. */
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

/** Rows locked by another process are left to it. */
const skipLocked = ({ dialect }: Database) => (dialect === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '');

/** @returns number of deleted rows. */
async function deleteBatch(db: Database, { table, key, column, where = '1 = 1' }: OldRows, before: Date) {
  const names = key.map((name) => `"${name}"`).join(', ');
  const deleted = await db.sequelize.query(
    `DELETE FROM ${table} WHERE (${names}) IN (
      SELECT ${names} FROM ${table} WHERE ${column} < :before AND ${where}
      ORDER BY ${column} LIMIT ${ROWS_AT_ONCE} ${skipLocked(db)})
    RETURNING 1 AS deleted`,
    // As SELECT: Sequelize returns rows of that type only.
    { replacements: { before }, type: QueryTypes.SELECT },
  );
  return deleted.length;
}

interface ViewDay {
  property_id: number;
  viewed_on: string;
}

/** Turns views of days before `firstDay` into daily counts. @returns number of views. */
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
  // In one order: two processes counting views of the same listings would otherwise deadlock.
  for (const [, day] of [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    await db.sequelize.query(
      `INSERT INTO property_view_days (property_id, viewed_on, views) VALUES (:property_id, :viewed_on, :views)
      ON CONFLICT (property_id, viewed_on) DO UPDATE SET views = property_view_days.views + excluded.views`,
      { replacements: { ...day } },
    );
  return views.length;
}

const DELETIONS_EVERY_MS = 60 * 60_000;

/** Erases the accounts whose owners deleted them and did not log in for the days after. */
export const accountDeletions = (context: ServerContext): RecurringJob => ({
  name: 'eraseDueAccounts',
  everyMs: DELETIONS_EVERY_MS,
  run: (signal) => eraseDueAccounts(context, signal),
});

/**
 * Each in its own transaction; one that fails holds no other up, and is tried again next time.
 * @param signal ends it after the running one; the rest follows next time.
 */
export async function eraseDueAccounts(context: ServerContext, signal?: AbortSignal): Promise<void> {
  const { db, log, now } = context;
  const { ErasureRequest } = db.models;
  const due = await ErasureRequest.findAll({
    attributes: ['id'],
    where: { status: 'open', erase_at: { [Op.lte]: now() } },
    order: ['id'],
    limit: ROWS_AT_ONCE,
  });
  for (const { id } of due) {
    if (signal?.aborted) return;
    await db
      .transaction(() => eraseDueAccount(context, id))
      .catch((error: unknown) => log.error({ err: error, request: id }, 'an account could not be erased'));
  }
  if (due.length > 0) await refreshMarkedClients(context);
}

/** Keeps the account if its owner logged in meanwhile, or has become an administrator. */
async function eraseDueAccount(context: ServerContext, requestId: number): Promise<void> {
  const { ErasureRequest } = context.db.models;
  const seen = await ErasureRequest.findByPk(requestId);
  if (!seen?.user_id) return;
  // The account before the request: deletions lock in the same order.
  const account = await lockUser(context, seen.user_id);
  const request = await seen.reload({ lock: Transaction.LOCK.UPDATE });
  if (!account || account.role === 'admin' || request.status !== 'open' || request.erase_at === null) return;
  await eraseAsAsked(context, systemActor, request, account);
}
