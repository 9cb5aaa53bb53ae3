import { buildPagination, type ListPlace, type Pagination } from '#shared/contracts/common.ts';
import type { Database } from './connection.ts';
import { timeParameter, toNumber } from './rows.ts';
import { SqlBuilder } from './sqlBuilder.ts';

/** Writes a statement; each numbers its own parameters. */
type Write = (sql: SqlBuilder) => string;
type ReadRows<Row> = (db: Database, sql: string, parameters: readonly unknown[]) => Promise<Row[]>;

const plainRows = <Row>(db: Database, sql: string, parameters: readonly unknown[]) =>
  db.readRows<Row>(sql, parameters);

/** All rows of a list. @param read how they come from the database: a list with wide rows has its own way. */
export function readAll<Row>(db: Database, list: Write, read: ReadRows<Row> = plainRows): Promise<Row[]> {
  const sql = new SqlBuilder(db.dialect);
  const { text, parameters } = sql.finish(list(sql));
  return read(db, text, parameters);
}

/** One page of a list. @param counted what is counted, from FROM on. @param list without a limit. */
export async function readPage<Row>(
  db: Database,
  { page, limit }: { page: number; limit: number },
  { counted, list, read }: { counted: Write; list: Write; read?: ReadRows<Row> },
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const [totals, rows] = await Promise.all([
    readAll<{ total: number | string }>(db, (sql) => `SELECT COUNT(*) AS total ${counted(sql)}`),
    readAll<Row>(
      db,
      (sql) => `${list(sql)} LIMIT ${sql.bind(limit)} OFFSET ${sql.bind((page - 1) * limit)}`,
      read,
    ),
  ]);
  return { rows, pagination: buildPagination(page, limit, toNumber(totals[0]?.total ?? 0)) };
}

/** One page of what was read whole. */
export function slicePage<Row>(
  all: readonly Row[],
  { page, limit }: { page: number; limit: number },
): { rows: Row[]; pagination: Pagination } {
  const rows = all.slice((page - 1) * limit, page * limit);
  return { rows, pagination: buildPagination(page, limit, all.length) };
}

/** A condition that a row comes after that place of a list whose latest entries come first and those without a time last. */
export function comesAfter(
  sql: SqlBuilder,
  timeColumn: string,
  idColumn: string,
  { at, id }: ListPlace,
): string {
  if (at === null) return `(${timeColumn} IS NULL AND ${idColumn} < ${sql.bind(id)})`;
  const place = `(${sql.bind(timeParameter(sql.dialect, at))}, ${sql.bind(id)})`;
  return `((${timeColumn}, ${idColumn}) < ${place} OR ${timeColumn} IS NULL)`;
}

/** The one row of a statement that counts, as numbers. */
export async function readCounts<Name extends string>(
  db: Database,
  write: Write,
): Promise<Record<Name, number>> {
  const [row = {} as never] = await readAll<Record<Name, number | string | null>>(db, write);
  const entries = Object.entries<number | string | null>(row);
  return Object.fromEntries(entries.map(([name, count]) => [name, toNumber(count ?? 0)])) as Record<
    Name,
    number
  >;
}
