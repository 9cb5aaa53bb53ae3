import type { Database } from '#server/db/connection.ts';
import type { BuildingModel } from '#server/db/models.ts';
import { pick, type RawRow, readAll, type SqlBuilder, sqlList, toIso, toJson, toNumber } from '#server/db/sql.ts';
import { POSTED, PUBLIC_ONLY } from '#server/features/properties/policy.ts';
import {
  type AdminBuilding,
  type AdminBuildingQuery,
  type Building,
  type BuildingMatch,
  type BuildingPage,
  LEAST_PRICED_LISTINGS,
  MAX_BUILDING_MATCHES,
  PRICE_QUARTERS,
} from '#shared/contracts/buildings.ts';
import { addressWords, tellingWords, writtenOut } from '#shared/gazetteer/names.ts';
import type { ListingType, PropertyStatus } from '#shared/listing/vocabulary.ts';
import { type Quarter, quartersUntil } from '#shared/market.ts';
import { cityKey } from '#shared/places.ts';

export const factColumns = [
  'address',
  'latitude',
  'longitude',
  'developer',
  'year_built',
  'floors',
  'description',
  'amenities',
  'pets',
  'short_lets',
  'smoking',
  'moving_hours',
  'floor_plans',
] as const satisfies readonly (keyof BuildingModel)[];

type BuildingRow = RawRow<Pick<BuildingModel, 'id' | 'name' | 'city' | (typeof factColumns)[number]>> &
  Record<'created_at' | 'updated_at', Date | string>;

