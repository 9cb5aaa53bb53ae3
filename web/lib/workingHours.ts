import { type Message, msg } from '#shared/messages.ts';
import { t } from './i18n.tsx';

/** Labels by the stored names of working hours. */
const dayLabels: Record<string, Message> = {
  Monday: msg('Monday'),
  Tuesday: msg('Tuesday'),
  Wednesday: msg('Wednesday'),
  Thursday: msg('Thursday'),
  Friday: msg('Friday'),
  Saturday: msg('Saturday'),
  Sunday: msg('Sunday'),
};

export const weekdays = Object.keys(dayLabels);

/** A day's label in the reader's language; an agent's own entry ('Holidays') stays unchanged. */
export function dayWords(day: string): string {
  const label = dayLabels[day];
  return label ? t(label) : day;
}

/** From Monday to Sunday, then other entries ('Holidays'). Blank entries are omitted; names are case-insensitive. */
export function orderedHours(hours: Record<string, string>): [day: string, text: string][] {
  const rank = (day: string) => {
    const at = weekdays.findIndex((name) => name.toLowerCase() === day.toLowerCase());
    return at === -1 ? weekdays.length : at;
  };
  return Object.entries(hours)
    .filter(([, text]) => text.trim() !== '')
    .sort(([one], [other]) => rank(one) - rank(other))
    .map(([day, text]) => [weekdays[rank(day)] ?? day, text.trim()]);
}
