import type { ConsolePreferences } from '#shared/desktopBridge.ts';

/** Why a notice is not to be shown now; null when it is. The reason goes to the log. */
export function whyQuiet(preferences: ConsolePreferences, now: Date): string | null {
  if (!preferences.notifications) return 'notifications are switched off';
  if (preferences.doNotDisturb) return 'do not disturb is on';
  const { isOn, from, to } = preferences.quietHours;
  if (isOn && isBetween(minutesOf(now), minutesOf(from), minutesOf(to)))
    return `quiet hours ${from} to ${to}`;
  return null;
}

function minutesOf(time: Date | string): number {
  if (time instanceof Date) return time.getHours() * 60 + time.getMinutes();
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Hours that begin in the evening go on past midnight; from and to alike are no hours at all. */
function isBetween(now: number, from: number, to: number): boolean {
  return from <= to ? now >= from && now < to : now >= from || now < to;
}
