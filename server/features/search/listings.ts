import type { Database } from '#server/db/connection.ts';
import { readRecords, toNumber } from '#server/db/rows.ts';
import { type Sql, SqlBuilder } from '#server/db/sqlBuilder.ts';
import { readFilter } from '#server/features/properties/list/filter.ts';
import { fullTextExpression, matches, matchesByReading } from '#server/features/properties/list/fullText.ts';
import { pageQuery } from '#server/features/properties/list/query.ts';
import { parseSearch } from '#server/features/properties/list/searchText.ts';
import { visibleOnlyTo } from '#server/features/properties/policy.ts';
import { fullListing, type ListingRow } from '#server/features/properties/rows.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { Hit } from '#shared/contracts/search.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';

const HIDDEN_AHEAD = 2;

/** Public listings for everyone, the best match first; before them an agent's own, and for admins the hidden ones. */
export async function findListings(
  db: Database,
  caller: SignedInUser,
  text: string,
  limit: number,
): Promise<Hit[]> {
  const { terms } = parseSearch(text);
  if (terms.length === 0) return [];
  const read = (sql: Sql | null) =>
    sql ? readRecords<ListingRow>(db, sql.text, sql.parameters) : Promise.resolve([]);
  const [first, open] = await Promise.all([
    read(privilegedQuery(db, caller, text, limit)),
    read(publicQuery(db, text, limit)),
  ]);
  // To an admin hidden ones matter, but not so much that they leave no room.
  const ahead = caller.role === 'admin' ? HIDDEN_AHEAD : limit;
  const ordered = [...first.slice(0, ahead), ...open, ...first.slice(ahead)];
  const rows = new Map(ordered.map((row) => [row.id, row]));
  return [...rows.values()].slice(0, limit).map(presentListing);
}

function publicQuery({ dialect }: Database, search: string, limit: number): Sql | null {
  const filter = readFilter({ search });
  // Ranked pages collect all matches, however many there are.
  const unknown = { total: 0, totalWithoutText: 0 };
  return filter && pageQuery(dialect, filter, { sort: 'relevance', limit, offset: 0, ...unknown });
}

/** What only this caller is shown; null when that is nothing. */
function privilegedQuery(
  { dialect }: Database,
  caller: SignedInUser,
  text: string,
  limit: number,
): Sql | null {
  const query = new SqlBuilder(dialect);
  const whose = visibleOnlyTo(caller, (value) => query.bind(value));
  if (!whose) return null;
  const { terms, id } = parseSearch(text);
  const inText =
    // SQLite's index holds public listings only; one agent's and the hidden ones are few enough to be read.
    dialect === 'sqlite'
      ? matchesByReading(terms, (value) => query.bind(value))
      : matches(dialect, 'p.id', query.bind(fullTextExpression(dialect, terms)));
  const isMeant = id === null ? '' : ` OR p.id = ${query.bind(id)}`;
  const meantFirst = id === null ? '' : `CASE WHEN p.id = ${query.bind(id)} THEN 0 ELSE 1 END, `;
  return query.finish(
    `SELECT ${fullListing.columns(dialect)} FROM ${fullListing.from} WHERE ${whose} AND ((${inText})${isMeant})
    ORDER BY ${meantFirst}p.created_at DESC, p.id DESC LIMIT ${query.bind(limit)}`,
  );
}

const hiddenWords: Partial<Record<ModerationStatus, string>> = {
  inactive: 'Inactive',
  pending: 'Pending review',
  rejected: 'Rejected',
};

function presentListing(row: ListingRow): Hit {
  const price = `${formatShortPrice(toNumber(row.price))}${priceSuffix(row.listing_type)}`;
  const parts = [price, propertyTypeLabel[row.type], row.city, `#${row.id}`];
  const hidden = hiddenWords[row.moderation_status];
  if (hidden) parts.unshift(hidden);
  return {
    kind: 'listing',
    id: row.id,
    title: row.title,
    subtitle: parts.join(' · '),
    url: `/properties/${row.id}`,
  };
}
