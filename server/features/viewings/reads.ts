import ical, { ICalAlarmType, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { z } from 'zod';
import type { Database } from '#server/db/connection.ts';
import {
  comesAfter,
  isoOrNull,
  pick,
  placeholders,
  readAll,
  readCounts,
  timeParameter,
  toIso,
} from '#server/db/sql.ts';
import { contactConfirmedAt, contactEmail } from '#server/features/auth/policy.ts';
import { coverColumn } from '#server/features/properties/reads.ts';
import type { Translate } from '#server/languages.ts';
import type { ListPlace } from '#shared/contracts/common.ts';
import { DELETED_USER_NAME } from '#shared/contracts/conversations.ts';
import type {
  Viewing,
  ViewingEvent,
  ViewingStatus,
  ViewingStory,
  viewingsCalls,
} from '#shared/contracts/viewings.ts';
import { UNANSWERED_VIEWING_DAYS } from '#shared/limits.ts';
import { cleanLines } from '#shared/writtenText.ts';

const MAX_VIEWINGS = 500;
const UNANSWERED_MS = UNANSWERED_VIEWING_DAYS * 24 * 3_600_000;

type Time = Date | string;
type Person = 'agent' | 'user';

type ViewingRow = Pick<
  Viewing,
  'id' | 'status' | 'note' | 'outcome' | 'outcome_note' | 'proposed_by' | 'end_reason' | 'revision'
> &
  Record<'starts_at' | 'ends_at' | 'created_at', Time> &
  Record<'proposed_at' | 'lapsed_at' | 'email_verified_at' | 'phone_verified_at', Time | null> &
  Record<'property_id' | `${Person}_id`, number | null> &
  Record<`property_${'title' | 'address' | 'image'}` | `${Person}_${'name' | 'email' | 'phone'}`, string | null>;

function selectViewings({ dialect }: Database): string {
  return `
    SELECT v.id, v.starts_at, v.ends_at, v.status, v.note, v.created_at, v.outcome, v.outcome_note,
      v.proposed_at, v.proposed_by, v.end_reason, v.lapsed_at, v.revision,
      p.id AS property_id, COALESCE(p.title, v.property_title) AS property_title,
      COALESCE(p.address || ', ' || p.city, v.property_address) AS property_address,
      ${coverColumn(dialect)} AS property_image,
      a.id AS agent_id, a.name AS agent_name, ${contactEmail('a')} AS agent_email, a.phone AS agent_phone,
      u.id AS user_id, COALESCE(u.name, i.name) AS user_name, COALESCE(${contactEmail('u')}, i.email) AS user_email,
      COALESCE(u.phone, i.phone) AS user_phone,
      ${contactConfirmedAt('u')} AS email_verified_at, u.phone_verified_at
    FROM viewings v
    LEFT JOIN properties p ON p.id = v.property_id
    LEFT JOIN users a ON a.id = v.agent_id
    LEFT JOIN users u ON u.id = v.user_id
    LEFT JOIN inquiries i ON i.id = v.inquiry_id AND v.user_id IS NULL`;
}

const presentPerson = (row: ViewingRow, side: Person) => ({
  id: row[`${side}_id`],
  name: row[`${side}_name`] ?? DELETED_USER_NAME,
  email: row[`${side}_email`] ?? '',
  phone: row[`${side}_phone`],
});

/** The outcome is the agent's own note. */
function presentViewing(row: ViewingRow, callerId: number): Viewing {
  const isAgents = row.agent_id === callerId;
  return {
    ...pick(row, 'id', 'status', 'note', 'proposed_by', 'end_reason', 'revision'),
    property: {
      id: row.property_id,
      title: row.property_title ?? '',
      address: row.property_address ?? '',
      image: row.property_image,
    },
    agent: presentPerson(row, 'agent'),
    user: {
      ...presentPerson(row, 'user'),
      email_confirmed: row.email_verified_at !== null,
      phone_confirmed: row.phone_verified_at !== null,
    },
    starts_at: toIso(row.starts_at),
    ends_at: toIso(row.ends_at),
    proposed_at: isoOrNull(row.proposed_at),
    lapsed_at: isoOrNull(row.lapsed_at),
    created_at: toIso(row.created_at),
    outcome: isAgents ? row.outcome : null,
    outcome_note: isAgents ? row.outcome_note : null,
  };
}

type ViewingFilter = z.output<typeof viewingsCalls.list.query>;

/** Soonest first. The bounds apply to the start. Above the limit: the first after `from`, without it the last. */
export async function readViewings(
  db: Database,
  callerId: number,
  { from, to, before, limit = MAX_VIEWINGS }: ViewingFilter,
): Promise<Viewing[]> {
  const direction = from ? 'ASC' : 'DESC';
  const rows = await readAll<ViewingRow>(db, (sql) => {
    const own = sql.bind(callerId);
    const conditions = [`(v.agent_id = ${own} OR v.user_id = ${own})`];
    const bind = (time: string) => sql.bind(timeParameter(db.dialect, new Date(time)));
    if (from) conditions.push(`v.starts_at >= ${bind(from)}`);
    if (to) conditions.push(`v.starts_at < ${bind(to)}`);
    if (before) conditions.push(comesAfter(sql, 'v.starts_at', 'v.id', before));
    return `${selectViewings(db)} WHERE ${conditions.join(' AND ')}
      ORDER BY v.starts_at ${direction}, v.id ${direction} LIMIT ${sql.bind(limit)}`;
  });
  const viewings = rows.map((row) => presentViewing(row, callerId));
  return from ? viewings : viewings.reverse();
}

/** Number of the caller's viewings, of all or of those before a time. */
export function countViewings(db: Database, callerId: number, now: Date, before?: ListPlace) {
  return readCounts<'all' | 'waiting' | 'upcoming' | 'past'>(db, (sql) => {
    const own = sql.bind(callerId);
    const isAhead = `v.ends_at > ${sql.bind(timeParameter(db.dialect, now))}`;
    const notLongAgo = sql.bind(timeParameter(db.dialect, new Date(now.getTime() - UNANSWERED_MS)));
    // A request that nobody answered stays with its agent for some days.
    const isToCome = `(v.status NOT IN ('declined', 'cancelled') AND ${isAhead}
      OR v.status = 'requested' AND v.agent_id = ${own} AND v.ends_at > ${notLongAgo})`;
    const isWaiting = `(v.status = CASE WHEN v.agent_id = ${own} THEN 'requested' ELSE 'proposed' END
      OR v.status = 'confirmed' AND COALESCE(v.proposed_by, '') = CASE WHEN v.agent_id = ${own} THEN 'user' ELSE 'agent' END)`;
    const count = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
    const after = before ? ` AND ${comesAfter(sql, 'v.starts_at', 'v.id', before)}` : '';
    return `SELECT COUNT(*) AS "all", ${count(`${isToCome} AND ${isWaiting}`)} AS waiting,
      ${count(`${isToCome} AND NOT (${isWaiting})`)} AS upcoming, ${count(`NOT (${isToCome})`)} AS past
      FROM viewings v WHERE (v.agent_id = ${own} OR v.user_id = ${own})${after}`;
  });
}

/** An agent's viewings of the given ids, in no order. */
export async function readViewingsById(db: Database, agentId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db.readRows<ViewingRow>(
    `${selectViewings(db)} WHERE v.agent_id = $1 AND v.id IN (${placeholders(ids, 2)})`,
    [agentId, ...ids],
  );
  return rows.map((row) => presentViewing(row, agentId));
}

type EventRow = Pick<ViewingEvent, 'side' | 'kind' | 'reason'> & {
  created_at: Time;
  starts_at: Time;
  actor_id: number | null;
  actor_name: string | null;
};

/** One viewing with its history; undefined if there is none. The caller checks whose it is. */
export async function readStory(db: Database, callerId: number, id: number): Promise<ViewingStory | undefined> {
  const [row] = await db.readRows<ViewingRow>(`${selectViewings(db)} WHERE v.id = $1`, [id]);
  if (!row) return undefined;
  const events = await db.readRows<EventRow>(
    `SELECT e.created_at, e.starts_at, e.side, e.kind, e.reason, u.id AS actor_id, u.name AS actor_name
      FROM viewing_events e LEFT JOIN users u ON u.id = e.actor_id WHERE e.viewing_id = $1 ORDER BY e.id`,
    [id],
  );
  const history = events.map(({ created_at, starts_at, actor_id, actor_name, ...step }) => ({
    at: toIso(created_at),
    by: actor_id === null || actor_name === null ? null : { id: actor_id, name: actor_name },
    ...step,
    starts_at: toIso(starts_at),
  }));
  return { ...presentViewing(row, callerId), history };
}

const ALARM_SECONDS_BEFORE = 3_600;

const calendarStatus: Record<ViewingStatus, ICalEventStatus> = {
  requested: ICalEventStatus.TENTATIVE,
  proposed: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  declined: ICalEventStatus.CANCELLED,
  cancelled: ICalEventStatus.CANCELLED,
};

/** A viewing as an iCalendar file (RFC 5545), in UTC; calendars show it in their own time zone. */
export function renderCalendarFile(
  { id, property, agent, user, starts_at, ends_at, status, revision }: Viewing,
  { url, stamp, t }: { url: string; stamp: Date; t: Translate },
): string {
  const people = t('With {agent} ({contact}) and {client}.', {
    agent: agent.name,
    contact: agent.phone ?? agent.email,
    client: user.name,
  });
  // Listings of old may hold control characters, which end a line for some calendars.
  const title = cleanLines(property.title);
  const isOff = calendarStatus[status] === ICalEventStatus.CANCELLED;
  const alarm = { type: ICalAlarmType.display, triggerBefore: ALARM_SECONDS_BEFORE, description: title };
  const calendar = ical({
    prodId: '//Silong//Viewings//EN',
    method: isOff ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    events: [
      {
        id: `viewing-${id}@${new URL(url).hostname}`,
        sequence: revision,
        stamp,
        start: new Date(starts_at),
        end: new Date(ends_at),
        summary: t('Viewing: {title}', { title }),
        location: cleanLines(property.address),
        description: `${cleanLines(people)}\n${url}`,
        status: calendarStatus[status],
        alarms: isOff ? [] : [alarm],
      },
    ],
  });
  return `${withAlarmsLast(calendar.toString())}\r\n`;
}

/** RFC 5545 (3.6.1) requires an event's properties before its alarms; the library writes STATUS after them. */
const withAlarmsLast = (file: string): string =>
  file.replace(/(BEGIN:VALARM\r\n.*END:VALARM\r\n)(.*?)(?=END:VEVENT)/s, '$2$1');
