import { z } from 'zod';
import { msg } from '../messages.ts';
import {
  defineCall,
  id,
  isoTime,
  optionalInQuery,
  pagination,
  paginationQuery,
  queryInteger,
  searchQuery,
} from './common.ts';

export const propertyTypes = [
  'apartment',
  'house',
  'condo',
  'duplex',
  'office',
  'commercial',
  'land',
] as const;
export const listingTypes = ['sale', 'rent', 'lease'] as const;
/** What the agent says of a listing. */
export const propertyStatuses = ['available', 'pending', 'sold', 'rented'] as const;
/** What the admin says of it; the public sees only 'active'. */
export const moderationStatuses = ['active', 'inactive', 'pending', 'rejected'] as const;
export const propertySorts = ['newest', 'price_asc', 'price_desc', 'area_desc', 'relevance'] as const;

export type PropertyType = (typeof propertyTypes)[number];
export type ListingType = (typeof listingTypes)[number];
export type PropertyStatus = (typeof propertyStatuses)[number];
export type ModerationStatus = (typeof moderationStatuses)[number];
export type PropertySort = (typeof propertySorts)[number];

export const LIST_PAGE_SIZE = 20;
/** The most points one map answer holds; beyond it the visitor is asked to zoom in or filter. */
export const MAX_MAP_POINTS = 2_000;

export const coordinates = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});

export const propertyAgent = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  /** As in `agent`. */
  contact_hidden_until: isoTime.optional(),
  avatar_url: z.string().nullable(),
});

export const property = z.object({
  id: z.number(),
  title: z.string(),
  description: z.string(),
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  status: z.enum(propertyStatuses),
  /** Pesos; per month for rent and lease. */
  price: z.number(),
  images: z.array(z.string()),
  features: z.array(z.string()),
  location: z.object({
    address: z.string(),
    city: z.string(),
    province: z.string(),
    coordinates: coordinates.nullable(),
  }),
  details: z.object({
    bedrooms: z.number(),
    bathrooms: z.number(),
    area_sqm: z.number(),
    parking_slots: z.number(),
    furnished: z.boolean().nullable(),
    floor_level: z.number().nullable(),
  }),
  /** Null once the agent's account is gone. */
  agent: propertyAgent.nullable(),
  /** Counted once per viewer, listing and day. */
  views: z.number(),
  created_at: isoTime,
  updated_at: isoTime,
});

export type Property = z.infer<typeof property>;

/** A listing as the map shows it: just what a marker and its popup need. */
export const mapPoint = z.object({
  id: z.number(),
  title: z.string(),
  price: z.number(),
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  city: z.string(),
  lat: z.number(),
  lng: z.number(),
  bedrooms: z.number(),
  bathrooms: z.number(),
  area_sqm: z.number(),
  image: z.string().nullable(),
});

export type MapPoint = z.infer<typeof mapPoint>;

const price = (name: string) =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,2})?$/, `${name} must be a number of pesos`)
    .transform(Number);

const bbox = z
  .string()
  .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
  .refine(
    ([west, south, east, north, ...rest]) =>
      rest.length === 0 &&
      [west, south, east, north].every((edge) => edge !== undefined && Number.isFinite(edge)) &&
      Number(west) <= Number(east) &&
      Number(south) <= Number(north),
    msg('bbox must be west,south,east,north in degrees').id,
  )
  .transform((edges) => ({
    west: Number(edges[0]),
    south: Number(edges[1]),
    east: Number(edges[2]),
    north: Number(edges[3]),
  }));

const filters = {
  search: searchQuery,
  /** sale, rent and lease are understood as listing types: the home page links them so. */
  type: optionalInQuery(z.enum([...propertyTypes, ...listingTypes])),
  listing_type: optionalInQuery(z.enum(listingTypes)),
  status: optionalInQuery(z.enum(propertyStatuses)),
  location: optionalInQuery(z.string().trim().max(100, msg('Location is too long').id)),
  min_price: optionalInQuery(price('min_price')),
  max_price: optionalInQuery(price('max_price')),
  /** At least that many. */
  bedrooms: optionalInQuery(queryInteger(0, 1_000)),
  bathrooms: optionalInQuery(queryInteger(0, 1_000)),
  bbox: optionalInQuery(bbox),
};

export const propertyFilterQuery = z.object(filters);
export const propertyListQuery = z.object({
  ...filters,
  ...paginationQuery(LIST_PAGE_SIZE),
  sort: optionalInQuery(z.enum(propertySorts)),
});

export type PropertyFilterQuery = z.infer<typeof propertyFilterQuery>;
export type PropertyListQuery = z.infer<typeof propertyListQuery>;

export const propertyList = z.object({ properties: z.array(property), pagination });
export type PropertyList = z.infer<typeof propertyList>;

/** `total` counts every match that has coordinates; `points` holds at most MAX_MAP_POINTS of them. */
export const propertyMap = z.object({ points: z.array(mapPoint), total: z.number() });
export type PropertyMapAnswer = z.infer<typeof propertyMap>;

export const propertiesCalls = {
  list: defineCall('anyone', 'GET /api/properties', {
    summary: 'Public listings: filtered, searched, sorted, a page at a time',
    query: propertyListQuery,
    answer: propertyList,
    cache: 'revalidate',
  }),
  map: defineCall('anyone', 'GET /api/properties/map', {
    summary: 'The same listings as points on the map',
    query: propertyFilterQuery,
    answer: propertyMap,
    cache: 'revalidate',
  }),
  byIds: defineCall('anyone', 'GET /api/properties/by-ids', {
    summary: 'Public listings by id (browsing history, comparison), in the order asked for',
    query: z.object({
      ids: z
        .string()
        .transform((text) => text.split(',').filter((part) => part !== ''))
        .pipe(z.array(id).max(50)),
    }),
    answer: z.object({ properties: z.array(property) }),
    cache: 'revalidate',
  }),
  get: defineCall('anyone', 'GET /api/properties/{id}', {
    summary: 'One listing',
    answer: property,
    cache: 'revalidate',
  }),
  recordView: defineCall('anyone', 'POST /api/properties/{id}/views', {
    summary: 'Counts a view: once per viewer, listing and day, never the owner’s own',
    answer: z.object({ counted: z.boolean(), views: z.number() }),
  }),
};
