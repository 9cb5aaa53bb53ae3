import { z } from 'zod';
import {
  MAX_ADDRESS_LENGTH,
  MAX_DESCRIPTION_LENGTH,
  MAX_FEATURE_LENGTH,
  MAX_FEATURES,
  MAX_IMAGE_DESCRIPTION_LENGTH,
  MAX_LISTING_FLOOR_PLANS,
  MAX_LISTING_IMAGES,
  MAX_PLACE_LENGTH,
  MAX_PRICE,
  MAX_REFERENCE_LENGTH,
  MAX_TITLE_LENGTH,
} from '../limits.ts';
import { neededFields } from '../listing/drafts.ts';
import {
  type AnyFact,
  type Details,
  type FactName,
  factNames,
  facts,
  type RequiredFact,
  requiredFacts,
} from '../listing/facts.ts';
import { listingTypes, moderationStatuses, propertyStatuses, propertyTypes } from '../listing/vocabulary.ts';
import { type Message, msg } from '../messages.ts';
import { presentedLine, presentedLines } from '../plainText.ts';
import { csvColumns, csvMessages, MAX_CSV_BYTES, MAX_CSV_ROWS } from '../propertyCsv.ts';
import { MAX_VIDEO_URL_LENGTH, readVideoAddress } from '../videos.ts';
import { cleanLine } from '../writtenText.ts';
import {
  type BodyLimit,
  bodyId,
  csvFile,
  defineCall,
  issue,
  MAX_GIVEN_ITEMS,
  optionalInQuery,
  optionalLine,
  orderQuery,
  pagination,
  paginationQuery,
  presentedText,
  presentedTitle,
  requiredLine,
  searchQuery,
  withAllLetters,
} from './common.ts';
import { pinCoordinates, property } from './properties.ts';

const INVALID_PRICE = msg('Valid price is required').id;

const toHundredths = (value: number) => Math.round(value * 100) / 100;

const givenPrice = (typed: RegExp) =>
  z
    .union([z.number(), z.string().trim().regex(typed, INVALID_PRICE).transform(Number)], { error: INVALID_PRICE })
    .transform(toHundredths);
const storedPrice = z.number({ error: INVALID_PRICE }).max(MAX_PRICE, msg('Price is too high').id);

const askingPrice = givenPrice(/^\d{1,15}(\.\d{1,10})?$/).pipe(storedPrice.positive(INVALID_PRICE));

/** Of a draft: 0, null or empty text is none yet. */
const openPrice = givenPrice(/^(\d{1,15}(\.\d{1,10})?)?$/)
  .nullable()
  .transform((price) => price ?? 0)
  .pipe(storedPrice.min(0, INVALID_PRICE));

/** The schema of a fact in a body, by its entry in the table. */
function factSchema(name: FactName): z.ZodType {
  const fact: AnyFact = facts[name];
  if (fact.kind === 'flag') return z.boolean().nullable();
  if (fact.kind === 'choice') return z.enum(fact.values).nullable();
  const { kind, whole, tooSmall, tooLarge } = fact.problems;
  const { min, max, decimals } = fact;
  const bounded = (number: z.ZodNumber) => {
    const schema = (decimals === 0 ? number.int(whole) : number).min(min, tooSmall);
    return typeof max === 'number'
      ? schema.max(max, tooLarge)
      : schema.refine((value) => value <= max(new Date()), tooLarge);
  };
  const number = z.number({ error: kind });
  const schema = decimals === 0 ? bounded(number) : number.transform(toHundredths).pipe(bounded(number));
  return fact.isNullable ? schema.nullable() : schema;
}

type FactSchemas = { [Name in FactName]: z.ZodType<Details[Name], Details[Name]> };

const factSchemas = Object.fromEntries(
  factNames.map((name) => [name, factSchema(name)]),
) as unknown as FactSchemas;

