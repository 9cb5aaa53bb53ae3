import { QueryTypes, type Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import { toNumber } from '#server/db/rows.ts';
import { type PortableRow, quoteName, selectColumn, toPortable } from './columns.ts';
import type { Table } from './tables.ts';

const ROWS_AT_ONCE = 500;

type RawRow = Record<string, unknown>;

/** All rows of a table as the transaction sees them, some at a time. */
export async function* readTable(
  database: Database,
  table: Table,
  transaction: Transaction,
): AsyncGenerator<PortableRow[]> {
  const pages =
    database.dialect === 'sqlite'
      ? readByRowId(database, table, transaction)
      : readByCursor(database, table, transaction);
  for await (const page of pages)
    yield page.map((row) =>
      Object.fromEntries(
        table.columns.map(({ name, kind }) => [name, withheld(table, name, toPortable(kind, row[name]))]),
      ),
    );
}

async function* readByRowId(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  transaction: Transaction,
): AsyncGenerator<RawRow[]> {
  const selected = columns.map((column) => selectColumn(column, dialect)).join(', ');
  const sql = `SELECT rowid AS "_rowid", ${selected} FROM ${quoteName(name)}
    WHERE rowid > $1 ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`;
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows: RawRow[] = await sequelize.query<RawRow>(sql, {
      type: QueryTypes.SELECT,
      bind: [last],
      transaction,
    });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = Number(rows.at(-1)?._rowid);
  }
}

async function* readByCursor(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  transaction: Transaction,
): AsyncGenerator<RawRow[]> {
  const selected = columns.map((column) => selectColumn(column, dialect)).join(', ');
  await sequelize.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${selected} FROM ${quoteName(name)}
    ORDER BY ${quoteName(columns[0]?.name ?? '')}`,
    { transaction },
  );
  const options = { type: QueryTypes.SELECT, transaction } as const;
  for (;;) {
    const rows = await sequelize.query<RawRow>(`FETCH ${ROWS_AT_ONCE} FROM backup_rows`, options);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sequelize.query('CLOSE backup_rows', { transaction });
}

/** An admin who downloads a backup must not find the SMTP password in it, which no call ever tells. */
function withheld(table: Table, column: string, value: PortableRow[string]): PortableRow[string] {
  if (table.name !== 'system_settings' || column !== 'settings' || typeof value !== 'string') return value;
  const settings = JSON.parse(value) as Record<string, unknown>;
  if (!('smtpPassword' in settings)) return value;
  const { smtpPassword: _withheld, ...others } = settings;
  return JSON.stringify(others);
}

/** The last id that was given out, which may be of a row that is gone; null where ids are not counted. */
export async function readLastId(
  { sequelize, dialect }: Database,
  { name, hasCountedIds }: Table,
  transaction: Transaction,
): Promise<number | null> {
  if (!hasCountedIds) return null;
  const options = { type: QueryTypes.SELECT, transaction } as const;
  if (dialect === 'sqlite') {
    const sql = 'SELECT seq AS last FROM sqlite_sequence WHERE name = $1';
    const [row] = await sequelize.query<{ last: number }>(sql, { ...options, bind: [name] });
    return row?.last ?? 0;
  }
  const [row] = await sequelize.query<{ last: string | null }>(
    'SELECT pg_sequence_last_value(pg_get_serial_sequence($1, $2)::regclass) AS last',
    { ...options, bind: [quoteName(name), 'id'] },
  );
  return toNumber(row?.last ?? 0);
}
