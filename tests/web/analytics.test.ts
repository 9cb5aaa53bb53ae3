import { expect, test } from 'vitest';
import type { Inquiry } from '#shared/contracts/inquiries.ts';
import type { Viewing } from '#shared/contracts/viewings.ts';
import {
  durationWords,
  inMillions,
  inThousands,
  monthLabel,
} from '#web/features/agentDashboard/analytics/figures.ts';
import { rangeOf, readRange } from '#web/features/agentDashboard/analytics/ranges.ts';
import { collectWaiting } from '#web/features/agentDashboard/overview/waiting.ts';

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
  expect(items.map(({ key }) => key)).toEqual(['inquiry 2', 'viewing 5', 'inquiry 1']);
});
