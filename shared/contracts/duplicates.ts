import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { listingTypes, moderationStatuses, propertyTypes } from '../listing/vocabulary.ts';
import {
  bodyId,
  defineCall,
  isoTime,
  optionalInQuery,
  optionalText,
  pagination,
  paginationQuery,
} from './common.ts';

/** 'same_home': one home that several agents offer; both listings stay. */
export const duplicateStatuses = ['open', 'same_home', 'confirmed', 'dismissed'] as const;
export type DuplicateStatus = (typeof duplicateStatuses)[number];

export const DUPLICATE_PAGE_SIZE = 10;

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

/** Two listings that are likely one home. */
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
  list: defineCall('admin', 'GET /api/admin/duplicates', {
    ability: 'trust.read',
    summary: 'Listings that are likely the same home: open ones newest first',
    query: z.object({
      ...paginationQuery(DUPLICATE_PAGE_SIZE),
      status: optionalInQuery(z.enum(['all', ...duplicateStatuses])),
    }),
    answer: duplicateList,
  }),
  decide: defineCall('admin', 'PUT /api/admin/duplicates/{id}', {
    ability: 'trust.decide',
    summary:
      'Confirms a pair, taking one of the two off with a reason for its agent, keeps both as one home of two agents, or dismisses it for good. One home of two agents can be decided anew',
    body: z.discriminatedUnion('decision', [
      z.object({ decision: z.literal('dismiss') }),
      z.object({ decision: z.literal('same_home') }),
      z.object({
        decision: z.literal('confirm'),
        /** Which of the two is taken off. */
        take_off: bodyId,
        reason: optionalText(MAX_REASON_LENGTH),
      }),
    ]),
    answer: duplicatePair,
  }),
};
