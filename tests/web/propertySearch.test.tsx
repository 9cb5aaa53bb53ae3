// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PropertyList } from '#shared/contracts/properties.ts';
import type { Suggestion } from '#shared/contracts/search.ts';
import { FilterSheet } from '#web/features/properties/list/Filters.tsx';
import { emptyState, listQuery } from '#web/features/properties/list/listState.ts';
import { PropertyListScreen } from '#web/features/properties/PropertyListScreen.tsx';
import {
  clearRecentSearches,
  keepRecentSearch,
  markTyped,
} from '#web/features/properties/search/SuggestionList.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { useLocation } from '#web/lib/router.tsx';
import { aProperty } from './aProperty.ts';
import { renderInApp } from './rendering.tsx';

let suggest: (typed: string) => Promise<Suggestion[]> | Suggestion[];
let listOf: (query: URLSearchParams) => Partial<PropertyList>;
let asked: string[];

beforeEach(() => {
  window.matchMedia = (media) =>
    ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  window.localStorage.clear();
  clearRecentSearches(null);
  asked = [];
  suggest = () => [];
  listOf = () => ({});
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), 'http://here');
    const answer = async () => {
      if (url.pathname === '/api/search/suggest') {
        const typed = url.searchParams.get('q') ?? '';
        asked.push(typed);
        return { suggestions: await suggest(typed) };
      }
      const properties = [aProperty({ id: 1, title: 'Home 1' })];
      const pagination = { page: 1, limit: 20, total: 1, pages: 1, totalPages: 1 };
      return { properties, pagination, ...listOf(url.searchParams) };
    };
    return Response.json({ success: true, data: await answer() });
  };
});

afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

let address: URLSearchParams;

function Address() {
  address = new URLSearchParams(useLocation().search);
  return null;
}

const open = (path: string) => {
  renderInApp(
    <>
      <PropertyListScreen />
      <Address />
    </>,
    path,
  );
  return screen.findByRole('combobox', { name: 'Search properties' });
};
const asText = () => decodeURIComponent(address.toString()).replaceAll('+', ' ');
const type = (box: HTMLElement, text: string) => fireEvent.change(box, { target: { value: text } });
const press = (box: HTMLElement, key: string) => fireEvent.keyDown(box, { key });
const suggestions = async () =>
  within(await screen.findByRole('listbox', { name: 'Suggestions' })).getAllByRole('option');
