import type { PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { type FilterValues, filterNames } from '#shared/listing/filters.ts';
import { type ListingType, listingTypes, type MediaKind, type PropertyType } from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { findPlace, type LocatedPlaces, type Place, placeCriterion } from '#shared/places.ts';
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

/** Degrees. */
export type Bounds = Record<'west' | 'south' | 'east' | 'north', number>;

/** Filters that ask the same of a listing on every day, by their names in the API. */
type TableValues = Omit<FilterValues, 'listed_within' | 'licensed'>;

/** A query in normal form; null fields are no filters. Its fields have one order: serialised it is the key of a cache. */
export interface ListingFilter extends Readonly<{ [Name in keyof TableValues]: TableValues[Name] | null }> {
  types: PropertyType[] | null;
  place: { column: 'city_slug' | 'district_slug' | 'region_slug'; slugs: string[] } | null;
  /** A time, rounded to the minute so that equal queries share a cache entry. */
  listedSince: string | null;
  /** Whether the agent's licence check is in force on that day of Manila, or is not. */
  licensed: { isInForce: boolean; today: string } | null;
  /** All of them. */
  media: MediaKind[] | null;
  /** Drawn on the map, the corners in order; any of them. */
  areas: Point[][] | null;
  /** All of them. */
  reaches: Reach[] | null;
  bbox: Bounds | null;
  search: ParsedSearch | null;
  /** Words of a location that is no known place; searched in address, city and province. */
  locationWords: SearchTerm[];
  /** Whole features, as they stand marked in the search texts. */
  features: SearchTerm[];
}

const placeColumns = {
  citySlug: 'city_slug',
  districtSlug: 'district_slug',
  regionSlug: 'region_slug',
} as const satisfies Record<keyof LocatedPlaces, string>;

/** The column of a listing that says whether it lies in a place, and the values that say so. */
export function placeFilter(place: Place): NonNullable<ListingFilter['place']> {
  const { field, slugs } = placeCriterion(place);
  return { column: placeColumns[field], slugs };
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @returns null when no listing can match: contradicting conditions, or text without a letter or digit. */
export function readFilter(query: PropertyFilterQuery, now: Date): ListingFilter | null {
  const typeAsListingType = listingTypes.find((known) => known === query.type);
  const listing_type: ListingType | null = query.listing_type ?? typeAsListingType ?? null;
  if (typeAsListingType && listing_type !== typeAsListingType) return null;

  const search = query.search ? parseSearch(query.search) : null;
  if (search && search.terms.length === 0) return null;

  const place = query.location ? findPlace(query.location) : undefined;
  const locationWords = query.location && !place ? parseUnknownLocation(query.location) : [];
  if (query.location && !place && locationWords.length === 0) return null;

  const { listed_within, licensed, ...values } = Object.fromEntries(
    filterNames.map((name) => [name, query[name] ?? null]),
  ) as { [Name in keyof FilterValues]: FilterValues[Name] | null };
  return {
    ...values,
    listing_type,
    types: typeAsListingType ? null : typesMeant((query.type as PropertyType | undefined) ?? null),
    place: place ? placeFilter(place) : null,
    listedSince: listed_within === null ? null : wholeMinute(now.getTime() - listed_within * DAY_MS),
    licensed: licensed === null ? null : { isInForce: licensed, today: manilaDay(now) },
    media: query.media ?? null,
    areas: query.area ?? null,
    reaches: query.reach ?? null,
    bbox: query.bbox ?? null,
    search,
    locationWords,
    features: (query.features ?? []).map(featureTerm),
  };
}

const wholeMinute = (time: number) => new Date(time - (time % MINUTE_MS)).toISOString();

/** 'office' is the Commercial category and means both; 'commercial' means only itself. */
export const typesMeant = (type: PropertyType | null): PropertyType[] | null =>
  type && (type === 'office' ? ['office', 'commercial'] : [type]);

/** Terms that a listing's search text must match, from every field of the filter. */
export const textTerms = (filter: ListingFilter) => [...(filter.search?.terms ?? []), ...otherTerms(filter)];

/** Terms that also hold for a listing found by its id. */
export const otherTerms = ({ locationWords, features }: ListingFilter) => [...locationWords, ...features];
