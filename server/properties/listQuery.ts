import type { Dialect } from '#server/db/connection.ts';
import type { PropertySort } from '#shared/contracts/properties.ts';
import { fullTextExpression, matches, matchesByReading } from './fullText.ts';
import { isTextAlone, type ListingFilter, textTerms } from './listFilter.ts';
import { PUBLIC_ONLY } from './policy.ts';
import { fullListing, mapListing } from './rows.ts';
import { inTitle, type SearchTerm } from './searchText.ts';

export interface Sql {
  text: string;
  parameters: unknown[];
}

export interface PageRequest {
  sort: PropertySort;
  limit: number;
  offset: number;
  /** How many listings match, with and without the words: they tell which way of finding the page is cheap. */
  total: number;
  totalWithoutText: number;
}

/** Up to this many matches it is cheaper to find them all and sort than to walk the listings in order. */
const FEW_MATCHES = 1_000;
/** Up to this many listings it is cheaper to read their words while walking than to collect all matches first. */
const FEW_TO_WALK = 4_000;
/** Words beyond these do not decide which match stands first. */
const RANKED_TERMS = 6;

type OrderColumn = 'created_at' | 'price' | 'area_sqm';
type Column =
  | OrderColumn
  | 'id'
  | 'listing_type'
  | 'type'
  | 'status'
  | 'latitude'
  | 'city_slug'
  | 'district_slug';

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
export function mapQuery(dialect: Dialect, filter: ListingFilter, request: Omit<PageRequest, 'sort'>): Sql {
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

/** How SQLite is to find the matches; PostgreSQL has statistics and decides by itself. */
interface Ways {
  /** The column listings are walked by until the page is full; null when all matches are needed anyway. */
  walkedBy: OrderColumn | null;
  readsText: boolean;
}

const ALL_MATCHES: Ways = { walkedBy: null, readsText: false };

function waysFor(filter: ListingFilter, order: OrderColumn, request: Omit<PageRequest, 'sort'>): Ways {
  const { limit, offset, total, totalWithoutText } = request;
  const wanted = offset + limit;
  const hasText = textTerms(filter).length > 0;
  const toWalk = Math.min(totalWithoutText, (wanted * totalWithoutText) / Math.max(total, 1));
  if (hasText && toWalk <= FEW_TO_WALK) return { walkedBy: order, readsText: true };
  const needsAll = total <= wanted || (total <= FEW_MATCHES && (hasText || filter.bbox !== null));
  return { walkedBy: needsAll ? null : order, readsText: false };
}

/**
 * The columns SQLite may look up in an index: without statistics it would prefer any condition to the order that
 * lets it stop after one page.
 */
function drivingColumns(filter: ListingFilter, walkedBy: OrderColumn | null): Set<Column> {
  const byPrice: Column[] = walkedBy === 'price' || walkedBy === null ? ['price'] : [];
  if (textTerms(filter).length > 0 && !walkedBy) return new Set(['id']);
  if (filter.place && filter.place.column !== 'region_slug')
    return new Set([filter.place.column, 'listing_type', ...byPrice]);
  if (filter.bbox && !walkedBy) return new Set(['latitude']);
  if (walkedBy === 'area_sqm') return new Set();
  if (filter.listingType) return new Set(['listing_type', ...byPrice]);
  if (byPrice.length > 0 && (walkedBy || filter.minPrice !== null || filter.maxPrice !== null))
    return new Set(byPrice);
  if (filter.status) return new Set(['status']);
  return new Set(filter.types?.length === 1 ? ['type'] : []);
}

/** One statement's text and its numbered parameters. */
class QueryText {
  readonly parameters: unknown[] = [];

  constructor(readonly dialect: Dialect) {}

  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }

  finish(text: string): Sql {
    return { text, parameters: this.parameters };
  }

  /** The column to order by; when all matches are collected first, its index is of no use. */
  ordered(column: OrderColumn, { walkedBy }: Ways): string {
    return this.dialect === 'postgres' || walkedBy ? `p.${column}` : `+p.${column}`;
  }

  where(filter: ListingFilter, { walkedBy, readsText }: Ways): string {
    const driving = drivingColumns(filter, walkedBy);
    const { types, listingType, status, place, minPrice, maxPrice, bedrooms, bathrooms, bbox } = filter;
    // A unary plus keeps SQLite from using an index for the condition.
    const on = (column: Column | 'bedrooms' | 'bathrooms' | 'longitude' | 'region_slug') =>
      this.dialect === 'postgres' || driving.has(column as Column) ? `p.${column}` : `+p.${column}`;
    const conditions = [PUBLIC_ONLY];
    if (place) conditions.push(this.isOneOf(on(place.column), place.slugs));
    if (listingType) conditions.push(`${on('listing_type')} = ${this.bind(listingType)}`);
    if (status) conditions.push(`${on('status')} = ${this.bind(status)}`);
    if (types) conditions.push(this.isOneOf(on('type'), types));
    if (minPrice !== null) conditions.push(`${on('price')} >= ${this.bind(minPrice)}`);
    if (maxPrice !== null) conditions.push(`${on('price')} <= ${this.bind(maxPrice)}`);
    if (bedrooms !== null) conditions.push(`${on('bedrooms')} >= ${this.bind(bedrooms)}`);
    if (bathrooms !== null) conditions.push(`${on('bathrooms')} >= ${this.bind(bathrooms)}`);
    if (bbox)
      conditions.push(
        `${on('latitude')} BETWEEN ${this.bind(bbox.south)} AND ${this.bind(bbox.north)}`,
        `${on('longitude')} BETWEEN ${this.bind(bbox.west)} AND ${this.bind(bbox.east)}`,
      );
    const text = this.textCondition(filter, on('id'), readsText && this.dialect === 'sqlite');
    if (text) conditions.push(text);
    return conditions.join(' AND ');
  }

  /** How well a match fits: each word counts double in the title, and once more when it stands there whole. */
  score(filter: ListingFilter): string {
    const terms = filter.search?.terms.slice(0, RANKED_TERMS) ?? [];
    const points = terms.flatMap((term) => [
      this.points(
        2,
        matches(this.dialect, 'p.id', this.bind(fullTextExpression(this.dialect, [inTitle(term)]))),
      ),
      this.points(
        1,
        matches(this.dialect, 'p.id', this.bind(fullTextExpression(this.dialect, [term], 'exactly'))),
      ),
    ]);
    const id = filter.search?.id;
    if (id) points.push(this.points(100, `p.id = ${this.bind(id)}`));
    return points.join(' + ');
  }

  private points(points: number, condition: string): string {
    return `CASE WHEN ${condition} THEN ${points} ELSE 0 END`;
  }

  /** All words searched for (or the id that was meant), and all words of an unknown location. */
  private textCondition(filter: ListingFilter, id: string, isRead: boolean): string | null {
    const { search, locationWords } = filter;
    const meets = (terms: readonly SearchTerm[]) =>
      isRead
        ? matchesByReading(terms, (value) => this.bind(value))
        : matches(this.dialect, id, this.bind(fullTextExpression(this.dialect, terms)));
    const all = textTerms(filter);
    if (all.length === 0) return null;
    if (!search?.id) return meets(all);
    const isMeant = `p.id = ${this.bind(search.id)}`;
    return `(${meets(all)} OR (${locationWords.length > 0 ? `${isMeant} AND ${meets(locationWords)}` : isMeant}))`;
  }

  private isOneOf(column: string, values: readonly string[]): string {
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return `${column} IN (${values.map((value) => this.bind(value)).join(', ')})`;
  }
}
