import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { listingTypes, moderationStatuses, propertyStatuses, propertyTypes } from '../listing/vocabulary.ts';
import { bodyId, defineCall, isoTime, optionalText, pagination, statusPage } from './common.ts';

/** 'same_home': one home that several agents offer; both listings stay. */
export const duplicateStatuses = ['open', 'same_home', 'confirmed', 'dismissed'] as const;
export type DuplicateStatus = (typeof duplicateStatuses)[number];

/** One of two similar listings, with the fields that an admin compares. Area in square metres, price in pesos. */
export const comparedListing = z.object({
  id: z.number(),
  title: z.string(),
  status: z.enum(moderationStatuses),
  type: z.enum(propertyTypes),
  listing_type: z.enum(listingTypes),
  price: z.number(),
  area: z.number(),
  bedrooms: z.number(),
  floor_level: z.number().nullable(),
  address: z.string(),
  city: z.string(),
  images: z.array(z.string()),
  agent: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: isoTime,
});
export type ComparedListing = z.infer<typeof comparedListing>;

export const duplicatePair = z.object({
  id: z.number(),
  status: z.enum(duplicateStatuses),
  /** Pairs of pictures, an address of each listing, that look the same. */
  same_pictures: z.array(z.object({ older: z.string(), newer: z.string() })),
  /** Same kind of listing, place, price and size. */
  same_facts: z.boolean(),
  /** The rule decided that they are one home; no person did. */
  is_by_rule: z.boolean(),
  /** When an agent of one of them said that they are two homes; null: neither did, or it was decided since. */
  disputed_at: isoTime.nullable(),
  found_at: isoTime,
  decided_at: isoTime.nullable(),
  decided_by: z.string().nullable(),
  older: comparedListing,
  newer: comparedListing,
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

export const duplicateList = z.object({
  duplicates: z.array(duplicatePair),
  pagination,
  /** The number of pairs that wait for a decision, whatever the filter. */
  open: z.number(),
});
export type DuplicateList = z.infer<typeof duplicateList>;

export const duplicatesCalls = {
  list: defineCall('admin trust.read', 'GET /api/admin/duplicates', {
    summary: 'Listings that are likely the same home: open ones newest first',
    query: statusPage(duplicateStatuses),
    answer: duplicateList,
  }),
  decide: defineCall('admin trust.decide', 'PUT /api/admin/duplicates/{id}', {
    summary:
      'Confirms a pair, taking one of the two off with a reason for its agent, keeps both as one home of two agents, or dismisses it for good. One home of two agents can be decided anew',
    body: z.discriminatedUnion('decision', [
      z.object({ decision: z.literal('dismiss') }),
      z.object({ decision: z.literal('same_home') }),
      z.object({
        decision: z.literal('confirm'),
        take_off: bodyId,
        reason: optionalText(MAX_REASON_LENGTH),
      }),
    ]),
    answer: duplicatePair,
  }),
};

export const homeOffer = z.object({
  property_id: z.number(),
  title: z.string(),
  /** Pesos; a month for rent and lease. */
  price: z.number(),
  listing_type: z.enum(listingTypes),
  status: z.enum(propertyStatuses),
  image: z.string().nullable(),
  confirmed_at: isoTime.nullable(),
  fresh_at: isoTime,
  created_at: isoTime,
  /** Contact data are on the page of their listing, by its rules. */
  agent: z.object({
    id: z.number(),
    name: z.string(),
    avatar_url: z.string().nullable(),
    /** When their licence was checked; null: not checked, or expired. */
    license_checked_at: isoTime.nullable(),
    /** Median minutes until the first reply, of questions in the last 90 days; null without any. */
    reply_minutes: z.number().nullable(),
  }),
});
export type HomeOffer = z.infer<typeof homeOffer>;

export const homeOffers = z.object({
  /** One for each agent; confirmed last first, then by reply time. A home of one agent has one. */
  offers: z.array(homeOffer),
  /** The oldest listing of the home, the canonical one for search engines; each keeps its own page. */
  canonical_id: z.number(),
  /** Whether the caller's own listing is among several, and the caller may say that it is another home. */
  can_dispute: z.boolean(),
});
export type HomeOffers = z.infer<typeof homeOffers>;

export const offersCalls = {
  list: defineCall('anyone', 'GET /api/properties/{id}/offers', {
    summary: 'The agents who offer this home in the same way, each with price, freshness and how fast they reply',
    answer: homeOffers,
  }),
  dispute: defineCall('agent', 'POST /api/properties/{id}/offers/dispute', {
    summary:
      'Its agent says that it is not the home that the others offer: it stands alone, and an administrator looks at it',
    /** How many pairs wait for a decision now; 0: it stood alone already. */
    answer: z.object({ disputed: z.number() }),
  }),
};
