import pg from 'pg';
import { connectToSqlite, sqliteFile } from '#server/db/sqlite.ts';
import type { Env } from '#server/env.ts';

export type StoredRow = Record<string, unknown>;
export type StoredRows = Map<string, StoredRow[]>;

/** Tables without personal data, or derived from other tables. */
const OF_THE_DATABASE = /^(sqlite_|properties_search|socket_io_attachments)/;

/**
 * Every row of every table as the database's own driver gives it, not ours; each table in the order of its first
 * columns. Times and JSON stay the text that is stored.
 */
export async function readStoredRows({ env }: { env: Pick<Env, 'databaseUrl' | 'dataDir'> }): Promise<StoredRows> {
  const rows = env.databaseUrl ? await readPostgres(env.databaseUrl) : await readSqlite(env.dataDir);
  return new Map([...rows].map(([table, ofTable]) => [table, sorted(ofTable)]));
}

function sorted(rows: StoredRow[]): StoredRow[] {
  const keyed = rows.map((row) => [JSON.stringify(row), row] as const);
  keyed.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return keyed.map(([, row]) => row);
}

async function readSqlite(dataDir: string): Promise<StoredRows> {
  const database = await connectToSqlite(sqliteFile(dataDir));
  const tables = await database.all<StoredRow>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const rows: StoredRows = new Map();
  for (const { name } of tables)
    if (!OF_THE_DATABASE.test(String(name)))
      rows.set(String(name), await database.all<StoredRow>(`SELECT * FROM "${name}"`));
  await database.close();
  return rows;
}

async function readPostgres(connectionString: string): Promise<StoredRows> {
  const asText = { getTypeParser: () => (value: string) => value };
  const client = new pg.Client({ connectionString, types: asText as pg.CustomTypesConfig });
  await client.connect();
  const tables = await client.query(
    "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const rows: StoredRows = new Map();
  for (const { table_name: name } of tables.rows)
    if (!OF_THE_DATABASE.test(name)) rows.set(name, (await client.query(`SELECT * FROM "${name}"`)).rows);
  await client.end();
  return rows;
}
