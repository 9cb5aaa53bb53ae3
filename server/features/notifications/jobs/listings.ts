import type { PropertyModel } from '#server/db/models.ts';
import { lockedInOrder } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { isPublic } from '#server/features/properties/policy.ts';
import { readToConfirm } from '#server/features/properties/reads/history.ts';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { defaultPersonalSettings, type PersonalSettings } from '#shared/contracts/settings.ts';
import { ASK_AFTER_DAYS } from '#shared/freshness.ts';
import { foldAddress } from '#shared/gazetteer/names.ts';
import type { PropertyType } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice, formatShortPrice, priceSuffix } from '#shared/money.ts';
import { findPlace, placeMatches, sharedNameIn, sharedNamesOf } from '#shared/places.ts';
import { lockRecipients, type Notice, type NoticeHandlers, notify, notifyAdmins } from '../writes.ts';

/** A rising and falling price is notified once within this time; a price lower than the last notified one at once. */
const PRICE_QUIET_MS = 24 * 3_600_000;

/** To people who saved the listing, except its agent. */
const ofFavorites = { wantedBy: 'priceAlerts', isBulk: true } as const;

export const listingNotices: NoticeHandlers = {
  async priceNotice(context, { propertyId, from, to }) {
    const { db, now } = context;
    const { Favorite, Property } = db.models;
    const property = await Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    const where = { property_id: propertyId };
    const ids = (await Favorite.findAll({ where })).map(({ user_id }) => user_id);
    await lockRecipients(context, ids, 'KEY SHARE');
    const favorites = await Favorite.findAll({ where, ...lockedInOrder('UPDATE') });
    const quietSince = new Date(now().getTime() - PRICE_QUIET_MS);
    const notified = favorites.filter(
      ({ user_id, told_at, told_price }) =>
        user_id !== property.agent_id && (!told_at || told_at <= quietSince || to < (told_price ?? to)),
    );
    if (notified.length === 0) return;
    const isDrop = to < from;
    const notice: Notice = {
      type: isDrop ? 'success' : 'info',
      title: isDrop ? msg('Price Drop') : msg('Price Change'),
      message: msg(
        '{direction, select, down {{title} dropped from {from} to {to}.} other {{title} rose from {from} to {to}.}}',
        {
          direction: isDrop ? 'down' : 'up',
          title: property.title,
          from: formatFullPrice(from),
          to: formatFullPrice(to),
        },
      ),
      action: { label: msg('View Property'), url: `/properties/${propertyId}` },
    };
    const userIds = notified.map(({ user_id }) => user_id);
    await notify(context, userIds, notice, ofFavorites);
    const known = { told_price: Math.min(from, to), told_at: now() };
    await Favorite.update(known, { where: { id: notified.map(({ id }) => id) } });
  },

  async takenNotice(context, { propertyId, status }) {
    const { Favorite, Property } = context.db.models;
    const property = await Property.findByPk(propertyId);
    if (!property || !isPublic(property)) return;
    const favorites = await Favorite.findAll({ where: { property_id: propertyId } });
    const userIds = favorites.map(({ user_id }) => user_id).filter((id) => id !== property.agent_id);
    const notice: Notice = {
      type: 'warning',
      title: status === 'sold' ? msg('Property Sold') : msg('Property Rented'),
      message: msg(
        '{status, select, sold {{title}, one of your favorites, was sold.} other {{title}, one of your favorites, was rented.}}',
        { title: property.title, status },
      ),
      action: { label: msg('View Property'), url: `/properties/${propertyId}` },
    };
    await notify(context, userIds, notice, ofFavorites);
  },

  async confirmationNotice(context, { agentId }) {
    const waiting = await readToConfirm(context, agentId);
    if (!waiting) return;
    const notice: Notice = {
      type: 'info',
      title: msg('Still Available?'),
      message: msg(
        '{count, plural, one {{title}} other {# listings}}: not confirmed for {days} days. Confirm {count, plural, one {it} other {them}}, or mark what is sold or rented.',
        { ...waiting, days: ASK_AFTER_DAYS },
      ),
      topic: `confirmation-${agentId}`,
      action: { label: msg('Confirm Listings'), url: '/desk/listings?to_confirm=1' },
    };
    await notify(context, [agentId], notice, { isReplacing: true });
  },
};

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
    (types === null || types.includes(listing.type)) && isAffordable && isThere(search.defaultLocation, listing)
  );
}

function isThere(location: string, listing: Listing): boolean {
  if (location === '') return true;
  const place = findPlace(location);
  if (!place) return foldAddress(listing.city) === foldAddress(location);
  const liesThere = placeMatches(place)({
    citySlug: listing.city_slug,
    districtSlug: listing.district_slug,
    regionSlug: listing.region_slug,
  });
  const name = sharedNameIn(location);
  return liesThere || (name !== undefined && sharedNamesOf(listing).includes(name));
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
  const isSingle = others.length === 0;
  await notifyAdmins(context, 'listings.moderate', {
    type: 'info',
    title: isSingle ? msg('New Listing') : msg('New Listings'),
    message: isSingle
      ? msg('{name} posted {title}.', { name, title: only?.title ?? '' })
      : msg('{name} posted {count} listings.', { name, count: listings.length }),
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

async function findSearchers({ db }: ServerContext, agentId: number, listings: readonly Listing[]) {
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
