// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PropertyList, SpokenFilters, UnderstoodSearch } from '#shared/contracts/properties.ts';
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

it('takes the lines of a pasted post as one, and asks for no names in a long one', async () => {
  const box = (await open('/properties')) as HTMLInputElement;
  const paste = (text: string) => fireEvent.paste(box, { clipboardData: { getData: () => text } });
  type(box, 'LF: ');
  box.setSelectionRange(4, 4);
  await act(async () => paste('2BR condo\r\n\r\n Loc: Makati \nBudget: 30k\n'));
  expect(box.value).toBe('LF: 2BR condo / Loc: Makati / Budget: 30k');
  await waitFor(() => expect(asText()).toBe('search=LF: 2BR condo / Loc: Makati / Budget: 30k'));
  asked = [];
  await act(async () => paste(`\n${'near a park '.repeat(20)}\n${'quiet '.repeat(60)}`));
  expect(box.value).toHaveLength(400);
  expect((await suggestions()).map((option) => option.textContent)).toEqual([expect.stringMatching(/^LF: 2BR/)]);
  expect(asked).toEqual([]);
  // One line is the browser's own affair.
  expect(paste('makati')).toBe(true);
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

const sentence = 'bgc 2br condo corner under 10m';

/** The parts of a sentence by their words; without words they stand at its end. */
const readAs = (
  search: string,
  parts: [words: string, filters: SpokenFilters, assumed?: true][],
  more: Partial<UnderstoodSearch> = {},
): UnderstoodSearch => ({
  filters: Object.assign({}, ...parts.map(([, filters]) => filters)),
  words: '',
  corrections: [],
  left_out: [],
  ...more,
  parts: [
    ...parts.map(([words, filters, assumed]) => {
      const start = words === '' ? search.length : search.indexOf(words);
      return { start, end: start + words.length, filters, ...(assumed && { assumed }) };
    }),
    ...[more.preferred ?? []].flat().map((words) => {
      const start = search.indexOf(words);
      return { start, end: start + words.length, filters: {}, preferred: true as const };
    }),
  ],
});

const understood = readAs(
  sentence,
  [
    ['bgc', { location: 'BGC' }],
    ['2br', { beds_exact: 2 }],
    ['condo', { type: 'condo' }],
    ['under 10m', { max_price: 10_000_000 }],
  ],
  { words: 'corner' },
);

/** Reads one search as a sentence, and others as they are. */
const read = (search: string, as: UnderstoodSearch) => {
  listOf = (query) => (query.get('search') === search && query.get('exact') !== '1' ? { understood: as } : {});
};
const addressed = (search: string, more = '') => `/properties?${new URLSearchParams({ search })}${more}`;

it('shows what it read as chips in the words and order of the sentence', async () => {
  read(sentence, understood);
  await open(addressed(sentence, '&bathrooms=1'));
  await waitFor(async () =>
    expect(await chips()).toEqual(['bgc', '2br', 'condo', '“corner”', 'under 10m', '1+ bathroom']),
  );
  const price = screen.getByRole('button', { name: '“under 10m”: Up to ₱10.0M' });
  expect(price.closest('.chip')?.getAttribute('title')).toBe('“under 10m”: Up to ₱10.0M');
  // A filter with a chip is not offered a second time.
  expect(screen.queryByRole('button', { name: 'Price' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('2-bedroom condos in BGC up to ₱10.0M');
});

it('takes just the words of a chip out of the search', async () => {
  read(sentence, understood);
  const box = await open(addressed(sentence, '&bathrooms=1'));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove “2br”' }));
  await waitFor(() => expect(asText()).toBe('search=bgc condo corner under 10m&bathrooms=1'));
  expect((box as HTMLInputElement).value).toBe('bgc condo corner under 10m');
});

it('takes words out that stayed text', async () => {
  read(sentence, understood);
  await open(addressed(sentence));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove “corner”' }));
  await waitFor(() => expect(asText()).toBe('search=bgc 2br condo under 10m'));
});

it('leaves no number behind that would be the number of a listing', async () => {
  const search = 'studio 25000';
  read(
    search,
    readAs(search, [
      ['studio', { beds_exact: 0 }],
      ['25000', { max_price: 25_000 }],
    ]),
  );
  await open(addressed(search));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove “studio”' }));
  await waitFor(() => expect(asText()).toBe('max_price=25000'));
});

it('opens the panel of a chip; what is chosen there takes the place of the words', async () => {
  const search = 'studio condo bgc';
  read(
    search,
    readAs(search, [
      ['studio condo', { beds_exact: 0, type: 'condo' }],
      ['bgc', { location: 'BGC' }],
    ]),
  );
  await open(addressed(search));
  fireEvent.click(await screen.findByRole('button', { name: '“bgc”: BGC' }));
  const places = await screen.findByRole('dialog', { name: 'Location' });
  fireEvent.click(await within(places).findByRole('checkbox', { name: 'Makati' }));
  await waitFor(() => expect(asText()).toBe('search=studio condo&location=BGC&location=Makati'));

  // The other filter of the same words stays.
  window.history.replaceState(null, '', addressed(search));
  cleanup();
  await open(addressed(search));
  fireEvent.click(await screen.findByRole('button', { name: '“studio condo”: Condominiums, Studio' }));
  const types = await screen.findByRole('dialog', { name: 'Unit Type' });
  fireEvent.click(await within(types).findByRole('checkbox', { name: 'Houses' }));
  await waitFor(() => expect(asText()).toBe('search=bgc&type=condo&type=house&beds_exact=0'));
});

it('opens all filters for a chip without a panel of its own', async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  const search = 'condo with parking';
  read(
    search,
    readAs(search, [
      ['condo', { type: 'condo' }],
      ['with parking', { parking: 1 }],
    ]),
  );
  await open(addressed(search));
  fireEvent.click(await screen.findByRole('button', { name: '“with parking”: 1+ parking slot' }));
  const all = await screen.findByRole('dialog', { name: 'Advanced Filters' });
  fireEvent.click(within(await within(all).findByRole('group', { name: 'Parking' })).getByLabelText('2+'));
  await waitFor(() => expect(asText()).toBe('search=condo&parking=2'));
});

it('turns what was not said with one press, and forgets it with another', async () => {
  const search = '5m condo bgc';
  const as = readAs(search, [
    ['5m', { max_price: 5_000_000 }],
    ['condo', { type: 'condo' }],
    ['bgc', { location: 'BGC' }],
    ['', { listing_type: 'sale' }, true],
  ]);
  read(search, as);
  await open(addressed(search));
  await waitFor(async () => expect(await chips()).toEqual(['5m', 'condo', 'bgc', 'For Sale?']));
  fireEvent.click(screen.getByRole('button', { name: 'For Sale? You did not say so. Press for “For Rent”' }));
  await waitFor(() => expect(asText()).toBe('search=5m condo bgc&listing_type=rent'));
  cleanup();

  await open(addressed(search));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove For Sale' }));
  await waitFor(() => expect(asText()).toBe('search=condo bgc&max_price=5000000'));
});

it('shows no chip for words that a chosen filter overrules, and one for a filter of no words', async () => {
  const search = 'condo bgc';
  const as = readAs(search, [['condo', { type: 'condo' }]]);
  const { start, end } = { start: 6, end: 9 };
  const parts = [...as.parts, { start, end, filters: { location: 'BGC' } }];
  read(search, { ...as, filters: { type: 'condo', parking: 1 }, parts });
  await open(addressed(search, '&location=Makati'));
  await waitFor(async () =>
    expect(await chips()).toEqual(['condo', 'From your search:1+ parking slot', 'Makati']),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1+ parking slot' }));
  await waitFor(() => expect(asText()).toBe('type=condo&location=Makati'));
});

it('says what was left out, and what only comes first', async () => {
  const search = 'quiet condo no flood, 100k cashout';
  const as = readAs(search, [['condo', { type: 'condo' }]], {
    preferred: 'quiet',
    left_out: ['no flood', '100k cashout'],
  });
  read(search, as);
  await open(addressed(search));
  await waitFor(async () => expect(await chips()).toEqual(['Homes with “quiet” first', 'condo']));
  expect(await screen.findByText('Not searched: “no flood”, “100k cashout”')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Homes with “quiet” first' }));
  await waitFor(() => expect(asText()).toBe('search=condo no flood, 100k cashout'));
});

it('removes a filter that was chosen without taking the words apart', async () => {
  listOf = () => ({ understood });
  await open(addressed(sentence, '&bathrooms=1'));
  await waitFor(async () => expect(await chips()).toHaveLength(6));
  fireEvent.click(screen.getByRole('button', { name: 'Remove 1+ bathroom' }));
  await waitFor(() => expect(asText()).toBe(`search=${sentence}`));
});

it('says which words it corrected, and looks for what was typed when asked to', async () => {
  const as = readAs('makti pool', [['makti', { location: 'Makati' }]], {
    words: 'pool',
    corrections: [{ from: 'makti', to: 'Makati' }],
  });
  read('makti pool', as);
  await open('/properties?search=makti+pool');
  expect(await screen.findByText(/Showing results for/)).toHaveProperty(
    'textContent',
    'Showing results for “Makati pool”. Search instead for “makti pool”',
  );
  fireEvent.click(screen.getByRole('link', { name: 'Search instead for “makti pool”' }));
  await waitFor(() => expect(asText()).toBe('search=makti pool&exact=1'));
  await waitFor(() => expect(screen.queryByText(/Showing results for/)).toBeNull());
});

it('offers an empty list without what emptied it, in the words of the search', async () => {
  const run = (words: string) => {
    const start = sentence.indexOf(words);
    return { start, end: start + words.length };
  };
  listOf = () => ({
    properties: [],
    pagination: { page: 1, limit: 20, total: 0, pages: 0, totalPages: 0 },
    understood,
    relaxations: [
      { filters: [], words: [run('corner')], total: 12 },
      { filters: [], words: [run('bgc'), run('under 10m')], total: 5 },
      { filters: ['bathrooms'], words: [], total: 1 },
      // Of which the page knows nothing.
      { filters: ['licensed'], words: [], total: 1 },
    ],
  });
  await open(addressed(sentence, '&bathrooms=3&page=2'));
  await screen.findByRole('heading', { name: 'No Properties Found' });
  const list = await screen.findByRole('list', { name: 'Try removing a filter' });
  const shown = within(list)
    .getAllByRole('link')
    .map((link) => [
      link.textContent,
      decodeURIComponent(link.getAttribute('href')?.split('?')[1] ?? '').replaceAll('+', ' '),
    ]);
  expect(shown).toEqual([
    ['Without “corner”12 properties', 'search=bgc 2br condo under 10m&bathrooms=3'],
    ['Without “bgc”, “under 10m”5 properties', 'search=2br condo corner&bathrooms=3'],
    ['Without “3+ bathrooms”1 property', `search=${sentence}`],
  ]);
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

it('parts the places in one text of an old address, and keeps the rest', async () => {
  await open('/properties?location=Makati, BGC&location=BGC, Taguig&page=2&bathrooms=1');
  await waitFor(() => expect(address.getAll('location')).toEqual(['Makati', 'BGC', 'BGC, Taguig']));
  expect(asText()).toContain('bathrooms=1');
});

it('says in the title of the window all that the head of the page says', async () => {
  await open('/properties?type=condo&location=Makati&bathrooms=2&exclude_type=house&search=pool&exact=1');
  const said = 'Condominiums in Makati · 2+ bathrooms · Not Houses · “pool”';
  await waitFor(() => expect(document.title).toMatch(new RegExp(`^${said.replaceAll('+', '\\+')}`)));
});
