import type { Database } from '#server/db/connection.ts';
import {
  isAmong,
  readAll,
  readCounts,
  readRecords,
  type SqlBuilder,
  sqlList,
  toBoolean,
  toIso,
  toNumber,
} from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { csvFile } from '#server/http/csv.ts';
import { buildPagination } from '#shared/contracts/common.ts';
import type {
  OwnExportQuery,
  OwnProperty,
  OwnRow,
  OwnRowList,
  OwnRowQuery,
  rowSorts,
} from '#shared/contracts/propertyWrites.ts';
import { missingIn } from '#shared/listing/drafts.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { csvColumns, informationColumns } from '#shared/propertyCsv.ts';
import { columns, informationCells } from '../csvColumns.ts';
import { matches, matchesByReading } from '../list/conditions.ts';
import { parseSearch } from '../list/searchText.ts';
import { POSTED } from '../policy.ts';
import { coverColumn, fullListing, type ListingRow, presentOwnProperty } from '../reads.ts';
import { awaitsConfirmation, FRESH_AT } from './history.ts';

/** `agentId`: one agent, or all members of an office. */
type OwnFilter = OwnExportQuery & {
  agentId: number | readonly number[];
  now: Date;
  updatedSince?: Date | undefined;
  /** Drafts alone, or none. Left out: both, unless a status is asked for. */
  draft?: boolean | undefined;
};

function ownConditions(sql: SqlBuilder, filter: OwnFilter) {
  const { agentId, status, search, to_confirm, now, updatedSince } = filter;
  const { draft = status || to_confirm ? false : undefined } = filter;
  return [
    isOfAgents(sql, agentId),
    draft !== undefined && (draft ? 'p.is_draft' : POSTED),
    status && `p.status = ${sql.bind(status)}`,
    search && `((${searchCondition(sql, search)}) OR ${hasReference(sql, search)})`,
    to_confirm && awaitsConfirmation(sql, now),
    updatedSince && `p.updated_at >= ${sql.bindTime(updatedSince)}`,
  ];
}

export const countDrafts = ({ models }: Pick<Database, 'models'>, agentId: number): Promise<number> =>
  models.Property.count({ where: { agent_id: agentId, is_draft: true } });

const isOfAgents = (sql: SqlBuilder, agentId: number | readonly number[]) =>
  typeof agentId === 'number' ? `p.agent_id = ${sql.bind(agentId)}` : isAmong(sql, 'p.agent_id', agentId);

/** Any part of a reference, as people read numbers from their end as well; an agent's rows are few enough to scan. */
function hasReference(sql: SqlBuilder, search: string): string {
  const part = search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&');
  return `lower(p.reference) LIKE ${sql.bind(`%${part}%`)} ESCAPE '\\'`;
}

/** Listings of an agent, or of an office, public or not, newest first. */
export const ownListings = sqlList<OwnFilter, ListingRow, OwnProperty, 'properties'>({
  name: 'properties',
  ...fullListing,
  id: 'p.id',
  counted: () => 'properties p',
  where: ownConditions,
  orderBy: () => 'p.created_at DESC, p.id DESC',
  present: presentOwnProperty,
  read: readRecords,
});

const TAKEN = "('sold', 'rented')";
/** Time of the present offer: the latest return to the market, or the creation. */
const LISTED_SINCE = `COALESCE((SELECT max(c.changed_at) FROM property_status_changes c WHERE c.property_id = p.id
  AND c.to_status NOT IN ${TAKEN} AND (c.from_status IS NULL OR c.from_status IN ${TAKEN})), p.created_at)`;
const TAKEN_AT = `(SELECT max(c.changed_at) FROM property_status_changes c WHERE c.property_id = p.id
  AND p.status IN ${TAKEN} AND c.to_status IN ${TAKEN})`;
const countOf = (table: string) => `(SELECT COUNT(*) FROM ${table} f WHERE f.property_id = p.id)`;

