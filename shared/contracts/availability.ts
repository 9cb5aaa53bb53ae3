import { z } from 'zod';
import { weekdays } from '../freeTimes.ts';
import {
  LONGEST_FREE_TIMES_DAYS,
  MAX_BUFFER_MINUTES,
  MAX_DAYS_OFF,
  MAX_HOURS_SPANS,
  MAX_NOTICE_HOURS,
} from '../limits.ts';
import { addDays } from '../manilaDays.ts';
import { msg } from '../messages.ts';
import { calendarDay, defineCall, id, isoTime, optionalInQuery, optionalText } from './common.ts';

const MAX_DAY_OFF_NOTE = 200;
const MAX_DAYS_IN_A_ROW = 366;

const clock = (text: RegExp) => z.string().regex(text, msg('Enter a time such as 09:30').id);

const hoursSpan = z.object({
  from: clock(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
});

const hoursOfDay = z
  .array(hoursSpan)
  .max(MAX_HOURS_SPANS, msg('A day can have at most four time ranges').id)
  .refine(
    (spans) => spans.every(({ from, to }) => from < to),
    msg('The end time must be after the start time').id,
  )
  .refine((spans) => {
    const sorted = spans.toSorted((one, other) => (one.from < other.from ? -1 : 1));
    return sorted.every(({ from }, index) => index === 0 || (sorted[index - 1]?.to ?? '') <= from);
  }, msg('These hours overlap').id);

/** By weekday, in Manila's time; a day without spans is closed. */
const weekHours = z.object(
  Object.fromEntries(weekdays.map((weekday) => [weekday, hoursOfDay])) as Record<
    (typeof weekdays)[number],
    typeof hoursOfDay
  >,
);

const availability = {
  hours: weekHours
    .nullable()
    .describe(
      'Null: none were set. Every hour from 8 AM to 8 PM is offered, any other time can be agreed on',
    ),
  buffer_minutes: z.number().int().min(0).max(MAX_BUFFER_MINUTES),
  notice_hours: z.number().int().min(0).max(MAX_NOTICE_HOURS),
};

export type Availability = z.infer<z.ZodObject<typeof availability>>;

const day = calendarDay(msg('Choose a date'));

const dayOff = z.object({
  id: z.number(),
  first_day: z.string(),
  last_day: z.string(),
  note: z.string().nullable(),
});

export type DayOff = z.infer<typeof dayOff>;

const nineToSix = [{ from: '09:00', to: '18:00' }];
const example = {
  hours: {
    sunday: [],
    monday: nineToSix,
    tuesday: nineToSix,
    wednesday: nineToSix,
    thursday: nineToSix,
    friday: nineToSix,
    saturday: [{ from: '10:00', to: '15:00' }],
  },
  buffer_minutes: 30,
  notice_hours: 4,
};

export const availabilityCalls = {
  get: defineCall('agent', 'GET /api/desk/availability', {
    scope: 'calendar:read',
    summary: 'When the agent shows homes',
    example: { answer: example },
    answer: z.object(availability),
  }),
  set: defineCall('agent', 'PUT /api/desk/availability', {
    scope: 'calendar:write',
    summary:
      'Sets when the agent shows homes: the hours of each weekday in Manila, the minutes kept free before and after a viewing, and how many hours ahead visitors have to ask',
    body: z.object(availability),
    example: { body: example, answer: example },
    answer: z.object(availability),
  }),
  daysOff: defineCall('agent', 'GET /api/desk/days-off', {
    scope: 'calendar:read',
    summary: 'The agent’s days off that are not over, soonest first',
    answer: z.array(dayOff),
  }),
  addDaysOff: defineCall('agent', 'POST /api/desk/days-off', {
    scope: 'calendar:write',
    summary: `Takes days off: no viewing can be agreed on for them (at most ${MAX_DAYS_OFF} entries)`,
    body: z
      .object({ first_day: day, last_day: day, note: optionalText(MAX_DAY_OFF_NOTE) })
      .refine(({ first_day, last_day }) => first_day <= last_day, {
        path: ['last_day'],
        error: msg('The last day is before the first').id,
      })
      .refine(({ first_day, last_day }) => last_day <= addDays(first_day, MAX_DAYS_IN_A_ROW), {
        path: ['last_day'],
        error: msg('You can take at most a year off').id,
      }),
    answer: dayOff,
    status: 201,
  }),
  removeDaysOff: defineCall('agent', 'DELETE /api/desk/days-off/{id}', {
    scope: 'calendar:write',
    summary: 'Takes days off back',
    answer: z.object({ id: z.number() }),
  }),
  freeTimes: defineCall('user', 'GET /api/agents/{id}/free-times', {
    scope: 'calendar:read',
    budget: { action: 'freeTimes', target: 'params.id' },
    summary: `The times at which a viewing by an agent can begin, soonest first, on at most ${LONGEST_FREE_TIMES_DAYS} days in Manila. Says nothing of why others are not free. \`property_id\`: a listing of the agent that is to be seen; \`viewing_id\`: of the agent’s own, the one that is to be moved`,
    query: z
      .object({
        from: day,
        to: day,
        property_id: optionalInQuery(id),
        viewing_id: optionalInQuery(id),
      })
      .refine(({ from, to }) => from <= to && to < addDays(from, LONGEST_FREE_TIMES_DAYS), {
        path: ['to'],
        error: msg('Choose at most 31 days, with the last day on or after the first').id,
      }),
    answer: z.object({ slots: z.array(isoTime) }),
  }),
};