const area = (text: string, count: number): Suggestion => ({
  kind: 'area',
  text,
  url: `/properties?location=${text}`,
  count,
});
const chips = async () =>
  within(await screen.findByRole('list', { name: 'Active filters' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent);

it('offers what is typed to the arrow keys; Enter takes the place and keeps the other filters', async () => {
  suggest = () => [area('Makati', 42), area('Mandaluyong', 7)];
  const box = await open('/properties?bedrooms=2&view=grid');
  type(box, 'ma');
  expect((await suggestions()).map((option) => option.textContent)).toEqual([
    'MakatiArea4242 properties',
    'MandaluyongArea77 properties',
  ]);
  expect(box.getAttribute('aria-expanded')).toBe('true');
  expect(box.getAttribute('aria-activedescendant')).toBeNull();

  press(box, 'ArrowDown');
  press(box, 'ArrowDown');
  const [first, second] = await suggestions();
  expect(box.getAttribute('aria-activedescendant')).toBe(second?.id);
  press(box, 'ArrowDown');
  expect(box.getAttribute('aria-activedescendant')).toBeNull();
  press(box, 'ArrowDown');
  expect(first?.getAttribute('aria-selected')).toBe('true');

  press(box, 'Enter');
  await waitFor(() => expect(asText()).toBe('location=Makati&bedrooms=2'));
  expect((box as HTMLInputElement).value).toBe('');
  expect(screen.queryByRole('listbox')).toBeNull();
});

it('closes on Escape and keeps what was typed', async () => {
  suggest = () => [area('Makati', 42)];
  const box = await open('/properties');
  type(box, 'mak');
  await suggestions();
  press(box, 'Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect((box as HTMLInputElement).value).toBe('mak');
  await waitFor(() => expect(asText()).toBe('search=mak'));
});

it('never shows an earlier answer after a later one', async () => {
  const answers = new Map<string, (found: Suggestion[]) => void>();
  suggest = (typed) => new Promise((resolve) => answers.set(typed, resolve));
  const box = await open('/properties');
  type(box, 'pa');
  await waitFor(() => expect(asked).toEqual(['pa']));
  type(box, 'pas');
  await waitFor(() => expect(asked).toEqual(['pa', 'pas']));
  await act(async () => answers.get('pas')?.([area('Pasay', 3)]));
  const [shown] = await suggestions();
  expect(shown?.textContent).toContain('Pasay');
  await act(async () => answers.get('pa')?.([area('Pateros', 1)]));
  expect((await suggestions()).map((option) => option.textContent)).toEqual([shown?.textContent]);
});

it('asks once for letters typed quickly', async () => {
  const box = await open('/properties');
  for (const typed of ['b', 'bg', 'bgc']) type(box, typed);
  await waitFor(() => expect(asked.at(-1)).toBe('bgc'));
  expect(asked).not.toContain('bg');
});

it('keeps own searches, of guests and accounts apart, and forgets them when told to', async () => {
  keepRecentSearch(7, { text: 'somebody else', url: '/properties?search=else' });
  const box = await open('/properties');
  for (const words of ['pool', 'garden', 'Pool']) {
    type(box, words);
    fireEvent.submit(box);
  }
  type(box, '');
  fireEvent.focus(box);
  expect((await suggestions()).map((option) => option.textContent)).toEqual(['Pool', 'garden']);

  fireEvent.click(screen.getByRole('button', { name: 'Remove “Pool” from the recent searches' }));
  expect((await suggestions()).map((option) => option.textContent)).toEqual(['garden']);
  fireEvent.click((await suggestions())[0] as HTMLElement);
  await waitFor(() => expect(asText()).toBe('search=garden'));

  type(box, '');
  fireEvent.focus(box);
  await suggestions();
  fireEvent.click(screen.getByRole('button', { name: 'Clear recent searches' }));
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(JSON.parse(window.localStorage.getItem('silong_recent_searches') ?? '')).toMatchObject({
    7: [{ text: 'somebody else' }],
    guest: [],
  });
});

it('marks the letters that were typed where words begin with them', () => {
  const marked = (text: string, typed: string) =>
    markTyped(text, typed)
      .map(({ part, isTyped }) => (isTyped ? `[${part}]` : part))
      .join('');
  expect(marked('Makati', 'mak')).toBe('[Mak]ati');
  expect(marked('Las Piñas', 'pina')).toBe('Las [Piña]s');
  expect(marked('Bonifacio Global City', 'glo bon')).toBe('[Bon]ifacio [Glo]bal City');
  expect(marked('San Juan', 'an')).toBe('San Juan');
});

const understood: PropertyList['understood'] = {
  filters: { location: 'BGC', beds_exact: 2, type: 'condo', max_price: 10_000_000 },
  words: 'corner',
  corrections: [],
};

it('shows what it read out of the words as chips; one that is removed stays removed', async () => {
  listOf = (query) => (query.get('exact') === '1' ? {} : { understood });
  await open('/properties?search=bgc+2br+condo+corner+under+10m&bathrooms=1');
  await waitFor(async () =>
    expect(await chips()).toEqual([
      '“corner”',
      'From your search:Condominiums',
      'From your search:BGC',
      'From your search:Up to ₱10.0M',
      'From your search:2 bedrooms',
      '1+ bathroom',
    ]),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove 2 bedrooms' }));
  await waitFor(() =>
    expect(asText()).toBe('search=corner&type=condo&location=BGC&max_price=10000000&bathrooms=1&exact=1'),
  );
  expect(await chips()).toEqual(['“corner”', 'Condominiums', 'BGC', 'Up to ₱10.0M', '1+ bathroom']);
});

it('removes a filter that was chosen without taking the words apart', async () => {
  listOf = () => ({ understood });
  await open('/properties?search=bgc+2br&bathrooms=1');
  await waitFor(async () => expect(await chips()).toHaveLength(6));
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1+ bathroom' }));
  await waitFor(() => expect(asText()).toBe('search=bgc 2br'));
});

it('says which words it corrected, and looks for what was typed when asked to', async () => {
  listOf = (query) =>
    query.get('exact') === '1'
      ? {}
      : {
          understood: {
            filters: { location: 'Makati' },
            words: 'pool',
            corrections: [{ from: 'makti', to: 'Makati' }],
          },
        };
  await open('/properties?search=makti+pool');
  expect(await screen.findByText(/Showing results for/)).toHaveProperty(
    'textContent',
    'Showing results for “Makati pool”. Search instead for “makti pool”',
  );
  fireEvent.click(screen.getByRole('link', { name: 'Search instead for “makti pool”' }));
  await waitFor(() => expect(asText()).toBe('search=makti pool&exact=1'));
  await waitFor(() => expect(screen.queryByText(/Showing results for/)).toBeNull());
});

it('offers an empty list without what emptied it', async () => {
  listOf = () => ({
    properties: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0, totalPages: 0 },
    understood: { ...understood, words: 'corner pool' },
    relaxations: [
      { filter: null, word: 'pool', total: 12 },
      { filter: 'price', word: null, total: 5 },
      { filter: 'bathrooms', word: null, total: 1 },
    ],
  });
  await open('/properties?search=bgc+2br+condo+corner+pool+under+10m&bathrooms=3');
  await screen.findByRole('heading', { name: 'No Properties Found' });
  const links = within(screen.getByRole('list', { name: 'Try removing a filter' })).getAllByRole('link');
  const shown = links.map((link) => [
    link.textContent,
    new URLSearchParams(link.getAttribute('href')?.split('?')[1]),
  ]);
  expect(shown.map(([text]) => text)).toEqual([
    'Without “pool”12 properties',
    'Without “Up to ₱10.0M”5 properties',
    'Without “3+ bathrooms”1 property',
  ]);
  const filters = { type: 'condo', location: 'BGC', beds_exact: '2', bathrooms: '3', exact: '1' };
  const read = (index: number) => Object.fromEntries(shown[index]?.[1] as URLSearchParams);
  expect(read(0)).toEqual({ ...filters, search: 'corner', max_price: '10000000' });
  expect(read(1)).toEqual({ ...filters, search: 'corner pool' });
});

it('asks for no feature that has a filter of its own, and begins with those people look for', async () => {
  const features = { CCTV: 9, 'Parking Slot': 8, 'Fully Furnished': 7, 'Pet-Friendly': 6, 'Swimming Pool': 5 };
  globalThis.fetch = async () =>
    Response.json({
      success: true,
      data: { total: 9, is_estimate: false, counts: { features }, prices: null },
    });
  const props = { state: emptyState, query: listQuery(emptyState), onChange() {}, onClear() {}, onClose() {} };
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  renderInApp(<FilterSheet closeLabel="Show 9 properties" {...props} />);
  fireEvent.click(screen.getByRole('button', { name: 'More filters' }));
  const group = await screen.findByRole('group', { name: 'Features' });
  const offered = within(group).getAllByRole('checkbox');
  expect(offered.map((box) => box.closest('label')?.textContent)).toEqual([
    expect.stringMatching(/^Swimming Pool/),
    expect.stringMatching(/^CCTV/),
  ]);
});
