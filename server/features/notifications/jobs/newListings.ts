import type { PropertyModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { defaultPersonalSettings, type PersonalSettings } from '#shared/contracts/settings.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { formatShortPrice, priceSuffix } from '#shared/money.ts';
import { findPlace, foldText, placeMatches } from '#shared/places.ts';
import { activeAdminIds, type Notice, notify } from '../writes.ts';

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

interface NewListings {
  agentId: number;
  agentName: string;
  listings: PropertyModel[];
  /** Listings that may match a search. */
  news: PropertyModel[];
  /** People with saved search criteria that a listing fits; default criteria are no search. */
  searcherIds: number[];
}

/** Outside of a transaction: all saved criteria are compared. Null: no listing is left. */
export async function findNewListings(
  context: ServerContext,
  { agentId, propertyIds }: JobPayloads['newListings'],
): Promise<NewListings | null> {
  const { User, Property } = context.db.models;
  const agent = await User.findByPk(agentId);
  const listings = await Property.findAll({ where: { id: propertyIds } });
  if (!agent || listings.length === 0) return null;
  const news = listings.filter(
    (listing) => isPublic(listing) && (propertyIds.length === 1 || listing.status === 'available'),
  );
  const searcherIds = await findSearchers(context, agentId, news);
  return { agentId, agentName: agent.name, listings, news, searcherIds };
}

/** Notifies matching people and administrators; one notice each, however many listings. */
export async function notifyOfNewListings(context: ServerContext, found: NewListings): Promise<void> {
  const { agentId, agentName: name, listings, searcherIds } = found;
  const options = { wantedBy: 'newProperties', isMailed: false, isBulk: true } as const;
  await notify(context, searcherIds, describeNews(found), options);
  if (!context.systemSettings.current().notifications.notifyNewProperties) return;
  const [only, ...others] = listings;
  const count = listings.length;
  await notify(context, await activeAdminIds(context, 'listings.moderate'), {
    type: 'info',
    title: others.length === 0 ? msg('New Listing') : msg('New Listings'),
    message:
      others.length === 0
        ? msg('{name} posted {title}.', { name, title: only?.title ?? '' })
        : msg('{name} posted {count} listings.', { name, count }),
    action: { label: msg('View Properties'), url: '/admin-dashboard?tab=properties' },
    about: { users: [agentId] },
  });
}

function describeNews({ agentId, agentName: name, listings, news }: NewListings): Notice {
  const [only] = listings;
  if (only && listings.length === 1)
    return {
      type: 'info',
      title: msg('New Property'),
      message: {
        id: '{title}, {city}: {price}{suffix}',
        values: {
          title: only.title,
          city: only.city,
          price: formatShortPrice(only.price),
          suffix: priceSuffix(only.listing_type),
        },
      },
      action: { label: msg('View Property'), url: `/properties/${only.id}` },
    };
  return {
    type: 'info',
    title: msg('New Properties'),
    message: msg(
      '{name} posted {count, plural, one {a new property} other {{count} new properties}} that may match what you are looking for.',
      { name, count: news.length },
    ),
    action: { label: msg('View Properties'), url: `/agents/${agentId}?tab=properties` },
    about: { users: [agentId] },
  };
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
