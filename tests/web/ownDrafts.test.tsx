// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { OwnRows } from '#web/features/properties/own/OwnRows.tsx';
import { PropertiesTab } from '#web/features/properties/own/PropertiesTab.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { clearToasts } from '#web/ui/dialogs/showToast.ts';
import { aProperty } from './aProperty.ts';
import { Refusal, renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const AGENT = 2;
const draftOf = (id: number, title: string, changes: Partial<OwnProperty> = {}): OwnProperty => ({
  ...aProperty({ id, title }),
  ...{ reference: null, moderation_status: 'inactive', moderation_reason: null, draft: true, missing: [] },
  ...changes,
});
const open = draftOf(1, 'Loft', { price: 0, missing: ['price', 'location.address'] });
const finished = draftOf(2, 'House');
const answer = (properties: object[], drafts = 2) => ({
  ...{ properties, drafts },
  pagination: { page: 1, limit: 6, total: properties.length, pages: 1, totalPages: 1 },
});

beforeEach(() => storeSignedIn(AGENT, { role: 'agent' }));
afterEach(() => {
  cleanup();
  clearToasts();
  currentQueryClient().clear();
  localStorage.clear();
});

const card = (name: string) => within(screen.getByRole('article', { name }));
const showDrafts = () => renderInApp(<PropertiesTab agentId={AGENT} />, '/agent-dashboard?tab=properties&draft=1');

it('a draft says what it still needs, and offers only what a draft can do', async () => {
  stubServer({ 'GET /api/properties/my/list': () => answer([open, finished]) });
  showDrafts();
  await screen.findByRole('article', { name: 'Loft' });
  expect(screen.getByRole('button', { name: 'Drafts (2)', pressed: true })).toBeDefined();
  expect(card('Loft').getByText('Still needed: Price, Address')).toBeDefined();
  expect(card('Loft').getByText('No price yet')).toBeDefined();
  expect(card('Loft').queryByText('Taken down')).toBeNull();
  const names = (name: string) =>
    card(name)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  expect(names('Loft')).toEqual(['Continue Loft', 'Delete Loft']);
  expect(names('House')).toEqual(['Publish House', 'Continue House', 'Delete House']);
  expect(card('House').queryByText(/Still needed/)).toBeNull();
});

it('published, it leads to its page', async () => {
  let listed = [finished];
  const calls = stubServer({
    'GET /api/properties/my/list': () => answer(listed, listed.length),
    'POST /api/properties/2/publish': () => {
      listed = [];
      return { ...finished, draft: false };
    },
  });
  showDrafts();
  fireEvent.click(await screen.findByRole('button', { name: 'Publish House' }));
  const link = await screen.findByRole('link', { name: 'View listing' });
  expect(link.getAttribute('href')).toBe('/properties/2');
  expect(screen.getByText('House is published')).toBeDefined();
  await screen.findByText('No drafts');
  expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1);
});

it('says why it could not be published', async () => {
  stubServer({
    'GET /api/properties/my/list': () => answer([finished]),
    'POST /api/properties/2/publish': () => {
      throw new Refusal(409);
    },
  });
  showDrafts();
  fireEvent.click(await screen.findByRole('button', { name: 'Publish House' }));
  await screen.findByText('Something went wrong');
  expect(screen.getByRole('article', { name: 'House' })).toBeDefined();
});

it('several chosen ones are published in one go; the unfinished stay chosen', async () => {
  const bodies: unknown[] = [];
  stubServer({
    'GET /api/properties/my/list': () => answer([open, finished]),
    'PUT /api/properties/my/published': (body) => {
      bodies.push(body);
      return { published: [2], refused: [{ id: 1, title: 'Loft', issues: [{ path: 'price', message: 'x' }] }] };
    },
  });
  showDrafts();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select page' }));
  expect(screen.queryByRole('button', { name: 'Sold' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('1 property is published');
  expect(screen.getByText('Loft is still unfinished')).toBeDefined();
  expect(bodies).toEqual([{ ids: [1, 2] }]);
  await waitFor(() => expect(screen.getByText('1 selected')).toBeDefined());
});

it('drafts push no listing down: they stand behind their button', async () => {
  const queries: string[] = [];
  stubServer({});
  const listing = draftOf(3, 'Villa', { draft: false, moderation_status: 'active' });
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), 'http://localhost');
    if (url.pathname === '/api/properties/my/list') queries.push(url.search);
    return Response.json({ success: true, data: answer([listing], 4) });
  };
  renderInApp(<PropertiesTab agentId={AGENT} />, '/agent-dashboard?tab=properties');
  await screen.findByRole('article', { name: 'Villa' });
  expect(queries.at(-1)).toContain('draft=0');
  fireEvent.click(screen.getByRole('button', { name: 'Drafts (4)' }));
  await waitFor(() => expect(queries.at(-1)).toContain('draft=1'));
  expect(card('Villa').getByRole('button', { name: 'Edit Villa' })).toBeDefined();
});

it('the Desk’s line of a draft has its mark and no figures', async () => {
  const { images: _images, location, details, ...row } = open;
  const figures = { views_7d: 0, saves: 0, inquiries: 0, listed_since: row.created_at, taken_at: null };
  const line = { ...row, ...figures, image: null, city: location.city, area_sqm: details.area_sqm };
  stubServer({ 'GET /api/properties/my/rows': () => answer([line], 1) });
  renderInApp(<OwnRows agentId={AGENT} />, '/desk/listings?draft=1');
  const found = within(await screen.findByRole('row', { name: /Loft/ }));
  expect(found.getByText('Draft')).toBeDefined();
  expect(found.getByText('Still needed: Price, Address')).toBeDefined();
  expect(found.getByText('No price yet')).toBeDefined();
  expect(found.queryByRole('button', { name: /Status of/ })).toBeNull();
});
