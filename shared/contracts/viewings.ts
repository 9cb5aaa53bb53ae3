import { z } from 'zod';
import { MAX_OUTCOME_NOTE_LENGTH } from '../limits.ts';
import { msg } from '../messages.ts';
import { beforeQuery, bodyId, defineCall, isoTime, listPartQuery, optionalText } from './common.ts';

export const viewingStatuses = ['requested', 'proposed', 'confirmed', 'declined', 'cancelled'] as const;
export type ViewingStatus = (typeof viewingStatuses)[number];

/** Set by the agent afterwards. 'not_for_them': they saw it and did not want it. */
export const viewingOutcomes = ['took_place', 'no_show', 'offer', 'not_for_them'] as const;
export type ViewingOutcome = (typeof viewingOutcomes)[number];

export const VIEWING_MINUTES = 60;

export const viewing = z.object({
  id: z.number(),
  property: z.object({
    id: z.number(),
    title: z.string(),
    address: z.string(),
    image: z.string().nullable(),
  }),
  agent: z.object({ id: z.number(), name: z.string(), email: z.string(), phone: z.string().nullable() }),
  user: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    email_confirmed: z.boolean(),
    phone_confirmed: z.boolean(),
  }),
  starts_at: isoTime,
  ends_at: isoTime,
  status: z.enum(viewingStatuses),
  note: z.string().nullable(),
  created_at: isoTime,
  /** For the agent alone; null until the agent sets it. */
  outcome: z.enum(viewingOutcomes).nullable(),
  outcome_note: z.string().nullable(),
});
export type Viewing = z.infer<typeof viewing>;

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
  request: defineCall('user', 'POST /api/viewings', {
    failures: [404],
    budget: { action: 'viewings', target: 'body.property_id' },
    summary: 'Asks the listing’s agent for a viewing, at a time at which the agent is free (`time_not_free`)',
    body: z.object({ property_id: bodyId, starts_at: startTime, note: optionalText(1_000) }),
    answer: viewing,
    status: 201,
  }),
  update: defineCall('user viewings:write', 'PUT /api/viewings/{id}', {
    example: { body: { status: 'confirmed' } },
    budget: { action: 'viewings', target: 'params.id' },
    summary:
      'The agent confirms, proposes another time or declines; the visitor confirms a proposal or cancels. Confirmed viewings of one agent never overlap, and no time is agreed on at which the agent is not free (`time_not_free`)',
    body: z.object({
      status: z.enum(['confirmed', 'proposed', 'declined', 'cancelled']),
      /** The other time, with a proposal. */
      starts_at: startTime.optional(),
    }),
    answer: viewing,
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
