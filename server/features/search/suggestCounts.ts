import { readAll, toNumber } from '#server/db/sql.ts';
import { placeFilter, readFilter } from '#server/features/properties/list/filter.ts';
import type { ListingReads } from '#server/features/properties/list/liveListings.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import type { ListingType, PropertyType } from '#shared/listing/vocabulary.ts';
import type { Place } from '#shared/places.ts';

/** A part of the offered listings; null leaves that question open. */
export interface Offer {
  place: Place | null;
  types: readonly PropertyType[] | null;
  listingType: ListingType | null;
}

/** Counts available public listings. */
export interface OfferedListings {
  count(offer: Offer): number;
}

interface Group {
  city_slug: string | null;
  district_slug: string | null;
  region_slug: string | null;
  type: PropertyType;
  listing_type: ListingType;
  total: number | string;
}

/** The counts of one moment: from the index in memory, or from one query while that is not there. */
export async function readOffered(reads: ListingReads): Promise<OfferedListings> {
  const index = await reads.listings.current();
  const available = readFilter({ status: 'available' }, reads.now());
  if (index && available)
    return {
      count: ({ place, types, listingType }) =>
        index.find({
          ...available,
          place: place && placeFilter(place),
          types: types && [...types],
          listing_type: listingType,
        }).size,
    };
  const columns = 'p.city_slug, p.district_slug, p.region_slug, p.type, p.listing_type';
  const groups = await readAll<Group>(
    reads.db,
    () => `SELECT ${columns}, COUNT(*) AS total FROM properties p
      WHERE ${PUBLIC_ONLY} AND p.status = 'available' GROUP BY ${columns}`,
  );
  return {
    count: (offer) => groups.filter(isIn(offer)).reduce((sum, { total }) => sum + toNumber(total), 0),
  };
}

function isIn({ place, types, listingType }: Offer): (group: Group) => boolean {
  const wanted = place && placeFilter(place);
  return (group) =>
    (!wanted || wanted.slugs.includes(group[wanted.column] ?? '')) &&
    (!types || types.includes(group.type)) &&
    (!listingType || group.listing_type === listingType);
}
