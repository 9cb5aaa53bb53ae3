import { describe, expect, test } from 'vitest';
import type { Viewing, ViewingStatus } from '#shared/contracts/viewings.ts';
import {
  dayParts,
  daysWithRoute,
  formatViewingDay,
  formatViewingHours,
  nearDay,
  nextViewing,
  sectionViewings,
  statusBadge,
  statusSentence,
  viewingDays,
} from '#web/features/viewings/viewingWords.ts';

const ANA = 1;
const AGENT = 2;
/** 11:30 on Saturday, November 21 in Manila. */
const now = new Date('2026-11-21T03:30:00.000Z');

function viewing(id: number, startsAt: string, status: ViewingStatus): Viewing {
  return {
    id,
    property: { id: 10, title: 'Corner Studio', address: '1 Ayala Avenue, Makati', image: null },
    agent: { id: AGENT, name: 'Miguel', email: 'miguel@example.com', phone: null },
    user: {
      id: ANA,
      name: 'Ana',
      email: 'ana@example.com',
      phone: null,
      email_confirmed: true,
      phone_confirmed: false,
    },
    starts_at: startsAt,
    ends_at: new Date(Date.parse(startsAt) + 3_600_000).toISOString(),
    status,
    note: null,
    created_at: '2026-11-01T00:00:00.000Z',
    outcome: null,
    outcome_note: null,
    proposed_at: null,
    proposed_by: null,
    end_reason: null,
    lapsed_at: null,
    revision: 0,
  };
}

describe('the days that are offered', () => {
  test('begin today, as it is in Manila', () => {
    expect(viewingDays(now)).toHaveLength(60);
    expect(viewingDays(now)[0]).toBe('2026-11-21');
    expect(viewingDays(now).at(-1)).toBe('2027-01-19');
    // Past midnight in Manila, still the day before in UTC.
    expect(viewingDays(new Date('2026-11-21T16:30:00.000Z'))[0]).toBe('2026-11-22');
  });
});

test('a route is offered for each day to come with two viewings that were not called off', () => {
  const all = [
    viewing(1, '2026-11-22T01:00:00.000Z', 'confirmed'),
    // Still the same day in Manila.
    viewing(2, '2026-11-22T15:00:00.000Z', 'requested'),
    viewing(3, '2026-11-22T16:30:00.000Z', 'confirmed'),
    viewing(4, '2026-11-23T02:00:00.000Z', 'cancelled'),
    viewing(5, '2026-11-20T01:00:00.000Z', 'confirmed'),
    viewing(6, '2026-11-20T03:00:00.000Z', 'confirmed'),
  ];
  expect(daysWithRoute(all, now)).toEqual(['2026-11-22']);
  expect(daysWithRoute([], now)).toEqual([]);
});

describe('words for a time', () => {
  test('are Manila’s', () => {
    expect(dayParts('2026-11-28')).toEqual({ weekday: 'Sat', day: '28', month: 'Nov' });
    expect(formatViewingDay('2026-11-27T23:00:00.000Z', now)).toBe('Saturday, November 28');
    expect(formatViewingDay('2027-01-04T06:00:00.000Z', now)).toBe('Monday, January 4, 2027');
  });

  test('name the half of the day once where both hours are in it', () => {
    expect(formatViewingHours('2026-11-28T06:00:00.000Z', '2026-11-28T07:00:00.000Z')).toBe('2:00 – 3:00 PM');
    expect(formatViewingHours('2026-11-28T03:00:00.000Z', '2026-11-28T04:00:00.000Z')).toBe('11:00 AM – 12:00 PM');
    expect(formatViewingHours('2026-11-27T16:05:00.000Z', '2026-11-27T16:35:00.000Z')).toBe('12:05 – 12:35 AM');
  });

  test('say today and tomorrow', () => {
    expect(nearDay('2026-11-21T15:59:00.000Z', now)).toBe('Today');
    expect(nearDay('2026-11-21T16:00:00.000Z', now)).toBe('Tomorrow');
    expect(nearDay('2026-11-22T16:00:00.000Z', now)).toBeNull();
  });
});

describe('a list of viewings', () => {
  const over = viewing(1, '2026-11-20T02:00:00.000Z', 'confirmed');
  const unanswered = viewing(2, '2026-11-20T05:00:00.000Z', 'requested');
  const running = viewing(3, '2026-11-21T03:00:00.000Z', 'confirmed');
  const requested = viewing(4, '2026-11-22T03:00:00.000Z', 'requested');
  const cancelled = viewing(5, '2026-11-23T03:00:00.000Z', 'cancelled');
  const proposed = viewing(6, '2026-11-24T03:00:00.000Z', 'proposed');
  const all = [over, unanswered, running, requested, cancelled, proposed];
  const ids = (viewings: Viewing[]) => viewings.map(({ id }) => id);

  test('puts first what waits for the reader’s own answer', () => {
    const { waiting, upcoming, past } = sectionViewings(all, ANA, now);
    expect(ids(waiting)).toEqual([6]);
    expect(ids(upcoming)).toEqual([3, 4]);
    expect(ids(past)).toEqual([5, 2, 1]);
    expect(ids(sectionViewings(all, AGENT, now).waiting)).toEqual([2, 4]);
  });

  test('has the next agreed one, else the next to come', () => {
    expect(nextViewing(all, now)?.id).toBe(3);
    expect(nextViewing([requested, cancelled, proposed], now)?.id).toBe(4);
    expect(nextViewing([over, unanswered, cancelled], now)).toBeUndefined();
  });

  test('says whose turn it is', () => {
    expect(statusBadge(requested, 'agent', now).label).toBe('Needs your answer');
    expect(statusBadge(requested, 'user', now).label).toBe('Requested');
    expect(statusSentence(proposed, 'user', now)).toBe('Miguel proposed this time instead');
    expect(statusSentence(proposed, 'agent', now)).toBe('Waiting for Ana to accept this time');
    expect(statusBadge(unanswered, 'agent', now)).toEqual({ label: 'Needs your answer', tone: 'warning' });
    expect(statusBadge(unanswered, 'user', now)).toEqual({ label: 'Not answered', tone: 'neutral' });
    expect(statusSentence(over, 'agent', now)).toBe('With Ana');
  });
});
