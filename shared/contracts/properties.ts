import { z } from 'zod';
import { knownPlaceBySlug } from '../gazetteer/knownPlaces.ts';
import {
  MAX_EXCLUDED_FEATURES,
  MAX_LOCATIONS,
  MAX_NEAR_METRES,
  MAX_REACH_MINUTES,
  MAX_REACH_NAME,
  MAX_REACHES,
  MAX_REASON_LENGTH,
  MAX_TYPES,
  MIN_NEAR_METRES,
} from '../limits.ts';
import { type Details, type FactName, facts, factsOfKind } from '../listing/facts.ts';
import { type FilterName, type FilterValue, filterNames, filters } from '../listing/filters.ts';
import {
  listingTypes,
  mediaKinds,
  mediaOf,
  moderationStatuses,
  propertySorts,
  propertyStatuses,
  propertyTypes,
} from '../listing/vocabulary.ts';
import { countTiles, tilesOf } from '../mapTiles.ts';
import { msg } from '../messages.ts';
import { AT_NOTHING, isNoPin, isPinInCountry, OUTSIDE_COUNTRY } from '../pins.ts';
import { type Reach, travelModes } from '../travelTime.ts';
import {
  bulkAnswer,
  bulkIds,
  csvFile,
  defineCall,
  id,
  isoTime,
  MAX_PAGE_SIZE,
  optionalInQuery,
  optionalText,
  orderQuery,
  pagination,
  paginationQuery,
  queryInteger,
  searchQuery,
} from './common.ts';

export const LIST_PAGE_SIZE = 20;
/** The most points one map answer holds; beyond it the visitor is asked to zoom in or filter. */
export const MAX_MAP_POINTS = 2_000;

/** The first thing wrong with a number is enough. */
const abort = true;
export const coordinates = z.object({
  lat: z.number().min(-90, { abort }).max(90, { abort }),
  lng: z.number().min(-180, { abort }).max(180, { abort }),
});

/** Where a home can be. Stored pins from before this rule stay as they are. */
export const pinCoordinates = coordinates
  .refine((pin) => !isNoPin(pin), AT_NOTHING.id)
  .refine((pin) => isNoPin(pin) || isPinInCountry(pin), OUTSIDE_COUNTRY.id);

/** Of each fact the schema of its stored value. */
const details = z.object(
  Object.fromEntries([
    ...factsOfKind('number').map((name) => [name, facts[name].isNullable ? z.number().nullable() : z.number()]),
    ...factsOfKind('flag').map((name) => [name, z.boolean().nullable()]),
    ...factsOfKind('choice').map((name) => [name, z.enum(facts[name].values).nullable()]),
  ]),
) as unknown as z.ZodObject<{ [Name in FactName]: z.ZodType<Details[Name], Details[Name]> }>;

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
  /** The office’s own number of it: on its page, for its agent, their office and administrators; never for others. */
  reference: z.string().nullable().optional(),
  /** To its own agent: whether it is a draft, which nobody else sees. */
  draft: z.boolean().optional(),
  title: z.string(),
  description: z.string(),
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  status: z.enum(propertyStatuses),
  /** Pesos; per month for rent and lease. */
  price: z.number(),
  images: z.array(z.string()),
  /** Descriptions of the pictures, in their order; empty text where the agent wrote none. */
  image_descriptions: z.array(z.string()),
  floor_plans: z.array(z.string()),
  /** Where its video can be watched; null: there is none. */
  video_url: z.string().nullable(),
  features: z.array(z.string()),
  location: z.object({
    address: z.string(),
    city: z.string(),
    province: z.string(),
    coordinates: coordinates.nullable(),
  }),
  /** The nearest station in service, as the crow flies; null without coordinates, or farther than 3 km from all. */
  nearest_station: z
    .object({
      slug: z.string(),
      name: z.string(),
      metres: z.number(),
      /** On foot, 80 metres a minute. */
      minutes: z.number(),
    })
    .nullable(),
  /** Null: the agent does not say. */
  details,
  /** The building or project it is in; null where nobody said, and for what is in none. */
  building: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Null once the agent's account is gone. */
  agent: propertyAgent.nullable(),
  /** How many agents offer this home, this one included; in lists, and only where there are several. */
  offered_by: z.number().optional(),
  /** Counted once per viewer, listing and day. */
  views: z.number(),
  /** When its agent last said that it is still available; null: never. */
  confirmed_at: isoTime.nullable(),
  /** When its agent last stood by it: it was listed, its price or status changed, or it was confirmed. */
  fresh_at: isoTime,
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

