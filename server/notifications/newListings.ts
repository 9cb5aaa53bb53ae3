import type { ServerContext } from '#server/context.ts';
import type { PropertyModel } from '#server/properties/models.ts';
import type { PropertyType } from '#shared/contracts/properties.ts';
import { defaultPersonalSettings, type PersonalSettings } from '#shared/contracts/settings.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { findPlace, foldText, placeMatches } from '#shared/places.ts';
import { notify } from './notify.ts';

type Search = PersonalSettings['search'];
type Listing = Pick<
  PropertyModel,
  'type' | 'listing_type' | 'price' | 'city' | 'city_slug' | 'district_slug' | 'region_slug'
>;

const typesOf: Record<Search['defaultPropertyType'], readonly PropertyType[] | null> = {
  all: null,
  house: ['house', 'duplex'],
  condo: ['condo'],
  apartment: ['apartment'],
  lot: ['land'],
};

/** Whether a listing is what somebody said they look for. A budget is for buying; rents are not held against it. */
export function fitsSearch(search: Search, listing: Listing): boolean {
  const types = typesOf[search.defaultPropertyType];
  const isAffordable =
    search.maxBudget === null || listing.listing_type !== 'sale' || listing.price <= search.maxBudget;
  return (
    (types === null || types.includes(listing.type)) &&
    isAffordable &&
    isThere(search.defaultLocation, listing)
  );
}

function isThere(location: string, listing: Listing): boolean {
  if (location === '') return true;
  const place = findPlace(location);
  if (!place) return foldText(listing.city) === foldText(location);
  return placeMatches(place)({
    citySlug: listing.city_slug,
    districtSlug: listing.district_slug,
    regionSlug: listing.region_slug,
  });
}

/** Tells those who saved what they look for; people who never did are not written to because of a default. */
export async function tellSearchers(context: ServerContext, listing: PropertyModel): Promise<void> {
  const rows = await context.db.models.PersonalSettings.findAll();
  const userIds = rows
    .filter(({ settings }) => {
      const search = settings.search as Partial<Search> | undefined;
      return (
        search &&
        Object.keys(search).length > 0 &&
        fitsSearch({ ...defaultPersonalSettings.search, ...search }, listing)
      );
    })
    .map((row) => row.user_id)
    .filter((id) => id !== listing.agent_id);
  const price = `${formatShortPrice(listing.price)}${priceSuffix(listing.listing_type)}`;
  await notify(
    context,
    userIds,
    {
      type: 'info',
      title: 'New Property',
      message: `${listing.title}, ${listing.city}: ${price}`,
      action: { label: 'View Property', url: `/properties/${listing.id}` },
    },
    { wantedBy: 'newProperties', isMailed: false },
  );
}