type OwnNumber = 'price' | 'area_sqm' | 'views_7d' | 'saves' | 'inquiries';
type RawOwnRow = Omit<OwnRow, OwnNumber | 'draft' | 'missing'> &
  Record<OwnNumber, number | string> &
  Record<'address' | 'province' | 'description', string> & { is_draft: boolean | number };

const sortColumns: Partial<Record<(typeof rowSorts)[number], string>> = {
  title: 'lower(p.title)',
  views: 'views_7d',
};

export async function readOwnRows(
  { db }: ServerContext,
  agentId: number,
  { sort = 'listed_since', order = 'desc', page, limit, ...filter }: OwnRowQuery,
  now: Date,
): Promise<OwnRowList> {
  const where = (sql: SqlBuilder) =>
    ownConditions(sql, { ...filter, agentId, now })
      .filter(Boolean)
      .join(' AND ');
  const [{ total }, drafts, rows] = await Promise.all([
    readCounts<'total'>(db, (sql) => `SELECT COUNT(*) AS total FROM properties p WHERE ${where(sql)}`),
    countDrafts(db, agentId),
    readAll<RawOwnRow>(
      db,
      (sql) => `SELECT p.id, p.reference, p.title, p.type, p.listing_type, p.status, p.price, p.moderation_status,
          p.moderation_reason, p.confirmed_at, ${FRESH_AT} AS fresh_at, p.created_at, p.updated_at, p.address, p.city, p.province, p.area_sqm, p.is_draft,
          substr(p.description, 1, 1) AS description, ${coverColumn(db.dialect)} AS image,
          (SELECT COUNT(*) FROM property_views v WHERE v.property_id = p.id
            AND v.viewed_on >= ${sql.bind(addDays(manilaDay(now), -6))}) AS views_7d,
          ${countOf('favorites')} AS saves, ${countOf('inquiries')} AS inquiries,
          ${LISTED_SINCE} AS listed_since, ${TAKEN_AT} AS taken_at
        FROM properties p WHERE ${where(sql)}
        ORDER BY ${sortColumns[sort] ?? sort} ${order}, p.id DESC
        LIMIT ${sql.bind(limit)} OFFSET ${sql.bind((page - 1) * limit)}`,
    ),
  ]);
  return { properties: rows.map(presentOwnRow), pagination: buildPagination(page, limit, total), drafts };
}

function presentOwnRow({ address, province, description, is_draft, ...row }: RawOwnRow): OwnRow {
  const [price, area_sqm] = [toNumber(row.price), toNumber(row.area_sqm)];
  const draft = toBoolean(is_draft);
  const location = { address, city: row.city, province };
  return {
    ...row,
    price,
    area_sqm,
    draft,
    missing: draft ? missingIn({ description, price, location, details: { area_sqm } }) : [],
    views_7d: toNumber(row.views_7d),
    saves: toNumber(row.saves),
    inquiries: toNumber(row.inquiries),
    confirmed_at: row.confirmed_at && toIso(row.confirmed_at),
    fresh_at: toIso(row.fresh_at),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
    listed_since: toIso(row.listed_since),
    taken_at: row.taken_at && toIso(row.taken_at),
  };
}

/** The words of a search as a condition on the listing `p`, hidden or not. */
export function searchCondition(sql: SqlBuilder, search: string): string {
  const { terms, id } = parseSearch(search);
  if (terms.length === 0) return '1 = 0';
  const inText =
    // SQLite's index holds public listings only; others are read.
    sql.dialect === 'sqlite' ? matchesByReading(sql, terms) : matches(sql, terms);
  return id === null ? inText : `((${inText}) OR p.id = ${sql.bind(id)})`;
}

/** All own listings that match the filters, drafts apart, newest first, as a file that the import reads. */
export function exportListings(context: ServerContext, agentId: number, query: OwnExportQuery) {
  const listings = ownListings.readBatches(context.db, { ...query, agentId, now: context.now(), draft: false });
  const cells = [
    ...csvColumns.map((name) => [name, columns[name].write] as const),
    ...informationColumns.map((name) => [name, informationCells[name]] as const),
  ];
  return csvFile(context, 'properties', Object.fromEntries(cells), listings);
}
