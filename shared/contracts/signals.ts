import { z } from 'zod';
import { MAX_REASON_LENGTH } from '../limits.ts';
import { moderationStatuses } from '../listing/vocabulary.ts';
import { userStatuses } from './auth.ts';
import { defineCall, isoTime, optionalText, pagination, statusPage } from './common.ts';

/**
 * - `same_text`: one account began conversations or inquiries with many agents in the same words within a day.
 * - `many_listings`: a young account posted many listings within a day.
 * - `low_price`: a listing costs far less by the square metre than others of its kind in its area.
 */
export const signalKinds = ['same_text', 'many_listings', 'low_price'] as const;
export type SignalKind = (typeof signalKinds)[number];

export const signalStatuses = ['open', 'dismissed', 'acted'] as const;
export type SignalStatus = (typeof signalStatuses)[number];

export const signalFacts = z
  .object({
    /** `same_text`: the beginning of the text, how many were written to, and some of the conversations. */
    text: z.string(),
    people: z.number(),
    conversations: z.array(z.number()),
    /** `many_listings`: posted within 24 hours, and how old the account was. */
    listings: z.number(),
    account_age_hours: z.number(),
    /** `low_price`: pesos a square metre, of the listing and the median of so many others like it. */
    price_per_sqm: z.number(),
    median_per_sqm: z.number(),
    compared_with: z.number(),
    area: z.string(),
  })
  .partial();
export type SignalFacts = z.infer<typeof signalFacts>;

export const fraudSignal = z.object({
  id: z.number(),
  kind: z.enum(signalKinds),
  status: z.enum(signalStatuses),
  facts: signalFacts,
  seen_count: z.number(),
  first_seen_at: isoTime,
  last_seen_at: isoTime,
  /** The account it is about; of a listing its agent, null where it has none. */
  account: z
    .object({ id: z.number(), name: z.string(), email: z.string(), status: z.enum(userStatuses) })
    .nullable(),
  property: z.object({ id: z.number(), title: z.string(), status: z.enum(moderationStatuses) }).nullable(),
  note: z.string().nullable(),
  decided_at: isoTime.nullable(),
  decided_by: z.string().nullable(),
});
export type FraudSignal = z.infer<typeof fraudSignal>;

export const signalList = z.object({
  signals: z.array(fraudSignal),
  pagination,
  /** The number of signals that wait for a decision, whatever the filter. */
  open: z.number(),
});
export type SignalList = z.infer<typeof signalList>;

export const signalsCalls = {
  list: defineCall('admin trust.read', 'GET /api/admin/signals', {
    summary: 'Patterns that may be fraud: the one seen last comes first, of what is decided the latest',
    query: statusPage(signalStatuses),
    answer: signalList,
  }),
  decide: defineCall('admin trust.decide', 'POST /api/admin/signals/{id}/decide', {
    summary:
      'Notes that something was done about a signal, or dismisses it: then it comes again only when it has grown a lot',
    body: z.object({ decision: z.enum(['dismiss', 'act']), note: optionalText(MAX_REASON_LENGTH) }),
    answer: fraudSignal,
  }),
};
