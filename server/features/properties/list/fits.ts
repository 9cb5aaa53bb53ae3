import type { PropertyModel } from '#server/db/models.ts';
import type { ListingFilter } from './filter.ts';
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
>;

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
  bbox: ({ west, south, east, north }, { latitude, longitude }) =>
    latitude !== null &&
    longitude !== null &&
    latitude >= south &&
    latitude <= north &&
    longitude >= west &&
    longitude <= east,
  search: ({ terms, id }, listing) => id === listing.id || holdsAll(terms, listing),
  locationWords: holdsAll,
};

function holdsAll(terms: readonly SearchTerm[], { search_text }: FittedListing): boolean {
  const text = ` ${search_text} `;
  return terms.every(
    ({ words, placeMark }) =>
      words.every((word) => text.includes(` ${word}`)) ||
      (placeMark !== null && text.includes(` ${placeMark} `)),
  );
}

/** Whether the list of a filter holds this listing, visibility aside: the same as asking the database for it. */
export function fitsFilter(filter: ListingFilter, listing: FittedListing): boolean {
  return (Object.keys(conditions) as (keyof ListingFilter)[]).every((field) => {
    const wanted = filter[field];
    const condition = conditions[field] as (wanted: unknown, listing: FittedListing) => boolean;
    return wanted === null || wanted === undefined || condition(wanted, listing);
  });
}
