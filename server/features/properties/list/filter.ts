import type { PropertyFilterQuery } from '#shared/contracts/properties.ts';
import {
  type Completion,
  type ListingType,
  listingTypes,
  type MediaKind,
  type PropertyStatus,
  type PropertyType,
} from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { findPlace, type LocatedPlaces, placeCriterion } from '#shared/places.ts';
import type { Reach } from '#shared/travelTime.ts';
import {
  featureTerm,
  type ParsedSearch,
  parseSearch,
  parseUnknownLocation,
  type SearchTerm,
} from './searchText.ts';

export interface Point {
  lat: number;
  lng: number;
}

/**
 * What a query asks for, in one form whatever way it was written. Serialised it is the key under which totals and
 * answers are kept, so its fields always stand in the same order.
 */
export interface ListingFilter {
  types: PropertyType[] | null;
  listingType: ListingType | null;
  status: PropertyStatus | null;
  place: { column: 'city_slug' | 'district_slug' | 'region_slug'; slugs: string[] } | null;
  minPrice: number | null;
  maxPrice: number | null;
  /** At least that many. */
  bedrooms: number | null;
  bathrooms: number | null;
  /** Exactly that many; 0 is a studio, which only a home can be. */
  bedsExact: number | null;
  minArea: number | null;
  maxArea: number | null;
  maxPricePerSqm: number | null;
  furnished: boolean | null;
  /** At least that many, as with floors and years. */
  parking: number | null;
  allowsPets: boolean | null;
  minFloor: number | null;
  builtSince: number | null;
  completion: Completion | null;
  /** A time to the minute, so that who asks within one shares the answer. */
  listedSince: string | null;
  /** Whether the agent's licence check has to be in force on that day of Manila, or must not be. */
  licensed: { isInForce: boolean; today: string } | null;
  /** All of them. */
  media: MediaKind[] | null;
  /** The building's id. */
  building: number | null;
  /** Drawn on the map, the corners in order; any of them. */
  areas: Point[][] | null;
  /** All of them. */
  reaches: Reach[] | null;
  bbox: { west: number; south: number; east: number; north: number } | null;
  search: ParsedSearch | null;
  /** Words of a location that is no known place; looked for in address, city and province. */
  locationWords: SearchTerm[];
  /** Whole features, as they stand marked in the search texts. */
  features: SearchTerm[];
}

const placeColumns = {
  citySlug: 'city_slug',
  districtSlug: 'district_slug',
  regionSlug: 'region_slug',
} as const satisfies Record<keyof LocatedPlaces, string>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @returns null when no listing can match: contradicting conditions, or text without a letter or digit. */
export function readFilter(query: PropertyFilterQuery, now: Date): ListingFilter | null {
  const typeAsListingType = listingTypes.find((known) => known === query.type);
  const listingType = query.listing_type ?? typeAsListingType ?? null;
  if (typeAsListingType && listingType !== typeAsListingType) return null;

  const search = query.search ? parseSearch(query.search) : null;
  if (search && search.terms.length === 0) return null;

  const place = query.location ? findPlace(query.location) : undefined;
  const locationWords = query.location && !place ? parseUnknownLocation(query.location) : [];
  if (query.location && !place && locationWords.length === 0) return null;

  const criterion = place && placeCriterion(place);
  return {
    types: typeAsListingType ? null : typesMeant(query.type as PropertyType | undefined),
    listingType,
    status: query.status ?? null,
    place: criterion ? { column: placeColumns[criterion.field], slugs: criterion.slugs } : null,
    minPrice: query.min_price ?? null,
    maxPrice: query.max_price ?? null,
    bedrooms: query.bedrooms ?? null,
    bathrooms: query.bathrooms ?? null,
    bedsExact: query.beds_exact ?? null,
    minArea: query.min_area ?? null,
    maxArea: query.max_area ?? null,
    maxPricePerSqm: query.max_price_per_sqm ?? null,
    furnished: query.furnished ?? null,
    parking: query.parking ?? null,
    allowsPets: query.pets ?? null,
    minFloor: query.min_floor ?? null,
    builtSince: query.built_since ?? null,
    completion: query.completion ?? null,
    listedSince: query.listed_within === undefined ? null : minuteBefore(now, query.listed_within),
    licensed: query.licensed === undefined ? null : { isInForce: query.licensed, today: manilaDay(now) },
    media: query.media ?? null,
    building: query.building ?? null,
    areas: query.area ?? null,
    reaches: query.reach ?? null,
    bbox: query.bbox ?? null,
    search,
    locationWords,
    features: (query.features ?? []).map(featureTerm),
  };
}

