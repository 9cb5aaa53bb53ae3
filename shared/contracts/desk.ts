import { z } from 'zod';
import { talkWays } from '../chatApps.ts';
import { weekdays } from '../freeTimes.ts';
import {
  LONGEST_FREE_TIMES_DAYS,
  MAX_BUFFER_MINUTES,
  MAX_DAYS_OFF,
  MAX_HAND_OVER_NOTE_LENGTH,
  MAX_HOURS_SPANS,
  MAX_INQUIRY_REPLY_LENGTH,
  MAX_MESSAGE_LENGTH,
  MAX_NEXT_ACTION_LENGTH,
  MAX_NOTE_LENGTH,
  MAX_NOTICE_HOURS,
  MAX_PRICE,
  MAX_WISHES_LENGTH,
} from '../limits.ts';
import { listingTypes, propertyStatuses } from '../listing/vocabulary.ts';
import { addDays } from '../manilaDays.ts';
import { msg } from '../messages.ts';
import { attachment, attachmentIds } from './attachments.ts';
import {
  bodyId,
  calendarDay,
  defineCall,
  id,
  isoTime,
  MAX_ID,
  optionalInQuery,
  optionalLine,
  optionalText,
  possibleText,
  queryLimit,
  requiredText,
  searchQuery,
} from './common.ts';
import { contentMissing, conversation, hasContent, message, messageClientId } from './conversations.ts';
import { contact, inquiry, inquiryReply, replyMethods } from './inquiries.ts';
import { review } from './reviews.ts';
import { viewing } from './viewings.ts';

/** How far a client is. It moves forward by itself from 'new' to 'viewing'; an agent may set any. */
export const clientStages = ['new', 'talking', 'viewing', 'offer', 'won', 'lost'] as const;
export type ClientStage = (typeof clientStages)[number];

/** Parts of an agent's queue. 'all' is every client, and the scope of a search. */
export const queueViews = ['needs_me', 'today', 'waiting', 'snoozed', 'done', 'all'] as const;
export type QueueView = (typeof queueViews)[number];

/**
 * The scope of clients: the agent's own lines, or the clients of all members of the agent's office. Chats between
 * colleagues and lines of people who only wrote a review stay in their agent's own scope.
 */
export const queueScopes = ['own', 'office'] as const;
export type QueueScope = (typeof queueScopes)[number];

/**
 * The agent's open task for a client; 'viewing_answer': they accepted, declined or cancelled a time, 'delivery': a mail
 * to them failed, 'reminder': a snooze ended.
 */
