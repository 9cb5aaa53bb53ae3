import { expect, it } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { availableFirst, placeText, statusTone } from '#web/features/agents/ListingsTab.tsx';
import { hoursRows, weekdayInManila } from '#web/features/agents/ProfileTabs.tsx';

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
