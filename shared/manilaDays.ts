const DAY_MS = 86_400_000;
/** Manila keeps no summer time: its day begins eight hours before that of UTC. */
const MANILA_AHEAD_MS = 8 * 3_600_000;

/** The day in Manila, '2026-01-31'. */
export function manilaDay(time: Date): string {
  return new Date(time.getTime() + MANILA_AHEAD_MS).toISOString().slice(0, 10);
}

/** The calendar's day so many days after another; before it with a negative count. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}