const draftFacts = Object.fromEntries(
  factNames.map((name) => {
    const fact: AnyFact = facts[name];
    const isRequired = fact.kind === 'number' && fact.mustBeGiven;
    return [name, isRequired ? factSchema(name) : factSchema(name).default(fact.initial)];
  }),
) as unknown as {
  [Name in FactName]: (typeof facts)[Name] extends { mustBeGiven: true }
    ? FactSchemas[Name]
    : z.ZodDefault<FactSchemas[Name]>;
};

const ofRequiredFacts = <Schema extends z.ZodType>(schemaOf: (name: RequiredFact) => Schema) =>
  Object.fromEntries(requiredFacts.map((name) => [name, schemaOf(name)])) as { [Name in RequiredFact]: Schema };

/** Required facts of a draft: 0 or null is none yet. */
const openFacts = ofRequiredFacts((name) => {
  const { max, problems } = facts[name];
  const stored = z.number().min(0, problems.tooSmall);
  return z
    .number({ error: problems.kind })
    .nullable()
    .transform((value) => toHundredths(value ?? 0))
    .pipe(typeof max === 'number' ? stored.max(max, problems.tooLarge) : stored);
});

/** Texts, each once. */
export const uniqueTexts = (text: z.ZodType<string, string>, max: number, tooMany: string) =>
  z
    .array(text)
    .max(MAX_GIVEN_ITEMS)
    .transform((given) => [...new Set(given.filter(Boolean))])
    .pipe(z.array(z.string()).max(max, tooMany));

/** '/media/{hash}', web addresses or data-URLs. */
export const pictures = (max: number, tooMany: string) => uniqueTexts(z.string().trim(), max, tooMany);

const cleanText = (max: number, tooLong: string) =>
  withAllLetters(z.string().overwrite(presentedLine).max(max, tooLong));

/** Features of a listing, or amenities of a building. */
export const featureList = (tooLong: string, tooMany: string) =>
  uniqueTexts(cleanText(MAX_FEATURE_LENGTH, tooLong), MAX_FEATURES, tooMany);

/** The cover first. */
const images = pictures(MAX_LISTING_IMAGES, msg('A listing can have at most {maximum} images').id);
/** Descriptions of `images`, in their order, each image once; empty text is no description. */
const imageDescriptions = z
  .array(
    cleanText(
      MAX_IMAGE_DESCRIPTION_LENGTH,
      msg('The description of an image can have at most {maximum} characters').id,
    ),
  )
  .max(MAX_LISTING_IMAGES, msg('There are more descriptions than images').id);
const floorPlans = pictures(MAX_LISTING_FLOOR_PLANS, msg('A listing can have at most {maximum} floor plans').id);

/** Nothing is ever fetched from it. */
const videoUrl = z
  .string()
  .trim()
  .max(MAX_VIDEO_URL_LENGTH, msg('The address of the video can have at most {maximum} characters').id)
  .refine(
    (text) => text === '' || readVideoAddress(text) !== null,
    msg('Enter the https address of a video on YouTube, Vimeo, Facebook or TikTok').id,
  )
  .transform((text) => readVideoAddress(text)?.url ?? null)
  .nullable();

const features = featureList(
  msg('A feature can have at most {maximum} characters').id,
  msg('A listing can have at most {maximum} features').id,
);

const needed = {
  description: msg('Description is required'),
  address: msg('Address is required'),
  city: msg('City is required'),
  province: msg('Province is required'),
};

const always = {
  /** The office’s own number of it, which no other listing of this agent has. */
  reference: optionalLine(MAX_REFERENCE_LENGTH),
  title: presentedTitle(MAX_TITLE_LENGTH, msg('Title is required')),
  description: presentedText(MAX_DESCRIPTION_LENGTH, needed.description),
  /** Pesos, as a number or as the form's text; kept to two decimals. */
  price: askingPrice,
};

const place = {
  address: presentedTitle(MAX_ADDRESS_LENGTH, needed.address),
  city: requiredLine(MAX_PLACE_LENGTH, needed.city),
  province: requiredLine(MAX_PLACE_LENGTH, needed.province),
};

