import type { Viewing } from '#shared/contracts/viewings.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';
import { dateFormat } from '#web/lib/dates.ts';

export type CalendarView = 'day' | 'week';

const HOUR_MS = 3_600_000;

/** The hours shown when no viewing asks for more. */
const FIRST_HOUR = 8;
const LAST_HOUR = 20;

/** The day alone, or its week from Monday on. */
export function daysOf(view: CalendarView, day: string): string[] {
  if (view === 'day') return [day];
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const monday = addDays(day, -((weekday + 6) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}

/** @returns null for text that is no day of the calendar, as an address may have it. */
export function readDay(text: string | null): string | null {
  if (!text || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const time = Date.parse(`${text}T00:00:00Z`);
  // 2026-02-31 is read as a day of March.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}

/** Hours since midnight in Manila; 14.5 is half past two. */
export const hourOf = (moment: Date, day: string): number =>
  (moment.getTime() - startOfManilaDay(day).getTime()) / HOUR_MS;

const wholeDay = dateFormat({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const monthDay = dateFormat({ month: 'short', day: 'numeric' });
const monthDayYear = dateFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** 'Saturday, November 28, 2026' or 'Nov 23 – Nov 29, 2026' */
export function titleOf(days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  if (first === last) return wholeDay.format(startOfManilaDay(first));
  return `${monthDay.format(startOfManilaDay(first))} – ${monthDayYear.format(startOfManilaDay(last))}`;
}

/** '8 AM' */
export const hourLabel = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`;

interface PlacedViewing {
  viewing: Viewing;
  /** Hours since midnight. */
  start: number;
  end: number;
  /** Which of how many beside each other. */
  lane: number;
  lanes: number;
}

/** The viewings of a day, soonest first; overlapping ones stand side by side. */
export function placeViewings(viewings: readonly Viewing[], day: string): PlacedViewing[] {
  const placed = viewings
    .filter(({ starts_at }) => manilaDay(new Date(starts_at)) === day)
    .map((viewing) => ({
      viewing,
      start: hourOf(new Date(viewing.starts_at), day),
      end: Math.min(24, hourOf(new Date(viewing.ends_at), day)),
      lane: 0,
      lanes: 1,
    }))
    .sort((one, other) => one.start - other.start || one.viewing.id - other.viewing.id);
  let cluster: PlacedViewing[] = [];
  const closeCluster = () => {
    const lanes = Math.max(0, ...cluster.map(({ lane }) => lane)) + 1;
    for (const item of cluster) item.lanes = lanes;
    cluster = [];
  };
  for (const item of placed) {
    if (cluster.every(({ end }) => end <= item.start)) closeCluster();
    const taken = cluster.filter(({ end }) => end > item.start).map(({ lane }) => lane);
    while (taken.includes(item.lane)) item.lane += 1;
    cluster.push(item);
  }
  closeCluster();
  return placed;
}

/** First and last hour to draw: the usual ones, widened to all viewings. */
export function hoursOf(placed: readonly PlacedViewing[]): { first: number; last: number } {
  return {
    first: Math.min(FIRST_HOUR, ...placed.map(({ start }) => Math.floor(start))),
    last: Math.max(LAST_HOUR, ...placed.map(({ end }) => Math.ceil(end))),
  };
}

/** Ids of the viewings that wait for an answer at a time for which the same agent confirmed another one. */
export function clashingIds(viewings: readonly Viewing[]): number[] {
  const confirmed = viewings.filter(({ status }) => status === 'confirmed');
  const clashes = ({ agent, starts_at, ends_at }: Viewing) =>
    confirmed.some(
      (other) => other.agent.id === agent.id && other.starts_at < ends_at && other.ends_at > starts_at,
    );
  const waiting = viewings.filter(({ status }) => status === 'requested' || status === 'proposed');
  return waiting.filter(clashes).map(({ id }) => id);
}

/** Without the declined and cancelled ones: their hours are free again. */
export const withoutCalledOff = (viewings: readonly Viewing[]): Viewing[] =>
  viewings.filter(({ status }) => status !== 'declined' && status !== 'cancelled');
