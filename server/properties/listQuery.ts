import type { Dialect } from '#server/db/connection.ts';
import type { PropertySort } from '#shared/contracts/properties.ts';
import { fullTextExpression, matches } from './fullText.ts';
import { type ListingFilter, textTerms } from './listFilter.ts';
import { PUBLIC_ONLY } from './policy.ts';
import { fullListing, mapListing } from './rows.ts';
import { inTitle } from './searchText.ts';

export interface Sql {
  text: string;
  parameters: unknown[];
}

/** A page that begins at `offset`; `total` tells which way of finding it is the cheap one. */
export interface PageRequest {
  sort: PropertySort;
  limit: number;
  offset: number;
  total: number;
}

/** Up to this many matches it is cheaper to find them all and sort than to walk the listings in order. */
const FEW_MATCHES = 1_000;
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
  const where = query.where(filter, drivingColumns(filter, null, 0));
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${where}`);
}

export function pageQuery(dialect: Dialect, filter: ListingFilter, request: PageRequest): Sql {
  const query = new QueryText(dialect);
  const isRanked = request.sort === 'relevance' && filter.search !== null;
  const { column, direction } = orders[request.sort];
  const where = query.where(filter, drivingColumns(filter, isRanked ? null : column, request.total));
  const score = isRanked ? `, ${query.score(filter)} AS score` : '';
  const order = (scored: string) =>
    `${isRanked ? `${scored} DESC, ` : ''}p.${column} ${direction}, p.id DESC`;
  // The page is found in an index first; only its own rows are then read whole.
  return query.finish(
    `SELECT ${fullListing.columns}
    FROM (
      SELECT p.id${score} FROM properties p WHERE ${where}
      ORDER BY ${order('score')} LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}
    ) page
    ${fullListing.joinedTo('page')}
    ORDER BY ${order('page.score')}`,
  );
}

/** Matches that have coordinates, the newest first. */
export function mapQuery(
  dialect: Dialect,
  filter: ListingFilter,
  request: { limit: number; total: number },
): Sql {
  const query = new QueryText(dialect);
  const where = query.where(filter, drivingColumns(filter, 'created_at', request.total));
  return query.finish(
    `SELECT ${mapListing.columns(dialect)} FROM properties p
    WHERE ${where} AND ${HAS_COORDINATES}
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${query.bind(request.limit)}`,
  );
}

export function mapCountQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new QueryText(dialect);
  const where = query.where(filter, drivingColumns(filter, null, 0));
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${where} AND ${HAS_COORDINATES}`);
}

const HAS_COORDINATES = 'p.latitude IS NOT NULL AND p.longitude IS NOT NULL';

/**
 * The columns SQLite may look up in an index; it has no statistics and would otherwise prefer any condition to the
 * order that lets it stop after one page. PostgreSQL decides by itself.
 * @param order the column the page is ordered by; null when all matches are needed anyway.
 */
function drivingColumns(filter: ListingFilter, order: OrderColumn | null, total: number): Set<Column> {
  const needsAll = order === null || total <= FEW_MATCHES;
  if (textTerms(filter).length > 0 && needsAll) return new Set(['id']);
  if (filter.place && filter.place.column !== 'region_slug')
    return new Set([filter.place.column, 'listing_type', ...(order === 'price' ? (['price'] as const) : [])]);
  if (filter.bbox && needsAll) return new Set(['latitude']);
  if (order === 'price') return new Set(['listing_type', 'price']);
  if (order === 'area_sqm') return new Set();
  if (filter.listingType) return new Set(order ? ['listing_type'] : ['listing_type', 'price']);
  if (filter.status) return new Set(['status']);
  if (filter.types?.length === 1) return new Set(['type']);
  return new Set(order ? [] : ['price']);
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

  where(filter: ListingFilter, driving: ReadonlySet<Column>): string {
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
    const text = this.textCondition(filter, on('id'));
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
  private textCondition(filter: ListingFilter, id: string): string | null {
    const { search, locationWords } = filter;
    const all = textTerms(filter);
    if (all.length === 0) return null;
    const words = matches(this.dialect, id, this.bind(fullTextExpression(this.dialect, all)));
    if (!search?.id) return words;
    const byId = [`p.id = ${this.bind(search.id)}`];
    if (locationWords.length > 0)
      byId.push(matches(this.dialect, id, this.bind(fullTextExpression(this.dialect, locationWords))));
    return `(${words} OR (${byId.join(' AND ')}))`;
  }

  private isOneOf(column: string, values: readonly string[]): string {
    if (values.length === 1) return `${column} = ${this.bind(values[0])}`;
    return `${column} IN (${values.map((value) => this.bind(value)).join(', ')})`;
  }
}