function minuteBefore(now: Date, days: number): string {
  const time = now.getTime() - days * DAY_MS;
  return new Date(time - (time % MINUTE_MS)).toISOString();
}

/** 'office' is the Commercial category and means both; 'commercial' means only itself. */
function typesMeant(type: PropertyType | undefined): PropertyType[] | null {
  if (!type) return null;
  return type === 'office' ? ['office', 'commercial'] : [type];
}

/** Terms that a listing's search text must meet, wherever they were asked for. */
export function textTerms(filter: ListingFilter): SearchTerm[] {
  return [...(filter.search?.terms ?? []), ...otherTerms(filter)];
}

/** Those that hold for a listing that is meant by its id, too. */
export function otherTerms({ locationWords, features }: ListingFilter): SearchTerm[] {
  return [...locationWords, ...features];
}

/** The filter's other conditions alone. */
export function withoutText(filter: ListingFilter): ListingFilter {
  return { ...filter, search: null, locationWords: [], features: [] };
}

/** More are told apart in the listings themselves. */
export const MOST_BEDROOMS_INDEXED = 20;

/** Words, and else nothing but what SQLite's full-text index knows too: nothing has to be read from the listings. */
export function isIndexedWhole(filter: ListingFilter): boolean {
  const {
    search,
    locationWords,
    features,
    place,
    types,
    listingType,
    status,
    bedrooms,
    bedsExact,
    ...others
  } = filter;
  return (
    textTerms(filter).length > 0 &&
    !search?.id &&
    (bedrooms ?? 0) <= MOST_BEDROOMS_INDEXED &&
    Object.values(others).every((condition) => condition === null)
  );
}

/** Asks for facts that of all indexes only `properties_public_facts` holds. */
function asksForFacts(filter: ListingFilter): boolean {
  return [
    filter.minArea,
    filter.maxArea,
    filter.maxPricePerSqm,
    filter.furnished,
    filter.parking,
    filter.allowsPets,
    filter.minFloor,
    filter.builtSince,
    filter.completion,
    filter.licensed,
    filter.media,
  ].some((condition) => condition !== null);
}

/** For a part of the map, however it is told. */
const asksWhere = ({ bbox, areas, reaches }: ListingFilter) => (bbox ?? areas ?? reaches) !== null;

/**
 * How SQLite finds the listings with some words when all matches are needed: each that has them is looked up, those that
 * meet the filter's other conditions are held against the set of those that have them, or their texts are read.
 */
export type WordLookup = 'lookedUp' | 'intersected' | 'read';

/** What is known of a filter's matches: it tells which way of finding them is cheap. */
export interface Totals {
  total: number;
  /** About how many there are without the filter's words; `total` when it has none. */
  totalWithoutText: number;
  wordLookup: WordLookup;
}

export interface PageWindow extends Totals {
  limit: number;
  offset: number;
}

/** Up to this many matches it is cheaper to find them all and sort than to walk the listings in order. */
const FEW_MATCHES = 1_000;
/** Up to this many listings it is cheaper to read their words while walking than to collect all matches first. */
const FEW_TO_WALK = 4_000;
/** Up to this many that have the words are looked up: each costs as much as dozens in an index that is read from end to end. */
export const FEW_TO_LOOK_UP = 10_000;

/** @param indexed how many the full-text index finds @param totalWithoutText about how many meet the filter's other conditions */
export function chooseWordLookup(indexed: number, totalWithoutText: number): WordLookup {
  if (totalWithoutText <= FEW_TO_WALK && totalWithoutText <= indexed) return 'read';
  return indexed <= FEW_TO_LOOK_UP ? 'lookedUp' : 'intersected';
}

