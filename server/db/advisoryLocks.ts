import type { Database } from './connection.ts';
import { DatabaseUnavailableError } from './deadlines.ts';

export const advisoryLockIds = {
  /** Migrating, seeding or replacing the database. */
  setup: 7411,
  /** Appending to the audit log, whose entries contain the hash of the entry before. */
  auditChain: 7413,
  pictureSweep: 7412,
  backup: 7414,
  migration: 7418,
  searchRefresh: 7419,
  restoreDrill: 7420,
  backupCopy: 7421,
  /** Refreshing the lines of one agent's queue; the agent's id is the second half of the lock. */
  clientRefresh: 7422,
  buildingKeys: 7423,
} as const;

/** Work that runs under a lock. @param signal aborted when the lock is lost: others may be doing the same by now. */
type LockedWork<Result> = (signal: AbortSignal) => Promise<Result>;

const running = new WeakMap<Database, Set<number>>();

/**
 * Runs the work if the lock is free: on PostgreSQL among all processes, on SQLite within this one.
 * @returns null where the lock is taken: the work did not run.
 * @throws {DatabaseUnavailableError} the lock was lost before the work ended: its result is unreliable.
 */
export async function tryAdvisoryLock<Result>(
  database: Database,
  lock: number,
  work: LockedWork<Result>,
): Promise<Result | null> {
  if (database.dialect === 'postgres') return holdLock(database, lock, 'pg_try_advisory_lock', work);
  const locks = running.get(database) ?? new Set();
  running.set(database, locks);
  if (locks.has(lock)) return null;
  locks.add(lock);
  try {
    return await work(new AbortController().signal);
  } finally {
    locks.delete(lock);
  }
}

/** Runs the work as soon as the lock is free; on SQLite at once. @throws {DatabaseUnavailableError} as `tryAdvisoryLock`. */
export async function waitForAdvisoryLock(
  database: Database,
  lock: number,
  work: LockedWork<void>,
): Promise<void> {
  if (database.dialect === 'sqlite') return work(new AbortController().signal);
  await holdLock(database, lock, 'pg_advisory_lock', work);
}

/**
 * The lock belongs to a separate connection, not to a transaction: a transaction idle for the length of a backup
 * would stop the database's clean-up and use a connection of the pool. PostgreSQL releases the lock when that
 * connection ends.
 */
async function holdLock<Result>(
  database: Database,
  lock: number,
  take: 'pg_try_advisory_lock' | 'pg_advisory_lock',
  work: LockedWork<Result>,
): Promise<Result | null> {
  const client = await database.connect();
  const lost = new AbortController();
  client.once('end', () => lost.abort());
  try {
    // The statement waits without an answer while another holder works.
    if (take === 'pg_advisory_lock') await client.setDeadlines(false);
    const { rows } = await client.query<{ answer: unknown }>(`SELECT ${take}(${lock}) AS answer`);
    if (rows[0]?.answer === false) return null;
    const result = await work(lost.signal);
    // The same connection still holds the lock, so there was no other holder meanwhile.
    const released = await client
      .query<{ wasOurs: boolean }>(`SELECT pg_advisory_unlock(${lock}) AS "wasOurs"`)
      .catch(() => null);
    if (!released?.rows[0]?.wasOurs)
      throw new DatabaseUnavailableError('The advisory lock was lost before the work ended');
    return result;
  } finally {
    await client.end();
  }
}
