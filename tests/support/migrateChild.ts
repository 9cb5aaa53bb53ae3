import { openDatabase } from '#server/db/connection.ts';
import { migrate } from '#server/db/migrate.ts';

/**
 * Migrates a database to this version's shape, and ends in the middle: when the first migration it runs is about to
 * make its statement number KILL_AT. Statements before that have been answered.
 */
const killAt = Number(process.env.KILL_AT ?? Number.POSITIVE_INFINITY);
let statements = 0;
let hasBegun = false;

const db = openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? '',
  log(sql) {
    hasBegun ||= isBegin(sql);
    if (hasBegun) statements += 1;
    if (statements >= killAt) process.kill(process.pid, 'SIGKILL');
  },
});
await migrate(db);
await db.close();

function isBegin(sql: string): boolean {
  return /(START TRANSACTION|BEGIN IMMEDIATE)/.test(sql);
}
