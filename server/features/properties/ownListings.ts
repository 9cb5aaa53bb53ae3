import type { Database } from '#server/db/connection.ts';
import { readAll, readPage, readRecords, type SqlBuilder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { csvFile } from '#server/http/csv.ts';
import type { FileAnswer } from '#server/http/routing.ts';
import type {
  OwnExportQuery,
  OwnProperty,
  OwnPropertyList,
  OwnPropertyQuery,
} from '#shared/contracts/propertyWrites.ts';
import { csvColumns, informationColumns } from '#shared/propertyCsv.ts';
import { columns, informationCells } from './csvColumns.ts';
import { fullTextExpression, matches, matchesByReading } from './list/query.ts';
import { parseSearch } from './list/searchText.ts';
import { fullListing, type ListingRow, presentOwnProperty } from './reads.ts';

const NEWEST_FIRST = 'p.created_at DESC, p.id DESC';

/** One agent's listings, whatever the public sees of them, newest first. */
export async function listOwnListings(
  db: Database,
  agentId: number,
  query: OwnPropertyQuery,
): Promise<OwnPropertyList> {
  const { rows, pagination } = await readPage<ListingRow>(db, query, {
    counted: (sql) => `FROM properties p WHERE ${ownCondition(sql, agentId, query)}`,
    list: (sql) => selectOwn(sql, agentId, query),
    read: readRecords,
  });
  return { properties: rows.map(presentOwnProperty), pagination };
}

/** All of them that the filters let through, in the same order. */
async function readOwnListings(db: Database, agentId: number, query: OwnExportQuery): Promise<OwnProperty[]> {
  const rows = await readAll<ListingRow>(db, (sql) => selectOwn(sql, agentId, query), readRecords);
  return rows.map(presentOwnProperty);
}

function selectOwn(sql: SqlBuilder, agentId: number, query: OwnExportQuery): string {
  return `SELECT ${fullListing.columns(sql.dialect)} FROM ${fullListing.from}
    WHERE ${ownCondition(sql, agentId, query)} ORDER BY ${NEWEST_FIRST}`;
}

function ownCondition(sql: SqlBuilder, agentId: number, { status, search }: OwnExportQuery): string {
  const conditions = [`p.agent_id = ${sql.bind(agentId)}`];
  if (status) conditions.push(`p.status = ${sql.bind(status)}`);
  if (search) conditions.push(searchCondition(sql, search));
  return conditions.join(' AND ');
}

/** The words of a search as a condition on the listing `p`, hidden or not. */
export function searchCondition(sql: SqlBuilder, search: string): string {
  const { terms, id } = parseSearch(search);
  if (terms.length === 0) return '1 = 0';
  const inText =
    // SQLite's index holds public listings only; others are read.
    sql.dialect === 'sqlite'
      ? matchesByReading(terms, (value) => sql.bind(value))
      : matches(sql.dialect, 'p.id', sql.bind(fullTextExpression(sql.dialect, terms)));
  return id === null ? inText : `((${inText}) OR p.id = ${sql.bind(id)})`;
}

/** Every own listing that the filters let through, newest first, as a file that the import reads again. */
export async function exportListings(
  { db, now }: ServerContext,
  agentId: number,
  query: OwnExportQuery,
): Promise<FileAnswer> {
  const listings = await readOwnListings(db, agentId, query);
  const cells = [
    ...csvColumns.map((name) => [name, columns[name].write] as const),
    ...informationColumns.map((name) => [name, informationCells[name]] as const),
  ];
  return csvFile('properties', now(), Object.fromEntries(cells), listings);
}
