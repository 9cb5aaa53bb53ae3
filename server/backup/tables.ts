import { QueryTypes, type Transaction } from 'sequelize';
import type { Database, Dialect } from '#server/db/connection.ts';
import { timeParameter, toBoolean, toIso, toNumber } from '#server/db/sql.ts';

/** The form of a column's values in a backup, for both databases. */
type ColumnKind = 'number' | 'boolean' | 'text' | 'time' | 'date' | 'json';

interface Column {
  name: string;
  kind: ColumnKind;
}

type PortableValue = string | number | boolean | null;
export type PortableRow = Record<string, PortableValue>;

const kinds: [RegExp, ColumnKind][] = [
  [/^(tinyint\(1\)|boolean)$/, 'boolean'],
  [/^(integer|bigint|smallint|numeric|decimal|double|real)/, 'number'],
  [/^(text|varchar|character varying|uuid)/, 'text'],
  [/^(datetime|timestamp with time zone)/, 'time'],
  [/^date$/, 'date'],
  [/^jsonb?$/, 'json'],
];

/** @param type as the database declares it. @throws {RangeError} an unknown type of column. */
function kindOf(type: string): ColumnKind {
  const known = kinds.find(([pattern]) => pattern.test(type.toLowerCase()));
  if (!known) throw new RangeError(`Backups do not know how to carry a column of type ${type}`);
  return known[1];
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The column in a SELECT. JSON is read as its stored text, so that it is restored unchanged. */
function selectColumn({ name, kind }: Column, dialect: Dialect): string {
  const quoted = quoteName(name);
  const isCast = dialect === 'postgres' && (kind === 'json' || kind === 'date');
  return isCast ? `${quoted}::text AS ${quoted}` : quoted;
}

/** @param value from the driver. */
function toPortable(kind: ColumnKind, value: unknown): PortableValue {
  if (value === null || value === undefined) return null;
  switch (kind) {
    case 'number':
      return toNumber(value as number | string);
    case 'boolean':
      return toBoolean(value as boolean | number);
    case 'time':
      return toIso(value as Date | string);
    default:
      return String(value);
  }
}

export function toParameter(kind: ColumnKind, value: PortableValue, dialect: Dialect): unknown {
  if (value === null) return null;
  if (kind === 'time') return timeParameter(dialect, new Date(String(value)));
  if (kind === 'boolean' && dialect === 'sqlite') return value ? 1 : 0;
  return value;
}

export interface Table {
  name: string;
  columns: Column[];
  /** Ids are given out by the database, counting up. */
  hasCountedIds: boolean;
}

/**
 * Tables outside of backups: sessions, tokens and devices (all users sign in again, and no revoked API token
 * returns), counts and signatures of minutes or hours, and the migrations' own table. All other tables are included
 * without being named, also those of later features.
 */
const LEFT_OUT = new Set([
  'migrations',
  'sessions',
  'api_tokens',
  'push_subscriptions',
  'password_resets',
  'contact_verifications',
  'sign_in_challenges',
  'login_failures',
  'action_budgets',
  'contact_reads',
  // The feed of changes; processes of a restored system begin with all listings.
  'listing_changes',
  'server_secrets',
]);

/** Full-text tables, and columns made from others, are filled by the database itself. */
const columnsSql = {
  sqlite: `SELECT t.name AS table_name, c.name AS column_name, c.type
    FROM pragma_table_list t JOIN pragma_table_info(t.name) c
    WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    ORDER BY t.name, c.cid`,
  postgres: `SELECT c.relname AS table_name, a.attname AS column_name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    ORDER BY c.relname, a.attnum`,
};

const referencesSql = {
  sqlite: `SELECT t.name AS child, f."table" AS parent
    FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f WHERE t.schema = 'main' AND t.type = 'table'`,
  postgres: `SELECT child.relname AS child, parent.relname AS parent
    FROM pg_constraint k JOIN pg_class child ON child.oid = k.conrelid JOIN pg_class parent ON parent.oid = k.confrelid
    WHERE k.contype = 'f' AND child.relnamespace = current_schema()::regnamespace`,
};

/** The tables of a backup, in the order of their references. @param transaction other than the running one. */
export async function describeTables(
  { dialect, sequelize }: Database,
  transaction?: Transaction,
): Promise<Table[]> {
  const options = { type: QueryTypes.SELECT, transaction } as const;
  const rows = await sequelize.query<Record<'table_name' | 'column_name' | 'type', string>>(
    columnsSql[dialect],
    options,
  );
  const references = await sequelize.query<Reference>(referencesSql[dialect], options);
  const tables = new Map<string, Table>();
  for (const { table_name: name, column_name, type } of rows) {
    if (LEFT_OUT.has(name)) continue;
    const table = tables.get(name) ?? { name, columns: [], hasCountedIds: false };
    const kind = kindOf(type);
    table.columns.push({ name: column_name, kind });
    if (column_name === 'id' && kind === 'number') table.hasCountedIds = true;
    tables.set(name, table);
  }
  return orderByReferences([...tables.values()], references);
}

type Reference = { child: string; parent: string };

function orderByReferences(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = [];
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const isWaitingFor = (name: string) =>
    references.some(({ child, parent }) => child === name && parent !== name && waiting.has(parent));
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) => !isWaitingFor(name));
    if (free.length === 0) throw new RangeError('Tables refer to each other in a circle');
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

const ROWS_AT_ONCE = 500;

type RawRow = Record<string, unknown>;

export async function* readTable(
  database: Database,
  table: Table,
  transaction?: Transaction,
): AsyncGenerator<PortableRow[]> {
  const readPages = database.dialect === 'sqlite' ? readByRowId : readByCursor;
  for await (const page of readPages(database, table, transaction))
    yield page.map((row) =>
      Object.fromEntries(
        table.columns.map(({ name, kind }) => [name, withheld(table, name, toPortable(kind, row[name]))]),
      ),
    );
}

async function* readByRowId(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  transaction?: Transaction,
): AsyncGenerator<RawRow[]> {
  const selected = columns.map((column) => selectColumn(column, dialect)).join(', ');
  const sql = `SELECT rowid AS "_rowid", ${selected} FROM ${quoteName(name)}
    WHERE rowid > $1 ORDER BY rowid LIMIT ${ROWS_AT_ONCE}`;
  const options = { type: QueryTypes.SELECT, transaction } as const;
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows: RawRow[] = await sequelize.query<RawRow>(sql, { ...options, bind: [last] });
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = Number(rows.at(-1)?._rowid);
  }
}

async function* readByCursor(
  { sequelize, dialect }: Database,
  { name, columns }: Table,
  transaction?: Transaction,
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

/** Removes the SMTP password, which no API call returns, from the settings: administrators download backups. */
function withheld(table: Table, column: string, value: PortableRow[string]): PortableRow[string] {
  if (table.name !== 'system_settings' || column !== 'settings' || typeof value !== 'string') return value;
  const settings = JSON.parse(value) as Record<string, unknown>;
  if (!('smtpPassword' in settings)) return value;
  const { smtpPassword: _withheld, ...others } = settings;
  return JSON.stringify(others);
}

/** The last id that was given out, also of a deleted row; null where the database does not count ids. */
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
