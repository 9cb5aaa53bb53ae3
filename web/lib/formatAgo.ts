import { countWords } from './countWords.ts';
import { formatDay } from './formatDay.ts';

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
const WEEK_DAYS = 7;

/** How long ago a moment (ISO-8601) was, in the words of the dashboard (specification, part 2 §4). */
export function formatAgo(moment: string, now = new Date()): string {
  const hours = Math.floor((now.getTime() - new Date(moment).getTime()) / HOUR_MS);
  if (hours < 1) return 'Just now';
  if (hours < DAY_HOURS) return `${countWords(hours, 'hour', 'hours')} ago`;
  const days = Math.floor(hours / DAY_HOURS);
  if (days < WEEK_DAYS) return `${countWords(days, 'day', 'days')} ago`;
  return formatDay(moment);
}
