import { addDays, manilaDay, startOfManilaDay } from './manilaDays.ts';

export const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** Hours of one day in Manila, '09:00' to '12:30'; '24:00' is its end. */
export interface HoursSpan {
  from: string;
  to: string;
}

/** When an agent shows homes. A day without spans is closed. */
export type WeekHours = Record<Weekday, HoursSpan[]>;

/** Days of the calendar, both included. */
export interface DaysSpan {
  first_day: string;
  last_day: string;
}

export interface AgentCalendar {
  /** Null: none were set, so any time can be agreed on, and the usual hours are offered. */
  hours: WeekHours | null;
  /** Minutes kept free before and after each confirmed viewing. */
  buffer_minutes: number;
  daysOff: readonly DaysSpan[];
  taken: readonly { starts_at: Date; ends_at: Date }[];
}

export type Obstacle = 'viewing' | 'day_off' | 'hours';

const MINUTE_MS = 60_000;
const VIEWING_MS = 60 * MINUTE_MS;
/** Offered where an agent set no hours. */
const usualHours: readonly HoursSpan[] = [{ from: '08:00', to: '20:00' }];

/** Minutes since midnight; '09:30' is 570. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The hours of a day, in order; adjoining spans are merged. Null hours stand for the usual ones. */
export function hoursOn(hours: WeekHours | null, day: string): { from: number; to: number }[] {
  const weekday = weekdays[new Date(day).getUTCDay()] ?? 'sunday';
  const spans = (hours ? hours[weekday] : usualHours)
    .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
    .sort((one, other) => one.from - other.from);
  const joined: { from: number; to: number }[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else joined.push(span);
  }
  return joined;
}

export const isDayOff = (daysOff: readonly DaysSpan[], day: string): boolean =>
  daysOff.some(({ first_day, last_day }) => first_day <= day && day <= last_day);

/** Why a viewing cannot be at a time; null: it can. */
export function obstacleTo(
  { hours, buffer_minutes, daysOff, taken }: AgentCalendar,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
): Obstacle | null {
  const [start, end] = [starts_at.getTime(), ends_at.getTime()];
  const buffer = buffer_minutes * MINUTE_MS;
  const isTaken = taken.some(
    (other) => start < other.ends_at.getTime() + buffer && end > other.starts_at.getTime() - buffer,
  );
  if (isTaken) return 'viewing';
  const day = manilaDay(starts_at);
  if (isDayOff(daysOff, day) || isDayOff(daysOff, manilaDay(new Date(end - 1)))) return 'day_off';
  if (!hours) return null;
  const midnight = startOfManilaDay(day).getTime();
  const [from, to] = [(start - midnight) / MINUTE_MS, (end - midnight) / MINUTE_MS];
  return hoursOn(hours, day).some((span) => span.from <= from && to <= span.to) ? null : 'hours';
}

interface Window {
  /** Days of the calendar, both included. */
  from: string;
  to: string;
  /** Nothing before it, or at it, is free. */
  after: Date;
}

/** The starts of viewings that an agent can still accept, soonest first: each full hour from where a span begins. */
export function freeTimes(calendar: AgentCalendar, { from, to, after }: Window): Date[] {
  const free: Date[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const midnight = startOfManilaDay(day).getTime();
    for (const span of hoursOn(calendar.hours, day))
      for (let minute = span.from; minute + 60 <= span.to; minute += 60) {
        const starts_at = new Date(midnight + minute * MINUTE_MS);
        const times = { starts_at, ends_at: new Date(starts_at.getTime() + VIEWING_MS) };
        if (starts_at > after && !obstacleTo(calendar, times)) free.push(starts_at);
      }
  }
  return free;
}
