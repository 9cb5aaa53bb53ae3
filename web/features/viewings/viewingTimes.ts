/** Days and hours as they are in Manila, wherever the visitor is: UTC+8 the year round, without summer time. */
const MANILA_OFFSET_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

const FIRST_HOUR = 8;
const LAST_HOUR = 19;
const DAYS_AHEAD = 60;

export interface ViewingSlot {
  /** ISO-8601 in UTC, as the server takes it. */
  startsAt: string;
  /** '2:00 PM' */
  label: string;
  isPast: boolean;
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Manila', ...options });

const hour = format({ hour: 'numeric', minute: '2-digit' });
const longDay = format({ weekday: 'long', month: 'long', day: 'numeric' });
const longDayAndYear = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const year = format({ year: 'numeric' });
const parts = {
  weekday: format({ weekday: 'short' }),
  day: format({ day: 'numeric' }),
  month: format({ month: 'short' }),
};

/** The day of a moment in Manila: '2026-11-28'. */
export function manilaDay(moment: Date): string {
  return new Date(moment.getTime() + MANILA_OFFSET_MS).toISOString().slice(0, 10);
}

/** Midnight in Manila at the start of a day ('2026-11-28'). */
export function startOfManilaDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - MANILA_OFFSET_MS);
}

/** The slots of a day, an hour each. Those that have begun are `isPast`. */
export function viewingSlots(day: string, now: Date): ViewingSlot[] {
  const midnight = startOfManilaDay(day).getTime();
  return Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, index) => {
    const start = new Date(midnight + (FIRST_HOUR + index) * 3_600_000);
    return { startsAt: start.toISOString(), label: hour.format(start), isPast: start <= now };
  });
}

/** The days a viewing can be asked for, the first with a slot left: 60 of them. */
export function viewingDays(now: Date): string[] {
  const today = manilaDay(now);
  const hasSlotToday = viewingSlots(today, now).some(({ isPast }) => !isPast);
  const first = startOfManilaDay(today).getTime() + (hasSlotToday ? 0 : DAY_MS);
  return Array.from({ length: DAYS_AHEAD }, (_, index) => manilaDay(new Date(first + index * DAY_MS)));
}

/** 'Sat', '28', 'Nov' of a day ('2026-11-28'). */
export function dayParts(day: string): { weekday: string; day: string; month: string } {
  const date = startOfManilaDay(day);
  return {
    weekday: parts.weekday.format(date),
    day: parts.day.format(date),
    month: parts.month.format(date),
  };
}

/** 'Saturday, November 28' of a moment (ISO-8601); with the year when that is not this one. */
export function formatViewingDay(moment: string, now: Date): string {
  const date = new Date(moment);
  return (year.format(date) === year.format(now) ? longDay : longDayAndYear).format(date);
}

/** 'Today', 'Tomorrow', or null for any other day. */
export function nearDay(moment: string, now: Date): 'Today' | 'Tomorrow' | null {
  const day = manilaDay(new Date(moment));
  if (day === manilaDay(now)) return 'Today';
  return day === manilaDay(new Date(now.getTime() + DAY_MS)) ? 'Tomorrow' : null;
}

/** '2:00 PM' of a moment (ISO-8601). */
export function formatViewingHour(moment: string): string {
  return hour.format(new Date(moment));
}

/** '2:00 – 3:00 PM' between two moments (ISO-8601). */
export function formatViewingHours(startsAt: string, endsAt: string): string {
  const [start, startHalf] = formatViewingHour(startsAt).split(/\s/);
  const [end, endHalf] = formatViewingHour(endsAt).split(/\s/);
  return startHalf === endHalf ? `${start} – ${end} ${endHalf}` : `${start} ${startHalf} – ${end} ${endHalf}`;
}
