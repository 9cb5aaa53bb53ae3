// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { availableFirst, placeText, statusTone } from '#web/features/agents/AgentProfileScreen.tsx';
import { hoursRows, weekdayInManila } from '#web/features/agents/ProfileTabs.tsx';
import { prefetchAgent } from '#web/features/agents/queries.ts';
import { Refusal, stubServer } from './rendering.tsx';

it('lists the hours from Monday on, notes last, blank ones not at all', () => {
  const rows = hoursRows(
    { Holidays: 'Closed', sunday: 'By appointment', Monday: '9:00 AM - 6:00 PM', Tuesday: ' ' },
    'Sunday',
  );
  expect(rows).toEqual([
    { day: 'Monday', text: '9:00 AM - 6:00 PM', isToday: false, isByAppointment: false },
    { day: 'Sunday', text: 'By appointment', isToday: true, isByAppointment: true },
    { day: 'Holidays', text: 'Closed', isToday: false, isByAppointment: false },
  ]);
});

it('knows which day it is in Manila, wherever the visitor is', () => {
  expect(weekdayInManila(new Date('2026-11-20T15:59:00Z'))).toBe('Friday');
  expect(weekdayInManila(new Date('2026-11-20T16:00:00Z'))).toBe('Saturday');
});

it('colours available green, sold red, anything else yellow', () => {
  expect((['available', 'sold', 'pending', 'rented'] as const).map(statusTone)).toEqual([
    'success',
    'danger',
    'warning',
    'warning',
  ]);
});

it('names the address, else the city', () => {
  expect(placeText({ address: '1 Acacia', city: 'Pasig' })).toBe('1 Acacia');
  expect(placeText({ address: ' ', city: 'Pasig' })).toBe('Pasig');
  expect(placeText({ address: '', city: '' })).toBe('Location not available');
});

it('puts what can still be had first and keeps the order otherwise', () => {
  const listings = (['sold', 'available', 'rented', 'available'] as const).map(
    (status, id) => ({ id, status }) as Property,
  );
  expect(availableFirst(listings).map(({ id }) => id)).toEqual([1, 3, 0, 2]);
});

it.each([
  ['of an agent there is not, nothing more', new Refusal(404), ['GET /api/agents/5']],
  [
    'of one there is, the listings and the reviews too',
    { id: 5 },
    ['GET /api/agents/5', 'GET /api/agents/5/properties', 'GET /api/agents/5/reviews'],
  ],
])('asks ahead %s', async (_name, agent, expected) => {
  const calls = stubServer({
    'GET /api/agents/5': async () => {
      if (agent instanceof Refusal) throw agent;
      return agent;
    },
    'GET /api/agents/5/properties': () => [],
    'GET /api/agents/5/reviews': () => [],
  });
  const destination = { params: { id: '5' }, search: new URLSearchParams(), userId: 1 };
  await Promise.all(prefetchAgent(new QueryClient(), destination));
  expect(calls).toEqual(expected);
});