export const waitingReasons = [
  'inquiry',
  'message',
  'viewing',
  'viewing_answer',
  'review',
  'delivery',
  'reminder',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/** The days for which a review is waited for; later it no longer needs the agent. */
export const REVIEW_WAITS_DAYS = 14;

export const replyChannels = ['chat', ...replyMethods] as const;
export type ReplyChannel = (typeof replyChannels)[number];

export const MAX_NOTES = 200;

const day = calendarDay(msg('Choose a date'));

/** One person's line in an agent's queue. */
export const deskRow = z.object({
  id: z.number(),
  /** As in `GET /api/agents/clients`. */
  key: z.string(),
  /** 'colleague': another agent, about no listing; 'reviewer': the author of a review without other contact. */
  kind: z.enum(['client', 'colleague', 'reviewer']),
  user_id: z.number().nullable(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  /** The client's agent. Only that agent changes anything about the client; colleagues may read. */
  agent: z.object({ id: z.number(), name: z.string() }),
  /** The agent before the hand-over, while the client can be given back. */
  came_from: z.object({ id: z.number(), name: z.string() }).nullable(),
  stage: z.enum(clientStages),
  /** Since when the client waits for the agent, and for which task; null: they do not. */
  waiting_since: isoTime.nullable(),
  waiting_for: z.enum(waitingReasons).nullable(),
  /** Since when the agent waits for the client. */
  awaiting_since: isoTime.nullable(),
  /** The latest event between both; 'note': only the agent's notes are left. */
  last: z.object({
    kind: z.enum(['inquiry', 'reply', 'message', 'viewing', 'review', 'note']),
    by: z.enum(['client', 'agent']),
    /** The beginning of its words; null where there are none. */
    text: z.string().nullable(),
    at: isoTime,
  }),
  /** The listing that was spoken of last. */
  property: z.object({ id: z.number(), title: z.string() }).nullable(),
  unread: z.number(),
  next_viewing_at: isoTime.nullable(),
  next_action: z.string().nullable(),
  /** A day of the calendar. */
  next_action_on: z.string().nullable(),
  snoozed_until: isoTime.nullable(),
  done_at: isoTime.nullable(),
  /** Counts changes; a change of an older version is refused. */
  version: z.number(),
});
export type DeskRow = z.infer<typeof deskRow>;

export const clientNote = z.object({
  id: z.number(),
  text: z.string(),
  /** The text is what was agreed in a talk that was held this way; null: a note. */
  talked_by: z.enum(talkWays).nullable(),
  /** Null once the author's account is gone. */
  author: z.object({ id: z.number(), name: z.string() }).nullable(),
  created_at: isoTime,
  updated_at: isoTime,
});
export type ClientNote = z.infer<typeof clientNote>;

const listingInterest = z.object({
  property: z.object({
    id: z.number(),
    title: z.string(),
    image: z.string().nullable(),
    price: z.number(),
    listing_type: z.enum(listingTypes),
    status: z.enum(propertyStatuses),
  }),
  /** The last look at it, or when it was saved. */
  at: isoTime,
});

/** The agent's answer that waits for its time, or that could not be sent then. */
export const heldReply = z.object({
  /** Made by the sending client: its name. */
  client_id: z.string(),
  channel: z.enum(replyChannels),
  content: z.string(),
  attachments: z.array(attachment),
  property_id: z.number().nullable(),
  inquiry_id: z.number().nullable(),
  not_before: isoTime,
  /** Why it was not sent; null: it is sent at that time. */
  error: z.string().nullable(),
});
export type HeldReply = z.infer<typeof heldReply>;

/** Everything about one client beside the messages. */
export const deskClient = z.object({
  row: deskRow,
  contacts: z.array(contact),
  budget_min: z.number().nullable(),
  budget_max: z.number().nullable(),
  wishes: z.string().nullable(),
  notes: z.array(clientNote),
  viewings: z.array(viewing),
  /** The agent's listings they viewed while signed in and with their history on, and those they saved; latest first. */
  looked_at: z.array(listingInterest),
  saved: z.array(listingInterest),
  conversations: z.array(conversation),
  /** Empty for colleagues: an answer is its author's until it is sent. */
  held: z.array(heldReply),
});
export type DeskClient = z.infer<typeof deskClient>;

const entry = { id: z.string().describe("Its kind and number, as 'message-12'"), at: isoTime };

/** The events between an agent and one client, and the agent's notes. */
export const timelineEntry = z.discriminatedUnion('kind', [
  z.object({ ...entry, kind: z.literal('inquiry'), inquiry }),
  /** The agent's answer to an inquiry by mail, telephone or text message. */
  z.object({ ...entry, kind: z.literal('reply'), inquiry, reply: inquiryReply }),
  z.object({
    ...entry,
    kind: z.literal('message'),
    by: z.enum(['client', 'agent']),
    property: z.object({ id: z.number(), title: z.string() }).nullable(),
    message,
  }),
  z.object({ ...entry, kind: z.literal('viewing'), viewing }),
  z.object({ ...entry, kind: z.literal('review'), review }),
  z.object({ ...entry, kind: z.literal('note'), note: clientNote }),
  z.object({
    ...entry,
    kind: z.literal('stage'),
    from: z.enum(clientStages),
    to: z.enum(clientStages),
  }),
  /** Handed over; each is null once that account is gone. */
  z.object({
    ...entry,
    kind: z.literal('assigned'),
    from: z.object({ id: z.number(), name: z.string() }).nullable(),
    to: z.object({ id: z.number(), name: z.string() }).nullable(),
    /** Null also where a job did it: the agent was away, and a stand-in was named. */
    by: z.object({ id: z.number(), name: z.string() }).nullable(),
    note: z.string().nullable(),
  }),
]);
export type TimelineEntry = z.infer<typeof timelineEntry>;

export const queueCounts = z.object({
  needs_me: z.number(),
  today: z.number(),
  waiting: z.number(),
  snoozed: z.number(),
  done: z.number(),
});
export type QueueCounts = z.infer<typeof queueCounts>;

const isPlace = (text: string) => {
  const [time = '', entry = ''] = text.split(',');
  return !Number.isNaN(Date.parse(time)) && Number(entry.split('-').at(-1)) <= MAX_ID;
};

/** The row a part of the queue ends with: its time in this view and its id. */
const queuePlace = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,[1-9]\d{0,9}$/,
    msg('after must be the time and the id of a row, with a comma between').id,
  )
  .refine(isPlace, msg('after is missing a time or an id').id);

const timelinePlace = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z,(inquiry|reply|message|viewing|review|note|stage|assigned)-[1-9]\d{0,9}$/,
    msg('before must be the time and the id of an entry, with a comma between').id,
  )
  .refine(isPlace, msg('before is missing a time or an id').id);

