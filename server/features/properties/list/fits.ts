import type { PropertyModel } from '#server/db/models.ts';
import { isHome } from '#shared/listing/vocabulary.ts';
import { isInReach, type Reach } from '#shared/travelTime.ts';
import type { ListingFilter, Point } from './filter.ts';
import type { SearchTerm } from './searchText.ts';

/** What a filter asks of a listing. */
export type FittedListing = Pick<
  PropertyModel,
  | 'id'
  | 'type'
  | 'listing_type'
  | 'status'
  | 'price'
  | 'bedrooms'
  | 'bathrooms'
  | 'latitude'
  | 'longitude'
  | 'city_slug'
  | 'district_slug'
  | 'region_slug'
  | 'search_text'
  | 'area_sqm'
  | 'furnished'
  | 'parking_slots'
  | 'allows_pets'
  | 'floor_level'
  | 'year_built'
  | 'completion'
  | 'has_video'
  | 'has_plan'
  | 'building_id'
  | 'created_at'
> & {
  /** Whether the licence check of its agent is in force. */
  isLicensed: boolean;
};

/** Every condition of the list's SQL, asked of one listing: a new field of the filter has to be added here as well. */
const conditions: {
  [Field in keyof ListingFilter]-?: (
    wanted: NonNullable<ListingFilter[Field]>,
    listing: FittedListing,
  ) => boolean;
} = {
  types: (types, { type }) => types.includes(type),
  listingType: (wanted, { listing_type }) => listing_type === wanted,
  status: (wanted, { status }) => status === wanted,
  place: ({ column, slugs }, listing) => slugs.includes(listing[column] ?? ''),
  minPrice: (wanted, { price }) => price >= wanted,
  maxPrice: (wanted, { price }) => price <= wanted,
  bedrooms: (wanted, { bedrooms }) => bedrooms >= wanted,
  bathrooms: (wanted, { bathrooms }) => bathrooms >= wanted,
  bedsExact: (wanted, { bedrooms, type }) => bedrooms === wanted && (wanted !== 0 || isHome(type)),
  minArea: (least, { area_sqm }) => area_sqm >= least,
  maxArea: (most, { area_sqm }) => area_sqm <= most,
  // With the tolerance of the list.
  maxPricePerSqm: (most, { price, area_sqm }) => price <= most * area_sqm + 0.00005,
  furnished: (wanted, { furnished }) => furnished === wanted,
  parking: (least, { parking_slots }) => parking_slots >= least,
  allowsPets: (wanted, { allows_pets }) => allows_pets === wanted,
  minFloor: (least, { floor_level }) => floor_level !== null && floor_level >= least,
  builtSince: (least, { year_built }) => year_built !== null && year_built >= least,
  completion: (wanted, { completion }) => completion === wanted,
  listedSince: (first, { created_at }) => created_at.getTime() >= Date.parse(first),
  licensed: ({ isInForce }, { isLicensed }) => isLicensed === isInForce,
  media: (kinds, { has_video, has_plan }) =>
    kinds.every((kind) => ({ video: has_video, plan: has_plan })[kind]),
  building: (wanted, { building_id }) => building_id === wanted,
  areas: (areas, { latitude, longitude }) =>
    latitude !== null && longitude !== null && isInAreas(areas, { lat: latitude, lng: longitude }),
  reaches: (reaches, { latitude, longitude }) =>
    latitude !== null && longitude !== null && isInReaches(reaches, { lat: latitude, lng: longitude }),
  bbox: ({ west, south, east, north }, { latitude, longitude }) =>
    latitude !== null &&
    longitude !== null &&
    latitude >= south &&
    latitude <= north &&
    longitude >= west &&
    longitude <= east,
  search: ({ terms, id }, listing) => id === listing.id || holdsAll(terms, listing),
  locationWords: holdsAll,
  features: holdsAll,
};

export const isInReaches = (reaches: readonly Reach[], point: Point): boolean =>
  reaches.every((reach) => isInReach(reach, point));

/** As the list has it: a ray to the east crosses the polygon's edges an odd number of times. */
export const isInAreas = (areas: readonly Point[][], { lat, lng }: Point): boolean =>
  areas.some((corners) => {
    const crossings = corners.filter((one, at) => {
      const other = corners[(at + 1) % corners.length] ?? one;
      const [low, high] = one.lat < other.lat ? [one, other] : [other, one];
      if (lat < low.lat || lat >= high.lat) return false;
      const slope = (high.lng - low.lng) / (high.lat - low.lat);
      return lng < low.lng + (lat - low.lat) * slope;
    });
    return crossings.length % 2 === 1;
  });

function holdsAll(terms: readonly SearchTerm[], { search_text }: FittedListing): boolean {
  const text = ` ${search_text} `;
  return terms.every(
    ({ words, placeMark }) =>
      words.every((word) => text.includes(` ${word}`)) ||
      (placeMark !== null && text.includes(` ${placeMark} `)),
  );
}

/**
 * Whether the list of a filter holds this listing, visibility aside: the same as asking the database for it.
 * @param filter what it does not ask for may be left out.
 */
export function fitsFilter(filter: Partial<ListingFilter>, listing: FittedListing): boolean {
  return (Object.keys(filter) as (keyof ListingFilter)[]).every((field) => {
    const wanted = filter[field];
    const condition = conditions[field] as (wanted: unknown, listing: FittedListing) => boolean;
    return wanted === null || wanted === undefined || condition(wanted, listing);
  });
}
