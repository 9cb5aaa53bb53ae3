import { z } from 'zod';
import { listingTypes, propertyStatuses } from '../listing/vocabulary.ts';
import { defineCall, isoTime } from './common.ts';

/** One agent's listing of a home. */
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
    summary:
      'The agents who offer this home in the same way, each with price, freshness and how fast they reply',
    answer: homeOffers,
  }),
  dispute: defineCall('agent', 'POST /api/properties/{id}/offers/dispute', {
    summary:
      'Its agent says that it is not the home that the others offer: it stands alone, and an administrator looks at it',
    /** How many pairs wait for a decision now; 0: it stood alone already. */
    answer: z.object({ disputed: z.number() }),
  }),
};
