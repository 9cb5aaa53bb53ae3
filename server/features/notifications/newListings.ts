import type { PropertyModel, UserModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import type { PropertyType } from '#shared/contracts/properties.ts';
import { defaultPersonalSettings, type PersonalSettings } from '#shared/contracts/settings.ts';
import { english } from '#shared/messages.ts';
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

/** Whether a listing matches saved search criteria. A budget is a purchase price and is not compared with rents. */
function fitsSearch(search: Search, listing: Listing): boolean {
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

/** Notifies those who saved search criteria; the default criteria of people who never did are not a search. */
export async function notifyOfNewListing(context: ServerContext, listing: PropertyModel): Promise<void> {
  const userIds = await findSearchers(context, listing.agent_id, [listing]);
  const price = `${formatShortPrice(listing.price)}${english(priceSuffix(listing.listing_type))}`;
  await notify(
    context,
    userIds,
    {
      type: 'info',
      title: english('New Property'),
      message: `${listing.title}, ${listing.city}: ${price}`,
      action: { label: english('View Property'), url: `/properties/${listing.id}` },
    },
    { wantedBy: 'newProperties', isMailed: false },
  );
}

/** One notice per person, however many listings were imported at once. */
export async function notifyOfNewListings(
  context: ServerContext,
  agent: Pick<UserModel, 'id' | 'name'>,
  listings: readonly PropertyModel[],
): Promise<void> {
  const news = listings.filter((listing) => isPublic(listing) && listing.status === 'available');
  await notify(
    context,
    await findSearchers(context, agent.id, news),
    {
      type: 'info',
      title: english('New Properties'),
      message: english(
        '{name} posted {count, plural, one {a new property} other {{count} new properties}}; some may be what you look for.',
        { name: agent.name, count: news.length },
      ),
      action: { label: english('View Properties'), url: `/agents/${agent.id}?tab=properties` },
    },
    { wantedBy: 'newProperties', isMailed: false },
  );
}

async function findSearchers(
  { db }: ServerContext,
  agentId: number | null,
  listings: readonly Listing[],
): Promise<number[]> {
  if (listings.length === 0) return [];
  const rows = await db.models.PersonalSettings.findAll();
  return rows
    .filter(({ settings }) => {
      const saved = settings.search as Partial<Search> | undefined;
      if (!saved || Object.keys(saved).length === 0) return false;
      const search = { ...defaultPersonalSettings.search, ...saved };
      return listings.some((listing) => fitsSearch(search, listing));
    })
    .map((row) => row.user_id)
    .filter((id) => id !== agentId);
}
