import { z } from 'zod';
import {
  MAX_ADDRESS_LENGTH,
  MAX_BUILDING_NAME_LENGTH,
  MAX_BUILDING_TEXT_LENGTH,
  MAX_FLOOR_LEVEL,
  MAX_FLOOR_PLANS,
  MAX_PLACE_LENGTH,
  MAX_SHORT_TEXT_LENGTH,
  MAX_YEARS_AHEAD,
  MIN_YEAR_BUILT,
} from '../limits.ts';
import { listingTypes } from '../listing/vocabulary.ts';
import { msg } from '../messages.ts';
import {
  ADMIN_PAGE_SIZE,
  type BodyLimit,
  bodyId,
  defineCall,
  isoTime,
  nameText,
  optionalInQuery,
  optionalLine,
  optionalPresentedText,
  optionalPresentedTitle,
  orderQuery,
  pagination,
  paginationQuery,
  requiredLine,
  searchQuery,
} from './common.ts';
import { coordinates, pinCoordinates } from './properties.ts';
import { featureList, pictures } from './propertyWrites.ts';

export const buildingPermissions = ['allowed', 'limited', 'not_allowed'] as const;
export type BuildingPermission = (typeof buildingPermissions)[number];

const permission = z.enum(buildingPermissions).nullable();

/** A house rule; null: not stated. */
const buildingRules = z.object({
  pets: permission,
  short_lets: permission,
  smoking: permission,
  /** As 'Monday to Saturday, 9 AM to 5 PM'. */
  moving_hours: z.string().nullable(),
});

/** A building or a project of several. Unknown fields are null, or an empty list. */
export const building = z.object({
  id: z.number(),
  name: z.string(),
  address: z.string().nullable(),
  city: z.string(),
  coordinates: coordinates.nullable(),
  developer: z.string().nullable(),
  /** The year it was or will be finished in. */
  year_built: z.number().nullable(),
  floors: z.number().nullable(),
  description: z.string().nullable(),
  amenities: z.array(z.string()),
  rules: buildingRules,
  floor_plans: z.array(z.string()),
  created_at: isoTime,
  updated_at: isoTime,
});
export type Building = z.infer<typeof building>;

/** Below this number of listings a building's prices are left out. */
export const LEAST_PRICED_LISTINGS = 3;
/** So many quarters of a year are looked back. */
export const PRICE_QUARTERS = 8;

const quarterPrice = z.object({
  /** '2026-Q3', of Manila's calendar. */
  quarter: z.string(),
  /** Pesos. */
  median: z.number(),
  /** The number of listings behind it: on offer at some time of the quarter. */
  listings: z.number(),
});
export type QuarterPrice = z.infer<typeof quarterPrice>;

export const buildingPage = building.extend({
  /** Available public listings in it, by offer. */
  listings: z.record(z.enum(listingTypes), z.number()),
  /** Asked prices by quarter, the oldest first: of sales for each square meter, of rents for a month. */
  prices: z.object({ sale: z.array(quarterPrice), rent: z.array(quarterPrice) }),
  /** The fields that the caller may change: all, or empty ones only; null: none. */
  may_edit: z.enum(['all', 'empty']).nullable(),
});
export type BuildingPage = z.infer<typeof buildingPage>;

export const buildingMatch = building.pick({ id: true, name: true, address: true, city: true }).extend({
  listings: z.number(),
});
export type BuildingMatch = z.infer<typeof buildingMatch>;

export const MAX_BUILDING_MATCHES = 20;

const INVALID_YEAR = msg('Year built must be a year').id;
const INVALID_FLOORS = msg('Floors must be a whole number, at least 1').id;

const facts = {
  address: optionalPresentedTitle(MAX_ADDRESS_LENGTH),
  coordinates: pinCoordinates.nullable().optional(),
  developer: optionalPresentedTitle(MAX_SHORT_TEXT_LENGTH),
  year_built: z
    .number({ error: INVALID_YEAR })
    .int(INVALID_YEAR)
    .min(MIN_YEAR_BUILT, msg('Year built must be {minimum} or later').id)
    .refine(
      (year) => year <= new Date().getFullYear() + MAX_YEARS_AHEAD,
      msg('Year built is too far in the future').id,
    )
    .nullable()
    .optional(),
  floors: z
    .number({ error: INVALID_FLOORS })
    .int(INVALID_FLOORS)
    .min(1, INVALID_FLOORS)
    .max(MAX_FLOOR_LEVEL, msg('Floors is too large').id)
    .nullable()
    .optional(),
  description: optionalPresentedText(MAX_BUILDING_TEXT_LENGTH),
  amenities: featureList(
    msg('An amenity can have at most {maximum} characters').id,
    msg('A building can have at most {maximum} amenities').id,
  ).optional(),
  rules: buildingRules
    .extend({ moving_hours: optionalLine(MAX_SHORT_TEXT_LENGTH) })
    .partial()
    .optional(),
  floor_plans: pictures(MAX_FLOOR_PLANS, msg('A building can have at most {maximum} floor plans').id).optional(),
};

