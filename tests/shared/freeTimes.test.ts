import { expect, test } from 'vitest';
import { type AgentCalendar, freeTimes, obstacleTo, type WeekHours, weekdays } from '#shared/freeTimes.ts';
import { addDays, startOfManilaDay } from '#shared/manilaDays.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY_MINUTES = 24 * 60;
const closed = Object.fromEntries(weekdays.map((weekday) => [weekday, []])) as unknown as WeekHours;
const at = (day: string, hour: number) => new Date(startOfManilaDay(day).getTime() + hour * HOUR);
const hourFrom = (starts_at: Date) => ({ starts_at, ends_at: new Date(starts_at.getTime() + HOUR) });

let seed = 7;
const random = (below: number) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const clockOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Paints every minute of a day that is open and not taken, then tries every minute. */
function bruteForce({ hours, buffer_minutes, daysOff, taken }: AgentCalendar, day: string): number[] {
  const midnight = startOfManilaDay(day).getTime();
  if (daysOff.some(({ first_day, last_day }) => day >= first_day && day <= last_day)) return [];
  const open = Array<boolean>(DAY_MINUTES).fill(false);
  const name = weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 'sunday';
  for (const { from, to } of hours ? hours[name] : [{ from: '08:00', to: '20:00' }]) {
    const [begin, end] = [from, to].map((text) => text.split(':').map(Number)) as number[][];
    open.fill(true, (begin?.[0] ?? 0) * 60 + (begin?.[1] ?? 0), (end?.[0] ?? 0) * 60 + (end?.[1] ?? 0));
  }
  const busy = open.map((_, minute) =>
    taken.some(({ starts_at, ends_at }) => {
      const time = midnight + minute * MINUTE;
      const buffer = buffer_minutes * MINUTE;
      return time >= starts_at.getTime() - buffer && time < ends_at.getTime() + buffer;
    }),
  );
  const found: number[] = [];
  let begun = 0;
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    if (!open[minute - 1]) begun = minute;
    if (!open[minute] || (minute - begun) % 60 !== 0 || minute + 60 > DAY_MINUTES) continue;
    const hour = Array.from({ length: 60 }, (_, index) => minute + index);
    if (hour.every((one) => open[one] && !busy[one])) found.push(midnight + minute * MINUTE);
  }
  return found;
}

test('free times are what a look at every minute finds, over half a month in Manila', () => {
  let total = 0;
  for (let round = 0; round < 60; round += 1) {
    const from = addDays('2026-12-20', round * 5);
    const days = Array.from({ length: 16 }, (_, index) => addDays(from, index));
    const hours = Object.fromEntries(
      weekdays.map((weekday) => {
        const begin = random(40) * 15;
        const first = { from: clockOf(begin), to: clockOf(begin + 45 + random(12) * 15) };
        const later = { from: clockOf(960), to: random(2) ? '24:00' : '18:30' };
        return [weekday, random(5) === 0 ? [] : [later, first]];
      }),
    ) as unknown as WeekHours;
    const off = addDays(from, random(14));
    const calendar: AgentCalendar = {
      hours: round % 4 === 0 ? null : hours,
      buffer_minutes: random(4) * 15,
      daysOff: [{ first_day: off, last_day: addDays(off, 1) }],
      taken: Array.from({ length: 25 }, () => hourFrom(at(from, random(16 * 96) / 4))),
    };
    const after = at(from, 9.5);
    const expected = days.flatMap((day) => bruteForce(calendar, day)).filter((time) => time > after.getTime());
    const found = freeTimes(calendar, { from, to: addDays(from, 15), after });
    expect(
      found.map((time) => time.getTime()),
      `round ${round}`,
    ).toEqual(expected);
    for (const time of found) expect(obstacleTo(calendar, hourFrom(time))).toBeNull();
    total += found.length;
  }
  expect(total).toBeGreaterThan(2_000);
});

test('spans that touch are one, and midnight ends a day', () => {
  const hours: WeekHours = {
    ...closed,
    friday: [
      { from: '12:00', to: '13:30' },
      { from: '10:30', to: '12:00' },
    ],
  };
  const calendar = { hours, buffer_minutes: 0, daysOff: [], taken: [] };
  const times = (hour: number) => hourFrom(at('2026-03-20', hour));
  expect(obstacleTo(calendar, times(11.5))).toBeNull();
  expect(obstacleTo(calendar, times(12.75))).toBe('hours');
  expect(obstacleTo({ ...calendar, hours: null }, times(23.5))).toBeNull();
  const tomorrowOff = [{ first_day: '2026-03-21', last_day: '2026-03-21' }];
  expect(obstacleTo({ ...calendar, hours: null, daysOff: tomorrowOff }, times(23.5))).toBe('day_off');
  expect(obstacleTo({ ...calendar, hours: null, daysOff: tomorrowOff }, times(23))).toBeNull();
});