/** Text of a draft: '' or null is none yet. */
const openText = (max: number, clean: (text: string) => string, { id: error }: Message) =>
  withAllLetters(z.string({ error }).overwrite(clean).max(max, msg('Must be at most {maximum} characters').id))
    .nullable()
    .transform((text) => text ?? '');

const openPlace = {
  address: openText(MAX_ADDRESS_LENGTH, presentedLine, needed.address),
  city: openText(MAX_PLACE_LENGTH, cleanLine, needed.city),
  province: openText(MAX_PLACE_LENGTH, cleanLine, needed.province),
};

const open = {
  description: openText(MAX_DESCRIPTION_LENGTH, presentedLines, needed.description),
  price: openPrice,
};

/** A part left out is read as an empty one, so that each field missing in it is named. */
const partOf = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((value) => value ?? {}, schema);

/** A new listing; what is left out is as the empty form has it (specification, part 3 §3). */
export const propertyDraft = z.object({
  ...always,
  type: z.enum(propertyTypes).default('apartment'),
  listing_type: z.enum(listingTypes).default('sale'),
  status: z.enum(propertyStatuses).default('available'),
  location: partOf(z.object({ ...place, coordinates: pinCoordinates.nullable().default(null) })),
  details: partOf(z.object(draftFacts)),
  /** The id of a building in the listing's city. */
  building_id: bodyId.nullable().default(null),
  images: images.default([]),
  image_descriptions: imageDescriptions.default([]),
  floor_plans: floorPlans.default([]),
  video_url: videoUrl.default(null),
  features: features.default([]),
});

/** A listing that may be unfinished: only its title is needed. */
export const unfinishedProperty = propertyDraft.extend({
  draft: z.literal(true),
  description: open.description.default(''),
  price: open.price.default(0),
  location: partOf(
    z.object({
      address: openPlace.address.default(''),
      city: openPlace.city.default(''),
      province: openPlace.province.default(''),
      coordinates: pinCoordinates.nullable().default(null),
    }),
  ),
  details: partOf(z.object({ ...draftFacts, ...ofRequiredFacts((name) => openFacts[name].default(0)) })),
});

/** With faults of other fields, fields that were left empty are named too, in one answer; alone, the listing decides. */
const openFaults = (
  [
    ['description', needed.description.id],
    ['price', INVALID_PRICE],
    ['location.address', needed.address.id],
    ['location.city', needed.city.id],
    ['location.province', needed.province.id],
    ...requiredFacts.map((name) => [`details.${name}`, facts[name].problems.tooSmall] as const),
  ] as const
).map(([field, message]) => {
  const path = field.split('.');
  const valueIn = (body: unknown) =>
    path.reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], body);
  const isClosed = (body: unknown) => valueIn(body) !== '' && valueIn(body) !== 0;
  return z.refine(isClosed, { path, message, when: ({ issues }) => issues.length > 0 });
});

/** The same of a listing that exists: what is left out stays as it is. A draft may leave all but the title empty. */
export const propertyChanges = z
  .object({
    ...always,
    ...open,
    /** Of a draft; a listing that was posted does not become one. */
    draft: z.boolean(),
    type: z.enum(propertyTypes),
    listing_type: z.enum(listingTypes),
    status: z.enum(propertyStatuses),
    location: z.object({ ...openPlace, coordinates: pinCoordinates.nullable() }).partial(),
    details: z.object({ ...factSchemas, ...openFacts }).partial(),
    building_id: bodyId.nullable(),
    images,
    /** Without `images`, of the pictures the listing has. */
    image_descriptions: imageDescriptions,
    floor_plans: floorPlans,
    video_url: videoUrl,
    features,
    /** The status the change was made for: another one by now is a conflict, and nothing is changed. */
    expected_status: z.enum(propertyStatuses),
    /** The same with the price. Interested users are then notified a little later, as a slip may be taken back. */
    expected_price: z.number(),
  })
  .partial()
  .check(...openFaults);

/** Fields that only a draft may leave open, in changes. */
export const finishedParts = z
  .object({
    ...always,
    location: z.object(place).partial(),
    details: z.object(ofRequiredFacts((name) => factSchemas[name])).partial(),
  })
  .partial();

