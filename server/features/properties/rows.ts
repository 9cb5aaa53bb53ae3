import type { Dialect } from '#server/db/connection.ts';
import { recordColumns } from '#server/db/rows.ts';
import type {
  ListingType,
  ModerationStatus,
  PropertyStatus,
  PropertyType,
} from '#shared/contracts/properties.ts';

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
