import type { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { type PortableRow, quoteName, toParameter } from '../columns.ts';
import { type BackupManifest, RefusedBackupError, RowsDigest } from '../format.ts';
import { readTable } from '../rows.ts';
import { describeTables, type Table } from '../tables.ts';

/** SQLite takes 32,766 parameters in one statement, PostgreSQL twice as many. */
const MAX_PARAMETERS = 20_000;
const MAX_ROWS = 500;

export async function insertRows(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  rows: readonly PortableRow[],
  transaction: Transaction,
): Promise<void> {
  const atOnce = Math.min(MAX_ROWS, Math.floor(MAX_PARAMETERS / columns.length));
  const names = columns.map((column) => quoteName(column.name)).join(', ');
  for (let start = 0; start < rows.length; start += atOnce) {
    const some = rows.slice(start, start + atOnce);
    const tuples = some.map(
      (_row, at) => `(${columns.map((_column, of) => `$${at * columns.length + of + 1}`).join(', ')})`,
    );
    const bind = some.flatMap((row) =>
      columns.map((column) => toParameter(column.kind, cellOf(row, column.name), dialect)),
    );
    const sql = `INSERT INTO ${quoteName(name)} (${names}) VALUES ${tuples.join(', ')}`;
    await sequelize.query(sql, { bind, transaction });
  }
}

function cellOf(row: PortableRow, column: string) {
  const value = row[column];
  if (value === undefined) throw new RefusedBackupError('its tables have another shape than it says');
  return value;
}

/** An id that was given out once is not given out again, even if its row is gone. */
export async function restoreLastId(
  { sequelize, dialect }: Database,
  { name, last_id }: BackupManifest['tables'][number],
  transaction: Transaction,
): Promise<void> {
  if (!last_id) return;
  if (dialect === 'postgres') {
    const bind = [quoteName(name), last_id];
    await sequelize.query("SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", { bind, transaction });
    return;
  }
  // A table that never had a row has no entry there yet.
  await sequelize.query(
    'INSERT INTO sqlite_sequence (name, seq) SELECT $1, 0 WHERE $1 NOT IN (SELECT name FROM sqlite_sequence)',
    { bind: [name], transaction },
  );
  await sequelize.query('UPDATE sqlite_sequence SET seq = max(seq, $1) WHERE name = $2', {
    bind: [last_id, name],
    transaction,
  });
}

/** Reads everything back and compares it with what the backup says. @throws {Error} it is not the same. */
export async function compareRows(
  database: Database,
  manifest: BackupManifest,
  transaction: Transaction,
): Promise<void> {
  const claimed = new Map(manifest.tables.map((table) => [table.name, table]));
  for (const table of await describeTables(database, transaction)) {
    const digest = new RowsDigest();
    for await (const rows of readTable(database, table, transaction))
      for (const row of rows) digest.add(JSON.stringify(row));
    const expected = claimed.get(table.name);
    if (digest.count !== (expected?.rows ?? 0) || (expected && digest.toString() !== expected.digest))
      throw new Error(`The table ${table.name} did not come back as it was; nothing was changed.`);
  }
}
