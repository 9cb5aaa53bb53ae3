import { DEFAULT_LANGUAGE, formatLocale } from '#shared/languages.ts';
import { manilaDay } from '#shared/manilaDays.ts';
import { currentI18n, t } from './i18n.tsx';

// Words for people, of moments in ISO 8601 and in Manila's time. They are shown, never compared or taken apart: for days that
// are reckoned with there is shared/manilaDays.ts, and build/checkFolders.ts holds the difference.

const ZONE = 'Asia/Manila';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A format in the page's language, created on first use. @param english locale for English */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  english = 'en-US',
): { format(moment: Date): string } {
  const made = new Map<string, Intl.DateTimeFormat>();
  return {
    format(moment) {
      const { locale } = currentI18n();
      let format = made.get(locale);
      if (!format) {
        const name = locale === DEFAULT_LANGUAGE ? english : formatLocale(locale);
        format = new Intl.DateTimeFormat(name, { timeZone: ZONE, ...options });
        made.set(locale, format);
      }
      return format.format(moment);
    },
  };
}

/** The same of a moment in text. */
function momentFormat(options: Intl.DateTimeFormatOptions): (moment: string) => string {
  const format = dateFormat(options);
  return (moment) => format.format(new Date(moment));
}

/** The day of a moment: 'Sep 22, 2025'. */
export const shortDay = momentFormat({ dateStyle: 'medium' });
/** The day of a moment: 'September 22, 2025'. */
export const formatDay = momentFormat({ dateStyle: 'long' });
/** '2:41 PM' */
export const clockTime = momentFormat({ hour: 'numeric', minute: '2-digit' });
/** 'Sep 22, 2025, 2:41 PM' */
export const shortMoment = momentFormat({ dateStyle: 'medium', timeStyle: 'short' });
/** 'Saturday, November 21, 2026 at 2:41 PM' */
export const fullTime = momentFormat({ dateStyle: 'full', timeStyle: 'short' });
const monthDay = momentFormat({ month: 'short', day: 'numeric' });
const monthDayYear = momentFormat({ month: 'short', day: 'numeric', year: 'numeric' });

/** 'Today', 'Yesterday', 'Mar 4', with the year if it is not the current one. Days are Manila's. */
export function dayLabel(moment: string, now: Date): string {
  const day = manilaDay(moment);
  if (day === manilaDay(now)) return t('Today');
  if (day === manilaDay(new Date(now.getTime() - DAY_MS))) return t('Yesterday');
  const isThisYear = day.slice(0, 4) === manilaDay(now).slice(0, 4);
  return (isThisYear ? monthDay : monthDayYear)(moment);
}

/** 'Just now' under an hour, 'N hours ago', 'N days ago', then a date (specification, part 2 §4). */
export function relativeTime(moment: string, now: Date): string {
  const age = now.getTime() - new Date(moment).getTime();
  if (age < HOUR_MS) return t('Just now');
  if (age < DAY_MS)
    return t('{count, plural, one {# hour ago} other {# hours ago}}', { count: Math.floor(age / HOUR_MS) });
  if (age < 7 * DAY_MS)
    return t('{count, plural, one {# day ago} other {# days ago}}', { count: Math.floor(age / DAY_MS) });
  return dayLabel(moment, now);
}

/** 'Just now', '5m ago', '3h ago', '2d ago' (specification, part 1 §2). */
export function shortRelativeTime(moment: string, now: Date): string {
  const age = now.getTime() - new Date(moment).getTime();
  if (age < MINUTE_MS) return t('Just now');
  if (age < HOUR_MS) return t('{count}m ago', { count: Math.floor(age / MINUTE_MS) });
  if (age < DAY_MS) return t('{count}h ago', { count: Math.floor(age / HOUR_MS) });
  return t('{count}d ago', { count: Math.floor(age / DAY_MS) });
}
