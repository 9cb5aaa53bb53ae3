// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areas } from '#shared/areas.ts';
import { CompareScreen } from '#web/features/compare/CompareScreen.tsx';
import { clearCompared, toggleCompared } from '#web/features/compare/comparison.tsx';
import { FavoritesScreen, FavoritesTab } from '#web/features/favorites/FavoritesScreen.tsx';
import { NewestListings } from '#web/features/home/HomeScreen.tsx';
import { AreaListings } from '#web/features/locations/LocationScreen.tsx';
import { PropertyListScreen } from '#web/features/properties/PropertyListScreen.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { aProperty } from './aProperty.ts';
import { Refusal, renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const queryClient = currentQueryClient();

const [area] = areas;
if (!area) throw new Error('There are areas.');

const lists: [name: string, show: () => ReactElement][] = [
  ['the property list', () => <PropertyListScreen />],
  ['the favorites screen', () => <FavoritesScreen />],
  ['the favorites of the dashboard', () => <FavoritesTab />],
  ['the newest listings of the home page', () => <NewestListings />],
  ['the listings of an area', () => <AreaListings area={area} />],
  ['the comparison', () => <CompareScreen />],
];

beforeEach(() => {
  storeSignedIn(7);
  toggleCompared(1);
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  vi.spyOn(window, 'scrollTo').mockReturnValue();
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  clearCompared();
  window.localStorage.clear();
});

const NOTE = 'This could not be refreshed.';

test.each(lists)('%s keeps what it shows when it cannot be fetched anew', async (_name, show) => {
  let isAway = false;
  const answer = () => {
    if (isAway) throw new Refusal(400);
    return {
      properties: [aProperty({ id: 1, title: 'Home 1' })],
      pagination: { page: 1, limit: 20, total: 1, pages: 1 },
      notes: [],
      tags: [],
    };
  };
  stubServer({
    'GET /api/auth/profile': () => ({ id: 7, name: 'Maria Santos', role: 'user' }),
    'GET /api/site': () => ({ tileUrl: '' }),
    'GET /api/favorites': () => [{ property_id: 1, created_at: '2026-01-01T00:00:00.000Z' }],
    'GET /api/favorites/properties': answer,
    'GET /api/properties': answer,
    'GET /api/properties/by-ids': answer,
  });
  renderInApp(show());
  await screen.findByText('Home 1');

  isAway = true;
  await act(() => queryClient.invalidateQueries());
  await screen.findByText(NOTE);
  expect(screen.getByText('Home 1')).toBeTruthy();

  isAway = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText(NOTE)).toBeNull());
  expect(screen.getByText('Home 1')).toBeTruthy();
});
