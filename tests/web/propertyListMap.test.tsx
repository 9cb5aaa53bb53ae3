// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapPoint } from '#shared/contracts/properties.ts';
import { PropertyListScreen } from '#web/features/properties/PropertyListScreen.tsx';
import { ofCalls } from '#web/lib/apiQueries.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { aProperty } from './aProperty.ts';
import { Refusal, renderInApp, stubServer } from './rendering.tsx';

const queryClient = currentQueryClient();

const { renders } = vi.hoisted(() => ({ renders: [] as string[] }));

vi.mock('#web/features/properties/cards/PropertyCard.tsx', async (load) => {
  const module = await load<typeof import('#web/features/properties/cards/PropertyCard.tsx')>();
  return {
    ...module,
    PropertyCard(props: Parameters<typeof module.PropertyCard>[0]) {
      renders.push(`card ${props.property.id}`);
      return module.PropertyCard(props);
    },
  };
});
vi.mock('#web/features/map/ActionMarker.tsx', async (load) => {
  const { ActionMarker } = await load<typeof import('#web/features/map/ActionMarker.tsx')>();
  return {
    ActionMarker(props: Parameters<typeof ActionMarker>[0]) {
      renders.push(`marker ${props.label}`);
      return ActionMarker(props);
    },
  };
});
// jsdom draws nothing.
vi.mock('#web/features/map/BaseMapLayer.tsx', () => ({ BaseMapLayer: () => null }));

const point = (id: number, lat: number, lng: number): MapPoint => ({
  id,
  title: `Home ${id}`,
  image: null,
  type: 'condo',
  listing_type: 'sale',
  price: 9_000_000,
  city: 'Makati City',
  bedrooms: 2,
  bathrooms: 1,
  area_sqm: 50,
  lat,
  lng,
});

const listOf = (...ids: number[]) => ({
  properties: ids.map((id) => aProperty({ id, title: `Home ${id}` })),
  pagination: { page: 1, limit: 20, total: ids.length, pages: 1 },
});

const marker = (id: number) => screen.findByRole('button', { name: `Home ${id}, ₱9.0M` });
const card = (id: number) => screen.getByRole('heading', { name: `Home ${id}` }).closest('li') as HTMLElement;

beforeEach(() => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('min-width') }) as MediaQueryList;
  window.scrollTo = () => undefined;
  for (const side of ['clientWidth', 'clientHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.restoreAllMocks();
});

test('pointing at a card renders its marker, and nothing else', async () => {
  stubServer({
    'GET /api/properties': () => listOf(1, 2, 3),
    'GET /api/properties/map/clusters': () => ({
      clusters: [],
      points: [point(1, 14.5, 121), point(2, 14.6, 121.05), point(3, 14.7, 121.1)],
      total: 3,
    }),
  });
  renderInApp(<PropertyListScreen />, '/properties?view=map');
  await marker(1);
  await marker(3);
  await waitFor(() => expect(queryClient.isFetching(ofCalls('properties'))).toBe(0));

  renders.length = 0;
  fireEvent.pointerEnter(card(1));
  await act(async () => undefined);
  expect(new Set(renders)).toEqual(new Set(['marker Home 1, ₱9.0M']));

  renders.length = 0;
  fireEvent.pointerLeave(card(1));
  fireEvent.pointerEnter(card(2));
  await act(async () => undefined);
  expect(new Set(renders)).toEqual(new Set(['marker Home 1, ₱9.0M', 'marker Home 2, ₱9.0M']));
});

test('after a failed first load and another try the map shows where the homes are', async () => {
  let isAway = true;
  stubServer({
    'GET /api/properties': () => listOf(1, 2),
    'GET /api/properties/map/clusters': () => {
      if (isAway) throw new Refusal(400);
      // In Cebu, far from the map's first view.
      return { clusters: [], points: [point(1, 10.3, 123.9), point(2, 10.4, 124)], total: 2 };
    },
  });
  renderInApp(<PropertyListScreen />, '/properties?view=map');
  await screen.findByText('Failed to load properties');
  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await marker(1);
  await marker(2);
});

test('in a narrow window a tapped price has one card; swipes and arrow keys bring the next, List leads to the list', async () => {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { media, matches: media.includes('max-width') }) as MediaQueryList;
  HTMLElement.prototype.setPointerCapture = () => undefined;
  stubServer({
    'GET /api/properties': () => listOf(1, 2, 3),
    'GET /api/properties/map/clusters': () => ({
      clusters: [],
      points: [point(3, 14.5, 121.1), point(1, 14.55, 121), point(2, 14.52, 121.05)],
      total: 3,
    }),
  });
  renderInApp(<PropertyListScreen />, '/properties?view=map');
  fireEvent.click(await marker(2));
  const sheet = await screen.findByRole('dialog', { name: 'Home 2, ₱9.0M' });
  expect(document.activeElement).toBe(sheet);
  expect(within(sheet).getByText('2 of 3')).toBeTruthy();
  expect(within(sheet).getByRole('link', { name: 'View Details of Home 2' })).toBeTruthy();
  expect((await marker(2)).getAttribute('aria-current')).toBe('true');

  // From west to east.
  fireEvent.keyDown(sheet, { key: 'ArrowRight' });
  await screen.findByRole('dialog', { name: 'Home 3, ₱9.0M' });
  const pull = async (dx: number) => {
    const finger = { pointerId: 1, isPrimary: true, button: 0, clientY: 20 };
    fireEvent.pointerDown(sheet, { ...finger, clientX: 200 });
    fireEvent.pointerMove(sheet, { ...finger, clientX: 200 + dx });
    fireEvent.pointerUp(sheet, { ...finger, clientX: 200 + dx });
  };
  await pull(40);
  expect(sheet.getAttribute('aria-label')).toBe('Home 3, ₱9.0M');
  await pull(60);
  await screen.findByRole('dialog', { name: 'Home 2, ₱9.0M' });

  fireEvent.keyDown(sheet, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await marker(2));

  fireEvent.click(screen.getByRole('button', { name: 'List' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Map of properties' })).toBeNull());
});
