import type { Dialect } from '#server/db/connection.ts';
import { matchesPerson } from '#server/db/searchWords.ts';
import type { SqlBuilder } from '#server/db/sql.ts';
import { readAll, readPage, readRecords } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { type CsvColumns, csvFile } from '#server/http/csv.ts';
import { NotFoundError } from '#server/http/errors.ts';
import type { FileAnswer } from '#server/http/routing.ts';
import type {
  AdminProperty,
  AdminPropertyList,
  AdminPropertyQuery,
} from '#shared/contracts/propertyModeration.ts';
import { searchCondition } from './ownListings.ts';
import { fullListing, type ListingRow, presentProperty } from './reads.ts';

type Filter = Omit<AdminPropertyQuery, 'page' | 'limit'>;
type Reads = Pick<ServerContext, 'db'>;

/** Expressions, as the indexes of 0006 have them. */
const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  title: 'lower(p.title)',
  city: 'lower(p.city)',
  agent: 'lower(u.name)',
  price: '(p.price + 0)',
  status: 'lower(p.moderation_status)',
  created_at: 'p.created_at',
};

export async function listProperties({ db }: Reads, query: AdminPropertyQuery): Promise<AdminPropertyList> {
  // The account is looked at only where its name is searched for.
  const from = query.search ? fullListing.from : 'properties p';
  const { rows, pagination } = await readPage<ListingRow>(db, query, {
    counted: (sql) => `FROM ${from} WHERE ${where(sql, query)}`,
    list: (sql) => selectFiltered(sql, query),
    read: readRecords,
  });
  return { properties: rows.map(presentAdminProperty), pagination };
}

function selectFiltered(sql: SqlBuilder, filter: Filter): string {
  return `${select(sql.dialect)} WHERE ${where(sql, filter)} ORDER BY ${orderBy(filter)}`;
}

const csvColumns: CsvColumns<AdminProperty> = {
  id: ({ id }) => id,
  title: ({ title }) => title,
  type: ({ type }) => type,
  listing_type: ({ listing_type }) => listing_type,
  price: ({ price }) => price,
  status: ({ status }) => status,
  listing_status: ({ listing_status }) => listing_status,
  moderation_reason: ({ moderation_reason }) => moderation_reason,
  address: ({ location }) => location.address,
  city: ({ location }) => location.city,
  province: ({ location }) => location.province,
  agent_id: ({ agent }) => agent?.id ?? null,
  agent_name: ({ agent }) => agent?.name ?? null,
  agent_email: ({ agent }) => agent?.email ?? null,
  views: ({ views }) => views,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

export async function exportProperties(
  { db, now }: Pick<ServerContext, 'db' | 'now'>,
  filter: Filter,
): Promise<FileAnswer> {
  const rows = await readAll<ListingRow>(db, (sql) => selectFiltered(sql, filter), readRecords);
  return csvFile('all-properties', now(), csvColumns, rows.map(presentAdminProperty));
}

/** @throws {NotFoundError} there is no such listing. */
export async function getProperty({ db }: Reads, id: number): Promise<AdminProperty> {
  const [row] = await readRecords<ListingRow>(db, `${select(db.dialect)} WHERE p.id = $1`, [id]);
  if (!row) throw new NotFoundError('Property');
  return presentAdminProperty(row);
}

function select(dialect: Dialect): string {
  return `SELECT ${fullListing.columns(dialect)} FROM ${fullListing.from}`;
}

function where(sql: SqlBuilder, { search, status, type, listing_type }: Filter): string {
  const conditions = ['1 = 1'];
  if (status && status !== 'all') conditions.push(`p.moderation_status = ${sql.bind(status)}`);
  if (type) conditions.push(`p.type = ${sql.bind(type)}`);
  if (listing_type) conditions.push(`p.listing_type = ${sql.bind(listing_type)}`);
  if (search) conditions.push(`((${searchCondition(sql, search)}) OR ${matchesPerson(sql, 'u', search)})`);
  return conditions.join(' AND ');
}

function orderBy({ sort = 'created_at', order = 'desc' }: Filter): string {
  return `${orderColumns[sort]} ${order}, p.id ${order}`;
}

function presentAdminProperty(row: ListingRow): AdminProperty {
  return {
    ...presentProperty(row),
    status: row.moderation_status,
    listing_status: row.status,
    moderation_reason: row.moderation_reason,
  };
}
