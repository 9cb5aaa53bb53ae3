import type { Dialect } from '#server/db/connection.ts';
import type { PropertyModel } from '#server/db/models.ts';
import { type SqlBuilder, timeParameter } from '#server/db/sql.ts';
import { licensedAgents } from '#server/features/auth/policy.ts';
import {
  type FactColumn,
  type FilterName,
  filterNames,
  filters,
  type NumberColumn,
} from '#shared/listing/filters.ts';
import { homeTypes, type MediaKind } from '#shared/listing/vocabulary.ts';
import { type Circle, circleAround, isInCircle, reachCircle } from '#shared/travelTime.ts';
import { PUBLIC_ONLY } from '../policy.ts';
import { type Bounds, type ListingFilter, type Point, type Trait, textTerms } from './filter.ts';
import type { NamedHomes, SearchTerm } from './searchText.ts';

/**
 * The conditions of each filter, defined once: as a condition on the row `p`, and as steps of the index in memory.
 * Conditions of a column against a value are derived from the table of filters; the others are written here.
 */

/** Columns that the index keeps as sorted numbers. Times are in milliseconds since 1970. */
export type RangedColumn = NumberColumn | 'latitude' | 'longitude' | 'created_at';
export const rangedColumns: readonly RangedColumn[] = [
  ...new Set<RangedColumn>([
    'latitude',
    'longitude',
    'created_at',
    ...filterNames.flatMap((name): NumberColumn[] => {
      const { where } = filters[name];
      return 'atLeast' in where ? [where.atLeast] : 'atMost' in where ? [where.atMost] : [];
    }),
  ]),
];

export const wordColumns = [
  'listing_type',
  'status',
  'furnished',
  'allows_pets',
  'completion',
  'building_id',
  'agent_id',
  'type',
  'city_slug',
  'district_slug',
  'region_slug',
  'has_video',
  'has_plan',
] as const satisfies readonly (FactColumn | keyof PropertyModel)[];
export type WordColumn = (typeof wordColumns)[number];

/** A listing as a test of the index reads it; NaN where a number is unknown. */
type ReadNumber = (column: RangedColumn | 'agent_id') => number;

/** A kept set of the index: the listings with a value of a column, or with all of some words. */
export type Held =
  | { has: WordColumn; anyOf: readonly (string | number | boolean)[] }
  | { terms: readonly SearchTerm[] };

/** A step that narrows a set of the index, the cheapest kind first. */
type Step =
  | Held
  | { either: readonly Held[] }
  | { neither: readonly Held[] }
  | { column: RangedColumn; least: number | null; most: number | null }
  | { test(read: ReadNumber): boolean };

interface Condition<Wanted> {
  sql(wanted: Wanted, query: SqlBuilder): string[];
  /** @param licensed ids of the agents whose licence check is in force, where the filter asks for that */
  steps(wanted: Wanted, licensed: ReadonlySet<number>): Step[];
}

/** Filters by words have rules of their own: full-text search, or the words of the index. */
type ConditionName = Exclude<keyof ListingFilter, 'search' | 'features' | 'preferred'>;
type Conditions<Name extends ConditionName> = { [Each in Name]: Condition<NonNullable<ListingFilter[Each]>> };

const atLeast = (column: NumberColumn): Condition<number> => ({
  sql: (least, query) => [`p.${column} >= ${query.bind(least)}`],
  steps: (least) => [{ column, least, most: null }],
});

const atMost = (column: NumberColumn): Condition<number> => ({
  sql: (most, query) => [`p.${column} <= ${query.bind(most)}`],
  steps: (most) => [{ column, least: null, most }],
});

const isAnyOf = (column: WordColumn): Condition<readonly (string | number | boolean)[]> => ({
  sql: (values, query) => [
    typeof values[0] === 'boolean'
      ? `p.${column} IS ${values[0] ? 'TRUE' : 'FALSE'}`
      : query.isOneOf(`p.${column}`, values),
  ],
  steps: (anyOf) => [{ has: column, anyOf }],
});

function is(column: WordColumn): Condition<string | number | boolean> {
  const { sql, steps } = isAnyOf(column);
  return { sql: (value, query) => sql([value], query), steps: (value, licensed) => steps([value], licensed) };
}

const heldBy = (trait: Trait): Held =>
  'words' in trait ? { terms: trait.words } : { has: trait.column, anyOf: trait.anyOf };

