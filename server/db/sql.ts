import { Transaction } from 'sequelize';
import { buildPagination, type ListPlace, type Pagination } from '#shared/contracts/common.ts';
import type { Database, Dialect } from './connection.ts';

export interface Sql {
  text: string;
  parameters: unknown[];
}

/** Numbers the parameters of a statement while its text is written. */
export class SqlBuilder {
  readonly parameters: unknown[] = [];

  constructor(readonly dialect: Dialect) {}

  /** Adds a parameter. @returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  bindTime(time: Date): string {
    return this.bind(timeParameter(this.dialect, time));
  }

  isOneOf(column: string, values: readonly (string | number | boolean)[]): string {
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return `${column} IN (${values.map((value) => this.bind(value)).join(', ')})`;
  }

  finish(text: string): Sql {
    return { text, parameters: this.parameters };
  }
}

/** Values of raw rows, which the two databases hand over differently (times, decimals, truth, JSON). */

const SQLITE_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \+00:00$/;

/** @returns ISO-8601 in UTC with milliseconds. @throws {RangeError} the value is no time. */
export function toIso(value: Date | string): string {
  if (value instanceof Date) return value.toISOString();
  const parts = SQLITE_UTC.exec(value);
  return parts ? `${parts[1]}T${parts[2]}Z` : new Date(value).toISOString();
}

export const isoOrNull = (value: Date | string | null) => (value === null ? null : toIso(value));

export function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** Cuts a list into parts of at most `size` values, for statements of bounded length. */
export function partsOf<Value>(values: readonly Value[], size: number): Value[][] {
  const parts: Value[][] = [];
  for (let at = 0; at < values.length; at += size) parts.push(values.slice(at, at + size));
  return parts;
}

/** Rows locked in the order of their ids: two transactions that lock the same rows cannot deadlock. */
export const lockedInOrder = (lock: keyof typeof Transaction.LOCK) => ({
  order: ['id'],
  lock: Transaction.LOCK[lock],
});

/** The order of a model's rows, the newest by a column first. */
export const newestBy = (column: string): [string, 'DESC'][] => [
  [column, 'DESC'],
  ['id', 'DESC'],
];

/** Some columns of a row, or some fields of a record. */
export function pick<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: readonly Name[]
): Pick<Fields, Name> {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>;
}

/** A model's columns as rows of hand-written SQL. @template Decimal columns that PostgreSQL returns as text, see `toNumber`. */
export type RawRow<Values, Decimal extends keyof Values = never> = {
  [Name in keyof Values]: Name extends Decimal ? number | string : RawValue<Values[Name]>;
};
type RawValue<Value> = Value extends Date
  ? Date | string
  : Value extends boolean
    ? boolean | number
    : Value extends object
      ? Value | string
      : Value;

/** A time to compare with a stored one: SQLite compares texts of one form. */
export function timeParameter(dialect: Dialect, time: Date): Date | string {
  return dialect === 'postgres' ? time : time.toISOString().replace('T', ' ').replace('Z', ' +00:00');
}

/** '$2, $3, $4' for three values of which the first is the second parameter. */
export function placeholders(values: readonly unknown[], first: number): string {
  return values.map((_, at) => `$${first + at}`).join(', ');
}

type FixedValues = Readonly<Record<string, string | null>>;

/** A rule of fixed values as a condition on the table `alias`: literals, so that partial indexes apply. */
export function columnsEqual(alias: string, values: FixedValues): string {
  return Object.entries(values)
    .map(([name, value]) => `${alias}.${name} ${value === null ? 'IS NULL' : `= '${value}'`}`)
    .join(' AND ');
}

/** The same rule about a row that is there already. */
export function hasValues(row: object | null, values: FixedValues): boolean {
  return row !== null && Object.entries(values).every(([name, value]) => row[name as never] === value);
}

export function toNumber(value: number | string): number {
  return typeof value === 'number' ? value : Number(value);
}

export function toBoolean(value: boolean | number): boolean {
  return typeof value === 'boolean' ? value : value !== 0;
}

export function toJson<Value>(value: Value | string): Value {
  return typeof value === 'string' ? (JSON.parse(value) as Value) : value;
}

