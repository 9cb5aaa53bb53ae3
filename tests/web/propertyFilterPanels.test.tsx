// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { knownPlaces } from '#shared/gazetteer/knownPlaces.ts';
import { FilterPanel } from '#web/features/properties/list/Filters.tsx';
import {
  changeState,
  type ListState,
  listQuery,
  readListState,
  writeListState,
} from '#web/features/properties/list/listState.ts';
import type { PillName } from '#web/features/properties/list/listWords.ts';
import { PropertyListScreen } from '#web/features/properties/PropertyListScreen.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { useLocation } from '#web/lib/router.tsx';
import { aProperty } from './aProperty.ts';
import { renderInApp } from './rendering.tsx';

let asked: string[];

beforeEach(() => {
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  asked = [];
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), 'http://here');
    asked.push(url.search);
    if (url.searchParams.has('near', 'nowhere'))
      return Response.json(
        { success: false, error: 'This is no known place', code: 'invalid_input' },
        { status: 400 },
      );
    const pagination = { page: 1, limit: 20, total: 1, pages: 1, totalPages: 1 };
    const counts = { type: { condo: 7, house: 3 } };
    const data = { properties: [aProperty({ id: 1 })], pagination, total: 1, is_estimate: false, counts };
    return Response.json({ success: true, data: { ...data, prices: null } });
  };
});

afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

const read = (address: string) => readListState(new URLSearchParams(address));

/** The panel of a pill; the address that its changes lead to. */
function openPanel(pill: PillName, address: string) {
  let state = read(address);
  const show = () => {
    cleanup();
    renderInApp(<FilterPanel {...{ pill, state, onChange }} query={listQuery(state)} />);
  };
  const onChange = (change: Partial<ListState>) => {
    state = changeState(state, change);
    show();
  };
  show();
  return () => decodeURIComponent(String(writeListState(state))).replaceAll('+', ' ');
}

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const offered = () => screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent);

it('offers land and duplexes behind the specified categories, and every city behind the specified places', () => {
  openPanel('type', '');
  expect(offered().slice(0, 5)).toEqual(['All Properties', 'Condominiums', 'Houses', 'Apartments', 'Commercial']);
  expect(offered()).toEqual(expect.arrayContaining(['Land', 'Duplexes']));
  openPanel('location', '');
  expect(offered()).toEqual(expect.arrayContaining(['Taguig', 'Pasay', 'Parañaque', 'San Juan', 'Marikina']));
});

it('takes several places; a press on all of them clears', () => {
  const address = openPanel('location', 'location=Makati+City&location=Salcedo+Village');
  expect(box('Makati').checked).toBe(true);
  expect(box('Salcedo Village').checked).toBe(true);
  expect(box('All Locations').checked).toBe(false);
  fireEvent.click(box('BGC'));
  expect(address()).toBe('location=Makati&location=Salcedo Village&location=BGC');
  fireEvent.click(box('Makati'));
  expect(address()).toBe('location=Salcedo Village&location=BGC');
  fireEvent.click(box('All Locations'));
  expect(address()).toBe('');
});

it('takes several types, beside which stands how many each would leave', async () => {
  const address = openPanel('type', 'type=condo');
  await waitFor(() => expect(offered()).toContain('Condominiums77 properties'));
  fireEvent.click(box('Houses'));
  expect(address()).toBe('type=condo&type=house');
});

it('takes bedrooms from a number up to another one', () => {
  const address = openPanel('beds', '');
  const radio = (name: string) =>
    within(screen.getByRole('group', { name: 'Bedrooms' })).getByRole('radio', { name });
  const most = () => screen.getByLabelText<HTMLSelectElement>('Bedrooms at most');
  const upTo = (value: string) => fireEvent.change(most(), { target: { value } });
  fireEvent.click(radio('2+'));
  upTo('3');
  expect(address()).toBe('bedrooms=2&max_bedrooms=3');
  fireEvent.click(radio('1'));
  expect(address()).toBe('bedrooms=1&max_bedrooms=3');
  fireEvent.click(radio('4'));
  expect(address()).toBe('bedrooms=4');
  upTo('4');
  expect(address()).toBe('beds_exact=4');
  fireEvent.click(radio('Studio'));
  expect(address()).toBe('beds_exact=0');
  upTo('1');
  expect(address()).toBe('max_bedrooms=1');
  fireEvent.click(radio('Any'));
  expect(address()).toBe('');
});

function Address() {
  return <output>{useLocation().search}</output>;
}

const open = (path: string) =>
  renderInApp(
    <>
      <PropertyListScreen />
      <Address />
    </>,
    path,
  );

it('names the places that homes are near to, and leaves out what is no place', async () => {
  const { slug, name } = knownPlaces[0] ?? expect.fail();
  open(`/properties?near=${slug}&near=nowhere&near_m=500`);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(`?near=${slug}&near_m=500`));
  await screen.findByText(`Near ${name} · 500 m`);
  await screen.findByRole('heading', { level: 1, name: `Properties near ${name}` });
  expect(asked).toContain(`?status=available&near=${slug}&near_m=500&sort=newest&page=1&limit=20`);
});
