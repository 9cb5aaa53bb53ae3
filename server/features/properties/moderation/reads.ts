import { matchesPerson } from '#server/db/searchWords.ts';
import { readRecords, sqlList } from '#server/db/sql.ts';
import type { CsvColumns } from '#server/http/csv.ts';
import type { AdminProperty, AdminPropertyQuery } from '#shared/contracts/propertyModeration.ts';
import { searchCondition } from '../reads/own.ts';
import { fullListing, type ListingRow, presentProperty } from '../reads.ts';

type Filter = Omit<AdminPropertyQuery, 'page' | 'limit'>;

/** Expressions, as in the indexes of migration 0006. */
const orderColumns: Record<NonNullable<Filter['sort']>, string> = {
  title: 'lower(p.title)',
  city: 'lower(p.city)',
  agent: 'lower(u.name)',
  price: '(p.price + 0)',
  status: 'lower(p.moderation_status)',
  created_at: 'p.created_at',
};

export const adminProperties = sqlList<Filter, ListingRow, AdminProperty, 'properties'>({
  name: 'properties',
  ...fullListing,
  id: 'p.id',
  // The account is joined for a search by name only.
  counted: ({ search }) => (search ? fullListing.from : 'properties p'),
  where: (sql, { search, status, type, listing_type }) => [
    status && status !== 'all' && `p.moderation_status = ${sql.bind(status)}`,
    type && `p.type = ${sql.bind(type)}`,
    listing_type && `p.listing_type = ${sql.bind(listing_type)}`,
    search && `((${searchCondition(sql, search)}) OR ${matchesPerson(sql, 'u', search)})`,
  ],
  orderBy: ({ sort = 'created_at', order = 'desc' }) => `${orderColumns[sort]} ${order}, p.id ${order}`,
  present: (row) => ({
    ...presentProperty(row),
    status: row.moderation_status,
    listing_status: row.status,
    moderation_reason: row.moderation_reason,
  }),
  read: readRecords,
});

export const adminPropertyColumns: CsvColumns<AdminProperty> = {
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
