import type { Dialect } from '#server/db/connection.ts';
import { type Sql, SqlBuilder } from '#server/db/sql.ts';
import type { PropertySort } from '#shared/contracts/properties.ts';
import { STALE_AFTER_DAYS } from '#shared/freshness.ts';
import { isUnconfirmedFor } from '../history.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { fullListing, mapListing } from '../reads.ts';
import {
  ALL_MATCHES,
  buildQueryPlan,
  type Column,
  drivingColumns,
  isTextAlone,
  type ListingFilter,
  type OrderColumn,
  type PageWindow,
  type QueryPlan,
  textTerms,
} from './filter.ts';
import { inTitle, type SearchTerm } from './searchText.ts';

/** Writes terms as the database's own full-text expression. Words are quoted: nothing in them is an operator. */
interface FullTextGrammar {
  word(word: string, isPrefix: boolean): string;
  and: string;
  or: string;
}

const grammars: Record<Dialect, FullTextGrammar> = {
  sqlite: {
    word: (word, isPrefix) => `"${word.replaceAll('"', '""')}"${isPrefix ? '*' : ''}`,
    and: ' AND ',
    or: ' OR ',
  },
  postgres: {
    word: (word, isPrefix) =>
      `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'${isPrefix ? ':*' : ''}`,
    and: ' & ',
    or: ' | ',
  },
};

/** @returns an FTS5 expression or a tsquery that all terms must meet; whole words only with `exactly`. */
export function fullTextExpression(
  dialect: Dialect,
  terms: readonly SearchTerm[],
  matching: 'prefixes' | 'exactly' = 'prefixes',
): string {
  const { word: write, and, or } = grammars[dialect];
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => write(word, matching === 'prefixes')).join(and);
      return placeMark ? `((${all})${or}${write(placeMark, false)})` : `(${all})`;
    })
    .join(and);
}

/**
 * A condition on a listing. @param id the listing's id column @param parameter placeholder of a full-text expression
 */
export function matches(dialect: Dialect, id: string, parameter: string): string {
  return dialect === 'sqlite'
    ? `${id} IN (SELECT rowid FROM properties_search WHERE properties_search MATCH ${parameter})`
    : `p.search_vector @@ ${parameter}::tsquery`;
}

/**
 * The same condition read from the text itself, without the index: for SQLite walking listings in order, where words
 * so common that a page is soon full would first be collected from the whole index.
 * @param bind adds a parameter and returns its placeholder
 */
export function matchesByReading(terms: readonly SearchTerm[], bind: (value: string) => string): string {
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => `instr(' ' || p.search_text, ${bind(` ${word}`)}) > 0`).join(' AND ');
      return placeMark
        ? `((${all}) OR instr(' ' || p.search_text || ' ', ${bind(` ${placeMark} `)}) > 0)`
        : `(${all})`;
    })
    .join(' AND ');
}

interface PageRequest extends PageWindow {
  sort: PropertySort;
  /** By which stale listings come after others that fit as well; left out, they do not. */
  now?: Date;
}

const orders: Record<PropertySort, { column: OrderColumn; direction: 'ASC' | 'DESC' }> = {
  newest: { column: 'created_at', direction: 'DESC' },
  price_asc: { column: 'price', direction: 'ASC' },
  price_desc: { column: 'price', direction: 'DESC' },
  area_desc: { column: 'area_sqm', direction: 'DESC' },
  relevance: { column: 'created_at', direction: 'DESC' },
};

export function countQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new ListBuilder(dialect);
  if (dialect === 'sqlite' && isTextAlone(filter) && !filter.search?.id) {
    const words = query.bind(fullTextExpression(dialect, textTerms(filter)));
    return query.finish(
      `SELECT count(*) AS total FROM properties_search WHERE properties_search MATCH ${words}`,
    );
  }
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${query.where(filter, ALL_MATCHES)}`);
}

export function pageQuery(dialect: Dialect, filter: ListingFilter, request: PageRequest): Sql {
  const query = new ListBuilder(dialect);
  const isRanked = request.sort === 'relevance' && filter.search !== null;
  const { column, direction } = orders[request.sort];
  const plan = isRanked ? ALL_MATCHES : buildQueryPlan(filter, column, request);
  const where = query.where(filter, plan);
  const score = isRanked ? `, ${query.score(filter, request.now)} AS score` : '';
  const order = (scored: string) =>
    `${isRanked ? `${scored} DESC, ` : ''}${query.ordered(column, plan)} ${direction}, p.id DESC`;
  // The page is found in an index first; only its own rows are then read whole.
  return query.finish(
    `SELECT ${fullListing.columns(dialect)}
    FROM (
      SELECT p.id${score} FROM ${query.from(filter, plan)} WHERE ${where}
      ORDER BY ${order('score')} LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}
    ) page
    JOIN properties p ON p.id = page.id LEFT JOIN users u ON u.id = p.agent_id
    ORDER BY ${order('page.score')}`,
  );
}

/** Matches that have coordinates, the newest first. */
export function mapQuery(dialect: Dialect, filter: ListingFilter, request: PageWindow): Sql {
  const query = new ListBuilder(dialect);
  const plan = buildQueryPlan(filter, 'created_at', request);
  const where = query.where(filter, plan);
  return query.finish(
    `SELECT ${mapListing.columns(dialect)} FROM ${query.from(filter, plan)}
    WHERE ${where} AND ${HAS_COORDINATES}
    ORDER BY ${query.ordered('created_at', plan)} DESC, p.id DESC LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}`,
  );
}

export function mapCountQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new ListBuilder(dialect);
  const where = query.where(filter, ALL_MATCHES);
  return query.finish(`SELECT count(*) AS total FROM properties p WHERE ${where} AND ${HAS_COORDINATES}`);
}

const HAS_COORDINATES = 'p.latitude IS NOT NULL AND p.longitude IS NOT NULL';

/** Words beyond these do not decide which match stands first. */
const RANKED_TERMS = 6;

/** The conditions and the order of the public list. */
class ListBuilder extends SqlBuilder {
  /**
   * Walking all public listings, newest first, and reading their words: without statistics SQLite may take the index of
   * the admins' list, which holds hidden ones as well.
   */
  from(filter: ListingFilter, { walkedBy, readsText }: QueryPlan): string {
    const isPlainWalk = readsText && walkedBy === 'created_at' && drivingColumns(filter, walkedBy).size === 0;
    return this.dialect === 'sqlite' && isPlainWalk
      ? 'properties p INDEXED BY properties_public_newest'
      : 'properties p';
  }

  /** The column to order by; when all matches are collected first, its index is of no use. */
  ordered(column: OrderColumn, { walkedBy }: QueryPlan): string {
    return this.dialect === 'postgres' || walkedBy ? `p.${column}` : `+p.${column}`;
  }

  where(filter: ListingFilter, { walkedBy, readsText }: QueryPlan): string {
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
  score(filter: ListingFilter, now?: Date): string {
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
    // As much as one word that stands there whole: it decides among what fits about alike.
    const stale = now && this.points(-1, isUnconfirmedFor(this, STALE_AFTER_DAYS, now));
    return [...points, ...(stale ? [stale] : [])].join(' + ');
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
}