const hasTrait = (trait: Trait, query: SqlBuilder): string =>
  'words' in trait ? matches(query, trait.words) : isAnyOf(trait.column).sql(trait.anyOf, query).join(' AND ');

const either = (conditions: readonly string[]) =>
  conditions.length > 1 ? `(${conditions.join(' OR ')})` : conditions.join();

const hasAny: Condition<readonly Trait[]> = {
  sql: (traits, query) => [either(traits.map((trait) => hasTrait(trait, query)))],
  steps: (traits) => {
    const [first, ...others] = traits.map(heldBy);
    return others.length === 0 && first ? [first] : [{ either: traits.map(heldBy) }];
  },
};

/** A listing without a value in the column does not have it. */
const hasNone: Condition<readonly Trait[]> = {
  sql: (traits, query) => traits.map((trait) => `(${hasTrait(trait, query)}) IS NOT TRUE`),
  steps: (traits) => [{ neither: traits.map(heldBy) }],
};

type TableName = Extract<FilterName, ConditionName>;

const derived = Object.fromEntries(
  filterNames.flatMap((name): [string, Condition<never>][] => {
    const { where } = filters[name];
    if ('atLeast' in where) return [[name, atLeast(where.atLeast)]];
    if ('atMost' in where) return [[name, atMost(where.atMost)]];
    return 'is' in where ? [[name, is(where.is)]] : [];
  }),
) as unknown as Conditions<Exclude<TableName, keyof typeof own>>;

const mediaColumns: Record<MediaKind, 'has_video' | 'has_plan'> = { video: 'has_video', plan: 'has_plan' };

/** A product of two numbers with two decimals each: the error of floating point is far below its last digit. */
const ROUNDING = 0.00005;

const own = {
  types: isAnyOf('type'),
  notTypes: {
    sql: (types, query) => [`NOT (${query.isOneOf('p.type', types)})`],
    steps: (types) => [{ neither: [{ has: 'type', anyOf: types }] }],
  },
  offers: isAnyOf('listing_type'),
  places: hasAny,
  notPlaces: hasNone,
  notFeatures: hasNone,
  near: {
    sql: (near, query) => {
      const circles = circlesOf(near);
      return [
        ...liesBetween(boundsOfCircles(circles), query),
        either(circles.map((circle) => liesWithin(circle, query))),
      ];
    },
    steps: (near) => {
      const circles = circlesOf(near);
      return [
        ...stepsWithin(boundsOfCircles(circles)),
        {
          test: (read) => {
            const place = placeOf(read);
            return circles.some((circle) => isInCircle(circle, place));
          },
        },
      ];
    },
  },
  max_bedrooms: {
    sql: (most, query) => [`p.bedrooms <= ${query.bind(most)}`, query.isOneOf('p.type', homeTypes)],
    steps: (most) => [
      { column: 'bedrooms', least: null, most },
      { has: 'type', anyOf: homeTypes },
    ],
  },
  beds_exact: {
    sql: (wanted, query) => [
      `p.bedrooms = ${query.bind(wanted)}`,
      ...(wanted === 0 ? [query.isOneOf('p.type', homeTypes)] : []),
    ],
    steps: (wanted) => [
      { column: 'bedrooms', least: wanted, most: wanted },
      ...(wanted === 0 ? [{ has: 'type', anyOf: homeTypes } as const] : []),
    ],
  },
  max_price_per_sqm: {
    sql: (most, query) => [`p.price <= ${query.bind(most)} * p.area_sqm + ${ROUNDING}`],
    steps: (most) => [{ test: (read) => read('price') <= most * read('area_sqm') + ROUNDING }],
  },
  listedSince: {
    sql: (first, query) => [`p.created_at >= ${query.bind(timeParameter(query.dialect, new Date(first)))}`],
    steps: (first) => [{ column: 'created_at', least: Date.parse(first), most: null }],
  },
  licensed: {
    // A listing without an agent has no licence.
    sql: ({ isInForce, today }, query) => {
      const hasLicence = `p.agent_id IN ${licensedAgents(query.bind(today))}`;
      return [isInForce ? hasLicence : `(${hasLicence}) IS NOT TRUE`];
    },
    steps: ({ isInForce }, licensed) => [{ test: (read) => licensed.has(read('agent_id')) === isInForce }],
  },
  media: {
    sql: (kinds) => kinds.map((kind) => `p.${mediaColumns[kind]} IS TRUE`),
    steps: (kinds) => kinds.map((kind) => ({ has: mediaColumns[kind], anyOf: [true] })),
  },
  bbox: {
    sql: (bounds, query) => liesBetween(bounds, query),
    steps: (bounds) => stepsWithin(bounds),
  },
  areas: {
    sql: (areas, query) => [
      ...liesBetween(boundsOf(areas.flat()), query),
      `(${areas.map((corners) => liesInsideSql(edgesOf(corners), query)).join(' OR ')})`,
    ],
    steps: (areas) => {
      const edges = areas.map(edgesOf);
      return [
        ...stepsWithin(boundsOf(areas.flat())),
        { test: (read) => edges.some((some) => liesInside(some, placeOf(read))) },
      ];
    },
  },
  reaches: {
    sql: (reaches, query) =>
      reaches.flatMap((reach) => {
        const circle = reachCircle(reach);
        return circle ? [...liesBetween(circle.bounds, query), liesWithin(circle, query)] : ['FALSE'];
      }),
    steps: (reaches) =>
      reaches.flatMap((reach) => {
        const circle = reachCircle(reach);
        return circle
          ? [...stepsWithin(circle.bounds), { test: (read) => isInCircle(circle, placeOf(read)) }]
          : [{ test: () => false }];
      }),
  },
} satisfies Partial<Conditions<ConditionName>>;

