import {
  type ListingType,
  listingTypes,
  type PropertyFilterQuery,
  type PropertyStatus,
  type PropertyType,
} from '#shared/contracts/properties.ts';
import { findPlace, type LocatedPlaces, placeCriterion } from '#shared/places.ts';
import { type ParsedSearch, parseSearch, parseUnknownLocation, type SearchTerm } from './searchText.ts';

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
  bbox: { west: number; south: number; east: number; north: number } | null;
  search: ParsedSearch | null;
  /** Words of a location that is no known place; looked for in address, city and province. */
  locationWords: SearchTerm[];
}

const placeColumns = {
  citySlug: 'city_slug',
  districtSlug: 'district_slug',
  regionSlug: 'region_slug',
} as const satisfies Record<keyof LocatedPlaces, string>;

/** @returns null when no listing can match: contradicting conditions, or text without a letter or digit. */
export function readFilter(query: PropertyFilterQuery): ListingFilter | null {
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
    bbox: query.bbox ?? null,
    search,
    locationWords,
  };
}

/** 'office' is the Commercial category and means both; 'commercial' means only itself. */
function typesMeant(type: PropertyType | undefined): PropertyType[] | null {
  if (!type) return null;
  return type === 'office' ? ['office', 'commercial'] : [type];
}

/** Terms that a listing's search text must meet, wherever they were asked for. */
export function textTerms(filter: ListingFilter): SearchTerm[] {
  return [...(filter.search?.terms ?? []), ...filter.locationWords];
}

/** The filter's other conditions alone. */
export function withoutText(filter: ListingFilter): ListingFilter {
  return { ...filter, search: null, locationWords: [] };
}

/** Nothing but words: no other condition has to be read from the listings. */
export function isTextAlone(filter: ListingFilter): boolean {
  const { search, locationWords, ...conditions } = filter;
  return textTerms(filter).length > 0 && Object.values(conditions).every((condition) => condition === null);
}

export interface PageWindow {
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

export type OrderColumn = 'created_at' | 'price' | 'area_sqm';
export type Column =
  | OrderColumn
  | 'id'
  | 'listing_type'
  | 'type'
  | 'status'
  | 'latitude'
  | 'city_slug'
  | 'district_slug';

/** How SQLite is to find the matches; PostgreSQL has statistics and decides by itself. */
export interface QueryPlan {
  /** The column listings are walked by until the page is full; null when all matches are needed anyway. */
  walkedBy: OrderColumn | null;
  readsText: boolean;
}

export const ALL_MATCHES: QueryPlan = { walkedBy: null, readsText: false };

export function buildQueryPlan(filter: ListingFilter, order: OrderColumn, window: PageWindow): QueryPlan {
  const { limit, offset, total, totalWithoutText } = window;
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
export function drivingColumns(filter: ListingFilter, walkedBy: OrderColumn | null): Set<Column> {
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
