import { readFilter } from '#server/features/properties/list/filter.ts';
import { readFound } from '#server/features/properties/list/findListings.ts';
import type { ListingReads } from '#server/features/properties/list/liveListings.ts';
import type { ListingRow } from '#server/features/properties/reads.ts';
import { LIST_PAGE_SIZE, propertyListQuery } from '#shared/contracts/properties.ts';
import { propertyTypeHeading } from '#shared/labels.ts';
import { type ListingType, listingTypes, type PropertyType, propertyTypes } from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { findPlace, shortNameOf } from '#shared/places.ts';

/** The subject of a list for search engines: the filters that make a page of its own. */
interface FilteredList {
  type: PropertyType | null;
  listingType: ListingType | null;
  /** The area's name, and its spelling in the address. */
  place: { name: string; given: string } | null;
  page: number;
  /** The list's own query; null for other filters or a senseless query: then the bare list is canonical. */
  ownQuery: string | null;
}

/** Parameters of another view of the same listings, or of tracking. */
const isFilter = (name: string) => name in propertyListQuery.shape && name !== 'limit';

export function readFilteredList(search: URLSearchParams): FilteredList {
  const given = [...search]
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => isFilter(name) && value !== '');
  const values = new Map(given);
  const oneOf = <Value extends string>(known: readonly Value[], name: string) =>
    known.find((value) => value === values.get(name)) ?? null;
  const type = oneOf(propertyTypes, 'type');
  // The home page's cards use ?type=sale.
  const typeAsListing = oneOf(listingTypes, 'type');
  const listingType = oneOf(listingTypes, 'listing_type') ?? typeAsListing;
  const location = values.get('location') ?? '';
  const found = location ? findPlace(location) : undefined;
  const pageText = values.get('page') ?? '';
  const page = /^[1-9]\d{0,5}$/.test(pageText) ? Number(pageText) : 1;
  // In the order of the page's own links.
  const read = new Map<string, string | null>([
    ['type', type ?? typeAsListing],
    ['location', found ? location : null],
    ['listing_type', typeAsListing ?? oneOf(listingTypes, 'listing_type')],
    ['page', String(page)],
  ]);
  const isOwn = values.size === given.length && given.every(([name, value]) => read.get(name) === value);
  const own = [...read].flatMap(([name, value]) =>
    value && values.has(name) && !(name === 'page' && page === 1) ? [[name, value]] : [],
  );
  return {
    type,
    listingType,
    place: found ? { name: shortNameOf(found), given: location } : null,
    page,
    ownQuery: isOwn ? String(new URLSearchParams(own)) : null,
  };
}

/** 'Condominiums for sale in Makati'. @param say in the page's language. */
export function titleOfList(
  { type, listingType, place, page }: FilteredList,
  say: (message: Message) => string,
): string {
  const homes = say(type ? propertyTypeHeading[type] : msg('Properties'));
  const offer = listingType ?? 'any';
  const what = place
    ? say(
        msg(
          '{offer, select, sale {{homes} for sale in {place}} rent {{homes} for rent in {place}} lease {{homes} for lease in {place}} other {{homes} in {place}}}',
          { offer, homes, place: place.name },
        ),
      )
    : say(
        msg(
          '{offer, select, sale {{homes} for sale} rent {{homes} for rent} lease {{homes} for lease} other {{homes}}}',
          { offer, homes },
        ),
      );
  return page > 1 ? say(msg('{title}, page {page}', { title: what, page: String(page) })) : what;
}

/** The listings of a page of the list, the newest first, as in the list itself. */
export async function readListed(
  lists: ListingReads,
  { type, listingType, place, page }: FilteredList,
  now: Date,
): Promise<{ rows: ListingRow[]; total: number; before: number }> {
  const before = (page - 1) * LIST_PAGE_SIZE;
  const filter = readFilter(
    {
      ...(type && { type }),
      ...(listingType && { listing_type: listingType }),
      ...(place && { location: place.given }),
    },
    now,
  );
  return { ...(await readFound(lists, filter, { limit: LIST_PAGE_SIZE, offset: before })), before };
}
