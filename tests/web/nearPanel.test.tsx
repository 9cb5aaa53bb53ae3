// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  changeState,
  type ListState,
  readListState,
  writeListState,
} from '#web/features/properties/list/listState.ts';
import { pillOf } from '#web/features/properties/list/listWords.ts';
import { NearPanel } from '#web/features/properties/list/NearPanel.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp } from './rendering.tsx';

const known = [
  { slug: 'ust', name: 'University of Santo Tomas', kind: 'school', lat: 14.6098, lng: 120.9895 },
  { slug: 'ust-hospital', name: 'UST Hospital', kind: 'hospital', lat: 14.6112, lng: 120.9902 },
];
let asked: string[];

beforeEach(() => {
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  asked = [];
  globalThis.fetch = async (input) => {
    const { pathname, searchParams } = new URL(String(input), 'http://here');
    const q = searchParams.get('q') ?? '';
    if (pathname === '/api/places') asked.push(q);
    const places = q.startsWith('ust') ? known : [];
    return Response.json({ success: true, data: { places } });
  };
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

/** @returns the address that the panel's changes lead to */
function open(address = '') {
  let state = readListState(new URLSearchParams(address));
  const show = () => {
    cleanup();
    renderInApp(<NearPanel {...{ state, onChange }} />);
  };
  const onChange = (change: Partial<ListState>) => {
    state = changeState(state, change);
    show();
  };
  show();
  return () => String(writeListState(state));
}

const box = () => screen.getByRole('combobox', { name: 'Near a place' });
const type = (text: string) => fireEvent.change(box(), { target: { value: text } });

test('letters find known places, one is picked and stands as a tag that can be taken away', async () => {
  const address = open('type=condo');
  expect(screen.queryByRole('group', { name: 'How near' })).toBeNull();
  type('ust');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'University of Santo TomasSchool',
    'UST HospitalHospital',
  ]);
  fireEvent.keyDown(box(), { key: 'ArrowDown' });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(address()).toBe('type=condo&near=ust');
  const chosen = within(screen.getByRole('list', { name: 'Chosen places' }));
  expect(await chosen.findByText('University of Santo Tomas')).toBeTruthy();
  // The chosen place is not offered again.
  type('ust');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  fireEvent.click(screen.getByRole('option'));
  expect(address()).toBe('type=condo&near=ust&near=ust-hospital');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove University of Santo Tomas' }));
  expect(address()).toBe('type=condo&near=ust-hospital');
});

test('the distance is chosen once there is a place, and goes with the last one', async () => {
  const address = open('near=ust');
  const distances = within(screen.getByRole('group', { name: 'How near' }));
  expect(distances.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '500 m',
    '1 km',
    '2 km',
    '3 km',
  ]);
  expect(distances.getByRole('button', { pressed: true }).textContent).toBe('1 km');
  fireEvent.click(distances.getByRole('button', { name: '2 km' }));
  expect(address()).toBe('near=ust&near_m=2000');
  fireEvent.click(screen.getByRole('button', { name: '1 km' }));
  expect(address()).toBe('near=ust');
  fireEvent.click(screen.getByRole('button', { name: '500 m' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove University of Santo Tomas' }));
  expect(address()).toBe('');
});

test('another distance of an address is offered, too', () => {
  open('near=ust&near_m=1500');
  expect(screen.getByRole('button', { pressed: true }).textContent).toBe('1.5 km');
});

test('an unknown place is said to be none; nothing typed asks for nothing', async () => {
  open();
  type('  ');
  type('atlantis');
  expect(await screen.findByText(/^We know no such place/)).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
  expect(asked).toEqual(['atlantis']);
});

test('with ten places no further one is offered', async () => {
  const slugs = ['feu', 'dlsu', 'pup', 'ateneo', 'mrt', 'lrt-1', 'lrt-2', 'moa', 'megamall', 'naia'];
  open(slugs.map((slug) => `near=${slug}`).join('&'));
  type('ust');
  expect(await screen.findByText('You can filter by at most 10 places')).toBeTruthy();
  expect(screen.queryByRole('option')).toBeNull();
});

test('its chip opens it', () => {
  expect(pillOf('near ust')).toBe('near');
});
