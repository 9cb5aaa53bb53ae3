import type { PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { knownPlaceBySlug } from '#shared/gazetteer/knownPlaces.ts';
import { USUAL_NEAR_METRES } from '#shared/limits.ts';
import { type FilterValues, filterNames } from '#shared/listing/filters.ts';
import {
  type ListingType,
  listingTypes,
  type MediaKind,
  type PropertyType,
  propertyTypes,
} from '#shared/listing/vocabulary.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { findPlaces, type LocatedPlaces, type Place, placeCriterion } from '#shared/places.ts';
import type { GeoPoint, Reach } from '#shared/travelTime.ts';
import {
  featureTerm,
  type Names,
  type ParsedSearch,
  parseSearch,
  parseSharedName,
  parseUnknownLocation,
  type SearchTerm,
  welcomesPets,
} from './searchText.ts';

export interface Point {
  lat: number;
  lng: number;
}

/** Degrees. */
export type Bounds = Record<'west' | 'south' | 'east' | 'north', number>;

/** Filters that ask the same of a listing on every day, by their names in the API. */
type TableValues = Omit<FilterValues, 'listed_within' | 'licensed'>;

/** A listing may have it: a value of a column, or all of some words in its search text. */
export type Trait =
  | { column: PlaceColumn | 'allows_pets'; anyOf: readonly (string | boolean)[] }
  | { words: readonly SearchTerm[] };

/** A query in normal form; null fields are no filters. Its fields have one order: serialised it is the key of a cache. */
export interface ListingFilter extends Readonly<{ [Name in keyof TableValues]: TableValues[Name] | null }> {
  types: PropertyType[] | null;
  notTypes: PropertyType[] | null;
  /** Any of them, beside `listing_type`. */
  offers: ListingType[] | null;
  /** Known places, and words of others as they stand in address, city and province; in any of them. */
  places: Trait[] | null;
  /** In none of them. */
  notPlaces: Trait[] | null;
  /** Within metres of any of the points, as the crow flies. */
  near: { points: GeoPoint[]; metres: number } | null;
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
  /** Whole features, as they stand marked in the search texts; all of them. */
  features: SearchTerm[];
  /** None of them. */
  notFeatures: Trait[] | null;
  /** Listings that have them come first in the order by relevance. */
  preferred: SearchTerm[];
}

type PlaceColumn = 'city_slug' | 'district_slug' | 'region_slug';

const placeColumns = {
  citySlug: 'city_slug',
  districtSlug: 'district_slug',
  regionSlug: 'region_slug',
} as const satisfies Record<keyof LocatedPlaces, string>;

/** The column of a listing that says whether it lies in a place, and the values that say so. */
export function placeFilter(place: Place): { column: PlaceColumn; slugs: string[] } {
  const { field, slugs } = placeCriterion(place);
  return { column: placeColumns[field], slugs };
}

/** The same as a filter has it. */
export function placeTrait(place: Place): Trait {
  const { column, slugs } = placeFilter(place);
  return { column, anyOf: slugs };
}

/** The places that the texts of a filter mean; none for a text without a letter or digit. */
function placesMeant(texts: readonly string[]): Trait[] {
  return texts.flatMap((text): Trait[] => {
    const places = findPlaces(text);
    const shared = parseSharedName(text);
    if (places.length > 0) return [...places.map(placeTrait), ...(shared.length > 0 ? [{ words: shared }] : [])];
    const words = parseUnknownLocation(text);
    return words.length > 0 ? [{ words }] : [];
  });
}

/** A feature that welcomes pets stands for all that do, as the filter by pets has it. */
const featureMeant = (feature: string): Trait =>
  welcomesPets(feature) ? { column: 'allows_pets', anyOf: [true] } : { words: [featureTerm(feature)] };

/** Metres around the points of the known places; slugs of unknown ones are refused before. */
function nearMeant(slugs: readonly string[], metres: number): ListingFilter['near'] {
  const points = slugs.flatMap((slug) => knownPlaceBySlug(slug)?.points ?? []);
  return { points: points.map(({ lat, lng }) => ({ lat, lng })), metres };
}

const isText = (text: string) => text.trim() !== '';
const someOf = <Value>(values: readonly Value[]): Value[] | null => (values.length > 0 ? [...values] : null);

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Words beyond these do not decide which match stands first. */
const MAX_PREFERRED = 6;

/** A query whose search may hold names of agents and buildings. */
export type NamingQuery = PropertyFilterQuery & { names?: Names };

/**
 * @param preferred words that only rank.
 * @returns null when no listing can match: contradicting conditions, or text without a letter or digit.
 */
export function readFilter(query: NamingQuery, now: Date, preferred = ''): ListingFilter | null {
  const asked = query.type ?? [];
  const types = propertyTypes.filter((type) => asked.includes(type));
  const offers = listingTypes.filter((offer) => asked.includes(offer));
  const listing_type = query.listing_type ?? (offers.length === 1 ? (offers[0] ?? null) : null);
  if (listing_type && offers.length > 0 && !offers.includes(listing_type)) return null;

  const search = query.search ? parseSearch(query.search, query.names) : null;
  if (search && search.terms.length === 0) return null;

  const locations = (query.location ?? []).filter(isText);
  const places = placesMeant(locations);
  if (locations.length > 0 && places.length === 0) return null;

  const { listed_within, licensed, ...values } = Object.fromEntries(
    filterNames.map((name) => [name, query[name] ?? null]),
  ) as { [Name in keyof FilterValues]: FilterValues[Name] | null };
  return {
    ...values,
    listing_type,
    types: typesMeant(someOf(types)),
    notTypes: typesMeant(query.exclude_type ?? null),
    offers: listing_type ? null : someOf(offers),
    places: someOf(places),
    notPlaces: someOf(placesMeant(query.exclude_location ?? [])),
    near: query.near ? nearMeant(query.near, query.near_m ?? USUAL_NEAR_METRES) : null,
    listedSince: listed_within === null ? null : wholeMinute(now.getTime() - listed_within * DAY_MS),
    licensed: licensed === null ? null : { isInForce: licensed, today: manilaDay(now) },
    media: query.media ?? null,
    areas: query.area ?? null,
    reaches: query.reach ?? null,
    bbox: query.bbox ?? null,
    search,
    features: (query.features ?? []).map(featureTerm),
    notFeatures: someOf((query.exclude_features ?? []).filter(isText).map(featureMeant)),
    preferred: parseSearch(preferred).terms.slice(0, MAX_PREFERRED),
  };
}

const wholeMinute = (time: number) => new Date(time - (time % MINUTE_MS)).toISOString();

/** 'office' is the Commercial category and means both; 'commercial' means only itself. */
export function typesMeant(types: PropertyType | readonly PropertyType[] | null): PropertyType[] | null {
  if (types === null) return null;
  const all = [types].flat();
  return propertyTypes.filter((type) => all.includes(type) || (type === 'commercial' && all.includes('office')));
}

/** Terms that a listing's search text must match, the words of places aside. */
export const textTerms = ({ search, features }: ListingFilter) => [...(search?.terms ?? []), ...features];
