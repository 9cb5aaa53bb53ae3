// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { recordViewed } from '#web/features/history/index.ts';
import { PropertyCard, PropertyRow } from '#web/features/properties/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { aProperty } from './aProperty.ts';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS - 1_000).toISOString();

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  stubServer({ 'GET /api/lists': () => ({ lists: [] }) });
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
  vi.restoreAllMocks();
});

const draw = (changes: Parameters<typeof aProperty>[0] = {}) => {
  const property: Property = aProperty({ fresh_at: daysAgo(0), ...changes });
  renderInApp(<PropertyCard property={property} />);
  return screen.getByRole('article');
};
const openMenu = async (card: HTMLElement) => {
  fireEvent.click(within(card).getByRole('button', { name: 'More actions for Corner Unit & Balcony' }));
  return within(await within(card).findByRole('menu')).getAllByRole('menuitem');
};

test('a card says all that is specified, its facts in their order', () => {
  recordViewed(1);
  const card = draw({
    images: ['/media/a.webp', '/media/b.webp'],
    video_url: 'https://youtu.be/x',
    offered_by: 2,
  });
  const here = within(card);
  for (const text of ['For Sale', 'Condominium', 'Viewed', '₱12.5M', '2 agents', '12 Legazpi Street'])
    expect(here.getByText(text)).toBeTruthy();
  const facts = here.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(facts).toEqual(['2 beds', '1 bath', '50 sqm']);
  const link = here.getByRole('link', { name: 'View Details of Corner Unit & Balcony' });
  expect(link.textContent).toBe('View Details');
  expect(here.getByRole('button', { name: 'Save Corner Unit & Balcony to favorites' })).toBeTruthy();
  expect(card.textContent).toContain('Video · Photo 1/2');
  // The heading comes before all that is said about it.
  expect(card.textContent).toMatch(/^Corner Unit & Balcony.*₱12\.5M/);
});

test('a home that nobody confirmed says so from thirty days on, while it can be had', () => {
  const told = () => screen.queryByText(/^Not confirmed/)?.textContent;
  for (const [days, status, words] of [
    [29, 'available', undefined],
    [30, 'available', 'Not confirmed for 30 days'],
    [85, 'available', 'Not confirmed for 85 days'],
    [85, 'sold', undefined],
  ] as const) {
    draw({ fresh_at: daysAgo(days), status });
    expect(told()).toBe(words);
    cleanup();
  }
});

test('a station in reach on foot stands beside the place', () => {
  const station = {
    slug: 'shaw-boulevard-mrt-3',
    name: 'Shaw Boulevard Station (MRT-3)',
    metres: 600,
    minutes: 8,
  };
  const card = draw({ nearest_station: station });
  const line = within(card).getByTitle('Shaw Boulevard MRT · 8 min walk');
  expect(line.textContent).toBe('Shaw Boulevard MRT · 8 min walkShaw Boulevard MRT · 8 min');
  expect(line.parentElement?.textContent).toMatch(/^Makati City/);
  cleanup();
  const far = draw({ nearest_station: { ...station, metres: 1_300, minutes: 17 } }).textContent;
  expect(far).not.toContain('MRT');
  expect(far).toContain('12 Legazpi Street · Makati City');
});

test('an old copy without the field is a card as well', () => {
  const { nearest_station: _none, ...kept } = aProperty();
  renderInApp(<PropertyCard property={kept as Property} />);
  expect(screen.getByRole('article').textContent).not.toContain('walk');
  cleanup();
  renderInApp(<PropertyRow property={kept as Property} />);
  expect(screen.getByRole('article').textContent).toContain('12 Legazpi Street, Makati City');
});

test('a row names the station below the address', () => {
  const station = { slug: 'katipunan-lrt-2', name: 'Katipunan Station (LRT-2)', metres: 80, minutes: 1 };
  renderInApp(<PropertyRow property={aProperty({ nearest_station: station })} />);
  expect(screen.getByText('Katipunan LRT · 1 min walk')).toBeTruthy();
});

test('its menu moves by arrows, closes with Escape, and gives the focus back', async () => {
  const card = draw();
  const items = await openMenu(card);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Compare',
    'Compare with similar',
    'Save to list…',
    'Share',
  ]);
  expect(document.activeElement).toBe(items[0]);
  fireEvent.keyDown(items[0] as HTMLElement, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(items[3]);
  fireEvent.keyDown(items[3] as HTMLElement, { key: 'Escape' });
  expect(within(card).queryByRole('menu')).toBeNull();
  const button = within(card).getByRole('button', { name: /^More actions/ });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a home goes into the comparison and out of it', async () => {
  const card = draw();
  fireEvent.click((await openMenu(card))[0] as HTMLElement);
  expect(window.localStorage.getItem('silong_compare')).toBe('[1]');
  const [again] = await openMenu(card);
  expect(again?.textContent).toBe('Remove from comparison');
  fireEvent.click(again as HTMLElement);
  expect(window.localStorage.getItem('silong_compare')).toBe('[]');
});

test('a guest is asked to log in before a list, a member gets the lists', async () => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  const card = draw();
  const save = async () => fireEvent.click((await openMenu(card))[2] as HTMLElement);
  await save();
  expect(within(card).queryByRole('menu')).toBeNull();
  expect(screen.queryByText('Save to list')).toBeNull();
  expect(window.sessionStorage.getItem('silong_act_after_login')).toContain('"saveToList"');

  // Logged in by another tab.
  storeSignedIn(1);
  fireEvent(window, new Event('pageshow'));
  await save();
  await waitFor(() => expect(screen.getByText('Save to list')).toBeTruthy());
});