export type PropertyDraft = z.output<typeof propertyDraft>;
export type PropertyChanges = z.output<typeof propertyChanges>;

/** A listing as its agent and the admins see it. */
export const ownProperty = property.extend({
  /** The office’s own number of it. */
  reference: z.string().nullable(),
  moderation_status: z.enum(moderationStatuses),
  /** Why an administrator has hidden it; null while it is public, or where nothing was said. */
  moderation_reason: z.string().nullable(),
  /** Not published yet: texts that are not given yet are empty, numbers 0. */
  draft: z.boolean(),
  /** The fields that a draft needs before it can be published; none of a listing. */
  missing: z.array(z.enum(neededFields)),
});
export type OwnProperty = z.infer<typeof ownProperty>;

const ownPropertyQuery = z.object({
  ...paginationQuery(6),
  status: optionalInQuery(z.enum(propertyStatuses)),
  search: searchQuery,
  /** Only those of which it is asked whether they are still available. */
  to_confirm: optionalInQuery(z.enum(['0', '1']).transform((text) => text === '1')),
  /** 1: drafts only; 0: without them. Left out: both, a status or `to_confirm` leaves drafts out. */
  draft: optionalInQuery(z.enum(['0', '1']).transform((text) => text === '1')),
});

/** Sort orders of the agent's listings: a column each. */
export const rowSorts = [
  'title',
  'status',
  'price',
  'views',
  'saves',
  'inquiries',
  'listed_since',
  'updated_at',
] as const;

const ownRowQuery = ownPropertyQuery.extend({
  ...paginationQuery(50),
  sort: optionalInQuery(z.enum(rowSorts)),
  order: orderQuery,
});
export type OwnRowQuery = z.output<typeof ownRowQuery>;

/** A listing as a line among many, with how it does. */
export const ownRow = ownProperty
  .pick({
    id: true,
    reference: true,
    title: true,
    type: true,
    listing_type: true,
    status: true,
    price: true,
    moderation_status: true,
    moderation_reason: true,
    confirmed_at: true,
    fresh_at: true,
    created_at: true,
    updated_at: true,
    draft: true,
    missing: true,
  })
  .extend({
    image: z.string().nullable(),
    city: z.string(),
    area_sqm: z.number(),
    /** In the last seven days of Manila, today included. */
    views_7d: z.number(),
    saves: z.number(),
    inquiries: z.number(),
    /** When it came onto the market, last time. */
    listed_since: z.string(),
    /** When it was sold or rented; null while it is not. */
    taken_at: z.string().nullable(),
  });
export type OwnRow = z.infer<typeof ownRow>;

/** How many drafts the agent has, whatever the list shows. */
const drafts = z.number();

export const ownRowList = z.object({ properties: z.array(ownRow), pagination, drafts });
export type OwnRowList = z.infer<typeof ownRowList>;

export const ownPropertyList = z.object({ properties: z.array(ownProperty), pagination, drafts });
export type OwnPropertyList = z.infer<typeof ownPropertyList>;

/** Pictures may be sent along as data-URLs. */
const bodyLimit: BodyLimit = {
  megabytes: 30,
  tooLarge: msg('A listing and its images can be at most 30 MB in total. Please upload the images one by one.'),
};

