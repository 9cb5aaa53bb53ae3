// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SessionProvider } from '#web/features/auth/session.tsx';
import { OwnPlacesDialog } from '#web/features/ownPlaces/OwnPlacesDialog.tsx';
import { NearScreen } from '#web/features/places/NearScreen.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { compileRoutes, Router, RouterProvider } from '#web/lib/router.tsx';
import { aProperty } from './aProperty.ts';
import { renderInApp, stubServer } from './rendering.tsx';

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
  vi.restoreAllMocks();
});

function openNear(slug: string) {
  window.history.replaceState(null, '', `/near/${slug}`);
  const router = new Router(compileRoutes([{ path: 'near/:slug', element: null }]), { isRendered: true });
  render(
    <QueryClientProvider client={currentQueryClient()}>
      <SessionProvider>
        <RouterProvider router={router}>
          <NearScreen />
        </RouterProvider>
      </SessionProvider>
    </QueryClientProvider>,
  );
}

test('the page of a known place lists the homes near it with their distances, and leads on', async () => {
  const coordinates = { lat: 14.6143, lng: 120.9895 };
  const property = aProperty({ title: 'Studio by the gate', location: { coordinates } });
  stubServer({
    'GET /api/properties': () => ({
      properties: [property],
      pagination: { page: 1, limit: 12, total: 3, pages: 1 },
    }),
    'GET /api/properties/facets': () => ({
      total: 3,
      is_estimate: false,
      counts: {},
      prices: { min: 12_000, max: 45_000, bars: [] },
    }),
  });
  openNear('ust');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Properties near University of Santo Tomas');
  expect(screen.getByText('Homes within 1 km, as the crow flies.')).toBeTruthy();
  expect(await screen.findByText('Studio by the gate')).toBeTruthy();
  expect(screen.getByText('500 m away')).toBeTruthy();
  const all = await screen.findByRole('link', { name: 'See all 3 properties near University of Santo Tomas' });
  expect(all.getAttribute('href')).toBe('/properties?near=ust');
  const rents = screen.getByRole('link', { name: /^For Rent/ });
  expect(rents.getAttribute('href')).toBe('/properties?near=ust&listing_type=rent');
  expect(rents.textContent).toBe('For Rent3 properties₱12K – ₱45K/month');
  const around = within(screen.getByRole('region', { name: 'Close by' })).getAllByRole('link');
  expect(around.map((link) => link.getAttribute('href'))).toContain('/near/ust-hospital');
  expect(around.length).toBeLessThanOrEqual(10);
});

test('an unknown place is said to be none, also after a link inside the page', () => {
  stubServer({});
  openNear('atlantis');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Place not found');
  expect(screen.getByRole('link', { name: 'Browse Properties' }).getAttribute('href')).toBe('/properties');
});

test.each([
  ['UST', 'University of Santo Tomas'],
  ['FEU', 'Far Eastern University'],
  ['DLSU', 'De La Salle University'],
  ['PUP', 'Polytechnic University of the Philippines'],
  ['airport', 'Ninoy Aquino International Airport (NAIA)'],
  ['st lukes', "St. Luke's Medical Center Quezon City"],
  ['mrt ayala', 'AyalaMRT-3'],
  ['ayala', 'AyalaMRT-3'],
  ['makati', 'MakatiMakati'],
  ['bgc', 'BGCTaguig'],
])('among the destinations of a person %j is %s', (typed, first) => {
  stubServer({ 'GET /api/settings/places': () => ({ places: [] }) });
  renderInApp(<OwnPlacesDialog onClose={() => undefined} />);
  fireEvent.change(screen.getByRole('combobox', { name: 'Location' }), { target: { value: typed } });
  const [option] = screen.getAllByRole('option');
  expect(option?.textContent).toBe(first);
});

test('a destination is picked by arrows and Enter, and names the place', () => {
  stubServer({});
  renderInApp(<OwnPlacesDialog onClose={() => undefined} />);
  const box = screen.getByRole('combobox', { name: 'Location' });
  fireEvent.change(box, { target: { value: 'st lukes' } });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  fireEvent.keyDown(box, { key: 'ArrowDown' });
  expect(screen.getAllByRole('option')[1]?.getAttribute('aria-selected')).toBe('true');
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(screen.getByDisplayValue("St. Luke's Medical Center Global City")).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Location' })).toBeNull();
});
