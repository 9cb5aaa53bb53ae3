import type {
  ListingType,
  PropertyFilterQuery,
  PropertyStatus,
  PropertyType,
} from '#shared/contracts/properties.ts';
import { listingTypes } from '#shared/contracts/properties.ts';
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