/** The columns of a wide SELECT, name → SQL, for `readRecords`; one JSON text on SQLite, whose driver is slow for each value. */
export function recordColumns(dialect: Dialect, columns: Readonly<Record<string, string>>): string {
  const entries = Object.entries(columns);
  return dialect === 'sqlite'
    ? `json_object(${entries.map(([name, sql]) => `'${name}', ${sql}`).join(', ')}) AS record`
    : entries.map(([name, sql]) => `${sql} AS ${name}`).join(', ');
}

export async function readRecords<Row>(db: Database, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
  if (db.dialect === 'postgres') return db.readRows<Row>(sql, parameters);
  const rows = await db.readRows<{ record: string }>(sql, parameters);
  return rows.map((row) => JSON.parse(row.record) as Row);
}

/** Writes a statement; each numbers its own parameters. */
type Write = (sql: SqlBuilder) => string;
type ReadRows<Row> = (db: Database, sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

const plainRows = <Row>(db: Database, sql: string, parameters: readonly unknown[]) =>
  db.readRows<Row>(sql, parameters);

/** For `readAll`: background reads of seconds. */
export const rowsInBackground = <Row>(db: Database, sql: string, parameters: readonly unknown[]) =>
  db.readRowsInBackground<Row>(sql, parameters);

/** All rows of a list. @param read for lists with wide rows, which are read differently. */
export function readAll<Row>(db: Database, list: Write, read: ReadRows<Row> = plainRows): Promise<Row[]> {
  const sql = new SqlBuilder(db.dialect);
  return read(db, list(sql), sql.parameters);
}

interface SqlList<Filter, Row, Item, Name extends string> {
  name: Name;
  /** The shown columns, between SELECT and FROM, including `id`. */
  columns(dialect: Dialect): string;
  from: string;
  /** The id of a row, as `u.id`. */
  id: string;
  /** The tables to count: only those in the conditions of this filter. */
  counted(filter: Filter, dialect: Dialect): string;
  /** For long lists, the tables of conditions and order: a page's ids are found in these, then its shown columns are read. */
  keys?(filter: Filter, dialect: Dialect): string;
  /** Conditions joined by AND; false and blank ones are left out. */
  where(sql: SqlBuilder, filter: Filter): readonly (string | false | 0 | undefined)[];
  orderBy(filter: Filter): string;
  present(row: Row): Item;
  /** For lists with wide rows, which are read differently. */
  read?: ReadRows<Row>;
}

/** A list that the database filters and sorts. */
export function sqlList<Filter, Row extends { id: number }, Item, Name extends string>(
  list: SqlList<Filter, Row, Item, Name>,
) {
  const { name, columns, from, id, counted, keys, where, orderBy, present, read = plainRows } = list;
  const select = (sql: SqlBuilder) => `SELECT ${columns(sql.dialect)} FROM ${from}`;
  const whereAll = (sql: SqlBuilder, filter: Filter) =>
    `WHERE ${where(sql, filter).filter(Boolean).join(' AND ') || '1 = 1'}`;
  const inOrder = (sql: SqlBuilder, filter: Filter) => `${whereAll(sql, filter)} ORDER BY ${orderBy(filter)}`;
  const readSome = async (db: Database, ids: readonly number[]) => {
    const rows = await readAll<Row>(db, (sql) => `${select(sql)} WHERE ${isAmong(sql, id, ids)}`, read);
    const found = byId(rows);
    return ids.flatMap((one) => found.get(one) ?? []);
  };
  return {
    whereAll,
    readPage: async (db: Database, query: Filter & { page: number; limit: number }) => {
      const { page, limit } = query;
      const start = (page - 1) * limit;
      const cut = (sql: SqlBuilder) => `${inOrder(sql, query)} LIMIT ${sql.bind(limit)} OFFSET ${sql.bind(start)}`;
      const key = (sql: SqlBuilder) => `SELECT ${id} AS key FROM ${keys?.(query, sql.dialect)} ${cut(sql)}`;
      const ids = keys && (await readKeys<number>(db, key));
      const whole = ids ? [] : await readAll<Row>(db, (sql) => `${select(sql)} ${cut(sql)}`, read);
      const { length } = ids ?? whole;
      // A page that is not full is the last one and gives the total, so that a rare word is searched once.
      const isLast = length < limit && (length > 0 || page === 1);
      const count = (sql: SqlBuilder) =>
        `SELECT COUNT(*) AS total FROM ${counted(query, sql.dialect)} ${whereAll(sql, query)}`;
      const [{ total }, rows] = await Promise.all([
        isLast ? { total: start + length } : readCounts<'total'>(db, count),
        ids ? readSome(db, ids) : whole,
      ]);
      const items = { [name]: rows.map(present) } as Record<Name, Item[]>;
      return { ...items, pagination: buildPagination(page, limit, total) };
    },
    /** All items, a few at a time, see `readInBatches`. */
    async *readBatches(db: Database, filter: Filter): AsyncGenerator<Item[]> {
      const key = (sql: SqlBuilder) =>
        `SELECT ${id} AS key FROM ${keys?.(filter, sql.dialect) ?? from} ${inOrder(sql, filter)}`;
      const ids = await readKeys<number>(db, key);
      const readBatch = (some: readonly number[]) => readSome(db, some);
      for await (const rows of readInBatches(ids, readBatch, (row) => row.id)) yield rows.map(present);
    },
    /** The row with this value in a column, regardless of the filters; undefined without one. */
    readOne: async (db: Database, column: string, value: number): Promise<Item | undefined> => {
      const sql = new SqlBuilder(db.dialect);
      const [row] = await read(db, `${select(sql)} WHERE ${column} = $1`, [value]);
      return row && present(row);
    },
  };
}

/** The keys of all rows of a list, in order, in one value. @param list a SELECT of one column, called `key`. */
export async function readKeys<Key extends number | string>(db: Database, list: Write): Promise<Key[]> {
  const sql = new SqlBuilder(db.dialect);
  const text = list(sql);
  const keys =
    db.dialect === 'sqlite'
      ? `SELECT json_group_array(key) AS keys FROM (${text})`
      : `SELECT ARRAY(${text}) AS keys`;
  const [row] = await db.readRows<{ keys: Key[] | string }>(keys, sql.parameters);
  return toJson(row?.keys ?? []);
}

/** A condition: a column is one of many values. One parameter for any number of them. */
export function isAmong(sql: SqlBuilder, column: string, values: readonly (number | string)[]): string {
  return sql.dialect === 'sqlite'
    ? `${column} IN (SELECT value FROM json_each(${sql.bind(JSON.stringify(values))}))`
    : `${column} = ANY(${sql.bind(values)})`;
}

const ROWS_AT_ONCE = 500;

/**
 * Rows in batches, each read when the ones before are processed; in between neither a transaction nor a connection is
 * held. The rows of `keys` in their order, each once and as it is when it is read, without rows deleted meanwhile.
 */
export async function* readInBatches<Key, Row>(
  keys: readonly Key[],
  read: (some: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  for (let start = 0; start < keys.length; start += ROWS_AT_ONCE) {
    const some = keys.slice(start, start + ROWS_AT_ONCE);
    const rows = new Map((await read(some)).map((row) => [keyOf(row), row]));
    const inOrder = some.flatMap((key) => rows.get(key) ?? []);
    if (inOrder.length > 0) yield inOrder;
  }
}

/** One page of rows that were all read. */
export function slicePage<Row>(
  all: readonly Row[],
  { page, limit }: { page: number; limit: number },
): { rows: Row[]; pagination: Pagination } {
  const rows = all.slice((page - 1) * limit, page * limit);
  return { rows, pagination: buildPagination(page, limit, all.length) };
}

/** A condition: a row comes after that place of a list with the latest entries first and those without a time last. */
export function comesAfter(sql: SqlBuilder, timeColumn: string, idColumn: string, { at, id }: ListPlace): string {
  if (at === null) return `(${timeColumn} IS NULL AND ${idColumn} < ${sql.bind(id)})`;
  const place = `(${sql.bind(timeParameter(sql.dialect, at))}, ${sql.bind(id)})`;
  return `((${timeColumn}, ${idColumn}) < ${place} OR ${timeColumn} IS NULL)`;
}

/** The one row of a counting statement, as numbers. */
export async function readCounts<Name extends string>(db: Database, write: Write): Promise<Record<Name, number>> {
  const [row = {} as never] = await readAll<Record<Name, number | string | null>>(db, write);
  const entries = Object.entries<number | string | null>(row);
  const counts = entries.map(([name, count]) => [name, toNumber(count ?? 0)]);
  return Object.fromEntries(counts) as Record<Name, number>;
}