export type OrderColumn = 'created_at' | 'price' | 'area_sqm';
export type Column =
  | OrderColumn
  | 'id'
  | 'listing_type'
  | 'type'
  | 'status'
  | 'latitude'
  | 'city_slug'
  | 'district_slug'
  | 'building_id';

/** How SQLite is to find the matches; PostgreSQL has statistics and decides by itself. */
export interface QueryPlan {
  /** The column listings are walked by until the page is full; null when all matches are needed anyway. */
  walkedBy: OrderColumn | null;
  wordLookup: WordLookup;
  /** Whether more is read of the listings than most indexes carry; a filter may ask for that too. */
  readsFacts: boolean;
}

export const ALL_MATCHES: QueryPlan = { walkedBy: null, wordLookup: 'lookedUp', readsFacts: false };
export const ALL_FACTS: QueryPlan = { ...ALL_MATCHES, readsFacts: true };

export function buildQueryPlan(filter: ListingFilter, order: OrderColumn, window: PageWindow): QueryPlan {
  const { limit, offset, total, totalWithoutText, wordLookup } = window;
  const wanted = offset + limit;
  const hasText = textTerms(filter).length > 0;
  // No building holds so many that finding them all would cost more than any order does.
  if (filter.building !== null)
    return { ...ALL_MATCHES, wordLookup: hasText && totalWithoutText <= FEW_TO_WALK ? 'read' : 'lookedUp' };
  const toWalk = Math.min(totalWithoutText, (wanted * totalWithoutText) / Math.max(total, 1));
  if (hasText && toWalk <= FEW_TO_WALK) return { ...ALL_MATCHES, walkedBy: order, wordLookup: 'read' };
  const isRare = hasText || asksWhere(filter) || asksForFacts(filter);
  const needsAll = total <= wanted || (total <= FEW_MATCHES && isRare);
  return { ...ALL_MATCHES, walkedBy: needsAll ? null : order, wordLookup };
}

/**
 * The columns SQLite may look up in an index: without statistics it would prefer any condition to the order that
 * lets it stop after one page.
 */
export function drivingColumns(
  filter: ListingFilter,
  { walkedBy, wordLookup, readsFacts }: QueryPlan,
): Set<Column> {
  const byPrice: Column[] = walkedBy === 'price' || walkedBy === null ? ['price'] : [];
  if (filter.building !== null) return new Set(['building_id']);
  if (textTerms(filter).length > 0 && !walkedBy && wordLookup === 'lookedUp') return new Set(['id']);
  if (filter.place && filter.place.column !== 'region_slug')
    return new Set([filter.place.column, 'listing_type', ...byPrice]);
  // Any other index would be left for each listing's row, which costs more than to read that one from end to end.
  if ((readsFacts || asksForFacts(filter)) && !walkedBy) return new Set();
  if (asksWhere(filter) && !walkedBy) return new Set(['latitude']);
  if (walkedBy === 'area_sqm') return new Set();
  if (filter.listingType) return new Set(['listing_type', ...byPrice]);
  if (byPrice.length > 0 && (walkedBy || filter.minPrice !== null || filter.maxPrice !== null))
    return new Set(byPrice);
  if (filter.status) return new Set(['status']);
  return new Set(filter.types?.length === 1 ? ['type'] : []);
}

/** The index SQLite is told to read where no column is looked up: it may take that of the admins' list, or none. */
export function indexToWalk(filter: ListingFilter, plan: QueryPlan): string | null {
  const { walkedBy, wordLookup, readsFacts } = plan;
  if (drivingColumns(filter, plan).size > 0 || (walkedBy && walkedBy !== 'created_at')) return null;
  if (readsFacts || asksForFacts(filter)) return 'properties_public_facts';
  const readsAll =
    textTerms(filter).length > 0 && wordLookup !== 'lookedUp' && (!walkedBy || wordLookup === 'read');
  return readsAll || filter.listedSince ? 'properties_public_newest' : null;
}
