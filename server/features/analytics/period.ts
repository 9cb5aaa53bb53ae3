import { DEFAULT_MONTHS } from '#shared/contracts/analytics.ts';
import { addDays, manilaDay, startOfManilaDay } from '#shared/manilaDays.ts';

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

export function periodOf({ from, to }: { from?: string | undefined; to?: string | undefined }): Period {
  if (from === undefined || to === undefined) return EVER;
  return { start: startOfManilaDay(from), end: startOfManilaDay(addDays(to, 1)) };
}

/** The month that it is in Manila. */
export function monthOf(now: Date): Period {
  const month = manilaDay(now).slice(0, 7);
  return { start: startOfManilaDay(`${month}-01`), end: startOfManilaDay(`${nextMonth(month)}-01`) };
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
