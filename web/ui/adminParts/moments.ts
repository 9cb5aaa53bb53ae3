const ZONE = 'Asia/Manila';

const day = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, timeStyle: 'short' });
const moment = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, dateStyle: 'medium', timeStyle: 'short' });

/** 'Sep 22, 2025', the day in Manila. */
export function shortDay(iso: string): string {
  return day.format(new Date(iso));
}

/** 'Sep 22, 2025, 2:41 PM', Manila's clock. */
export function shortMoment(iso: string): string {
  return moment.format(new Date(iso));
}

/** '2:41 PM' */
export function clockTime(iso: string): string {
  return clock.format(new Date(iso));
}
