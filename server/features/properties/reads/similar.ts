import type { Database } from '#server/db/connection.ts';
import { toNumber } from '#server/db/sql.ts';
import { MAX_NEAR_OFFERS, type Property, type PropertyFilterQuery } from '#shared/contracts/properties.ts';
import { pickSimilar } from '#shared/similar.ts';
import { readFilter } from '../list/filter.ts';
import { readFound } from '../list/findListings.ts';
import type { ListingReads } from '../list/liveListings.ts';
import { isPublic } from '../policy.ts';
import { type ListingRow, presentProperty, readListing } from '../reads.ts';

/** State of a listing for a visitor of its address. The row of a deleted listing is null. */
type Standing = { is: 'offered'; row: ListingRow } | { is: 'gone'; row: ListingRow | null } | { is: 'unknown' };

/** Sold, rented, hidden and deleted listings are gone; a draft, and an id that was never given, is unknown. */
export async function readStanding(db: Database, id: number): Promise<Standing> {
  const row = await readListing(db, id);
  if (row?.is_draft) return { is: 'unknown' };
  if (row) return isPublic(row) && !isTaken(row) ? { is: 'offered', row } : { is: 'gone', row };
  const [newest] = await db.readRows<{ id: number | string | null }>('SELECT MAX(id) AS id FROM properties');
  return id < toNumber(newest?.id ?? 0) ? { is: 'gone', row: null } : { is: 'unknown' };
}

const isTaken = ({ status }: Pick<Property, 'status'>): boolean => status === 'sold' || status === 'rented';

const CANDIDATES = 24;
/** Near prices differ at most by this factor. */
const PRICE_FACTOR = 2;

/**
 * Available similar listings, the most similar first. A public or taken listing is compared by its public facts; a
 * listing hidden by an administrator by city and kind of offer only; a refused or unchecked listing has none.
 */
export async function nearOffersOf(lists: ListingReads, row: ListingRow | null): Promise<Property[]> {
  const isKnown = row !== null && isPublic(row);
  if (!row || (!isKnown && row.moderation_status !== 'inactive')) return [];
  const find = async (more: PropertyFilterQuery) => {
    const place = { location: [row.city], listing_type: row.listing_type, status: 'available' as const };
    const filter = readFilter({ ...place, ...more }, lists.now());
    return (await readFound(lists, filter, { limit: CANDIDATES })).rows;
  };
  if (!isKnown) return (await find({})).slice(0, MAX_NEAR_OFFERS).map(presentProperty);
  const price = toNumber(row.price);
  const ofPrice = await find({ min_price: price / PRICE_FACTOR, max_price: price * PRICE_FACTOR });
  const isEnough = ofPrice.filter(({ id }) => id !== row.id).length >= MAX_NEAR_OFFERS;
  const near = isEnough ? [] : (await find({})).filter(({ id }) => !ofPrice.some((other) => other.id === id));
  const candidates = [...ofPrice, ...near].map(presentProperty);
  return pickSimilar({ id: row.id, price, type: row.type }, candidates, MAX_NEAR_OFFERS);
}
