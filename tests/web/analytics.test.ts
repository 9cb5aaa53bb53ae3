import { describe, expect, test } from 'vitest';
import type { TopProperty } from '#shared/contracts/analytics.ts';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import { sortProperties, titleOf } from '#web/features/analytics/AnalyticsTab.tsx';
import {
  durationWords,
  inMillions,
  inThousands,
  monthLabel,
  rangeOf,
  rangeWords,
  readRange,
} from '#web/features/analytics/figures.ts';
import { collectWaiting, nextViewings } from '#web/features/overview/AgentOverview.tsx';

/** 01:30 on 1 February in Manila. */
const now = new Date('2026-01-31T17:30:00Z');

test.each([
  ['all', null],
  ['this-month', { from: '2026-02-01', to: '2026-02-01' }],
  ['3-months', { from: '2025-12-01', to: '2026-02-01' }],
  ['12-months', { from: '2025-03-01', to: '2026-02-01' }],
  ['this-year', { from: '2026-01-01', to: '2026-02-01' }],
] as const)('%s, by Manila’s calendar', (choice, range) => expect(rangeOf(choice, now)).toEqual(range));

test.each([
  ['', 'all'],
  ['range=6-months', '6-months'],
  ['range=custom', 'all'],
  ['from=2026-01-01&to=2026-01-31', 'custom'],
  ['from=2026-02-01&to=2026-01-31', 'all'],
  ['from=yesterday&to=2026-01-31', 'all'],
])('the address ?%s means %s', (query, choice) =>
  expect(readRange(new URLSearchParams(query), now).choice).toBe(choice),
);

test('figures are written as specified', () => {
  expect(inMillions(12_540_000)).toBe('₱12.5M');
  expect(inMillions(0)).toBe('₱0.0M');
  expect(inThousands(85_400)).toBe('₱85K');
  expect(monthLabel('2026-01')).toBe('Jan 26');
  expect([null, 12.4, 90, 2_880].map(durationWords)).toEqual(['–', '12 min', '1.5 h', '2.0 days']);
});

test('what waits longest comes first; what is answered, past or another’s does not wait', () => {
  const contact = (id: number, status: string, created_at: string) =>
    ({ id, status, created_at, name: `Client ${id}`, message: 'Hello' }) as Inquiry;
  const viewing = (id: number, status: string, starts_at: string, agentId = 1) =>
    ({
      id,
      status,
      starts_at,
      created_at: '2026-01-30T00:00:00Z',
      agent: { id: agentId },
      user: { name: `Visitor ${id}` },
      property: { title: 'A flat' },
    }) as Viewing;
  const items = collectWaiting(
    [
      contact(1, 'new', '2026-01-31T00:00:00Z'),
      contact(2, 'read', '2026-01-29T00:00:00Z'),
      contact(3, 'replied', '2026-01-28T00:00:00Z'),
      contact(4, 'closed', '2026-01-28T00:00:00Z'),
    ],
    [
      viewing(5, 'requested', '2026-02-02T00:00:00Z'),
      viewing(6, 'requested', '2026-01-02T00:00:00Z'),
      viewing(7, 'confirmed', '2026-02-02T00:00:00Z'),
      viewing(8, 'requested', '2026-02-02T00:00:00Z', 2),
    ],
    1,
    now,
  );
  expect(items.map(({ key, when }) => [key, when])).toEqual([
    ['inquiry 2', '2 days ago'],
    ['viewing 5', '1 day ago'],
    ['inquiry 1', '17 hours ago'],
  ]);
  expect(items[0]?.to).toBe('/agent-dashboard?tab=messages&inquiry=2');
});

test('the next viewings are agreed on, one’s own, not over, and the soonest first', () => {
  const viewing = (id: number, status: string, starts_at: string, agentId = 1) =>
    ({
      id,
      status,
      starts_at,
      ends_at: new Date(Date.parse(starts_at) + 3_600_000).toISOString(),
      agent: { id: agentId },
      user: { name: `Visitor ${id}` },
      property: { title: 'A flat' },
    }) as Viewing;
  const items = nextViewings(
    [
      viewing(1, 'confirmed', '2026-02-05T06:00:00Z'),
      viewing(2, 'confirmed', '2026-02-01T01:00:00Z'),
      // The viewing has begun, and the agent is there.
      viewing(3, 'confirmed', '2026-01-31T17:00:00Z'),
      viewing(4, 'confirmed', '2026-01-31T16:00:00Z'),
      viewing(5, 'requested', '2026-02-01T01:00:00Z'),
      viewing(6, 'cancelled', '2026-02-01T01:00:00Z'),
      viewing(7, 'confirmed', '2026-02-01T01:00:00Z', 2),
    ],
    1,
    now,
  );
  expect(items.map(({ key, when }) => [key, when])).toEqual([
    ['viewing 3', 'Today, 1:00 AM'],
    ['viewing 2', 'Today, 9:00 AM'],
    ['viewing 1', 'Thu, Feb 5, 2:00 PM'],
  ]);
});

test('a period is called what it was chosen by', () => {
  expect(rangeWords('6-months')).toBe('Last 6 months');
  expect(rangeWords('custom')).toBe('In these days');
});

describe('the best listings', () => {
  const listing = (id: number, title: string, price: number, status: TopProperty['status']): TopProperty => ({
    id,
    title,
    price,
    views: 10 - id,
    inquiries: id % 2,
    status,
  });
  const listings = [
    listing(1, 'Unit 10', 900, 'sold'),
    listing(2, ' ', 30, 'available'),
    listing(3, 'Unit 9', 4_000, 'rented'),
    listing(4, 'Ácacia Homes', 500, 'pending'),
  ];
  const sorted = (key: string, order: 'asc' | 'desc') =>
    sortProperties(listings, { key, order }).map(({ id }) => id);

  test('without a title are untitled', () => expect(titleOf({ title: '  ' })).toBe('Untitled Property'));

  test.each([
    ['title', 'asc', [4, 3, 1, 2]],
    ['price', 'asc', [2, 4, 1, 3]],
    ['price', 'desc', [3, 1, 4, 2]],
    ['views', 'desc', [1, 2, 3, 4]],
    // Equal ones stay as they come.
    ['inquiries', 'desc', [1, 3, 2, 4]],
    ['inquiries', 'asc', [2, 4, 1, 3]],
    ['status', 'asc', [2, 4, 3, 1]],
    ['nothing known', 'asc', [1, 2, 3, 4]],
  ] as const)('by %s, %s', (key, order, ids) => expect(sorted(key, order)).toEqual(ids));
});
