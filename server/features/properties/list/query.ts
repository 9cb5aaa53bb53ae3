import type { Dialect } from '#server/db/connection.ts';
import { isAmong, type Sql, SqlBuilder, timeParameter } from '#server/db/sql.ts';
import { licensedAgents } from '#server/features/auth/policy.ts';
import type { MediaKind, PropertySort } from '#shared/contracts/properties.ts';
import { STALE_AFTER_DAYS } from '#shared/freshness.ts';
import { homeTypes } from '#shared/homes.ts';
import { MAX_LATITUDE, UNITS } from '#shared/mapTiles.ts';
import { PRICE_KINDS, PRICE_TIERS, tierBounds } from '#shared/priceTiers.ts';
import { type ReachCircle, reachCircle } from '#shared/travelTime.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { isUnconfirmedFor } from '../reads/history.ts';
import { fullListing, mapListing } from '../reads.ts';
import {
  ALL_FACTS,
  ALL_MATCHES,
  buildQueryPlan,
  type Column,
  drivingColumns,
  indexToWalk,
  isIndexedWhole,
  type ListingFilter,
  MOST_BEDROOMS_INDEXED,
  type OrderColumn,
  otherTerms,
  type PageWindow,
  type Point,
  type QueryPlan,
  type Totals,
  textTerms,
  type WordLookup,
  withoutText,
} from './filter.ts';
import { inTitle, markFact, markPlace, type SearchTerm } from './searchText.ts';

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

/**
 * What the full-text index can say of a filter: words, where they are to be found, and in SQLite of what kind of
 * listings. The index intersects them, which for a common word costs far less than to look up each of its listings.
 */
function indexedExpression(dialect: Dialect, filter: ListingFilter, terms: readonly SearchTerm[]): string {
  const { word: write, and, or } = grammars[dialect];
  const anyOf = (marks: readonly string[]) => `(${marks.map((mark) => write(mark, false)).join(or)})`;
  const [slug] = filter.place?.slugs ?? [];
  // Whatever lies inside a place has its mark, too.
  const parts = [fullTextExpression(dialect, terms), ...(slug ? [anyOf([markPlace(slug)])] : [])];
  if (dialect === 'postgres') return parts.join(and);
  const { types, listingType, status, bedsExact, bedrooms } = filter;
  if (types) parts.push(anyOf(types.map(markFact)));
  if (listingType) parts.push(anyOf([markFact(listingType)]));
  if (status) parts.push(anyOf([markFact(status)]));
  if (bedsExact !== null) parts.push(anyOf([markFact({ bedrooms: bedsExact })]));
  if (bedsExact === 0) parts.push(anyOf(homeTypes.map(markFact)));
  const all = parts.join(and);
  if (!bedrooms || bedrooms > MOST_BEDROOMS_INDEXED) return all;
  const fewer = Array.from({ length: bedrooms }, (_, number) => markFact({ bedrooms: number }));
  return `(${all}) NOT ${anyOf(fewer)}`;
}

type Matching = 'prefixes' | 'exactly';

/** @returns an FTS5 expression or a tsquery that all terms must meet; whole words only with `exactly`. */
export function fullTextExpression(
  dialect: Dialect,
  terms: readonly SearchTerm[],
  matching: Matching = 'prefixes',
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
export function matchesByReading(
  terms: readonly SearchTerm[],
  bind: (value: string) => string,
  matching: Matching = 'prefixes',
): string {
  const has = (word: string, isWhole: boolean) =>
    isWhole
      ? `instr(' ' || p.search_text || ' ', ${bind(` ${word} `)}) > 0`
      : `instr(' ' || p.search_text, ${bind(` ${word}`)}) > 0`;
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => has(word, matching === 'exactly')).join(' AND ');
      return placeMark ? `((${all}) OR ${has(placeMark, true)})` : `(${all})`;
    })
    .join(' AND ');
}