export function presentBuilding(row: BuildingRow): Building {
  const { latitude, longitude } = row;
  return {
    ...pick(row, 'id', 'name', 'address', 'city', 'developer', 'year_built', 'floors', 'description'),
    coordinates: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    amenities: toJson(row.amenities),
    rules: pick(row, 'pets', 'short_lets', 'smoking', 'moving_hours'),
    floor_plans: toJson(row.floor_plans),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

const AVAILABLE = `${PUBLIC_ONLY} AND p.status = 'available'`;

/** Buildings with the most listings first. @param words from `nameWords`; all have to match. @param city null: anywhere. */
export async function findBuildings(db: Database, words: readonly string[], city: string | null) {
  const rows = await readAll<BuildingMatch>(db, (sql) => {
    // Present and former names with words that begin so. Folded words contain no wildcards of LIKE.
    const begins = (word: string) => `' ' || n.folded_name LIKE ${sql.bind(`% ${word}%`)}`;
    const named = words.map((word, at) => {
      // 'st' may be 'street', or be begun.
      const forms = new Set([word, writtenOut(words)[at] ?? word]);
      return `(${[...forms].map(begins).join(' OR ')})`;
    });
    const inCity = city === null ? [] : [`b.city_slug = ${sql.bind(cityKey({ city }))}`];
    // Names first: they are few beside the listings.
    return `SELECT b.id, b.name, b.address, b.city,
        (SELECT COUNT(*) FROM properties p WHERE p.building_id = b.id AND ${AVAILABLE}) AS listings
      FROM buildings b WHERE b.merged_into_id IS NULL AND b.id IN (
        SELECT COALESCE(n.merged_into_id, n.id) FROM buildings n JOIN buildings b ON b.id = COALESCE(n.merged_into_id, n.id)
        WHERE ${['TRUE', ...named, ...inCity].join(' AND ')}
      ) ORDER BY listings DESC, b.name, b.id LIMIT ${MAX_BUILDING_MATCHES}`;
  });
  return rows.map((row) => ({ ...row, listings: toNumber(row.listings) }));
}

/** The words of a building's name, which may be begun: neither 'The' nor 'Building', with other words, says which one. */
export function nameWords(typed: string): string[] {
  const words = tellingWords(addressWords(typed));
  const own = words.filter((word, at) => !(at === 0 && word === 'the') && !(at > 0 && IS_BUILDING.test(word)));
  return own.length > 0 ? own : words;
}

const IS_BUILDING = /^(?:bldg|bldng|bld|buil(?:d(?:i(?:n(?:g)?)?)?)?)$/;

/** Available public listings in the building, by kind of offer. */
export async function countOffers(db: Database, buildingId: number): Promise<BuildingPage['listings']> {
  const rows = await readAll<{ listing_type: ListingType; total: number | string }>(
    db,
    (sql) => `SELECT p.listing_type, COUNT(*) AS total FROM properties p
      WHERE p.building_id = ${sql.bind(buildingId)} AND ${AVAILABLE} GROUP BY p.listing_type`,
  );
  const counts = Object.fromEntries(rows.map(({ listing_type, total }) => [listing_type, toNumber(total)]));
  return { sale: 0, rent: 0, lease: 0, ...counts };
}

/** The cover of the newest listing there with a picture; most have some. @returns an address on this server. */
export async function readNewestPicture(db: Database, buildingId: number): Promise<string | undefined> {
  const rows = await readAll<{ images: string[] | string }>(
    db,
    (sql) => `SELECT p.images FROM properties p
      WHERE p.building_id = ${sql.bind(buildingId)} AND ${AVAILABLE} ORDER BY p.created_at DESC, p.id DESC LIMIT 5`,
  );
  return rows.map(({ images }) => toJson<string[]>(images)[0]).find(Boolean);
}

type AdminRow = BuildingRow & {
  listings: number | string;
  creator_id: number | null;
  creator_name: string | null;
  other_names: string[] | string;
};

const IN_BUILDING = `(SELECT COUNT(*) FROM properties p WHERE p.building_id = b.id AND ${POSTED})`;
const orderColumns: Record<NonNullable<AdminBuildingQuery['sort']>, string> = {
  name: 'b.folded_name',
  city: 'lower(b.city)',
  listings: IN_BUILDING,
  created_at: 'b.created_at',
};

export const adminBuildings = sqlList<
  Omit<AdminBuildingQuery, 'page' | 'limit'>,
  AdminRow,
  AdminBuilding,
  'buildings'
>({
  name: 'buildings',
  columns: (dialect) => {
    const names = dialect === 'sqlite' ? 'json_group_array(o.name)' : 'json_agg(o.name ORDER BY o.id)';
    return `b.*, u.id AS creator_id, u.name AS creator_name, ${IN_BUILDING} AS listings,
      COALESCE((SELECT ${names} FROM buildings o WHERE o.merged_into_id = b.id), '[]') AS other_names`;
  },
  from: 'buildings b LEFT JOIN users u ON u.id = b.created_by',
  id: 'b.id',
  counted: () => 'buildings b',
  where: (sql, { search }) => [
    'b.merged_into_id IS NULL',
    ...addressWords(search ?? '').map((word, at, words) => {
      const part = sql.bind(`%${word}%`);
      const written = sql.bind(`%${writtenOut(words)[at]}%`);
      const isNamed = (row: string) => `(${row}.folded_name LIKE ${part} OR ${row}.folded_name LIKE ${written})`;
      const texts = ['lower(b.city)', "lower(COALESCE(b.address, ''))", "lower(COALESCE(b.developer, ''))"];
      const inTexts = texts.map((text) => `${text} LIKE ${part}`).join(' OR ');
      return `(${isNamed('b')} OR ${inTexts}
          OR EXISTS (SELECT 1 FROM buildings o WHERE o.merged_into_id = b.id AND ${isNamed('o')}))`;
    }),
  ],
  orderBy: ({ sort = 'created_at', order = sort === 'created_at' || sort === 'listings' ? 'desc' : 'asc' }) =>
    `${orderColumns[sort]} ${order}, b.id ${order}`,
  present: ({ listings, creator_id, creator_name, other_names, ...row }) => ({
    ...presentBuilding(row),
    listings: toNumber(listings),
    created_by: creator_id === null ? null : { id: creator_id, name: creator_name ?? '' },
    other_names: toJson(other_names),
  }),
});

/** Price and status of a listing from a time on. */
interface Moment {
  at: Date;
  price: number;
  status: PropertyStatus;
}

const isOnOffer = ({ status }: Moment) => status === 'available' || status === 'pending';

/** The last asking price in the quarter while the listing was on offer. @param moments in the order of time */
function priceIn(moments: readonly Moment[], { startsAt, endsAt }: Quarter): number | undefined {
  const before = moments.findLast(({ at }) => at <= startsAt);
  const during = moments.filter(({ at }) => at > startsAt && at < endsAt);
  return [...(before ? [before] : []), ...during].findLast(isOnOffer)?.price;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The newest listings; enough for the largest project. */
const MOST_LISTINGS = 5_000;

type Raw = Record<'price' | 'area_sqm', number | string> & { id: number; listing_type: ListingType };
type RawMoment = { property_id: number; at: Date | string; price: number | string; status: PropertyStatus };

/** Medians of asking prices by quarter, from the histories of the public listings; quarters with few are left out. */
export async function readPrices(db: Database, buildingId: number, now: Date) {
  const inBuilding = (sql: SqlBuilder, columns: string) =>
    `SELECT ${columns} FROM properties p WHERE p.building_id = ${sql.bind(buildingId)} AND ${PUBLIC_ONLY}
      AND p.listing_type IN ('sale', 'rent') ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST_LISTINGS}`;
  const [listings, rows] = await Promise.all([
    readAll<Raw>(db, (sql) => inBuilding(sql, 'p.id, p.listing_type, p.price, p.area_sqm')),
    readAll<RawMoment>(
      db,
      (sql) => `WITH own AS (${inBuilding(sql, 'p.id')})
        SELECT property_id, at, price, status FROM (
          SELECT 0 AS part, c.id, c.property_id, c.changed_at AS at, c.price, c.to_status AS status
          FROM property_status_changes c WHERE c.property_id IN (SELECT id FROM own)
          UNION ALL
          SELECT 1, e.id, e.property_id, e.changed_at, e.price, e.status
          FROM property_events e WHERE e.kind = 'price' AND e.property_id IN (SELECT id FROM own)
        ) moments ORDER BY at, part, id`,
    ),
  ]);
  const moments = new Map<number, Moment[]>();
  for (const { property_id, at, price, status } of rows) {
    const moment = { at: new Date(toIso(at)), price: toNumber(price), status };
    moments.set(property_id, [...(moments.get(property_id) ?? []), moment]);
  }
  const byQuarter = (some: readonly Raw[], measure: (price: number, listing: Raw) => number) =>
    quartersUntil(now, PRICE_QUARTERS)
      .toReversed()
      .flatMap((quarter) => {
        const values = some.flatMap((listing) => {
          const price = priceIn(moments.get(listing.id) ?? [], quarter);
          return price === undefined ? [] : [measure(price, listing)];
        });
        if (values.length < LEAST_PRICED_LISTINGS) return [];
        const median = Math.round(medianOf(values) * 100) / 100;
        return [{ quarter: quarter.name, median, listings: values.length }];
      });
  const sales = listings.filter((row) => row.listing_type === 'sale' && toNumber(row.area_sqm) > 0);
  const rents = listings.filter((row) => row.listing_type === 'rent');
  return {
    sale: byQuarter(sales, (price, { area_sqm }) => price / toNumber(area_sqm)),
    rent: byQuarter(rents, (price) => price),
  };
}