const conditions: Conditions<ConditionName> = { ...derived, ...own };

const rulesOf = (filter: ListingFilter) =>
  Object.entries(conditions as Record<string, Condition<never>>).flatMap(([name, rule]) => {
    const wanted = filter[name as ConditionName];
    return wanted === null || wanted === undefined ? [] : [{ rule, wanted: wanted as never }];
  });

/** Steps of the index, words aside. */
export const stepsOf = (filter: ListingFilter, licensed: ReadonlySet<number>): Step[] =>
  rulesOf(filter).flatMap(({ rule, wanted }) => rule.steps(wanted, licensed));

const placeOf = (read: ReadNumber): Point => ({ lat: read('latitude'), lng: read('longitude') });

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

const liesBetween = ({ south, north, west, east }: Bounds, query: SqlBuilder) => [
  `p.latitude BETWEEN ${query.bind(south)} AND ${query.bind(north)}`,
  `p.longitude BETWEEN ${query.bind(west)} AND ${query.bind(east)}`,
];

const stepsWithin = ({ south, north, west, east }: Bounds): Step[] => [
  { column: 'latitude', least: south, most: north },
  { column: 'longitude', least: west, most: east },
];

export const circlesOf = ({ points, metres }: NonNullable<ListingFilter['near']>): Circle[] =>
  points.map((point) => circleAround(point, metres));

/** Around all circles. */
export const boundsOfCircles = (circles: readonly Circle[]): Bounds =>
  boundsOf(
    circles.flatMap(({ bounds: { south, west, north, east } }) => [
      { lat: south, lng: west },
      { lat: north, lng: east },
    ]),
  );

/** The rule of `isInCircle`. */
function liesWithin({ center, north, east, radiusSquared }: Circle, query: SqlBuilder): string {
  const up = `(p.latitude - ${query.bind(center.lat)})`;
  const aside = `(p.longitude - ${query.bind(center.lng)})`;
  return `${up} * ${up} * ${query.bind(north)} + ${aside} * ${aside} * ${query.bind(east)} <= ${query.bind(radiusSquared)}`;
}

interface Edge {
  low: Point;
  high: Point;
  slope: number;
}

/** The edges of a polygon that a ray from a point to the east can cross. */
function edgesOf(corners: readonly Point[]): Edge[] {
  return corners.flatMap((one, at) => {
    const other = corners[(at + 1) % corners.length] ?? one;
    if (one.lat === other.lat) return [];
    const [low, high] = one.lat < other.lat ? [one, other] : [other, one];
    return [{ low, high, slope: (high.lng - low.lng) / (high.lat - low.lat) }];
  });
}

/**
 * Whether a ray from the listing to the east crosses the polygon's edges an odd number of times. Where edges cross
 * each other, an area enclosed twice is outside; a polygon without area holds nothing.
 */