export const propertyWriteCalls = {
  mine: defineCall('agent listings:read', 'GET /api/properties/my/list', {
    summary: 'The agent’s own listings, hidden ones included, newest first',
    query: ownPropertyQuery,
    answer: ownPropertyList,
  }),
  create: defineCall('agent listings:write', 'POST /api/properties', {
    example: {
      body: {
        title: '2-Bedroom Condo near Greenbelt',
        description: 'Corner unit with a balcony.',
        price: 12_500_000,
        type: 'condo',
        listing_type: 'sale',
        location: { address: '10 Legazpi Street', city: 'Makati', province: 'Metro Manila' },
        details: { area_sqm: 78, bedrooms: 2, bathrooms: 2 },
      },
    },
    summary:
      'Posts a listing; images may be addresses or data-URLs, the whole body at most 30 MB. With `draft: true` it is kept for its agent alone and needs only a title',
    body: z.discriminatedUnion('draft', [
      propertyDraft.extend({ draft: z.literal(false).optional() }),
      unfinishedProperty,
    ]),
    bodyLimit,
    answer: ownProperty,
    status: 201,
  }),
  update: defineCall('user listings:write', 'PUT /api/properties/{id}', {
    example: { body: { price: 11_900_000 } },
    summary:
      'Changes a listing: its agent and admins may; what is not sent stays. A draft may leave all but the title empty',
    body: propertyChanges,
    bodyLimit,
    answer: ownProperty,
  }),
  publish: defineCall('user listings:write', 'POST /api/properties/{id}/publish', {
    summary:
      'Publishes a draft of one’s own: from then on it is a new listing. 400 naming what is missing, 409 when it is no draft',
    answer: ownProperty,
  }),
  confirm: defineCall('user listings:write', 'POST /api/properties/{id}/confirm', {
    summary: 'The listing’s agent says that it is still available. 409 when it is not marked so',
    answer: ownProperty,
  }),
  remove: defineCall('user listings:write', 'DELETE /api/properties/{id}', {
    summary: 'Deletes a listing: its agent and admins may',
    answer: z.object({ id: z.number() }),
  }),
};

const bulkIds = z
  .array(bodyId)
  .min(1, msg('Choose at least one property').id)
  /** How many listings one call marks or confirms at most. */
  .max(500, msg('Choose at most {maximum} properties').id)
  .transform((ids) => [...new Set(ids)]);

export const bulkStatusBody = z.object({ ids: bulkIds, status: z.enum(propertyStatuses) });
export type BulkStatusBody = z.output<typeof bulkStatusBody>;

/** `changed` leaves out those that had the status already. */
export const bulkStatusAnswer = z.object({ ids: z.array(z.number()), changed: z.number() });
export type BulkStatusAnswer = z.infer<typeof bulkStatusAnswer>;

export const ownExportQuery = ownPropertyQuery.pick({ status: true, search: true, to_confirm: true });
export type OwnExportQuery = z.infer<typeof ownExportQuery>;

/** Unfinished drafts stay as they are; their issues are those of a new listing. */
export const bulkPublishAnswer = z.object({
  published: z.array(z.number()),
  refused: z.array(z.object({ id: z.number(), title: z.string(), issues: z.array(issue) })),
});
export type BulkPublishAnswer = z.infer<typeof bulkPublishAnswer>;

/** Larger than the limit of an import, so that too many entries get an error of their own. */
const MAX_IMPORT_ENTRIES = 10_000;

const importText = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= MAX_CSV_BYTES, csvMessages.tooLarge.id);

export const importBody = z
  .object({
    csv: importText,
    /** The text of a file, or what stands in it: a list of listings, alone or as `listings`. */
    json: z.union([
      importText,
      z.array(z.unknown()).max(MAX_IMPORT_ENTRIES),
      z.object({ listings: z.array(z.unknown()).max(MAX_IMPORT_ENTRIES) }),
    ]),
    xml: importText,
    /** 'check' stores nothing; 'all' stores nothing unless every row is good; 'good' stores the good rows. */
    mode: z.enum(['check', 'all', 'good'] as const),
    /** The same as the mode 'check'. */
    dry_run: z.boolean(),
    /**
     * Whether a row that makes a listing without any picture is kept as a draft. Left out: for a person who is signed in
     * it is, a program with an API token publishes it.
     */
    drafts: z.boolean(),
    /** Which column a heading of the file is, by the heading; null: its cells are skipped. */
    mapping: z.record(z.string(), z.enum(csvColumns).nullable()),
    /** Cells in place of those of the file, by the number of the row. */
    edits: z
      .array(z.object({ row: z.number().int().min(1), cells: z.partialRecord(z.enum(csvColumns), z.string()) }))
      .max(MAX_CSV_ROWS),
  })
  .partial()
  .refine(({ csv, json, xml }) => [csv, json, xml].filter((file) => file !== undefined).length === 1, {
    path: ['csv'],
    message: msg('Send one file: csv, json or xml').id,
  });
