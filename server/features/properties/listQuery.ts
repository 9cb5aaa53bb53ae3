import type { Dialect } from '#server/db/connection.ts';
import type { PropertySort } from '#shared/contracts/properties.ts';
import { fullTextExpression } from './fullText.ts';
import { isTextAlone, type ListingFilter, textTerms } from './listFilter.ts';
import { ALL_MATCHES, type OrderColumn, type PageWindow, waysFor } from './queryPlan.ts';
import { QueryText, type Sql } from './queryText.ts';
import { fullListing, mapListing } from './rows.ts';

export interface PageRequest extends PageWindow {
  sort: PropertySort;
}

const orders: Record<PropertySort, { column: OrderColumn; direction: 'ASC' | 'DESC' }> = {
  newest: { column: 'created_at', direction: 'DESC' },
  price_asc: { column: 'price', direction: 'ASC' },
  price_desc: { column: 'price', direction: 'DESC' },
  area_desc: { column: 'area_sqm', direction: 'DESC' },
  relevance: { column: 'created_at', direction: 'DESC' },
};

export function countQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new QueryText(dialect);
  if (dialect === 'sqlite' && isTextAlone(filter) && !filter.search?.id) {
    const words = query.bind(fullTextExpression(dialect, textTerms(filter)));
    return query.finish(
      `SELECT count(*) AS total FROM properties_search WHERE properties_search MATCH ${words}`,
    );
  }
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${query.where(filter, ALL_MATCHES)}`);
}

export function pageQuery(dialect: Dialect, filter: ListingFilter, request: PageRequest): Sql {
  const query = new QueryText(dialect);
  const isRanked = request.sort === 'relevance' && filter.search !== null;
  const { column, direction } = orders[request.sort];
  const ways = isRanked ? ALL_MATCHES : waysFor(filter, column, request);
  const where = query.where(filter, ways);
  const score = isRanked ? `, ${query.score(filter)} AS score` : '';
  const order = (scored: string) =>
    `${isRanked ? `${scored} DESC, ` : ''}${query.ordered(column, ways)} ${direction}, p.id DESC`;
  // The page is found in an index first; only its own rows are then read whole.
  return query.finish(
    `SELECT ${fullListing.columns(dialect)}
    FROM (
      SELECT p.id${score} FROM properties p WHERE ${where}
      ORDER BY ${order('score')} LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}
    ) page
    JOIN properties p ON p.id = page.id LEFT JOIN users u ON u.id = p.agent_id
    ORDER BY ${order('page.score')}`,
  );
}

/** Matches that have coordinates, the newest first. */
export function mapQuery(dialect: Dialect, filter: ListingFilter, request: PageWindow): Sql {
  const query = new QueryText(dialect);
  const ways = waysFor(filter, 'created_at', request);
  const where = query.where(filter, ways);
  return query.finish(
    `SELECT ${mapListing.columns(dialect)} FROM properties p
    WHERE ${where} AND ${HAS_COORDINATES}
    ORDER BY ${query.ordered('created_at', ways)} DESC, p.id DESC LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}`,
  );
}

export function mapCountQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new QueryText(dialect);
  const where = query.where(filter, ALL_MATCHES);
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${where} AND ${HAS_COORDINATES}`);
}

const HAS_COORDINATES = 'p.latitude IS NOT NULL AND p.longitude IS NOT NULL';