const limit = queryLimit().default(50);

const scope = z.enum(queueScopes).default('own');

const noteBody = z.object({
  text: requiredText(MAX_NOTE_LENGTH, msg('Please write a note')),
  talked_by: z.enum(talkWays).nullable().optional(),
});
const momentOf = z.iso.datetime({ offset: true, error: msg('Choose a date and a time').id });
/** An answer by the name that its sending client made. */
const oneReply = z.object({ id, clientId: messageClientId });
const budget = z.number().min(0).max(MAX_PRICE, msg('This amount is too large').id).nullable().optional();

export const deskCalls = {
  get: defineCall('agent clients:read', 'GET /api/desk', {
    failures: [404],
    summary:
      'How many clients are in each part of the agent’s queue (`scope=office`: of the office’s; 404 without one, 403 where its queue is not shared), and the agent’s viewings of today',
    query: z.object({ scope }),
    answer: z.object({ counts: queueCounts, agenda: z.array(viewing) }),
  }),
  queue: defineCall('agent clients:read', 'GET /api/desk/queue', {
    failures: [404],
    summary:
      'Part of the agent’s queue, one row a client: who waits longest comes first (today: what is next, done and all: the latest). `after` is the time and the id of the last row known; `ids` answers just these rows. `scope=office`: the clients of all members (404 without an office, 403 where its queue is not shared)',
    query: z.object({
      scope,
      view: z.enum(queueViews).default('needs_me'),
      after: queuePlace.optional(),
      limit,
      search: searchQuery,
      ids: z
        .string()
        .regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9}){0,49}$/, msg('ids must be at most 50 numbers').id)
        .transform((text) => text.split(',').map(Number))
        .refine((ids) => ids.every((one) => one <= MAX_ID), msg('ids must be at most 50 numbers').id)
        .optional(),
    }),
    answer: z.object({
      rows: z.array(deskRow),
      /** For `after`; null where nothing follows. */
      next: z.string().nullable(),
      counts: queueCounts,
    }),
  }),
  client: defineCall('agent clients:read', 'GET /api/desk/clients/{id}', {
    summary:
      'Who a client of the agent is, what they wish for, and what they are interested in; also a colleague’s, for who may see the office’s queue',
    answer: deskClient,
  }),
  timeline: defineCall('agent clients:read', 'GET /api/desk/clients/{id}/timeline', {
    summary:
      'Everything between the agent and one client, newest first. `before` is the time and the id of the oldest entry known. Marks nothing as read. Also of a colleague’s client, for who may see the office’s queue',
    query: z.object({ before: timelinePlace.optional(), limit }),
    answer: z.object({ entries: z.array(timelineEntry), has_older: z.boolean() }),
  }),
  update: defineCall('agent clients:write', 'PUT /api/desk/clients/{id}', {
    summary:
      'Changes what the agent keeps about a client. `done` takes them out of the queue until they turn to the agent again, and marks their new inquiries as read; `snoozed_until` does until then',
    body: z.object({
      stage: z.enum(clientStages).optional(),
      budget_min: budget,
      budget_max: budget,
      wishes: optionalText(MAX_WISHES_LENGTH),
      next_action: optionalLine(MAX_NEXT_ACTION_LENGTH),
      next_action_on: day.nullable().optional(),
      snoozed_until: momentOf.nullable().optional(),
      done: z.boolean().optional(),
      /** The version that was shown: if it differs by now, nothing is changed. */
      expected_version: z.number().int().optional(),
    }),
    answer: deskRow,
  }),
  read: defineCall('agent clients:write', 'PUT /api/desk/clients/{id}/read', {
    summary: 'Marks what a client wrote in their conversations with the agent as read',
    answer: z.object({ read: z.number() }),
  }),
  reply: defineCall('agent clients:write', 'POST /api/desk/clients/{id}/replies', {
    budget: { action: 'messages', target: 'params.id' },
    example: { body: { channel: 'chat', content: 'Yes, it is still free.', client_id: 'message-0001' } },
    summary:
      'Answers a client. In the chat: in the open conversation about `property_id` (without it the one that was used last), or in a new one; their new inquiries count as answered. By email, phone or SMS: `inquiry_id`, else their newest open inquiry; files go with a chat or an email. The same `client_id` again answers what is stored already. With `not_before`, at most an hour ahead, the server holds it (`held`) and sends it then, unless it is taken back; `sent_at` is the caller’s clock now, so that a wrong clock holds it no longer',
    body: z
      .object({
        channel: z.enum(replyChannels),
        content: possibleText(MAX_INQUIRY_REPLY_LENGTH),
        attachment_ids: attachmentIds,
        client_id: messageClientId,
        property_id: bodyId.nullable().optional(),
        inquiry_id: bodyId.optional(),
        not_before: momentOf.optional(),
        sent_at: momentOf.optional(),
      })
      .refine(({ channel, content }) => channel !== 'chat' || content.length <= MAX_MESSAGE_LENGTH, {
        path: ['content'],
        error: msg('Must be at most {maximum} characters', { maximum: MAX_MESSAGE_LENGTH }).id,
      })
      .refine(
        ({ channel, content, attachment_ids: files }) =>
          channel === 'chat' ? hasContent({ content, attachment_ids: files }) : content !== '',
        contentMissing,
      ),
    /** `entry` null: it is held. */
    answer: z.object({ entry: timelineEntry.nullable(), held: heldReply.nullable(), row: deskRow }),
    status: 201,
  }),
  sendReply: defineCall('agent clients:write', 'PUT /api/desk/clients/{id}/replies/{clientId}', {
    summary: 'Sends an answer of the agent’s own that is held, now. Once it is sent, the same again answers it',
    params: oneReply,
    answer: z.object({ entry: timelineEntry, row: deskRow }),
  }),
  takeReplyBack: defineCall('agent clients:write', 'DELETE /api/desk/clients/{id}/replies/{clientId}', {
    summary:
      'Takes an answer of the agent’s own back that is held, or on its way to here: it is not sent. 409 `already_sent` after that',
    params: oneReply,
    answer: z.object({ client_id: z.string() }),
  }),
  assign: defineCall('agent', 'POST /api/desk/clients/{id}/assignment', {
    summary:
      'Hands a client to a colleague of the same office, with everything between them: inquiries, conversations, viewings to come and what was noted. The agent hands over their own, a manager of the office anybody’s, and where the queue is shared a colleague takes one who waits to themselves',
    body: z.object({
      agent_id: bodyId,
      /** Why, for the colleague. */
      note: optionalText(MAX_HAND_OVER_NOTE_LENGTH),
      expected_version: z.number().int().optional(),
    }),
    answer: z.object({
      /** The client's line in the colleague's queue: another one where they knew each other already. */
      id: z.number(),
      agent: z.object({ id: z.number(), name: z.string() }),
      /** Null where the caller does not see it any more. */
      row: deskRow.nullable(),
      /** Confirmed viewings to come that overlap with a viewing of the colleague. */
      clashing_viewings: z.number(),
    }),
  }),
  addNote: defineCall('agent clients:write', 'POST /api/desk/clients/{id}/notes', {
    summary: `Notes something about a client, for the agent and colleagues who may see the client (at most ${MAX_NOTES}). With \`talked_by\` it is what was agreed in a talk outside of the site, which answers the client’s new inquiries`,
    body: noteBody,
    answer: clientNote,
    status: 201,
  }),
  updateNote: defineCall('agent clients:write', 'PUT /api/desk/clients/{id}/notes/{noteId}', {
    summary: 'Changes a note',
    body: noteBody,
    answer: clientNote,
  }),
  removeNote: defineCall('agent', 'DELETE /api/desk/clients/{id}/notes/{noteId}', {
    summary: 'Deletes a note',
    answer: z.object({ id: z.number() }),
  }),
};

