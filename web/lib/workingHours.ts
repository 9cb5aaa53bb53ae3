import { type Message, msg } from '#shared/messages.ts';
import { t } from './i18n.tsx';

/** By the names under which working hours are kept. */
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

/** A day in the reader's language; what an agent added ('Holidays') as they wrote it. */
export function dayWords(day: string): string {
  const label = dayLabels[day];
  return label ? t(label) : day;
}

/** From Monday to Sunday, then whatever else is said ('Holidays'); days are known in any case. Blank ones are left out. */
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
