import { toBoolean, toIso, toJson, toNumber } from '#server/db/rows.ts';
import type { MapPoint, Property } from '#shared/contracts/properties.ts';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import type { ListingRow, MapRow } from './rows.ts';

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