const clock = (text: RegExp) => z.string().regex(text, msg('Enter a time such as 09:30').id);

const hoursSpan = z.object({
  from: clock(/^([01]\d|2[0-3]):[0-5]\d$/),
  to: clock(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/),
});

const hoursOfDay = z
  .array(hoursSpan)
  .max(MAX_HOURS_SPANS, msg('A day can have at most four time ranges').id)
  .refine((spans) => spans.every(({ from, to }) => from < to), msg('The end time must be after the start time').id)
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
    .describe('Null: none were set. Every hour from 8 AM to 8 PM is offered, any other time can be agreed on'),
  buffer_minutes: z.number().int().min(0).max(MAX_BUFFER_MINUTES),
  notice_hours: z.number().int().min(0).max(MAX_NOTICE_HOURS),
};

export type Availability = z.infer<z.ZodObject<typeof availability>>;

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
  get: defineCall('agent calendar:read', 'GET /api/desk/availability', {
    summary: 'When the agent shows homes',
    example: { answer: example },
    answer: z.object(availability),
  }),
  set: defineCall('agent calendar:write', 'PUT /api/desk/availability', {
    summary:
      'Sets when the agent shows homes: the hours of each weekday in Manila, the minutes kept free before and after a viewing, and how many hours ahead visitors have to ask',
    body: z.object(availability),
    example: { body: example, answer: example },
    answer: z.object(availability),
  }),
  daysOff: defineCall('agent calendar:read', 'GET /api/desk/days-off', {
    summary: 'The agent’s days off that are not over, soonest first',
    answer: z.array(dayOff),
  }),
  addDaysOff: defineCall('agent calendar:write', 'POST /api/desk/days-off', {
    summary: `Takes days off: no viewing can be agreed on for them (at most ${MAX_DAYS_OFF} entries). Confirmed viewings on them are cancelled, and their visitors are told`,
    body: z
      .object({ first_day: day, last_day: day, note: optionalText(200) })
      .refine(({ first_day, last_day }) => first_day <= last_day, {
        path: ['last_day'],
        error: msg('The last day is before the first').id,
      })
      .refine(({ first_day, last_day }) => last_day <= addDays(first_day, 366), {
        path: ['last_day'],
        error: msg('You can take at most a year off').id,
      }),
    answer: dayOff,
    status: 201,
  }),
  removeDaysOff: defineCall('agent calendar:write', 'DELETE /api/desk/days-off/{id}', {
    summary: 'Takes days off back',
    answer: z.object({ id: z.number() }),
  }),
  freeTimes: defineCall('user calendar:read', 'GET /api/agents/{id}/free-times', {
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
