import type { Attributes } from 'sequelize';
import type { Database, Dialect } from '#server/db/connection.ts';
import { type PropertyModel, propertyColumns } from '#server/db/models.ts';
import { keepPlan } from '#server/db/postgres.ts';
import {
  isAmong,
  type RawRow,
  readAll,
  readRecords,
  recordColumns,
  toBoolean,
  toIso,
  toJson,
  toNumber,
} from '#server/db/sql.ts';
import { contactEmail } from '#server/features/auth/policy.ts';
import type { MapPoint, Property } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { nearestStation } from '#shared/gazetteer/knownPlaces.ts';
import { missingIn } from '#shared/listing/drafts.ts';
import { type Details, type FactName, factNames, facts } from '#shared/listing/facts.ts';
import { isNoPin } from '#shared/pins.ts';
import { PUBLIC_ONLY } from './policy.ts';
import { isOutside } from './writes/pictures.ts';

/** Raw rows of the hot reads and the columns they are made of; values as either database hands them over. */

type Listing = Attributes<PropertyModel>;
type Decimal = 'price' | 'area_sqm';

/** The agent's columns are null once the account is gone. */
export type ListingRow = RawRow<Omit<Listing, keyof typeof derivedColumns>, Decimal> &
  Record<`agent_${'name' | 'email' | 'phone' | 'avatar_url'}` | 'building_name', string | null>;

const mapNames = [
  'id',
  'title',
  'price',
  'type',
  'listing_type',
  'city',
  'latitude',
  'longitude',
  'bedrooms',
  'bathrooms',
  'area_sqm',
] as const;

type MapRow = RawRow<Omit<Pick<Listing, (typeof mapNames)[number]>, 'latitude' | 'longitude'>, Decimal> & {
  latitude: number;
  longitude: number;
  image: string | null;
};

/** For searches alone. */
const derivedColumns = {
  city_slug: true,
  district_slug: true,
  region_slug: true,
  allows_pets: true,
  has_video: true,
  has_plan: true,
  search_text: true,
  search_version: true,
  hidden_by: true,
  feed_images: true,
};

const listingColumns = {
  ...ownColumns(propertyColumns.filter((name) => !(name in derivedColumns))),
  building_name: 'b.name',
  agent_name: 'u.name',
  agent_email: contactEmail('u'),
  agent_phone: 'u.phone',
  agent_avatar_url: 'u.avatar_url',
};

const joins = 'LEFT JOIN users u ON u.id = p.agent_id LEFT JOIN buildings b ON b.id = p.building_id';

/** A whole listing, of `p`, with its agent's account `u` and its building `b`. */
export const fullListing = {
  columns: (dialect: Dialect) => recordColumns(dialect, listingColumns),
  joins,
  from: `properties p ${joins}`,
};

const mapListing = {
  columns: (dialect: Dialect) => recordColumns(dialect, { ...ownColumns(mapNames), image: coverColumn(dialect) }),
  from: 'properties p',
};

/** The first picture of the listing `p`; null when it has none, or it was not fetched from elsewhere yet. */
export function coverColumn(dialect: Dialect): string {
  const cover = dialect === 'sqlite' ? "json_extract(p.images, '$[0]')" : 'p.images->>0';
  return `CASE WHEN ${cover} LIKE 'http%' THEN NULL ELSE ${cover} END`;
}

function ownColumns(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `p.${name}`]));
}

/** One listing, hidden or not: the caller asks the policy. */
export async function readListing(db: Database, id: number): Promise<ListingRow | undefined> {
  const { columns, from } = fullListing;
  const [row] = await readAll<ListingRow>(
    db,
    (sql) => `SELECT ${columns(db.dialect)} FROM ${from} WHERE p.id = ${sql.bind(id)}`,
    readRecords,
  );
  return row;
}

/** The public ones among the listings, in the order of `ids`. */
export const readPublicListings = async (db: Database, ids: readonly number[]): Promise<Property[]> =>
  (await readPublicRows(db, ids)).map(presentProperty);

