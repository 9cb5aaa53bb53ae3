import { setTimeout as delay } from 'node:timers/promises';
import { QueryTypes } from 'sequelize';
import type { Database } from '#server/db/connection.ts';

type Value = string | number | boolean | null | Date | object;
export type BulkRow = Readonly<Record<string, Value>>;

/** Bytes that SQLite's full-text index collects before it writes; 1 MB by default. */
const WORDS_COLLECTED = 2 ** 27;
const WORDS_USUALLY_COLLECTED = 2 ** 20;

/**
 * Fills an empty table with chunks of some thousand rows, all with the same columns. The indexes are dropped and built at the end, each in one
 * pass, for a fraction of their cost row by row; triggers stay. The next chunk is built while the database stores the one before. A failure
 * leaves a database without indexes, to be thrown away.
 * @param copies statements that add rows made of the table's rows, each in a transaction of its own
 */
export async function bulkLoad(
  db: Database,
  table: string,
  chunks: Iterable<readonly BulkRow[]>,
  copies: Iterable<string> = [],
): Promise<void> {
  const indexes = await readIndexes(db, table);
  await db.transaction(async () => {
    for (const { name } of indexes) await db.sequelize.query(`DROP INDEX ${name}`);
    await collectWords(db, WORDS_COLLECTED);
  });
  let statement: string | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  for (const rows of chunks) {
    statement ??= insertStatement(db, table, rows[0] ?? {});
    const sql = statement;
    const text = db.dialect === 'postgres' ? JSON.stringify(rows) : asSqliteRows(rows);
    await writing;
    writing = db.transaction(() => db.sequelize.query(sql, { bind: [text], type: QueryTypes.RAW }));
    // An error during the building of the next chunk is thrown when that chunk is written.
    writing.catch(() => undefined);
    await leaveThread();
  }
  await writing;
  for (const sql of copies) await db.transaction(() => db.sequelize.query(sql));
  await db.transaction(async () => {
    await collectWords(db, WORDS_USUALLY_COLLECTED);
    if (db.dialect === 'postgres') await db.sequelize.query(`SET LOCAL maintenance_work_mem = '512MB'`);
    for (const { definition } of indexes) await db.sequelize.query(definition);
  });
  if (db.dialect === 'postgres') await db.sequelize.query(`VACUUM ANALYZE ${table}`);
}

async function collectWords(db: Database, bytes: number): Promise<void> {
  if (db.dialect === 'sqlite')
    await db.sequelize.query(
      `INSERT INTO properties_search (properties_search, rank) VALUES ('hashsize', ${bytes})`,
    );
}

/** Building rows blocks the event loop: a few turns of the loop let a transaction begin and its statement leave. */
async function leaveThread(): Promise<void> {
  await delay(5);
}

interface Index {
  name: string;
  definition: string;
}

/** Statements of the indexes that are no part of a constraint, as the database prints them. */
function readIndexes(db: Database, table: string): Promise<Index[]> {
  const sql =
    db.dialect === 'postgres'
      ? `SELECT relname AS name, pg_get_indexdef(indexrelid) AS definition
           FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
          WHERE indrelid = $1::regclass AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
          ORDER BY indexrelid`
      : `SELECT name, sql AS definition FROM sqlite_master
          WHERE type = 'index' AND tbl_name = $1 AND sql IS NOT NULL ORDER BY rowid`;
  return db.sequelize.query<Index>(sql, { bind: [table], type: QueryTypes.SELECT });
}

/** All rows are one parameter: passing a hundred thousand parameters would take longer than storing them. */
function insertStatement(db: Database, table: string, row: BulkRow): string {
  const columns = Object.keys(row);
  const into = `INSERT INTO ${table} (${columns.join(', ')})`;
  if (db.dialect === 'postgres')
    return `${into} SELECT ${columns.join(', ')} FROM json_populate_recordset(NULL::${table}, $1)`;
  return `${into} SELECT ${columns.map((_, at) => `value ->> ${at}`).join(', ')} FROM jsonb_each($1)`;
}

/** An array for each row, with times and JSON as Sequelize stores them in SQLite. */
function asSqliteRows(rows: readonly BulkRow[]): string {
  const stored = (value: Value) => {
    if (value instanceof Date) return value.toISOString().replace('T', ' ').replace('Z', ' +00:00');
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
  };
  return JSON.stringify(rows.map((row) => Object.values(row).map(stored)));
}