export type ImportBody = z.output<typeof importBody>;

const importIssue = z.object({
  /** Null where the row as a whole is meant. */
  column: z.string().nullable(),
  message: z.string(),
});
export type ImportIssue = z.infer<typeof importIssue>;

/** A sentence about a cell that is imported all the same. */
const importNote = importIssue.extend({
  /** It is asked whether the cell is meant as it was read: an unlikely price. */
  is_question: z.boolean(),
});
export type ImportNote = z.infer<typeof importNote>;

const importHeading = z.object({
  /** As it stands in the file; in JSON and XML the name of a field. */
  heading: z.string(),
  /** Null: it is unknown, ignored, or one of exports only. */
  column: z.enum(csvColumns).nullable(),
  /** A column of exports, which an import skips. */
  is_information: z.boolean(),
  /** It is read as the call's `mapping` says. */
  is_chosen: z.boolean(),
  /** The column that an unknown heading may be. */
  suggestion: z.enum(csvColumns).nullable(),
});
export type ImportHeading = z.infer<typeof importHeading>;

export const importActions = ['create', 'update', 'unchanged', 'refuse'] as const;

/** One listing of the file; title, city, price and reference as they stand there. */
const importRow = z.object({
  /** As spreadsheets count: the first one below the headings is 2. */
  row: z.number(),
  title: z.string(),
  city: z.string(),
  price: z.string(),
  reference: z.string(),
  /** The action for the row, done or planned. */
  action: z.enum(importActions),
  /** The new listing is kept as a draft, as it has no picture. */
  draft: z.boolean(),
  /** The columns in which an update differs from the listing. */
  changes: z.array(z.string()),
  /** None: the row is good. */
  issues: z.array(importIssue),
  notes: z.array(importNote),
  /** Cells that were understood in other words than they say; the price always. */
  read: z.array(z.object({ column: z.string(), given: z.string(), read: z.string() })),
  /** All cells of a row with issues or notes, to correct them. */
  cells: z.record(z.string(), z.string()),
});
export type ImportRow = z.infer<typeof importRow>;

export const importReport = z.object({
  /** Faults of the file as a whole; a file with any cannot be imported. */
  problems: z.array(z.string()),
  columns: z.object({
    /** Unknown headings; their cells are skipped. */
    unknown: z.array(z.string()),
    /** Columns that may be left out, and were. */
    leftOut: z.array(z.string()),
    /** All headings, in the order of the file. */
    headings: z.array(importHeading),
  }),
  /** How a CSV file is written; null for other files. */
  table: z.object({ separator: z.string(), headings_row: z.number() }).nullable(),
  rows: z.array(importRow),
  counts: z.object({ rows: z.number(), good: z.number(), bad: z.number() }),
  /** How many of them are each. */
  actions: z.object({
    create: z.number(),
    update: z.number(),
    unchanged: z.number(),
    refuse: z.number(),
  }),
  /** How many of the new ones are drafts. */
  drafts: z.number(),
  /** How many listings were made or changed: none in a dry run. */
  imported: z.number(),
});
export type ImportReport = z.infer<typeof importReport>;

const feedQuery = z.object({
  /** Only listings that were changed then or later. */
  updated_since: optionalInQuery(
    z.iso.datetime({
      offset: true,
      error: msg('updated_since must be a time such as 2026-01-31T00:00:00Z').id,
    }),
  ),
});
export type FeedQuery = z.output<typeof feedQuery>;

const feed = { query: feedQuery, answer: z.string() };

