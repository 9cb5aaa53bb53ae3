import type { Database } from './connection.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Every advisory lock on PostgreSQL. */
export const advisoryLockIds = {
  /** Migrating, seeding or replacing the database. */
  setup: 7411,
  /** Adding to the audit log, whose entries are hashed with the one before. */
  auditChain: 7413,
  pictureSweep: 7412,
  backup: 7414,
  /** Running one migration. */
  migration: 7418,
  searchRefresh: 7419,
  restoreDrill: 7420,
  backupCopy: 7421,
  /** Bringing the lines of one agent's queue up to date; the agent's id is its second half. */
  clientRefresh: 7422,
} as const;

/** Work that runs under a lock. @param signal aborted when the lock is lost: others may be doing the same by now. */
type LockedWork<Result> = (signal: AbortSignal) => Promise<Result>;

const running = new WeakMap<Database, Set<number>>();

/**
 * Runs the work if the lock is free: on PostgreSQL among all processes, on SQLite within this one.
 * @returns null, without having run it, when the lock is taken.
 * @throws {DatabaseUnavailableError} the lock was lost before the work ended: its result is not to be relied upon.
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

/**
 * Runs the work as soon as the lock is free, however long that takes. SQLite belongs to one process: there it runs at
 * once. @throws {DatabaseUnavailableError} as `tryAdvisoryLock`.
 */
export async function waitForAdvisoryLock(
  database: Database,
  lock: number,
  work: LockedWork<void>,
): Promise<void> {
  if (database.dialect === 'sqlite') return work(new AbortController().signal);
  await holdLock(database, lock, 'pg_advisory_lock', work);
}

/**
 * The lock belongs to a connection of its own, not to a transaction: one that stood idle for the length of a backup
 * would keep the whole database from being cleaned up, and take a connection from the pool. PostgreSQL frees the lock
 * when that connection ends, whatever became of the work.
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
    // It may be silent for as long as the other one works.
    if (take === 'pg_advisory_lock') await client.setDeadlines(false);
    const { rows } = await client.query<{ answer: unknown }>(`SELECT ${take}(${lock}) AS answer`);
    if (rows[0]?.answer === false) return null;
    const result = await work(lost.signal);
    // The same connection still holds it, so nobody else had it meanwhile.
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
