const DAY_MS = 86_400_000;
/** Manila keeps no summer time: its day begins eight hours before that of UTC. */
const MANILA_AHEAD_MS = 8 * 3_600_000;

/**
 * The day in Manila, '2026-01-31', which sorts and compares as text. It is reckoned: the text of an Intl format changes with
 * the version of its data.
 * @param time or its text in ISO 8601
 */
export const manilaDay = (time: Date | string): string =>
  new Date(new Date(time).getTime() + MANILA_AHEAD_MS).toISOString().slice(0, 10);

/** When a day begins in Manila. */
export const startOfManilaDay = (day: string): Date => new Date(Date.parse(day) - MANILA_AHEAD_MS);

/** The calendar's day so many days after another; before it with a negative count. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

const calendarDay = new Intl.DateTimeFormat('en-PH', { timeZone: 'UTC', dateStyle: 'long' });

/** A day of the calendar, the same wherever it is read: 'January 31, 2026'. */
export const formatDay = (day: string): string => calendarDay.format(new Date(day));

/** The year in Manila, which begins eight hours before that of a server in UTC. */
export const manilaYear = (time: Date): number => Number(manilaDay(time).slice(0, 4));
