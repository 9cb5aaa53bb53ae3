import { DEFAULT_MONTHS } from '#shared/contracts/analytics.ts';

/** Manila keeps no summer time: its day begins eight hours before that of UTC. */
const MANILA_AHEAD_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** From `start` up to but not including `end`. */
export interface Period {
  start: Date;
  end: Date;
}

/** All of time, as far as a database's times go. */
const EVER: Period = {
  start: new Date('1970-01-01T00:00:00.000Z'),
  end: new Date('9999-01-01T00:00:00.000Z'),
};

export const startOfDay = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) - MANILA_AHEAD_MS);

/** The day in Manila, '2026-01-31'. */
export const manilaDay = (time: Date): string =>
  new Date(time.getTime() + MANILA_AHEAD_MS).toISOString().slice(0, 10);

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  if (from === undefined || to === undefined) return EVER;
  return { start: startOfDay(from), end: new Date(startOfDay(to).getTime() + DAY_MS) };
}

/** The month that it is in Manila. */
export function monthOf(now: Date): Period {
  const month = manilaDay(now).slice(0, 7);
  return { start: startOfDay(`${month}-01`), end: startOfDay(`${nextMonth(month)}-01`) };
}

/** The months of the trends, '2026-01', oldest first: those the range touches, or the last twelve. */
export function monthsOf(range: { from?: string | undefined; to?: string | undefined }, now: Date): string[] {
  const last = (range.to ?? manilaDay(now)).slice(0, 7);
  let month = range.from?.slice(0, 7) ?? monthsBefore(last, DEFAULT_MONTHS - 1);
  const months = [month];
  while (month < last) {
    month = nextMonth(month);
    months.push(month);
  }
  return months;
}

function nextMonth(month: string): string {
  return monthsBefore(month, -1);
}

function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
}