interface PageRequest extends PageWindow {
  sort: PropertySort;
  /** Ids of listings that are left out: they stand on pages before. */
  without?: readonly number[];
}

const orders: Record<PropertySort, { column: OrderColumn; direction: 'ASC' | 'DESC' }> = {
  newest: { column: 'created_at', direction: 'DESC' },
  price_asc: { column: 'price', direction: 'ASC' },
  price_desc: { column: 'price', direction: 'DESC' },
  area_desc: { column: 'area_sqm', direction: 'DESC' },
  relevance: { column: 'created_at', direction: 'DESC' },
};

export function countQuery(
  dialect: Dialect,
  filter: ListingFilter,
  wordLookup: WordLookup = ALL_MATCHES.wordLookup,
): Sql {
  const query = new ListBuilder(dialect);
  const plan = { ...ALL_MATCHES, wordLookup };
  if (dialect === 'sqlite' && isIndexedWhole(filter)) {
    const words = query.bind(indexedExpression(dialect, filter, textTerms(filter)));
    return query.finish(
      `SELECT count(*) AS total FROM properties_search WHERE properties_search MATCH ${words}`,
    );
  }
  const from = query.from(filter, plan);
  return query.finish(`SELECT count(*) AS total FROM ${from} WHERE ${query.where(filter, plan)}`);
}

/** How many SQLite's full-text index finds by what it knows of the filter, which has words; no more than `most` are counted. */
export function indexedCountQuery(filter: ListingFilter, most: number): Sql {
  const query = new SqlBuilder('sqlite');
  const words = query.bind(indexedExpression('sqlite', filter, textTerms(filter)));
  return query.finish(
    `SELECT count(*) AS total FROM (SELECT 1 FROM properties_search WHERE properties_search MATCH ${words} LIMIT ${most})`,
  );
}

/** How many meet the filter's conditions beside words; more than `most` count as all there are. */
export function roughCountQuery(filter: ListingFilter, most: number): Sql {
  const query = new ListBuilder('sqlite');
  const rest = withoutText(filter);
  const some = `SELECT 1 FROM ${query.from(rest, ALL_MATCHES)} WHERE ${query.where(rest, ALL_MATCHES)} LIMIT ${most}`;
  return query.finish(
    `SELECT CASE WHEN found < ${most} THEN found ELSE (SELECT max(id) FROM properties) END AS total
    FROM (SELECT count(*) AS found FROM (${some}))`,
  );
}

/**
 * So many matches are put in the order of relevance: the latest that were added, and the latest of those that have all
 * words in the title or lie in the place that was named. Whatever else matches follows, the newest first.
 */
export const RANKED_LATEST = 500;
export const RANKED_NAMED = 500;
/** Of so many matches the latest are soon found on the way back from the last that was added. */
const MANY_MATCHES = 20_000;

/** Ids of the matches that are ranked, the most relevant first. @param now by which stale listings come after others that fit as well */
export function rankedQuery(dialect: Dialect, filter: ListingFilter, totals: Totals, now: Date): Sql {
  const query = new ListBuilder(dialect);
  const terms = filter.search?.terms.slice(0, RANKED_TERMS) ?? [];
  const named = terms.map((term) =>
    term.placeMark ? { words: [term.placeMark], placeMark: null } : inTitle(term),
  );
  const parts = [query.latest(filter, totals, RANKED_LATEST)];
  if (totals.total > RANKED_LATEST) {
    // Who has a word in the title has it, and so has whoever lies in the place: the words themselves need not be asked for.
    const others = filter.search?.terms.slice(RANKED_TERMS) ?? [];
    const inName = { ...filter, search: { terms: [...named, ...others], id: null } };
    parts.push(query.latest(inName, totals, RANKED_NAMED));
    if (filter.search?.id) {
      const meant = query.bind(filter.search.id);
      const rest = { ...filter, search: null };
      const plan: QueryPlan = { ...ALL_MATCHES, walkedBy: 'price', wordLookup: 'read' };
      parts.push(`SELECT p.id FROM properties p WHERE p.id = ${meant} AND ${query.where(rest, plan)}`);
    }
  }
  const ranked = parts.map((part) => `SELECT id FROM (${part}) AS part`).join(' UNION ');
  const join = dialect === 'sqlite' ? 'CROSS JOIN' : 'JOIN';
  return query.finish(
    `SELECT p.id AS key FROM (${ranked}) ranked ${join} properties p ON p.id = ranked.id
    ORDER BY ${query.score(filter, now)} DESC, p.created_at DESC, p.id DESC`,
  );
}

