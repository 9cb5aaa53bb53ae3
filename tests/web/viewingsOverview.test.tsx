// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Viewing, ViewingStatus } from '#shared/contracts/viewings.ts';
import { NextViewing } from '#web/features/viewings/index.ts';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
  storeSignedIn(1);
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

const viewing = (id: number, inHours: number, status: ViewingStatus): Viewing => ({
  id,
  property: { id, title: `Home ${id}`, address: '1 Ayala Avenue, Makati', image: null },
  agent: { id: 2, name: 'Miguel', email: 'miguel@example.com', phone: null },
  user: {
    id: 1,
    name: 'Ana',
    email: 'ana@example.com',
    phone: null,
    email_confirmed: true,
    phone_confirmed: false,
  },
  starts_at: new Date(Date.now() + inHours * HOUR_MS).toISOString(),
  ends_at: new Date(Date.now() + (inHours + 1) * HOUR_MS).toISOString(),
  status,
  note: null,
  created_at: '2026-11-01T00:00:00.000Z',
  outcome: null,
  outcome_note: null,
  proposed_at: null,
  proposed_by: null,
  end_reason: null,
  lapsed_at: null,
  revision: 0,
});

const overview = (...viewings: Viewing[]) => {
  stubServer({ 'GET /api/viewings': () => viewings });
  renderInApp(<NextViewing userId={1} action={<button type="button">View All</button>} />, '/dashboard');
};
const next = async () => within(await screen.findByRole('region', { name: 'Next Viewing' }));

test('a proposed time can be answered on the overview, beside the next viewing that stands', async () => {
  overview(viewing(7, 24, 'confirmed'), viewing(8, 48, 'proposed'));
  const heading = await screen.findByRole('heading', { name: 'Waiting for Your Answer 1' });
  const asking = within(heading.parentElement as HTMLElement);
  expect(asking.getByText('Home 8')).toBeTruthy();
  expect(asking.getByRole('button', { name: /^Accept Time/ })).toBeTruthy();
  const standing = await next();
  expect(standing.getByText('Home 7')).toBeTruthy();
  expect(standing.queryByText('Home 8')).toBeNull();
});

test('nothing waits where the agent has to answer, and nothing else is planned beside what waits', async () => {
  overview(viewing(9, 24, 'requested'));
  expect(await (await next()).findByText('Home 9')).toBeTruthy();
  expect(screen.queryByText(/Waiting for Your Answer/)).toBeNull();
  cleanup();
  currentQueryClient().clear();
  overview(viewing(8, 48, 'proposed'));
  expect(await (await next()).findByText('Nothing else is planned.')).toBeTruthy();
  expect(screen.getAllByText('Home 8')).toHaveLength(1);
});