export const travelMode = z.enum(travelModes);
export const reachMinutes = z.number().int().min(1).max(MAX_REACH_MINUTES);

/** A number with up to two decimals. */
const decimal = (digits: number, invalid: string) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}(\\.\\d{1,2})?$`), invalid)
    .transform(Number);

const degreesBox = (message: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part))))
    .refine(
      ([west, south, east, north, ...rest]) =>
        rest.length === 0 &&
        [west, south, east, north].every((edge) => edge !== undefined && Number.isFinite(edge)) &&
        Number(west) <= Number(east) &&
        Number(south) <= Number(north),
      // Invalid text has no size to check.
      { error: message, abort: true },
    )
    .transform((edges) => ({
      west: Number(edges[0]),
      south: Number(edges[1]),
      east: Number(edges[2]),
      north: Number(edges[3]),
    }));

const bbox = degreesBox(msg('bbox must be west,south,east,north in degrees').id);

/** Written `true` or `false` in the address. */
const queryFlag = z
  .enum(['true', 'false'], { error: msg('Must be true or false').id })
  .transform((text) => text === 'true');

export const MAX_DRAWN_AREAS = 5;
export const MIN_AREA_POINTS = 3;
export const MAX_AREA_POINTS = 200;

const drawnArea = z
  .string()
  .transform((text) =>
    text.split(';').map((point) => {
      const [lat, lng, ...rest] = point.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
      return { lat: rest.length > 0 ? Number.NaN : Number(lat), lng: Number(lng) };
    }),
  )
  .pipe(
    z
      .array(coordinates, { error: msg('area must be lat,lng;lat,lng;… in degrees').id })
      .min(MIN_AREA_POINTS, msg('An area needs at least {minimum} points').id)
      .max(MAX_AREA_POINTS, msg('An area can have at most {maximum} points').id),
  );

const reachParts = z.tuple([coordinates.shape.lat, coordinates.shape.lng, travelMode, reachMinutes]);

/** `lat,lng,mode,minutes`: at most so many minutes from a place, at rush hour, as `shared/travelTime.ts` estimates them. */
const reach = z
  .string()
  .transform((text) => {
    const number = (part = '') => (part === '' ? Number.NaN : Number(part));
    const [lat, lng, mode, minutes, ...rest] = text.split(',').map((part) => part.trim());
    return reachParts.safeParse([number(lat), number(lng), mode, number(minutes), ...rest]).data;
  })
  .refine(
    (parts) => parts !== undefined,
    msg('reach must be lat,lng,mode,minutes: walk, bicycle, car or transit, and 1 to 180 minutes').id,
  )
  .transform((parts): Reach => {
    const [lat, lng, mode, minutes] = parts as NonNullable<typeof parts>;
    return { lat, lng, mode, minutes };
  });

/** One text or several, as a repeated name in an address is read; none ask for nothing. */
const repeatable = <Schema extends z.ZodType<unknown, string>>(one: Schema, max: number, tooMany: string) =>
  z
    .preprocess((given) => (given === undefined || Array.isArray(given) ? given : [given]), z.array(z.string()))
    .transform((given) => given.filter(Boolean))
    .pipe(z.array(one).max(max, tooMany))
    .transform((all) => (all.length > 0 ? all : undefined))
    .optional();

const TOO_MANY_PLACES = msg('You can filter by at most {maximum} places').id;
const TOO_MANY_TYPES = msg('You can filter by at most {maximum} types').id;
const TOO_MANY_FEATURES = msg('You can filter by at most {maximum} features').id;
const locationName = z.string().trim().max(100, msg('Location is too long').id);
const knownSlug = z
  .string()
  .trim()
  .toLowerCase()
  .refine((slug) => knownPlaceBySlug(slug) !== undefined, msg('This is no known place').id);
const reachName = z.string().trim().max(MAX_REACH_NAME, msg('The name of a place is too long').id);

const featureNames = z
  .string()
  .max(500, msg('features is too long').id)
  .transform((text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()).max(20, TOO_MANY_FEATURES));

const media = z
  .string()
  .refine(
    (text) => text.split(',').every((name) => mediaKinds.some((kind) => kind === name.trim())),
    msg('media must be video, plan, or both with a comma between').id,
  )
  .transform(mediaOf);

/** The parameter of a filter, by its entry in the table. */
function filterSchema(name: FilterName): z.ZodType {
  const filter = filters[name];
  if (filter.value === 'flag') return queryFlag;
  if (filter.value === 'choice') return z.enum(filter.values);
  if (filter.as === 'whole') return queryInteger(filter.min, filter.max);
  return filter.as === 'pesos'
    ? decimal(12, `${name} must be a number of pesos`)
    : decimal(9, `${name} must be a number of square meters`);
}

/** As it stands in an address: numbers as text, true or false, one of the choices. */
type Written<Value> = Value extends boolean ? 'true' | 'false' : Value extends number ? string : Value;
type OptionalInQuery<Value> = ReturnType<typeof optionalInQuery<z.ZodType<Value, Written<Value>>>>;

const tableFilters = Object.fromEntries(
  filterNames.map((name) => [name, optionalInQuery(filterSchema(name))]),
) as unknown as { [Name in FilterName]: OptionalInQuery<FilterValue<Name>> };

const allFilters = {
  search: searchQuery,
  /** Repeatable, any of them. sale, rent and lease are understood as listing types: the home page links them so. */
  type: repeatable(z.enum([...propertyTypes, ...listingTypes]), MAX_TYPES, TOO_MANY_TYPES),
  /** Repeatable, any of them. */
  location: repeatable(locationName, MAX_LOCATIONS, TOO_MANY_PLACES),
  /** Repeatable: in none of them. */
  exclude_location: repeatable(locationName, MAX_LOCATIONS, TOO_MANY_PLACES),
  /** Repeatable: of none of them. */
  exclude_type: repeatable(z.enum(propertyTypes), MAX_TYPES, TOO_MANY_TYPES),
  /** Repeatable: a known place, any of them; unknown slugs are refused. */
  near: repeatable(knownSlug, MAX_LOCATIONS, TOO_MANY_PLACES),
  /** Metres from `near`, as the crow flies; 1,000 where nothing is said. */
  near_m: optionalInQuery(queryInteger(MIN_NEAR_METRES, MAX_NEAR_METRES)),
  ...tableFilters,
  /** Comma-separated, all of them; without case. */
  features: optionalInQuery(featureNames),
  /** Repeatable, without case: has none of them. */
  exclude_features: repeatable(z.string().trim().max(100), MAX_EXCLUDED_FEATURES, TOO_MANY_FEATURES),
  /** `video`, `plan` or both, comma-separated: listings that have all of them. */
  media: optionalInQuery(media),
  /** Drawn on the map; a listing in any of them matches. */
  area: repeatable(drawnArea, MAX_DRAWN_AREAS, msg('You can draw at most {maximum} areas').id),
  /** Repeatable, all of them hold. */
  reach: repeatable(reach, MAX_REACHES, TOO_MANY_PLACES),
  /** Names of the places of `reach`, in its order, for readers of the address; they filter nothing. */
  reach_name: repeatable(reachName, MAX_REACHES, TOO_MANY_PLACES),
  bbox: optionalInQuery(bbox),
  /** 1: the search is looked for word by word, nothing is read out of it. */
  exact: optionalInQuery(z.enum(['0', '1']).transform((text) => text === '1')),
};

export const propertyFilterQuery = z.object(allFilters);
export const propertyListQuery = z.object({
  ...allFilters,
  ...paginationQuery(LIST_PAGE_SIZE),
  sort: optionalInQuery(z.enum(propertySorts)),
});

/** The deepest zoom marks are grouped for. */
export const MAX_CLUSTER_ZOOM = 22;
/** The most tiles of a view that is grouped: a screen of 5,120 by 2,880 pixels touches some 250. */
export const MAX_CLUSTER_TILES = 512;
export type PropertyFilterQuery = z.infer<typeof propertyFilterQuery>;

const spokenSchemas = Object.fromEntries(
  filterNames.flatMap((name) => {
    const filter = filters[name];
    if (filter.isSpoken === false) return [];
    const schema =
      filter.value === 'flag' ? z.boolean() : filter.value === 'choice' ? z.enum(filter.values) : z.number();
    return [[name, schema]];
  }),
) as unknown as { [Name in FilterName]: z.ZodType<FilterValue<Name>, FilterValue<Name>> };

/** One value as it is, several as an array: any of them. */
const oneOrMore = <Schema extends z.ZodType>(one: Schema) => z.union([one, z.array(one)]);

/** Filters named as in the list call, numbers and booleans as such. */
const spokenFilters = z
  .object({
    type: oneOrMore(z.enum(propertyTypes)),
    location: oneOrMore(z.string()),
    exclude_location: z.array(z.string()),
    exclude_type: z.array(z.enum(propertyTypes)),
    exclude_features: z.array(z.string()),
    near: z.array(z.string()),
    near_m: z.number(),
    ...spokenSchemas,
    features: z.string(),
    media: z.string(),
  })
  .partial();
export type SpokenFilters = z.infer<typeof spokenFilters>;

/** A run of the search's text that was read. Without it in the search, its filters are not read. */
export const understoodPart = z.object({
  /** Of the text as it was typed: its first character, and the one behind its last. */
  start: z.number(),
  end: z.number(),
  /** Where the words begin that only lead to it: 'near', 'malapit sa', 'in', 'Loc:'. */
  lead: z.number().optional(),
  /** The filters it asks for; none where it stayed text. */
  filters: spokenFilters,
  /** Text that listings need not have: those that do come first. */
  preferred: z.literal(true).optional(),
  /** Not said but likely: millions are the price of a sale. The opposite is one press away. */
  assumed: z.literal(true).optional(),
});
export type UnderstoodPart = z.infer<typeof understoodPart>;

/**
 * The filters read out of the words of a search, the words that stayed text, the corrected typing errors, and the words
 * left out. The list with these filters, `search={words}` and `exact=1` is the same one.
 */
export const understoodSearch = z.object({
  filters: spokenFilters,
  words: z.string(),
  /** Words that listings need not have: those that do come first. */
  preferred: z.string().optional(),
  corrections: z.array(z.object({ from: z.string(), to: z.string() })),
  /** Wishes that cannot be searched, as they were typed: 'no cashout', 'flood free'. Small talk is not among them. */
  left_out: z.array(z.string()),
  /** The runs that were read, in the order of the sentence; no two overlap. */
  parts: z.array(understoodPart),
});
export type UnderstoodSearch = z.infer<typeof understoodSearch>;

export const propertyList = z.object({
  properties: z.array(property),
  pagination,
  /** Of a search that was read for more than its words. */
  understood: understoodSearch.optional(),
  /**
   * Of a list that is empty: what could be left out of the query, and how many listings there are then. First what is
   * without words that no listing holds, then by the number of listings. Two things together where no single one helps.
   */
  relaxations: z
    .array(
      z.object({
        /**
         * As the call names them, explicit ones alone: both prices, both areas, all drawn areas, the places with their
         * times, the known places with their distance, and both bounds of bedrooms count as one: 'price', 'floor_area',
         * 'area', 'reach', 'near' and 'bedrooms'.
         */
        filters: z.array(z.string()),
        /** Runs of the search's text, as those of `understood.parts`, also words that stayed text. */
        words: z.array(z.object({ start: z.number(), end: z.number() })),
        total: z.number(),
      }),
    )
    .optional(),
});
export type PropertyList = z.infer<typeof propertyList>;

export const propertyFacets = z.object({
  total: z.number(),
  /** Whether some of the other figures are projected from a part of very many listings, to two digits. */
  is_estimate: z.boolean(),
  /** Both numbers of bedrooms count as one filter. By filter and choice: `type` {condo: 12}, `listing_type`, `bedrooms` (at least) and `beds_exact`, `furnished` {true: 3}, `parking`, `pets`, `completion`, `features` (the commonest), `listed_within`, `licensed`, `media`. */
  /** How many listings of a list there are for each choice of a filter, that filter itself left out. */
  counts: z.record(z.string(), z.record(z.string(), z.number())),
  /** Prices of what is looked for (rent, or sale), the price filter left out; null where fewer than two listings have one. */
  prices: z
    .object({
      /** Pesos; the lowest and the highest there are. */
      min: z.number(),
      max: z.number(),
      /** Bars from the lowest to the highest, each with its own bounds; the last holds its upper bound too. */
      bars: z.array(z.object({ from: z.number(), to: z.number(), count: z.number() })),
    })
    .nullable(),
});
export type PropertyFacets = z.infer<typeof propertyFacets>;

/** `total` counts every match that has coordinates; `points` holds at most MAX_MAP_POINTS of them. */
export const propertyMap = z.object({ points: z.array(mapPoint), total: z.number() });
export type PropertyMapAnswer = z.infer<typeof propertyMap>;

/** Several listings near each other, as one mark. */
export const mapCluster = z.object({
  /** The mean of where they lie, in degrees. */
  lat: z.number(),
  lng: z.number(),
  count: z.number(),
  /** The lowest price among them, in pesos. */
  min_price: z.number(),
  /** How many of them are in each band of prices; of sales and of what is paid by the month the bands differ. */
  price_tiers: z.object({ affordable: z.number(), mid_range: z.number(), premium: z.number() }),
  /** How many of them are for rent or lease. */
  monthly: z.number(),
  /** They all lie in it, in degrees. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
});
export type MapCluster = z.infer<typeof mapCluster>;

/** Of the tiles of a view: each listing is in one cluster or a point, in each view the same. `total`: with coordinates, anywhere. */
export const propertyMapClusters = z.object({
  clusters: z.array(mapCluster),
  points: z.array(mapPoint),
  total: z.number(),
});
export type PropertyMapClusters = z.infer<typeof propertyMapClusters>;

export const MAX_HISTORY = 200;

/** Something that happened to a listing: price and status are those it had from then on. */
export const historyEvent = z.object({
  at: isoTime,
  kind: z.enum(['listed', 'price', 'status', 'confirmed'] as const),
  price: z.number(),
  /** The price before; null unless the price changed. */
  previous_price: z.number().nullable(),
  status: z.enum(propertyStatuses),
});
export type HistoryEvent = z.infer<typeof historyEvent>;

export const MAX_NEAR_OFFERS = 4;

export const propertiesCalls = {
  list: defineCall('anyone listings:read', 'GET /api/properties', {
    summary: 'Public listings: filtered, searched, sorted, a page at a time',
    query: propertyListQuery,
    answer: propertyList,
    cache: 'revalidate',
  }),
  map: defineCall('anyone listings:read', 'GET /api/properties/map', {
    summary: 'The same listings as points on the map',
    query: propertyFilterQuery,
    answer: propertyMap,
    cache: 'revalidate',
  }),
  mapClusters: defineCall('anyone listings:read', 'GET /api/properties/map/clusters', {
    summary: 'All of these listings as marks for a part of the map: near ones grouped, lone ones as points',
    query: z
      .object({
        ...allFilters,
        /** As tiled maps count it: the world is 256 · 2^zoom pixels wide. */
        zoom: queryInteger(0, MAX_CLUSTER_ZOOM),
        /** The part of the map that is looked at, widened to whole tiles: west,south,east,north in degrees. Left out: the world, as far as zoom 4. */
        view: optionalInQuery(degreesBox(msg('view must be west,south,east,north in degrees').id)),
      })
      .refine(
        // An invalid zoom has its own error already.
        ({ zoom, view }) => !(zoom <= MAX_CLUSTER_ZOOM) || countTiles(tilesOf(view, zoom)) <= MAX_CLUSTER_TILES,
        { path: ['view'], error: msg('The view is too large for this zoom').id },
      ),
    answer: propertyMapClusters,
    cache: 'revalidate',
  }),
  byIds: defineCall('anyone listings:read', 'GET /api/properties/by-ids', {
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
  get: defineCall('anyone listings:read', 'GET /api/properties/{id}', {
    summary: 'One listing',
    answer: property,
    cache: 'revalidate',
  }),
  history: defineCall('anyone listings:read', 'GET /api/properties/{id}/history', {
    summary: `What happened to a listing, newest first: when it was listed, changes of its price and status, and when its agent confirmed it; the newest ${MAX_HISTORY}`,
    answer: z.object({ events: z.array(historyEvent) }),
    cache: 'revalidate',
  }),
  similar: defineCall('anyone', 'GET /api/properties/{id}/similar', {
    summary: `Whether a listing is gone, and at most ${MAX_NEAR_OFFERS} available ones of its city, like it in type and price`,
    answer: z.object({
      /** It was sold, rented or taken off. */
      gone: z.boolean(),
      /** Available listings, the most alike first; none where the listing is not public. */
      properties: z.array(property),
    }),
    cache: 'revalidate',
  }),
  recordView: defineCall('anyone', 'POST /api/properties/{id}/views', {
    summary: 'Counts a view: once per viewer, listing and day, never the owner’s own',
    answer: z.object({ counted: z.boolean(), views: z.number() }),
  }),
};

export const propertyFacetsCalls = {
  facets: defineCall('anyone', 'GET /api/properties/facets', {
    summary: 'How many of these listings each further choice would leave, and how their prices are spread',
    query: propertyFilterQuery,
    answer: propertyFacets,
    cache: 'revalidate',
  }),
};

/** A listing as an admin sees it: `status` is the moderation status, `listing_status` the agent's own. */
export const adminProperty = property.omit({ status: true }).extend({
  status: z.enum(moderationStatuses),
  listing_status: property.shape.status,
  /** The reason that the agent got when it was last taken off or rejected. */
  moderation_reason: z.string().nullable(),
});
export type AdminProperty = z.infer<typeof adminProperty>;

export const propertyFilters = {
  search: searchQuery,
  status: optionalInQuery(z.enum(['all', ...moderationStatuses])),
  type: optionalInQuery(z.enum(propertyTypes)),
  listing_type: optionalInQuery(z.enum(listingTypes)),
  sort: optionalInQuery(z.enum(['title', 'city', 'agent', 'price', 'status', 'created_at'])),
  order: orderQuery,
};
export const adminPropertyQuery = z.object({ ...propertyFilters, ...paginationQuery(MAX_PAGE_SIZE) });
export type AdminPropertyQuery = z.infer<typeof adminPropertyQuery>;

const moderation = { status: z.enum(moderationStatuses), reason: optionalText(MAX_REASON_LENGTH) };

export const bulkProperties = bulkAnswer(
  z.object({ status: z.enum(moderationStatuses), reason: z.string().nullable() }),
);
export type BulkProperties = z.infer<typeof bulkProperties>;

export const propertyModerationCalls = {
  list: defineCall('admin listings.read', 'GET /api/admin/properties', {
    summary: 'All listings, hidden ones included: searched, filtered, sorted, a page',
    query: adminPropertyQuery,
    answer: z.object({ properties: z.array(adminProperty), pagination }),
  }),
  export: defineCall('admin listings.read', 'GET /api/admin/properties/export', {
    summary: 'The same listings as a CSV file, all pages',
    query: z.object(propertyFilters),
    ...csvFile,
  }),
  get: defineCall('admin listings.read', 'GET /api/admin/properties/{id}', {
    summary: 'One listing, hidden or not',
    answer: adminProperty,
  }),
  setStatus: defineCall('admin listings.moderate', 'PUT /api/admin/properties/{id}/status', {
    summary: 'Moderates a listing: only active ones are public. The reason is told to the agent',
    body: z.object(moderation),
    answer: adminProperty,
  }),
  setStatuses: defineCall('admin listings.moderate', 'PUT /api/admin/properties/status', {
    summary:
      'Moderates several listings, each in its own right, with one reason: the answer says what came of each',
    body: z.object({ ids: bulkIds, ...moderation }),
    answer: bulkProperties,
  }),
  remove: defineCall('admin listings.moderate', 'DELETE /api/admin/properties/{id}', {
    summary: 'Deletes a listing',
    answer: z.object({ id: z.number() }),
  }),
};