/**
 * Whether any public listing holds some words. PostgreSQL would read the whole table for the first match of words that are nowhere, so
 * there all are counted, in the index.
 */
export function wordsQuery(dialect: Dialect, words: string[]): Sql {
  const query = new SqlBuilder(dialect);
  const expression = query.bind(fullTextExpression(dialect, [{ words, placeMark: null }]));
  return query.finish(
    dialect === 'sqlite'
      ? `SELECT count(*) AS total FROM (SELECT 1 FROM properties_search WHERE properties_search MATCH ${expression} LIMIT 1)`
      : `SELECT count(*) AS total FROM properties p WHERE ${PUBLIC_ONLY} AND ${matches(dialect, 'p.id', expression)}`,
  );
}

export function pageQuery(dialect: Dialect, filter: ListingFilter, request: PageRequest): Sql {
  const query = new ListBuilder(dialect);
  const { column, direction } = orders[request.sort];
  const plan = buildQueryPlan(filter, column, request);
  const { without = [] } = request;
  const others = without.length > 0 ? ` AND NOT (${isAmong(query, 'p.id', without)})` : '';
  const where = query.where(filter, plan) + others;
  const order = `${query.ordered(column, plan)} ${direction}, p.id DESC`;
  // The page is found in an index first; only its own rows are then read whole.
  return query.finish(
    `SELECT ${fullListing.columns(dialect)}
    FROM (
      SELECT p.id FROM ${query.from(filter, plan)} WHERE ${where}
      ORDER BY ${order} LIMIT ${query.bind(request.limit)} OFFSET ${query.bind(request.offset)}
    ) page
    JOIN properties p ON p.id = page.id ${fullListing.joins}
    ORDER BY ${order}`,
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

export function mapCountQuery(
  dialect: Dialect,
  filter: ListingFilter,
  wordLookup: WordLookup = ALL_MATCHES.wordLookup,
): Sql {
  const query = new ListBuilder(dialect);
  const plan = { ...ALL_MATCHES, wordLookup };
  const where = query.where(filter, plan);
  const from = query.from(filter, plan);
  return query.finish(`SELECT count(*) AS total FROM ${from} WHERE ${where} AND ${HAS_COORDINATES}`);
}

/**
 * The matches that have coordinates, added up by cells: rows as `CellRow` has them, in the units of `unitX` and `unitY`.
 * @param shift right shift from units to cells
 */
export function clusterCellsQuery(
  dialect: Dialect,
  filter: ListingFilter,
  wordLookup: WordLookup,
  shift: number,
): Sql {
  const query = new ListBuilder(dialect);
  const plan = { ...ALL_MATCHES, wordLookup };
  const where = `${query.where(filter, plan)} AND ${HAS_COORDINATES}`;
  const [least, most, whole] =
    dialect === 'sqlite' ? ['min', 'max', 'INTEGER'] : ['least', 'greatest', 'BIGINT'];
  const units = (part: string) => `CAST(${least}(floor((${part}) * ${UNITS}), ${UNITS - 1}) AS ${whole})`;
  const latitude = `${most}(${-MAX_LATITUDE}, ${least}(${MAX_LATITUDE}, p.latitude))`;
  // The numbers of `priceBand`.
  const bands = PRICE_KINDS.map((kind, at) => {
    const { mid_range, premium } = tierBounds[kind];
    const first = at * PRICE_TIERS.length;
    return `WHEN p.price > ${premium} THEN ${first + 2} WHEN p.price > ${mid_range} THEN ${first + 1} ELSE ${first}`;
  });
  const ofBand = Array.from(
    { length: 6 },
    (_, band) => `count(*) FILTER (WHERE band = ${band}) AS band_${band}`,
  );
  // Kept, so that the logarithm is taken once for each listing.
  return query.finish(
    `WITH placed AS MATERIALIZED (
      SELECT p.id, p.price,
        CASE WHEN p.listing_type = 'sale' THEN CASE ${bands[0]} END ELSE CASE ${bands[1]} END END AS band,
        ${units('(p.longitude + 180) / 360')} AS x,
        ${units(`0.5 - ln(tan(pi() / 4 + ${latitude} * pi() / 360)) / (2 * pi())`)} AS y
      FROM ${query.from(filter, plan)} WHERE ${where}
    )
    SELECT x >> ${shift} AS cell_x, y >> ${shift} AS cell_y, sum(x) AS sum_x, sum(y) AS sum_y,
      min(x) AS min_x, max(x) AS max_x, min(y) AS min_y, max(y) AS max_y, min(price) AS min_price,
      ${ofBand.join(', ')}, min(id) AS id
    FROM placed GROUP BY 1, 2`,
  );
}

/**
 * How many of the listings that match meet each of the choices as well, in their order: one pass over all of them.
 * @param everyNth only of those whose id is a multiple of it
 */
export function choicesQuery(
  dialect: Dialect,
  filter: ListingFilter,
  choices: readonly ListingFilter[],
  everyNth: number,
): Sql {
  const query = new ListBuilder(dialect);
  const figures = choices.map((choice, at) => `count(*) FILTER (WHERE ${query.met(choice)}) AS c${at}`);
  const where = query.where(filter, ALL_FACTS);
  return query.finish(
    `SELECT ${figures.join(', ')} FROM ${query.from(filter, ALL_FACTS)} WHERE ${where}${sampled(everyNth)}`,
  );
}

/** The lowest and the highest price of the matches, and how many there are. */
export function priceSpanQuery(dialect: Dialect, filter: ListingFilter): Sql {
  const query = new ListBuilder(dialect);
  const where = query.where(filter, ALL_MATCHES);
  return query.finish(
    `SELECT min(p.price) AS lowest, max(p.price) AS highest, count(*) AS total
    FROM ${query.from(filter, ALL_MATCHES)} WHERE ${where}`,
  );
}

/** The features of the matches. @param everyNth only of those whose id is a multiple of it */
export function featuresQuery(dialect: Dialect, filter: ListingFilter, everyNth: number): Sql {
  const query = new ListBuilder(dialect);
  const where = query.where(filter, ALL_MATCHES);
  return query.finish(
    `SELECT p.features FROM ${query.from(filter, ALL_MATCHES)} WHERE ${where}${sampled(everyNth)}`,
  );
}

const sampled = (everyNth: number) => (everyNth > 1 ? ` AND p.id % ${everyNth} = 0` : '');

const HAS_COORDINATES = 'p.latitude IS NOT NULL AND p.longitude IS NOT NULL';

/** Of a polygon, with the number of times a ray crosses it. */
interface Edge {
  south: number;
  north: number;
  crossed: string;
}

/** However a polygon is drawn, the expression stays a few times as long as its edges. */
const FEW_EDGES = 6;
const MOST_HALVINGS = 5;
const MOST_IN_BOTH_HALVES = 1.3;

export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export function boundsOf(points: readonly Point[]): Bounds {
  const latitudes = points.map(({ lat }) => lat);
  const longitudes = points.map(({ lng }) => lng);
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

const mediaColumns: Record<MediaKind, string> = { video: 'p.has_video', plan: 'p.has_plan' };

/** Words beyond these do not decide which match stands first. */
export const RANKED_TERMS = 6;

/** The conditions and the order of the public list. */
class ListBuilder extends SqlBuilder {
  from(filter: ListingFilter, plan: QueryPlan): string {
    const index = this.dialect === 'sqlite' ? indexToWalk(filter, plan) : null;
    return index ? `properties p INDEXED BY ${index}` : 'properties p';
  }

  /** The column to order by; when all matches are collected first, its index is of no use. */
  ordered(column: OrderColumn, { walkedBy }: QueryPlan): string {
    return this.dialect === 'postgres' || walkedBy ? `p.${column}` : `+p.${column}`;
  }

  where(filter: ListingFilter, plan: QueryPlan): string {
    return [PUBLIC_ONLY, ...this.conditions(filter, drivingColumns(filter, plan), plan)].join(' AND ');
  }

  /** The filter as a condition on a listing that is read anyway. */
  met(filter: ListingFilter): string {
    return this.conditions(filter, new Set(), { ...ALL_MATCHES, walkedBy: 'price' }).join(' AND ');
  }

  private conditions(
    filter: ListingFilter,
    driving: ReadonlySet<Column>,
    { walkedBy, wordLookup }: QueryPlan,
  ): string[] {
    const { types, place, bbox, areas, reaches, bedsExact, licensed, listedSince } = filter;
    // Every index but those of prices, areas and places has the time behind the column that leads.
    const isByTime = walkedBy ? walkedBy === 'created_at' : !driving.has('id') && !driving.has('latitude');
    // A unary plus keeps SQLite from using an index for the condition.
    const on = (column: Column | 'longitude' | 'region_slug' | 'agent_id') =>
      this.dialect === 'postgres' || driving.has(column as Column) || (column === 'created_at' && isByTime)
        ? `p.${column}`
        : `+p.${column}`;
    const conditions: string[] = [];
    const add = <Value>(value: Value | null, condition: (parameter: string) => string) => {
      if (value !== null) conditions.push(condition(this.bind(value)));
    };
    const addFlag = (wanted: boolean | null, condition: string) => {
      if (wanted !== null) conditions.push(`${condition} IS ${wanted ? 'TRUE' : 'FALSE'}`);
    };
    add(filter.building, (wanted) => `${on('building_id')} = ${wanted}`);
    if (place) conditions.push(this.isOneOf(on(place.column), place.slugs));
    add(filter.listingType, (wanted) => `${on('listing_type')} = ${wanted}`);
    add(filter.status, (wanted) => `${on('status')} = ${wanted}`);
    if (types) conditions.push(this.isOneOf(on('type'), types));
    add(filter.minPrice, (least) => `${on('price')} >= ${least}`);
    add(filter.maxPrice, (most) => `${on('price')} <= ${most}`);
    add(filter.bedrooms, (least) => `p.bedrooms >= ${least}`);
    add(filter.bathrooms, (least) => `p.bathrooms >= ${least}`);
    add(bedsExact, (wanted) => `p.bedrooms = ${wanted}`);
    if (bedsExact === 0) conditions.push(this.isOneOf(on('type'), homeTypes));
    add(filter.minArea, (least) => `p.area_sqm >= ${least}`);
    add(filter.maxArea, (most) => `p.area_sqm <= ${most}`);
    // A product of two numbers with two decimals each: what floating point adds or takes is far below its last digit.
    add(filter.maxPricePerSqm, (most) => `p.price <= ${most} * p.area_sqm + 0.00005`);
    addFlag(filter.furnished, 'p.furnished');
    add(filter.parking, (least) => `p.parking_slots >= ${least}`);
    addFlag(filter.allowsPets, 'p.allows_pets');
    add(filter.minFloor, (least) => `p.floor_level >= ${least}`);
    add(filter.builtSince, (least) => `p.year_built >= ${least}`);
    add(filter.completion, (wanted) => `p.completion = ${wanted}`);
    for (const kind of filter.media ?? []) addFlag(true, mediaColumns[kind]);
    const since = listedSince && timeParameter(this.dialect, new Date(listedSince));
    add(since, (first) => `${on('created_at')} >= ${first}`);
    if (licensed) {
      const isInForce = `${on('agent_id')} IN ${licensedAgents(this.bind(licensed.today))}`;
      // Of an agent who is gone there is none.
      conditions.push(licensed.isInForce ? isInForce : `(${isInForce}) IS NOT TRUE`);
    }
    const lies = ({ south, north, west, east }: Bounds) => [
      `${on('latitude')} BETWEEN ${this.bind(south)} AND ${this.bind(north)}`,
      `${on('longitude')} BETWEEN ${this.bind(west)} AND ${this.bind(east)}`,
    ];
    if (bbox) conditions.push(...lies(bbox));
    if (areas) {
      conditions.push(...lies(boundsOf(areas.flat())));
      conditions.push(`(${areas.map((corners) => this.liesInside(corners)).join(' OR ')})`);
    }
    for (const reach of reaches ?? []) {
      const circle = reachCircle(reach);
      conditions.push(...(circle ? [...lies(circle.bounds), this.liesWithin(circle)] : ['FALSE']));
    }
    const text = this.textCondition(filter, on('id'), wordLookup === 'read' && this.dialect === 'sqlite');
    if (text) conditions.push(text);
    return conditions;
  }

  /** Word for word `isInReach`. */
  private liesWithin({ center, north, east, radiusSquared }: ReachCircle): string {
    const up = `(p.latitude - ${this.bind(center.lat)})`;
    const aside = `(p.longitude - ${this.bind(center.lng)})`;
    return `${up} * ${up} * ${this.bind(north)} + ${aside} * ${aside} * ${this.bind(east)} <= ${this.bind(radiusSquared)}`;
  }

  /**
   * Whether a ray from the listing to the east crosses the polygon's edges an odd number of times. Where edges cross
   * each other, what is enclosed twice is outside; an area of none holds nothing.
   */
  private liesInside(corners: readonly Point[]): string {
    const edges = corners.flatMap((one, at): Edge[] => {
      const other = corners[(at + 1) % corners.length] ?? one;
      if (one.lat === other.lat) return [];
      const [low, high] = one.lat < other.lat ? [one, other] : [other, one];
      const [from, to, start] = [this.bind(low.lat), this.bind(high.lat), this.bind(low.lng)];
      const slope = this.bind((high.lng - low.lng) / (high.lat - low.lat));
      const crossed = `CASE WHEN p.latitude >= ${from} AND p.latitude < ${to}
        AND p.longitude < ${start} + (p.latitude - ${from}) * ${slope} THEN 1 ELSE 0 END`;
      return [{ south: low.lat, north: high.lat, crossed }];
    });
    if (edges.length === 0) return 'FALSE';
    const { south, north, west, east } = boundsOf(corners);
    const aside = this.dialect === 'sqlite' ? '+' : '';
    return `(${aside}p.latitude BETWEEN ${this.bind(south)} AND ${this.bind(north)}
      AND ${aside}p.longitude BETWEEN ${this.bind(west)} AND ${this.bind(east)}
      AND (${this.crossings(edges)}) % 2 = 1)`;
  }

  /** How many of the edges are crossed: looked for in halves from south to north, as long as that parts them. */
  private crossings(edges: readonly Edge[], depth = 0): string {
    const middle = edges.map(({ south }) => south).toSorted((a, b) => a - b)[edges.length >> 1] ?? 0;
    const below = edges.filter(({ south }) => south < middle);
    const above = edges.filter(({ north }) => north > middle);
    const isParted = below.length + above.length <= edges.length * MOST_IN_BOTH_HALVES;
    if (edges.length <= FEW_EDGES || depth === MOST_HALVINGS || !isParted)
      return edges.map(({ crossed }) => crossed).join(' + ') || '0';
    return `CASE WHEN p.latitude < ${this.bind(middle)} THEN ${this.crossings(below, depth + 1)}
      ELSE ${this.crossings(above, depth + 1)} END`;
  }

  /** A SELECT of the ids of so many matches, those that were added last. */
  latest(filter: ListingFilter, { total, wordLookup }: Totals, count: number): string {
    const isManifold = total >= MANY_MATCHES;
    if (this.dialect === 'sqlite' && (isManifold || wordLookup === 'lookedUp') && !filter.search?.id) {
      const words = this.bind(indexedExpression(this.dialect, filter, textTerms(filter)));
      const rest = this.where(withoutText(filter), { ...ALL_MATCHES, walkedBy: 'price' });
      return `SELECT p.id FROM properties_search CROSS JOIN properties p ON p.id = properties_search.rowid
        WHERE properties_search MATCH ${words} AND ${rest} ORDER BY properties_search.rowid DESC LIMIT ${count}`;
    }
    const plan: QueryPlan = { ...ALL_MATCHES, wordLookup };
    // PostgreSQL may walk by the id where there are many; where there are few it would come to the end of the table.
    const id = isManifold ? 'p.id' : 'p.id + 0';
    return `SELECT p.id FROM ${this.from(filter, plan)} WHERE ${this.where(filter, plan)} ORDER BY ${id} DESC LIMIT ${count}`;
  }

  /**
   * How well a match fits: lying in a place that was named comes before all else, then each word counts double in the
   * title, and once more when it stands there whole.
   */
  score(filter: ListingFilter, now: Date): string {
    const terms = filter.search?.terms.slice(0, RANKED_TERMS) ?? [];
    const points = terms.flatMap((term) => [
      this.points(2, this.has(inTitle(term), 'prefixes')),
      this.points(1, this.has(term, 'exactly')),
      ...this.pointsOfPlace(term),
    ]);
    const id = filter.search?.id;
    if (id) points.push(this.points(100, `p.id = ${this.bind(id)}`));
    // As much as one word that stands there whole: it decides among what fits about alike.
    points.push(this.points(-1, isUnconfirmedFor(this, STALE_AFTER_DAYS, now)));
    return points.join(' + ');
  }

  private pointsOfPlace({ placeMark }: SearchTerm): string[] {
    if (!placeMark) return [];
    return [this.points(3 * RANKED_TERMS, this.has({ words: [placeMark], placeMark: null }, 'exactly'))];
  }

  /** Of a listing that is read anyway. */
  private has(term: SearchTerm, matching: Matching): string {
    return this.dialect === 'sqlite'
      ? matchesByReading([term], (value) => this.bind(value), matching)
      : matches(this.dialect, 'p.id', this.bind(fullTextExpression(this.dialect, [term], matching)));
  }

  private points(points: number, condition: string): string {
    return `CASE WHEN ${condition} THEN ${points} ELSE 0 END`;
  }

  /** All words searched for (or the id that was meant), all words of an unknown location, and all features. */
  private textCondition(filter: ListingFilter, id: string, isRead: boolean): string | null {
    const { search } = filter;
    const meets = (terms: readonly SearchTerm[]) =>
      isRead
        ? matchesByReading(terms, (value) => this.bind(value))
        : matches(this.dialect, id, this.bind(indexedExpression(this.dialect, filter, terms)));
    const all = textTerms(filter);
    if (all.length === 0) return null;
    if (!search?.id) return meets(all);
    const isMeant = `p.id = ${this.bind(search.id)}`;
    const others = otherTerms(filter);
    return `(${meets(all)} OR (${others.length > 0 ? `${isMeant} AND ${meets(others)}` : isMeant}))`;
  }
}