function liesInsideSql(edges: readonly Edge[], query: SqlBuilder): string {
  const crossings = edges.map(({ low, high, slope }) => {
    const from = query.bind(low.lat);
    return `CASE WHEN p.latitude >= ${from} AND p.latitude < ${query.bind(high.lat)}
      AND p.longitude < ${query.bind(low.lng)} + (p.latitude - ${from}) * ${query.bind(slope)} THEN 1 ELSE 0 END`;
  });
  return crossings.length > 0 ? `(${crossings.join(' + ')}) % 2 = 1` : 'FALSE';
}

/** The same rule of one point. */
function liesInside(edges: readonly Edge[], { lat, lng }: Point): boolean {
  const crossed = edges.filter(
    ({ low, high, slope }) => lat >= low.lat && lat < high.lat && lng < low.lng + (lat - low.lat) * slope,
  );
  return crossed.length % 2 === 1;
}

/** Writes terms as the database's own full-text expression. Words are quoted: nothing in them is an operator. */
const grammars = {
  sqlite: {
    word: (word: string) => `"${word.replaceAll('"', '""')}"`,
    prefix: '*',
    and: ' AND ',
    or: ' OR ',
  },
  postgres: {
    word: (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
    prefix: ':*',
    and: ' & ',
    or: ' | ',
  },
};

/** @returns an FTS5 expression or a tsquery that all terms must meet. Words may be beginnings of words. */
export function fullTextExpression(dialect: Dialect, terms: readonly SearchTerm[]): string {
  const { word: write, prefix, and, or } = grammars[dialect];
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => write(word) + prefix).join(and);
      return placeMark ? `((${all})${or}${write(placeMark)})` : `(${all})`;
    })
    .join(and);
}

/** Terms as a condition on a public listing. SQLite's full-text index holds no others, see `matchesByReading`. */
export function matches(sql: SqlBuilder, terms: readonly SearchTerm[]): string {
  const expression = sql.bind(fullTextExpression(sql.dialect, terms));
  return sql.dialect === 'sqlite'
    ? `p.id IN (SELECT rowid FROM properties_search WHERE properties_search MATCH ${expression})`
    : `p.search_vector @@ ${expression}::tsquery`;
}

/** The same condition read from the text itself, without the index. */
export function matchesByReading(sql: SqlBuilder, terms: readonly SearchTerm[]): string {
  const has = (word: string) => `instr(' ' || p.search_text || ' ', ${sql.bind(word)}) > 0`;
  return terms
    .map(({ words, placeMark }) => {
      const all = words.map((word) => has(` ${word}`)).join(' AND ');
      return placeMark ? `((${all}) OR ${has(` ${placeMark} `)})` : `(${all})`;
    })
    .join(' AND ');
}

/** A filter as a condition on the listing `p`, public listings only. */
export function publicWhere(sql: SqlBuilder, filter: ListingFilter): string {
  const own = rulesOf(filter).flatMap(({ rule, wanted }) => rule.sql(wanted, sql));
  return [PUBLIC_ONLY, ...own, ...textConditions(sql, filter)].join(' AND ');
}

/** All words of the search (or its id), and all features. */
function textConditions(sql: SqlBuilder, filter: ListingFilter): string[] {
  const all = textTerms(filter);
  if (all.length === 0) return [];
  const named = all.flatMap((term) => (term.homes ? [meets(sql, term, term.homes)] : []));
  const others = all.filter(({ homes }) => !homes);
  if (!filter.search?.id) return [...(others.length > 0 ? [matches(sql, others)] : []), ...named];
  const { features } = filter;
  const isMeant = [
    `p.id = ${sql.bind(filter.search.id)}`,
    ...(features.length > 0 ? [matches(sql, features)] : []),
  ];
  return [`(${matches(sql, all)} OR (${isMeant.join(' AND ')}))`];
}

/** The term in the text, or one of the homes that it names. */
function meets(sql: SqlBuilder, term: SearchTerm, homes: readonly NamedHomes[]): string {
  const named = homes.map(({ column, ids }) => sql.isOneOf(`p.${column}`, ids));
  return either([matches(sql, [term]), ...named]);
}

/** How many of the words that only rank a listing has. */
export const countOfPreferred = (sql: SqlBuilder, terms: readonly SearchTerm[]): string =>
  terms.map((term) => `CASE WHEN ${matches(sql, [term])} THEN 1 ELSE 0 END`).join(' + ');
