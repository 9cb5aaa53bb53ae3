import { describe, expect, it } from 'vitest';
import { manilaDay } from '#shared/manilaDays.ts';
import { clockTime, dayLabel, relativeTime, shortRelativeTime } from '#web/lib/dates.ts';

/** Half past midnight of November 21 in Manila; November 20 everywhere west of it. */
const now = new Date('2026-11-20T16:30:00.000Z');
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const HOUR = 60;
const DAY = 24 * HOUR;

describe('the day of a message', () => {
  it('is counted in Manila', () => {
    expect(manilaDay('2026-11-20T15:59:59.999Z')).toBe('2026-11-20');
    expect(manilaDay('2026-11-20T16:00:00.000Z')).toBe('2026-11-21');
    expect(clockTime('2026-11-20T16:00:00.000Z')).toBe('12:00 AM');
  });

  it('is Today, Yesterday, or a short date', () => {
    expect(dayLabel('2026-11-20T16:00:00.000Z', now)).toBe('Today');
    expect(dayLabel('2026-11-20T15:59:00.000Z', now)).toBe('Yesterday');
    expect(dayLabel('2026-11-19T15:59:00.000Z', now)).toBe('Nov 19');
    expect(dayLabel('2026-03-04T02:00:00.000Z', now)).toBe('Mar 4');
  });

  it('names the year when it is another one', () => {
    expect(dayLabel('2025-12-31T15:59:00.000Z', now)).toBe('Dec 31, 2025');
    expect(dayLabel('2025-12-31T16:00:00.000Z', now)).toBe('Jan 1');
  });
});

it('says in a list of conversations how long ago, agreeing in number', () => {
  const words = [0, 59, HOUR, 2 * HOUR, DAY - 1, DAY, 2 * DAY, 7 * DAY - 1, 7 * DAY].map((minutes) =>
    relativeTime(before(minutes), now),
  );
  expect(words).toEqual([
    'Just now',
    'Just now',
    '1 hour ago',
    '2 hours ago',
    '23 hours ago',
    '1 day ago',
    '2 days ago',
    '6 days ago',
    'Nov 14',
  ]);
});

it('says in the bell how long ago, in short', () => {
  const words = [0, 1, 59, HOUR, DAY - 1, DAY, 40 * DAY].map((minutes) => shortRelativeTime(before(minutes), now));
  expect(words).toEqual(['Just now', '1m ago', '59m ago', '1h ago', '23h ago', '1d ago', '40d ago']);
});

it('takes a moment of a server whose clock is ahead for now', () => {
  expect(relativeTime(before(-2), now)).toBe('Just now');
  expect(shortRelativeTime(before(-2), now)).toBe('Just now');
});
