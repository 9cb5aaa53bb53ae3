import type { Dialect } from '#server/db/connection.ts';
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

export const fullListing = {
  columns: `p.id, p.agent_id, p.title, p.description, p.type, p.listing_type, p.status, p.moderation_status, p.price,
    p.address, p.city, p.province, p.latitude, p.longitude, p.bedrooms, p.bathrooms, p.area_sqm, p.parking_slots,
    p.furnished, p.floor_level, p.images, p.features, p.view_count, p.created_at, p.updated_at,
    u.name AS agent_name, u.email AS agent_email, u.phone AS agent_phone, u.avatar_url AS agent_avatar_url`,
  from: 'FROM properties p LEFT JOIN users u ON u.id = p.agent_id',
  joinedTo: (page: string) => `JOIN properties p ON p.id = ${page}.id LEFT JOIN users u ON u.id = p.agent_id`,
};

export const mapListing = {
  columns: (dialect: Dialect) =>
    `p.id, p.title, p.price, p.type, p.listing_type, p.city, p.latitude, p.longitude, p.bedrooms, p.bathrooms,
    p.area_sqm, ${dialect === 'sqlite' ? "json_extract(p.images, '$[0]')" : 'p.images->>0'} AS image`,
};
