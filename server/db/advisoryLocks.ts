import { QueryTypes } from 'sequelize';
import type { Database } from './connection.ts';

/** The advisory locks of work that one process at a time may do; those taken elsewhere are 7411 and 7413. */
export const advisoryLockIds = {
  pictureSweep: 7412,
  backup: 7414,
  duplicates: 7416,
  licenses: 7417,
} as const;

const running = new WeakMap<Database, Set<number>>();

/**
 * Runs work that nobody else may be at: no other process on one PostgreSQL, and nobody in this one.
 * @returns null, without having run it, when somebody is.
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
