import { z } from 'zod';
import { ASK_AFTER_DAYS } from '../freshness.ts';
import { listingTypes, propertyTypes } from '../listing/vocabulary.ts';
import { msg } from '../messages.ts';
import { analyticsQuery } from './analytics.ts';
import { defineCall, isoTime, MAX_ID } from './common.ts';
import { waitingReasons } from './desk.ts';

/** The kinds of advice, the most worthwhile first: people who wait, before deals, before listings. */
export const adviceKinds = [
  'client_waiting',
  'license_ending',
  'offer_without_next_action',
  'views_without_inquiries',
  'viewing_without_outcome',
  'listing_stale',
  'few_views',
  'not_on_map',
  'few_pictures',
  'short_description',
] as const;
export type AdviceKind = (typeof adviceKinds)[number];

/** The threshold of each kind of advice. Of listings, only public ones on offer count. */
export const adviceRules = {
  /** `client_waiting`: so long in 'Needs me'. */
  waitsHours: 24,
  /** `offer_without_next_action`: so long in the stage 'offer', and nothing else is awaited or agreed on. */
  offerHours: 24,
  /** `views_without_inquiries`: so many views in so many days without an inquiry, a chat or a viewing. */
  manyViews: 60,
  viewDays: 30,
  /** The price is the advice when it is so many times that of the comparable ones. */
  dearFrom: 1.05,
  /** Of the same type and offer in the same district, else city; with fewer of them nothing is compared. */
  minComparables: 5,
  /** `few_views`: since a listing was added, less than this share of the views of comparable ones in as many days. */
  fewViewsShare: 1 / 3,
  /** Neither is younger than this, and the comparable ones had at least so many. */
  minDays: 14,
  minTypicalViews: 10,
  /** Only so many of the agent's least viewed listings are compared. */
  leastViewed: 20,
  /** `viewing_without_outcome`: confirmed, over, and not longer ago than this. */
  outcomeDays: 30,
  /** `listing_stale`: neither its price or status changed nor did the agent confirm it for so long. */
  staleDays: ASK_AFTER_DAYS,
  minPictures: 5,
  /** In characters. */
  minDescription: 200,
  /** Advice shown at once, of one kind and of all. */
  maxOfKind: 3,
  max: 10,
  dismissedDays: 30,
} as const;

const client = z.object({ id: z.number().describe('As in `GET /api/desk/queue`'), name: z.string() });
const listing = z.object({ id: z.number(), title: z.string(), image: z.string().nullable() });

/** Comparable listings: their median, their number, and their area. */
const comparison = z.object({ median: z.number(), comparables: z.number(), place: z.string() });
export type Comparison = z.infer<typeof comparison>;

const about = <Kind extends AdviceKind, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.object({
    key: z.string().describe('Its kind and a number, for dismissing it'),
    kind: z.literal(kind),
    ...shape,
  });

export const advice = z.discriminatedUnion('kind', [
  about('client_waiting', { client, since: isoTime, waiting_for: z.enum(waitingReasons) }),
  about('license_ending', {
    /** `expiring` within 30 days; `expired`, and still listed; `lapsed`: the agent is unlisted for it. */
    state: z.enum(['expiring', 'expired', 'lapsed']),
    last_day: z.string().nullable(),
  }),
  about('offer_without_next_action', { client, since: isoTime }),
  about('views_without_inquiries', {
    listing,
    type: z.enum(propertyTypes),
    listing_type: z.enum(listingTypes),
    views: z.number(),
    days: z.number(),
    /** Pesos; a month for rent and lease. Null without an area. */
    price_per_sqm: z.number().nullable(),
    /** Of the price per square metre. */
    around: comparison.nullable(),
    is_dear: z.boolean(),
  }),
  about('viewing_without_outcome', {
    viewing: z.object({ id: z.number(), starts_at: isoTime }),
    listing,
    client_name: z.string(),
  }),
  about('listing_stale', { listing, changed_at: isoTime, days: z.number() }),
  about('few_views', {
    listing,
    views: z.number(),
    days: z.number(),
    /** Of the views of comparable listings in as many days. */
    around: comparison,
  }),
  about('not_on_map', { listing }),
  about('few_pictures', { listing, pictures: z.number(), wanted: z.number() }),
  about('short_description', { listing, characters: z.number(), wanted: z.number() }),
]);
export type Advice = z.infer<typeof advice>;

const viewsThenBefore = z.object({
  /** In the last days, today included, and in as many before them. */
  count: z.number(),
  before: z.number(),
});

export const insightFigures = z.object({
  /** In the range: begun with the agent by another account, with all their messages since. */
  conversations: z.number(),
  messages: z.number(),
  /** In the range, and how many of them have had an answer since. */
  inquiries: z.number(),
  answered_inquiries: z.number(),
  /** Over inquiries and conversations of the range: median minutes from a client's first words to the agent's first answer. */
  median_first_answer_minutes: z.number().nullable(),
  /** Confirmed viewings that began in the range and are over, by outcome. */
  viewings: z.object({ held: z.number(), no_show: z.number(), without_outcome: z.number() }),
  /** Listings sold in the range and still sold, and the sum of their prices, in pesos. */
  sold: z.object({ count: z.number(), value: z.number() }),
  /** The same of rented ones; the sum of one month's rents. */
  rented: z.object({ count: z.number(), monthly_rent: z.number() }),
  /** Views of all own listings, independent of the range. */
  views: z.object({ last_7_days: viewsThenBefore, last_30_days: viewsThenBefore }),
  /** The last 30 days, oldest first, each with the day 30 days before it. */
  views_by_day: z.array(z.object({ day: z.string(), views: z.number(), before: z.number() })),
});
export type InsightFigures = z.infer<typeof insightFigures>;

const adviceKey = z
  .string()
  .regex(new RegExp(`^(${adviceKinds.join('|')})-[1-9]\\d{0,9}$`), msg('No advice is given').id)
  .refine((key) => Number(key.split('-')[1]) <= MAX_ID, msg('No advice is given').id);

export const insightsCalls = {
  list: defineCall('agent', 'GET /api/desk/insights', {
    summary: `What is worth the agent’s doing, the most worthwhile first: at most ${adviceRules.maxOfKind} of a kind, ${adviceRules.max} in all`,
    answer: z.object({
      advice: z.array(advice),
      /** More advice of the same kind, which comes once these are done or dismissed. */
      has_more: z.boolean(),
    }),
  }),
  figures: defineCall('agent', 'GET /api/desk/figures', {
    summary:
      'The agent’s own figures of some days in Asia/Manila (without a range, of all time), each named by what it counts',
    query: analyticsQuery,
    answer: insightFigures,
  }),
  dismiss: defineCall('agent', 'PUT /api/desk/insights/{key}', {
    summary: `Leaves a piece of advice out for ${adviceRules.dismissedDays} days, or takes that back`,
    params: z.object({ key: adviceKey }),
    body: z.object({ dismissed: z.boolean() }),
    answer: z.object({ key: z.string(), dismissed_until: isoTime.nullable() }),
  }),
};
