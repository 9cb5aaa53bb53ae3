import { describe, expect, it } from 'vitest';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { addDays } from '#shared/manilaDays.ts';
import {
  clashingIds,
  daysOf,
  hourLabel,
  hoursOf,
  placeViewings,
  readDay,
  titleOf,
  withoutCalledOff,
} from '#web/features/viewings/calendar/calendarDays.ts';

const person = { id: 1, name: 'Ana', email: 'ana@mail.example', phone: null };

/** Hours of 21 November in Manila. */
function aViewing(id: number, start: number, status: Viewing['status'] = 'confirmed', agentId = 9): Viewing {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, 16) + hour * 3_600_000).toISOString();
  return {
    id,
    property: { id: 1, title: 'Loft', address: 'Makati', image: null },
    agent: { ...person, id: agentId },
    user: { ...person, email_confirmed: true, phone_confirmed: false },
    starts_at: at(start),
    ends_at: at(start + 1),
    status,
    note: null,
    created_at: at(0),
    outcome: null,
    outcome_note: null,
    proposed_at: null,
    proposed_by: null,
    end_reason: null,
    lapsed_at: null,
    revision: 0,
  };
}

describe('days', () => {
  it('begin the week on Monday, also over months and years', () => {
    expect(daysOf('week', '2027-01-03')).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
    expect(daysOf('week', '2026-12-28')[0]).toBe('2026-12-28');
    expect(daysOf('day', '2026-12-28')).toEqual(['2026-12-28']);
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });

  it('of an address are taken only when there are such', () => {
    expect(readDay('2026-11-21')).toBe('2026-11-21');
    for (const text of [null, '', '2026-02-31', '2026-13-01', '21-11-2026', 'today'])
      expect(readDay(text)).toBeNull();
  });

  it('are named', () => {
    expect(titleOf(['2026-11-21'])).toBe('Saturday, November 21, 2026');
    expect(titleOf(daysOf('week', '2026-11-21'))).toBe('Nov 16 – Nov 22, 2026');
    expect([0, 9, 12, 13].map(hourLabel)).toEqual(['12 AM', '9 AM', '12 PM', '1 PM']);
  });
});

describe('viewings', () => {
  it('stand on their day in Manila, side by side where they overlap', () => {
    const list = [
      aViewing(1, 9),
      aViewing(2, 9.5, 'requested'),
      aViewing(3, 10, 'proposed'),
      aViewing(4, 14),
      aViewing(5, 9, 'cancelled'),
      aViewing(6, 24),
    ];
    const placed = placeViewings(withoutCalledOff(list), '2026-11-21');
    expect(placed.map(({ viewing, start, lane, lanes }) => [viewing.id, start, lane, lanes])).toEqual([
      [1, 9, 0, 2],
      [2, 9.5, 1, 2],
      [3, 10, 0, 2],
      [4, 14, 0, 1],
    ]);
    // To show a cancelled viewing, the calendar makes room for it.
    expect(placeViewings(list, '2026-11-21').map(({ viewing, lanes }) => [viewing.id, lanes])).toEqual([
      [1, 3],
      [5, 3],
      [2, 3],
      [3, 3],
      [4, 1],
    ]);
    expect(placeViewings(list, '2026-11-22').map(({ viewing }) => viewing.id)).toEqual([6]);
  });

  it('widen the hours that are drawn', () => {
    expect(hoursOf([])).toEqual({ first: 8, last: 20 });
    expect(hoursOf(placeViewings([aViewing(1, 6.5), aViewing(2, 20.5)], '2026-11-21'))).toEqual({
      first: 6,
      last: 22,
    });
  });

  it('clash with confirmed ones of the same agent alone', () => {
    const list = [
      aViewing(1, 9),
      aViewing(2, 9.5, 'requested'),
      aViewing(3, 10, 'requested'),
      aViewing(4, 9, 'proposed'),
      aViewing(5, 9, 'declined'),
      aViewing(6, 9, 'requested', 8),
    ];
    expect([...clashingIds(list)]).toEqual([2, 4]);
  });
});