/** By which a building is found. */
const saysSomething = (text: string) => /[\p{L}\p{N}]/u.test(text);
const name = nameText(MAX_BUILDING_NAME_LENGTH, msg('Name is required')).refine(
  saysSomething,
  msg('Name must have a letter or a number in it').id,
);
const city = requiredLine(MAX_PLACE_LENGTH, msg('City is required')).refine(
  saysSomething,
  msg('City must have a letter in it').id,
);

/** Missing fields stay. */
export const buildingChanges = z.object({ name: name.optional(), city: city.optional(), ...facts });
export type BuildingChanges = z.output<typeof buildingChanges>;

/** Floor plans may be sent along as data-URLs. */
const bodyLimit: BodyLimit = {
  megabytes: 30,
  tooLarge: msg('A building and its floor plans can be at most 30 MB in total.'),
};

export const buildingsCalls = {
  list: defineCall('anyone', 'GET /api/buildings', {
    summary: `Buildings whose name has words that begin so, in one city or anywhere; at most ${MAX_BUILDING_MATCHES}`,
    query: z.object({
      q: searchQuery,
      city: optionalInQuery(z.string().trim().max(MAX_PLACE_LENGTH, msg('City is too long').id)),
    }),
    answer: z.object({ buildings: z.array(buildingMatch) }),
    cache: 'revalidate',
  }),
  get: defineCall('anyone', 'GET /api/buildings/{id}', {
    summary:
      'A building with how many listings are in it and what they cost by quarter. Of one that was merged into another, that other one',
    answer: buildingPage,
  }),
  create: defineCall('user', 'POST /api/buildings', {
    summary:
      'Adds a building: approved agents and admins may. 409 `building_exists` when the city has one of that name',
    body: z.object({ name, city, ...facts }),
    bodyLimit,
    answer: building,
    status: 201,
  }),
  update: defineCall('user', 'PUT /api/buildings/{id}', {
    summary:
      'Changes facts of a building: admins any; an agent with a listing in it those that are empty. What is not sent stays',
    body: buildingChanges,
    bodyLimit,
    answer: building,
  }),
};

export const adminBuilding = building.extend({
  /** All listings, hidden and sold ones too. */
  listings: z.number(),
  /** Null: the account is gone, or it came with the demo data. */
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Names under which it was known before others were merged into it. */
  other_names: z.array(z.string()),
});
export type AdminBuilding = z.infer<typeof adminBuilding>;

export const adminBuildingSorts = ['name', 'city', 'listings', 'created_at'] as const;
const adminBuildingQuery = z.object({
  search: searchQuery,
  sort: optionalInQuery(z.enum(adminBuildingSorts)),
  order: orderQuery,
  ...paginationQuery(ADMIN_PAGE_SIZE),
});
export type AdminBuildingQuery = z.output<typeof adminBuildingQuery>;

export const adminBuildingsCalls = {
  list: defineCall('admin listings.read', 'GET /api/admin/buildings', {
    summary: 'All buildings, searched by name, address or developer',
    query: adminBuildingQuery,
    answer: z.object({ buildings: z.array(adminBuilding), pagination }),
  }),
  merge: defineCall('admin listings.moderate', 'POST /api/admin/buildings/{id}/merge', {
    summary:
      'Makes two buildings one: listings, saved searches and facts that the other one lacks go to it, and the name stays known',
    body: z.object({ into: bodyId }),
    answer: adminBuilding,
  }),
  remove: defineCall('admin listings.moderate', 'DELETE /api/admin/buildings/{id}', {
    summary: 'Deletes a building. 409 `building_in_use` while a listing is in it',
    answer: z.object({ id: z.number() }),
  }),
};