/** The caller's own listings for other programs, each in the fields of the import. With `ETag` and `Last-Modified`. */
export const listingFeedCalls = {
  json: defineCall('agent listings:read', 'GET /api/feeds/listings.json', {
    ...feed,
    summary: 'The agent’s own listings, hidden ones included, as one array of objects that the import reads again',
    fileType: 'application/json',
  }),
  xml: defineCall('agent listings:read', 'GET /api/feeds/listings.xml', {
    ...feed,
    summary: 'The same as XML: <listings>, in it a <listing> for each, in it an element for each field',
    fileType: 'application/xml',
  }),
  csv: defineCall('agent listings:read', 'GET /api/feeds/listings.csv', {
    ...feed,
    summary: 'The same as CSV, in the columns of the export',
    fileType: 'text/csv',
  }),
};

const officeFeed = { ...feed, failures: [404] as const };

/** The same of all members of the office that the caller manages, with `agent_id` and `agent_name`. */
export const officeFeedCalls = {
  json: defineCall('agent office:read', 'GET /api/feeds/office/listings.json', {
    ...officeFeed,
    summary:
      'All listings of the office that the caller manages, hidden ones included, each with its agent (404 without an office, 403 for members who do not manage it)',
    fileType: 'application/json',
  }),
  xml: defineCall('agent office:read', 'GET /api/feeds/office/listings.xml', {
    ...officeFeed,
    summary: 'The same as XML, as in the feed of one agent',
    fileType: 'application/xml',
  }),
  csv: defineCall('agent office:read', 'GET /api/feeds/office/listings.csv', {
    ...officeFeed,
    summary: 'The same as CSV, as in the feed of one agent',
    fileType: 'text/csv',
  }),
};

export const propertyToolCalls = {
  rows: defineCall('agent listings:read', 'GET /api/properties/my/rows', {
    summary:
      'The agent’s own listings as lines of figures: views of seven days, saves, inquiries, since when listed',
    query: ownRowQuery,
    answer: ownRowList,
  }),
  setStatus: defineCall('agent listings:write', 'PUT /api/properties/my/status', {
    failures: [404],
    summary: 'Marks several of the agent’s own listings at once: all of them or, if one is not theirs, none',
    body: bulkStatusBody,
    answer: bulkStatusAnswer,
  }),
  confirmAll: defineCall('agent listings:write', 'PUT /api/properties/my/confirmed', {
    failures: [404],
    summary:
      'Says of several of the agent’s own listings that they are still available: of all of them or, if one is not theirs or not available, of none',
    body: z.object({ ids: bulkIds }),
    answer: z.object({ ids: z.array(z.number()), confirmed_at: z.string() }),
  }),
  publish: defineCall('agent listings:write', 'PUT /api/properties/my/published', {
    failures: [404],
    summary:
      'Publishes several of the agent’s own drafts: those with nothing missing. 409 where one of them is no draft, and none is published then',
    body: z.object({ ids: bulkIds }),
    answer: bulkPublishAnswer,
  }),
  export: defineCall('agent listings:read', 'GET /api/properties/my/export', {
    summary: 'The agent’s own listings, drafts apart, as a CSV file that the import reads again',
    query: ownExportQuery,
    ...csvFile,
  }),
  import: defineCall('agent listings:write', 'POST /api/properties/my/import', {
    example: {
      body: {
        json: [
          {
            reference: 'A-1042',
            title: '2-Bedroom Condo near Greenbelt',
            description: 'Corner unit with a balcony.',
            price: 12_500_000,
            type: 'condo',
            address: '10 Legazpi Street',
            city: 'Makati',
            province: 'Metro Manila',
            area_sqm: 78,
            bedrooms: 2,
          },
        ],
        dry_run: true,
      },
    },
    summary:
      'Takes a file of listings (csv, json or xml) and posts or changes them in one go: those with a `reference` that one of the caller’s listings has change it. With `dry_run` it only tells what would come of each',
    query: z.object({ dry_run: optionalInQuery(z.enum(['true', 'false'])) }),
    body: importBody,
    // In JSON quotation marks and line ends take two bytes: a file of the allowed size has to come through.
    bodyLimit: { megabytes: 3, tooLarge: csvMessages.tooLarge },
    answer: importReport,
  }),
};
