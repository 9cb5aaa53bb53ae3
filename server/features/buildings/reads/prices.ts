import type { Database } from '#server/db/connection.ts';
import { readAll, toIso, toNumber } from '#server/db/sql.ts';
import { PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import {
  type BuildingPage,
  LEAST_PRICED_LISTINGS,
  PRICE_QUARTERS,
  type QuarterPrice,
} from '#shared/contracts/buildings.ts';
import type { ListingType, PropertyStatus } from '#shared/listing/vocabulary.ts';
import { manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';

/** Price and status of a listing from a time on. */
interface Moment {
  at: number;
  price: number;
  status: PropertyStatus;
}

interface PricedListing {
  listingType: ListingType;
  areaSqm: number;
  /** In the order of time. */
  moments: readonly Moment[];
}

interface Quarter {
  name: string;
  from: number;
  until: number;
}

/** The quarter of `now` and the quarters before it, the oldest first. */
function lastQuarters(now: Date): Quarter[] {
  const [year = 0, month = 1] = manilaDay(now).split('-').map(Number);
  const current = year * 4 + Math.floor((month - 1) / 3);
  const startOf = (quarter: number) => {
    const firstMonth = String((quarter % 4) * 3 + 1).padStart(2, '0');
    return startOfManilaDay(`${Math.floor(quarter / 4)}-${firstMonth}-01`).getTime();
  };
  return Array.from({ length: PRICE_QUARTERS }, (_, at) => {
    const quarter = current - PRICE_QUARTERS + 1 + at;
    return {
      name: `${Math.floor(quarter / 4)}-Q${(quarter % 4) + 1}`,
      from: startOf(quarter),
      until: startOf(quarter + 1),
    };
  });
}

const isOnOffer = ({ status }: Moment) => status === 'available' || status === 'pending';

/** The last asking price in the quarter while the listing was on offer; null: it was not. */
function priceIn({ moments }: PricedListing, { from, until }: Quarter): number | null {
  const before = moments.findLast(({ at }) => at <= from);
  const during = moments.filter(({ at }) => at > from && at < until);
  return [...(before ? [before] : []), ...during].findLast(isOnOffer)?.price ?? null;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

const toHundredths = (value: number) => Math.round(value * 100) / 100;

/** Medians of asking prices by quarter; quarters with too few listings are left out. */
function pricesByQuarter(
  listings: readonly PricedListing[],
  measure: (price: number, listing: PricedListing) => number,
  now: Date,
): QuarterPrice[] {
  return lastQuarters(now).flatMap((quarter) => {
    const values = listings.flatMap((listing) => {
      const price = priceIn(listing, quarter);
      return price === null ? [] : [measure(price, listing)];
    });
    if (values.length < LEAST_PRICED_LISTINGS) return [];
    return [{ quarter: quarter.name, median: toHundredths(medianOf(values)), listings: values.length }];
  });
}

/** The newest listings; enough for the largest project. */
const MOST_LISTINGS = 5_000;

type Raw = Record<'price' | 'area_sqm', number | string> & { id: number; listing_type: ListingType };
type RawMoment = { property_id: number; at: Date | string; price: number | string; status: PropertyStatus };

/** The prices of the public listings in the building, from their histories. */
export async function readPrices(
  db: Database,
  buildingId: number,
  now: Date,
): Promise<BuildingPage['prices']> {
  const inBuilding = (columns: string) => (sql: { bind(value: unknown): string }) =>
    `SELECT ${columns} FROM properties p WHERE p.building_id = ${sql.bind(buildingId)} AND ${PUBLIC_ONLY}
      AND p.listing_type IN ('sale', 'rent') ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST_LISTINGS}`;
  const listingsOf = inBuilding('p.id');
  const [rows, statuses, prices] = await Promise.all([
    readAll<Raw>(db, inBuilding('p.id, p.listing_type, p.price, p.area_sqm')),
    readAll<RawMoment>(
      db,
      (sql) => `SELECT c.property_id, c.changed_at AS at, c.price, c.to_status AS status
        FROM property_status_changes c WHERE c.property_id IN (${listingsOf(sql)}) ORDER BY c.changed_at, c.id`,
    ),
    readAll<RawMoment>(
      db,
      (sql) => `SELECT e.property_id, e.changed_at AS at, e.price, e.status
        FROM property_events e WHERE e.kind = 'price' AND e.property_id IN (${listingsOf(sql)}) ORDER BY e.changed_at, e.id`,
    ),
  ]);
  const moments = new Map<number, Moment[]>();
  for (const { property_id, at, price, status } of [...statuses, ...prices]) {
    const own = moments.get(property_id) ?? [];
    own.push({ at: Date.parse(toIso(at)), price: toNumber(price), status });
    moments.set(property_id, own);
  }
  const listings = rows.map(
    ({ id, listing_type, area_sqm }): PricedListing => ({
      listingType: listing_type,
      areaSqm: toNumber(area_sqm),
      moments: (moments.get(id) ?? []).toSorted((one, other) => one.at - other.at),
    }),
  );
  const sales = listings.filter(({ listingType, areaSqm }) => listingType === 'sale' && areaSqm > 0);
  const rents = listings.filter(({ listingType }) => listingType === 'rent');
  return {
    sale: pricesByQuarter(sales, (price, { areaSqm }) => price / areaSqm, now),
    rent: pricesByQuarter(rents, (price) => price, now),
  };
}
