import type { Database } from '#server/db/connection.ts';
import { readRecords, toNumber } from '#server/db/rows.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type { OwnExportQuery } from '#shared/contracts/propertyTools.ts';
import type { OwnProperty, OwnPropertyList, OwnPropertyQuery } from '#shared/contracts/propertyWrites.ts';
import { fullTextExpression, matches, matchesByReading } from './fullText.ts';
import { presentOwnProperty } from './presenter.ts';
import { QueryText } from './queryText.ts';
import { fullListing, type ListingRow } from './rows.ts';
import { parseSearch } from './searchText.ts';

const NEWEST_FIRST = 'p.created_at DESC, p.id DESC';

/** One agent's listings, whatever the public sees of them, newest first. */
export async function listOwnListings(
  db: Database,
  agentId: number,
  query: OwnPropertyQuery,
): Promise<OwnPropertyList> {
  const { page, limit } = query;
  const where = (sql: QueryText) => ownCondition(sql, agentId, query);

  const count = new QueryText(db.dialect);
  const counted = count.finish(`SELECT count(*) AS total FROM properties p WHERE ${where(count)}`);
  const list = new QueryText(db.dialect);
  const listed = list.finish(
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from} WHERE ${where(list)}
    ORDER BY ${NEWEST_FIRST} LIMIT ${list.bind(limit)} OFFSET ${list.bind((page - 1) * limit)}`,
  );
  const [totals, rows] = await Promise.all([
    db.readRows<{ total: number | string }>(counted.text, counted.parameters),
    readRecords<ListingRow>(db, listed.text, listed.parameters),
  ]);
  return {
    properties: rows.map(presentOwnProperty),
    pagination: buildPagination(page, limit, toNumber(totals[0]?.total ?? 0)),
  };
}

/** All of them that the filters let through, in the same order. */
export async function readOwnListings(
  db: Database,
  agentId: number,
  query: OwnExportQuery,
): Promise<OwnProperty[]> {
  const sql = new QueryText(db.dialect);
  const { text, parameters } = sql.finish(
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from}
    WHERE ${ownCondition(sql, agentId, query)} ORDER BY ${NEWEST_FIRST}`,
  );
  const rows = await readRecords<ListingRow>(db, text, parameters);
  return rows.map(presentOwnProperty);
}

function ownCondition(sql: QueryText, agentId: number, { status, search }: OwnExportQuery): string {
  const conditions = [`p.agent_id = ${sql.bind(agentId)}`];
  if (status) conditions.push(`p.status = ${sql.bind(status)}`);
  if (search) conditions.push(searchCondition(sql, search));
  return conditions.join(' AND ');
}

/** The words of a search as a condition on the listing `p`, hidden or not. */
export function searchCondition(sql: QueryText, search: string): string {
  const { terms, id } = parseSearch(search);
  if (terms.length === 0) return '1 = 0';
  const inText =
    // SQLite's index holds public listings only; others are read.
    sql.dialect === 'sqlite'
      ? matchesByReading(terms, (value) => sql.bind(value))
      : matches(sql.dialect, 'p.id', sql.bind(fullTextExpression(sql.dialect, terms)));
  return id === null ? inText : `((${inText}) OR p.id = ${sql.bind(id)})`;
}
