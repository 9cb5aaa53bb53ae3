import { expect, test } from 'vitest';
import type { HistoryEvent } from '#shared/contracts/properties.ts';
import { freshnessWords } from '#web/features/properties/index.ts';
import {
  eventWords,
  notableEvents,
  priceDifference,
  pricePoints,
} from '#web/features/propertyPage/ListingHistory.tsx';

const event = (day: number, kind: HistoryEvent['kind'], price: number, more: Partial<HistoryEvent> = {}) => ({
  at: `2026-03-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  kind,
  price,
  previous_price: null,
  status: 'available' as const,
  ...more,
});
const at = (day: number) => Date.parse(event(day, 'listed', 0).at);

const events: HistoryEvent[] = [
  event(9, 'confirmed', 900),
  event(8, 'price', 900, { previous_price: 950 }),
  event(6, 'confirmed', 950),
  event(4, 'price', 950, { previous_price: 1000 }),
  event(1, 'listed', 1000),
];

test('of confirmations the last alone is told', () => {
  expect(notableEvents(events).map(({ at }) => at.slice(8, 10))).toEqual(['09', '08', '04', '01']);
});

test('the chart begins at the price it was listed at, also where that is beyond the history', () => {
  const points = [
    { at: at(1), price: 1000 },
    { at: at(4), price: 950 },
    { at: at(8), price: 900 },
  ];
  expect(pricePoints(events)).toEqual(points);
  expect(pricePoints(events.slice(0, -1))).toEqual([{ at: at(4), price: 1000 }, ...points.slice(1)]);
  expect(pricePoints(events.slice(0, 1))).toEqual([]);
});

test('a difference has its sign, its pesos and its share', () => {
  expect(priceDifference(8_500_000, 8_000_000)).toBe('−₱500,000 (5.9%)');
  expect(priceDifference(20_000, 21_500)).toBe('+₱1,500 (7.5%)');
});

test('what is available again was pending, or is back on the market', () => {
  const again = event(9, 'status', 900);
  expect(eventWords(again, 'pending', 'sale').text).toBe('Available again');
  expect(eventWords(again, 'sold', 'sale').text).toBe('Back on the market');
  expect(eventWords({ ...again, status: 'rented' }, 'available', 'rent').text).toBe('Rented at ₱900/month');
});

test('a listing tells when its agent last stood by it', () => {
  const words = (confirmed: number | null, fresh: number, today: number, status = 'available' as const) =>
    freshnessWords(
      {
        status,
        created_at: event(1, 'listed', 0).at,
        confirmed_at: confirmed === null ? null : event(confirmed, 'confirmed', 0).at,
        fresh_at: event(fresh, 'confirmed', 0).at,
      },
      new Date(at(1) + (today - 1) * 86_400_000 + 1),
    )?.text;
  expect(words(null, 1, 7)).toBeUndefined();
  expect(words(null, 1, 8)).toBe('Not confirmed since it was listed 7 days ago');
  expect(words(5, 5, 5)).toBe('Availability confirmed today');
  expect(words(5, 5, 8)).toBe('Availability confirmed 3 days ago');
  expect(words(5, 6, 7)).toBe('Price or status changed 1 day ago');
  expect(words(5, 5, 64)).toBe('Availability confirmed 59 days ago');
  expect(words(5, 5, 65)).toBe('Not confirmed for 60 days');
  expect(words(5, 5, 65, 'sold' as 'available')).toBeUndefined();
});