export const readPublicRows = (db: Database, ids: readonly number[]): Promise<ListingRow[]> =>
  readInOrder<ListingRow>(db, ids, fullListing);

/** The same as marks of a map; the ids are of listings with coordinates. */
export const readMapRows = (db: Database, ids: readonly number[]) => readInOrder<MapRow>(db, ids, mapListing);

async function readInOrder<Row extends { id: number }>(
  db: Database,
  ids: readonly number[],
  { columns, from }: { columns(dialect: Dialect): string; from: string },
): Promise<Row[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await readAll<Row>(
    db,
    (sql) =>
      keepPlan(
        `SELECT ${columns(db.dialect)} FROM ${from} WHERE ${isAmong(sql, 'p.id', wanted)} AND ${PUBLIC_ONLY}`,
      ),
    readRecords,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

export function presentProperty(row: ListingRow): Property {
  const { latitude, longitude } = row;
  const pin = latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
  // Rows from before the rule hold 0, 0 where a program knew no position.
  const coordinates = pin && !isNoPin(pin) ? pin : null;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    listing_type: row.listing_type,
    status: row.status,
    price: toNumber(row.price),
    // The visitor's browser makes no request to another server.
    ...presentImages(
      row,
      toJson<string[]>(row.images).filter((address) => !isOutside(address)),
    ),
    floor_plans: toJson(row.floor_plans),
    video_url: row.video_url,
    features: toJson(row.features),
    location: {
      address: row.address,
      city: row.city,
      province: row.province,
      coordinates,
    },
    nearest_station: coordinates && nearestStation(coordinates),
    details: presentDetails(row),
    building: presentBuilding(row),
    agent: presentAgent(row),
    views: row.view_count,
    confirmed_at: row.confirmed_at && toIso(row.confirmed_at),
    fresh_at: toIso(row.fresh_at ?? row.created_at),
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

/** Decimals come as text, and SQLite's flags as numbers. */
function presentDetails(row: ListingRow): Details {
  const present = (name: FactName) => {
    const value = row[name];
    if (value === null || facts[name].kind === 'choice') return value;
    return facts[name].kind === 'flag' ? toBoolean(value as boolean | number) : toNumber(value as number | string);
  };
  return Object.fromEntries(factNames.map((name) => [name, present(name)])) as Details;
}

export function presentOwnProperty(row: ListingRow): OwnProperty {
  const { reference, moderation_status, moderation_reason } = row;
  // With the pictures still to be fetched: a form that saves the read listing loses none.
  const images = presentImages(row, toJson<string[]>(row.images));
  const listing = { ...presentProperty(row), ...images };
  const draft = toBoolean(row.is_draft);
  const missing = draft ? missingIn(listing) : [];
  return { ...listing, reference, moderation_status, moderation_reason, draft, missing };
}

function presentImages({ image_descriptions }: ListingRow, images: string[]) {
  // A look-up in the object would add each address to the engine's table of all names: a tenth of a page's cost.
  const texts = new Map(Object.entries(toJson<Record<string, string>>(image_descriptions)));
  return { images, image_descriptions: images.map((address) => texts.get(address) ?? '') };
}

const presentBuilding = ({ building_id, building_name }: ListingRow): Property['building'] =>
  building_id === null || building_name === null ? null : { id: building_id, name: building_name };

function presentAgent(row: ListingRow): Property['agent'] {
  if (row.agent_id === null || row.agent_name === null || row.agent_email === null) return null;
  return {
    id: row.agent_id,
    name: row.agent_name,
    email: row.agent_email,
    phone: row.agent_phone,
    avatar_url: row.agent_avatar_url,
  };
}

export function presentMapPoint({ latitude: lat, longitude: lng, ...row }: MapRow): MapPoint {
  return { ...row, lat, lng, price: toNumber(row.price), area_sqm: toNumber(row.area_sqm) };
}
