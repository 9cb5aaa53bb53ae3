import { QueryTypes } from 'sequelize';
import type { Database } from './connection.ts';

/** Every advisory lock on PostgreSQL. */
export const advisoryLockIds = {
  /** Migrating, seeding or replacing the database. */
  setup: 7411,
  /** Adding to the audit log, whose entries are hashed with the one before. */
  auditChain: 7413,
  pictureSweep: 7412,
  backup: 7414,
  duplicates: 7416,
  licenses: 7417,
  backupCopy: 7419,
  restoreDrill: 7420,
} as const;

const running = new WeakMap<Database, Set<number>>();

/**
 * Runs the work if the lock is free: on PostgreSQL among all processes, on SQLite within this one.
 * @returns null, without having run it, when the lock is taken.
 */
export async function tryAdvisoryLock<Result>(
  database: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (database.dialect === 'postgres') return runUnderAdvisoryLock(database, lock, work);
  const locks = running.get(database) ?? new Set();
  running.set(database, locks);
  if (locks.has(lock)) return null;
  locks.add(lock);
  try {
    return await work();
  } finally {
    locks.delete(lock);
  }
}

function runUnderAdvisoryLock<Result>(
  { sequelize }: Database,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result | null> {
  return sequelize.transaction(async (transaction) => {
    const [answer] = await sequelize.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(${lock}) AS "isOurs"`,
      { type: QueryTypes.SELECT, transaction },
    );
    return answer?.isOurs ? work() : null;
  });
}
