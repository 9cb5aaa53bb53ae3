import { readRecords, type SqlBuilder, sqlList } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { csvFile } from '#server/http/csv.ts';
import type { FileAnswer } from '#server/http/routing.ts';
import type { OwnExportQuery, OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { csvColumns, informationColumns } from '#shared/propertyCsv.ts';
import { columns, informationCells } from './csvColumns.ts';
import { fullTextExpression, matches, matchesByReading } from './list/query.ts';
import { parseSearch } from './list/searchText.ts';
import { fullListing, type ListingRow, presentOwnProperty } from './reads.ts';

/** One agent's listings, whatever the public sees of them, newest first. */
export const ownListings = sqlList<
  OwnExportQuery & { agentId: number },
  ListingRow,
  OwnProperty,
  'properties'
>({
  name: 'properties',
  ...fullListing,
  id: 'p.id',
  counted: () => 'properties p',
  where: (sql, { agentId, status, search }) => [
    `p.agent_id = ${sql.bind(agentId)}`,
    status && `p.status = ${sql.bind(status)}`,
    search && searchCondition(sql, search),
  ],
  orderBy: () => 'p.created_at DESC, p.id DESC',
  present: presentOwnProperty,
  read: readRecords,
});

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
export function exportListings(
  context: ServerContext,
  agentId: number,
  query: OwnExportQuery,
): Promise<FileAnswer> {
  const listings = ownListings.readBatches(context.db, { ...query, agentId });
  const cells = [
    ...csvColumns.map((name) => [name, columns[name].write] as const),
    ...informationColumns.map((name) => [name, informationCells[name]] as const),
  ];
  return csvFile(context, 'properties', Object.fromEntries(cells), listings);
}
