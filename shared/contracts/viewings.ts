import { z } from 'zod';
import { MAX_NAME_LENGTH, MAX_OFFERED_SLOTS, MAX_OUTCOME_NOTE_LENGTH, MAX_REASON_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { beforeQuery, bodyId, defineCall, isoTime, listPartQuery, optionalPhone, optionalText } from './common.ts';

export const viewingStatuses = ['requested', 'proposed', 'confirmed', 'declined', 'cancelled'] as const;
export type ViewingStatus = (typeof viewingStatuses)[number];

export const viewingSides = ['user', 'agent'] as const;
export type ViewingSide = (typeof viewingSides)[number];

/** 'withdrawn': one's own proposal no longer stands. */
export const viewingDecisions = ['confirmed', 'proposed', 'declined', 'cancelled', 'withdrawn'] as const;
export type ViewingDecision = (typeof viewingDecisions)[number];

/** Ends that neither side decided. */
export const viewingEndReasons = [
  'listing_deleted',
  'listing_sold',
  'listing_rented',
  'listing_rejected',
  'agent_unavailable',
  'client_unavailable',
  'account_deleted',
  'days_off',
] as const;
export type ViewingEndReason = (typeof viewingEndReasons)[number];

/** 'lapsed': the time went by without an answer. 'handed_over': another agent has it. */
export const viewingEventKinds = ['requested', ...viewingDecisions, 'handed_over', 'lapsed'] as const;
export type ViewingEventKind = (typeof viewingEventKinds)[number];

/** Set by the agent afterwards. 'not_for_them': they saw it and did not want it. */
export const viewingOutcomes = ['took_place', 'no_show', 'offer', 'not_for_them'] as const;
export type ViewingOutcome = (typeof viewingOutcomes)[number];

export const VIEWING_MINUTES = 60;

export const viewing = z.object({
  id: z.number(),
  /** Id null once the listing is gone. */
  property: z.object({
    id: z.number().nullable(),
    title: z.string(),
    address: z.string(),
    image: z.string().nullable(),
  }),
  /** Id null and name 'Deleted user' once that account is gone, as with `user`. */
  agent: z.object({
    id: z.number().nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
  }),
  user: z.object({
    id: z.number().nullable(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    email_confirmed: z.boolean(),
    phone_confirmed: z.boolean(),
  }),
  starts_at: isoTime,
  ends_at: isoTime,
  status: z.enum(viewingStatuses),
  /** Another time that a side proposes for a confirmed viewing: `starts_at` stands until the other side accepts. */
  proposed_at: isoTime.nullable(),
  proposed_by: z.enum(viewingSides).nullable(),
  /** Why it ended where neither side ended it. */
  end_reason: z.enum(viewingEndReasons).nullable(),
  /** Since when a request or a proposal is without an answer although its time has come. */
  lapsed_at: isoTime.nullable(),
  /** Rises with each change of time or state: the SEQUENCE of the .ics file. */
  revision: z.number(),
  note: z.string().nullable(),
  created_at: isoTime,
  /** For the agent alone; null until the agent sets it. */
  outcome: z.enum(viewingOutcomes).nullable(),
  outcome_note: z.string().nullable(),
});
export type Viewing = z.infer<typeof viewing>;

/** Oldest first. `by` null: nobody's act, or a deleted account's. */
export const viewingStory = viewing.extend({
  history: z.array(
    z.object({
      at: isoTime,
      by: z.object({ id: z.number(), name: z.string() }).nullable(),
      side: z.enum(viewingSides).nullable(),
      kind: z.enum(viewingEventKinds),
      starts_at: isoTime,
      reason: z.string().nullable(),
    }),
  ),
});
export type ViewingStory = z.infer<typeof viewingStory>;
export type ViewingEvent = ViewingStory['history'][number];

const startTime = z.iso.datetime({ offset: true, error: msg('Choose a date and a time').id });

export const viewingsCalls = {
  list: defineCall('user viewings:read', 'GET /api/viewings', {
    summary:
      'Viewings the caller asked for or is asked for, soonest first (at most 500, or `limit`: without `from` the last ones). `before` is starts_at and id of the soonest one known',
    query: z.object({ from: startTime.optional(), to: startTime.optional(), ...listPartQuery }),
    answer: z.array(viewing),
  }),
  counts: defineCall('user viewings:read', 'GET /api/viewings/counts', {
    summary: 'How many viewings wait for the caller’s answer, how many others are to come, and the rest',
    query: z.object(beforeQuery),
    answer: z.object({ all: z.number(), waiting: z.number(), upcoming: z.number(), past: z.number() }),
  }),
  read: defineCall('user viewings:read', 'GET /api/viewings/{id}', {
    summary:
      'One viewing of the caller with its history: who proposed and accepted which time, who ended it and why',
    answer: viewingStory,
  }),
  request: defineCall('user', 'POST /api/viewings', {
    failures: [404],
    budget: { action: 'viewings', target: 'body.property_id' },
    summary: 'Asks the listing’s agent for a viewing, at a time at which the agent is free (`time_not_free`)',
    body: z.object({ property_id: bodyId, starts_at: startTime, note: optionalText(1_000) }),
    answer: viewingStory,
    status: 201,
  }),
  update: defineCall('user viewings:write', 'PUT /api/viewings/{id}', {
    example: { body: { status: 'confirmed' } },
    budget: { action: 'viewings', target: 'params.id' },
    summary:
      'A side confirms, proposes another time, declines, withdraws its proposal or cancels. `starts_at` with a confirmation is the time that was seen: another one is 409 `time_changed` with the viewing of now. A confirmed viewing that is moved keeps its time until the other side accepts `proposed_at`. Confirmed viewings of one agent never overlap, and no time is agreed on at which the agent is not free (`time_not_free`)',
    body: z.object({
      status: z.enum(viewingDecisions),
      /** The other time, with a proposal; the time that was seen, with a confirmation. */
      starts_at: startTime.optional(),
      reason: optionalText(MAX_REASON_LENGTH),
    }),
    answer: viewingStory,
  }),
  outcome: defineCall('user viewings:write', 'PUT /api/viewings/{id}/outcome', {
    summary: 'The agent says what came of a confirmed viewing that is over; it can be changed later',
    body: z.object({ outcome: z.enum(viewingOutcomes), note: optionalText(MAX_OUTCOME_NOTE_LENGTH) }),
    answer: viewing,
  }),
  calendar: defineCall('user viewings:read', 'GET /api/viewings/{id}/calendar', {
    summary: 'The viewing as the text of an .ics file, for either side’s own calendar',
    answer: z.object({ file: z.string() }),
  }),
};

/** Times that an agent offers by a signed link; the link itself is the way in, without an account. */
export const slotOffer = z.object({
  agent: z.object({ id: z.number(), name: z.string(), phone: z.string().nullable() }),
  property: viewing.shape.property,
  /** The person the link was made for; null: whoever has it, who is asked for a name and a number. */
  person: z.string().nullable(),
  slots: z.array(z.object({ starts_at: isoTime, is_free: z.boolean() })),
  /** The viewing that was booked by the link. */
  viewing: viewing
    .pick({ starts_at: true, ends_at: true, status: true, end_reason: true, proposed_at: true, proposed_by: true })
    .nullable(),
});
export type SlotOffer = z.infer<typeof slotOffer>;

const slotParams = z.object({ token: z.string().max(40) });

export const slotsCalls = {
  offer: defineCall('agent calendar:write', 'POST /api/desk/slots', {
    failures: [404],
    summary:
      'Offers times for a viewing of one of the agent’s listings: a signed link, which books one of them in one press',
    body: z.object({
      property_id: bodyId,
      starts_at: z.array(startTime).min(1).max(MAX_OFFERED_SLOTS),
      /** The person it is for: an account, or the sender of an inquiry. */
      user_id: bodyId.optional(),
      inquiry_id: bodyId.optional(),
    }),
    answer: z.object({ token: z.string(), url: z.string() }),
    status: 201,
  }),
  read: defineCall('anyone', 'GET /api/slots/{token}', {
    params: slotParams,
    summary: 'The offered times, which of them are still free, and the viewing that was booked',
    answer: slotOffer,
  }),
  book: defineCall('anyone', 'POST /api/slots/{token}', {
    params: slotParams,
    failures: [404],
    budget: { action: 'viewings', target: 'params.token' },
    summary:
      'Books one of the offered times, or moves the booked viewing to it; both sides agree by that. 409 `taken` comes with the times that are left',
    body: z.object({ starts_at: startTime, name: optionalText(MAX_NAME_LENGTH), phone: optionalPhone() }),
    answer: slotOffer,
  }),
  cancel: defineCall('anyone', 'DELETE /api/slots/{token}', {
    params: slotParams,
    failures: [404],
    budget: { action: 'viewings', target: 'params.token' },
    summary: 'Cancels the viewing that was booked by the link',
    answer: slotOffer,
  }),
  calendar: defineCall('anyone', 'GET /api/slots/{token}/calendar', {
    params: slotParams,
    summary: 'The booked viewing as the text of an .ics file',
    answer: z.object({ file: z.string() }),
  }),
};
