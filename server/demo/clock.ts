export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The Philippines have no daylight saving time. */
const MANILA_OFFSET_MS = 8 * HOUR_MS;

/** Demo time: whole Manila days counted from today's midnight there; -1 is yesterday. */
export interface DemoClock {
  /** The midnight in Manila at which today began: all demo events lie before it. */
  today: Date;
  /** A moment of a day; the hour and minute are Manila's. */
  at(day: number, hour?: number, minute?: number): Date;
  /** yyyy-mm-dd in Manila. */
  dateOf(day: number): string;
  /** 0 is Sunday. */
  weekdayOf(day: number): number;
}

export function demoClock(now: Date): DemoClock {
  const today = Math.floor((now.getTime() + MANILA_OFFSET_MS) / DAY_MS) * DAY_MS - MANILA_OFFSET_MS;
  const wallClock = (day: number) => new Date(today + MANILA_OFFSET_MS + day * DAY_MS);
  return {
    today: new Date(today),
    at: (day, hour = 0, minute = 0) => new Date(today + day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS),
    dateOf: (day) => wallClock(day).toISOString().slice(0, 10),
    weekdayOf: (day) => wallClock(day).getUTCDay(),
  };
}
