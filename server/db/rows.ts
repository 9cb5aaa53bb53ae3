import type { Database, Dialect } from './connection.ts';

/**
 * Values of raw rows, which the two databases hand over differently: times as text or Date, decimals as number or
 * text, truth as 0/1 or boolean, JSON as text or parsed.
 */

const SQLITE_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d\.\d{3}) \+00:00$/;

/** @returns ISO-8601 in UTC with milliseconds. @throws {RangeError} the value is no time. */
export function toIso(value: Date | string): string {
  if (value instanceof Date) return value.toISOString();
  const parts = SQLITE_UTC.exec(value);
  return parts ? `${parts[1]}T${parts[2]}Z` : new Date(value).toISOString();
}

/** A time to compare a stored one with: SQLite compares texts, and knows one way to write them. */
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

/**
 * The columns of a wide SELECT, given as name → SQL. SQLite's driver hands over one value at a time, which costs more
 * than the query; there each row comes as one JSON text. To be read with `readRecords`.
 */
export function recordColumns(dialect: Dialect, columns: Readonly<Record<string, string>>): string {
  const entries = Object.entries(columns);
  return dialect === 'sqlite'
    ? `json_object(${entries.map(([name, sql]) => `'${name}', ${sql}`).join(', ')}) AS record`
    : entries.map(([name, sql]) => `${sql} AS ${name}`).join(', ');
}

export async function readRecords<Row>(
  db: Database,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  if (db.dialect === 'postgres') return db.readRows<Row>(sql, parameters);
  const rows = await db.readRows<{ record: string }>(sql, parameters);
  return rows.map((row) => JSON.parse(row.record) as Row);
}
