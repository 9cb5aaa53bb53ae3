import type { Database, Dialect } from '#server/db/connection.ts';
import {
  placeholders,
  readRecords,
  recordColumns,
  toBoolean,
  toIso,
  toJson,
  toNumber,
} from '#server/db/sql.ts';
import type {
  ListingType,
  MapPoint,
  ModerationStatus,
  Property,
  PropertyStatus,
  PropertyType,
} from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { PUBLIC_ONLY } from './policy.ts';

/** Raw rows of the hot reads and the columns they are made of; values as either database hands them over. */

export interface ListingRow {
  id: number;
  agent_id: number | null;
  title: string;
  description: string;
  type: PropertyType;
  listing_type: ListingType;
  status: PropertyStatus;
  moderation_status: ModerationStatus;
  moderation_reason: string | null;
  price: number | string;
  address: string;
  city: string;
  province: string;
  latitude: number | null;
  longitude: number | null;
  bedrooms: number;
  bathrooms: number;
  area_sqm: number | string;
  parking_slots: number;
  furnished: boolean | number | null;
  floor_level: number | null;
  images: string[] | string;
  features: string[] | string;
  view_count: number;
  created_at: Date | string;
  updated_at: Date | string;
  /** The agent's account; all null once it is gone. */
  agent_name: string | null;
  agent_email: string | null;
  agent_phone: string | null;
  agent_avatar_url: string | null;
}

export interface MapRow {
  id: number;
  title: string;
  price: number | string;
  type: PropertyType;
  listing_type: ListingType;
  city: string;
  latitude: number;
  longitude: number;
  bedrooms: number;
  bathrooms: number;
  area_sqm: number | string;
  image: string | null;
}

const listingColumns = {
  ...ownColumns(
    'id',
    'agent_id',
    'title',
    'description',
    'type',
    'listing_type',
    'status',
    'moderation_status',
    'moderation_reason',
    'price',
    'address',
    'city',
    'province',
    'latitude',
    'longitude',
    'bedrooms',
    'bathrooms',
    'area_sqm',
    'parking_slots',
    'furnished',
    'floor_level',
    'images',
    'features',
    'view_count',
    'created_at',
    'updated_at',
  ),
  agent_name: 'u.name',
  agent_email: 'u.email',
  agent_phone: 'u.phone',
  agent_avatar_url: 'u.avatar_url',
};

const mapColumns = ownColumns(
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
);

/** A whole listing, of `p`, with its agent's account `u`. */
export const fullListing = {
  columns: (dialect: Dialect) => recordColumns(dialect, listingColumns),
  from: 'properties p LEFT JOIN users u ON u.id = p.agent_id',
};

export const mapListing = {
  columns: (dialect: Dialect) =>
    recordColumns(dialect, {
      ...mapColumns,
      image: coverColumn(dialect),
    }),
};

/** The first picture of the listing `p`; null when it has none. */
export function coverColumn(dialect: Dialect): string {
  return dialect === 'sqlite' ? "json_extract(p.images, '$[0]')" : 'p.images->>0';
}

function ownColumns(...names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `p.${name}`]));
}

/** One listing, hidden or not: the caller asks the policy. */
export async function readListing(db: Database, id: number): Promise<ListingRow | undefined> {
  const [row] = await readRecords<ListingRow>(
    db,
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from} WHERE p.id = $1`,
    [id],
  );
  return row;
}

/** Those of the listings that are public, in the order of `ids`. */
export async function readPublicListings(db: Database, ids: readonly number[]): Promise<Property[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return [];
  const rows = await readRecords<ListingRow>(
    db,
    `SELECT ${fullListing.columns(db.dialect)} FROM ${fullListing.from}
    WHERE p.id IN (${placeholders(wanted, 1)}) AND ${PUBLIC_ONLY}`,
    wanted,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => {
    const row = byId.get(id);
    return row ? [presentProperty(row)] : [];
  });
}

export function presentProperty(row: ListingRow): Property {
  const { latitude, longitude } = row;
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    type: row.type,
    listing_type: row.listing_type,
    status: row.status,
    price: toNumber(row.price),
    images: toJson(row.images),
    features: toJson(row.features),
    location: {
      address: row.address,
      city: row.city,
      province: row.province,
      coordinates: latitude === null || longitude === null ? null : { lat: latitude, lng: longitude },
    },
    details: {
      bedrooms: row.bedrooms,
      bathrooms: row.bathrooms,
      area_sqm: toNumber(row.area_sqm),
      parking_slots: row.parking_slots,
      furnished: row.furnished === null ? null : toBoolean(row.furnished),
      floor_level: row.floor_level,
    },
    agent: presentAgent(row),
    views: row.view_count,
    created_at: toIso(row.created_at),
    updated_at: toIso(row.updated_at),
  };
}

export function presentOwnProperty(row: ListingRow): OwnProperty {
  const { moderation_status, moderation_reason } = row;
  return { ...presentProperty(row), moderation_status, moderation_reason };
}

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

export function presentMapPoint(row: MapRow): MapPoint {
  return {
    id: row.id,
    title: row.title,
    price: toNumber(row.price),
    type: row.type,
    listing_type: row.listing_type,
    city: row.city,
    lat: row.latitude,
    lng: row.longitude,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    area_sqm: toNumber(row.area_sqm),
    image: row.image,
  };
}
