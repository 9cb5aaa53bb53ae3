// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Property } from '#shared/contracts/properties.ts';
import { AgentHead } from '#web/features/propertyPage/AgentFacts.tsx';
import { Gallery } from '#web/features/propertyPage/gallery/Gallery.tsx';
import { LocationTab } from '#web/features/propertyPage/PropertyTabs.tsx';
import { Sidebar } from '#web/features/propertyPage/Sidebar.tsx';
import { currentQueryClient } from '#web/lib/queryClient.ts';
import { useIsDemoListing } from '#web/lib/useSite.ts';
import { aProperty } from './aProperty.ts';
import { renderInApp, storeSignedIn, stubServer } from './rendering.tsx';

const agent: NonNullable<Property['agent']> = {
  id: 7,
  name: 'Andrea Villamor',
  avatar_url: null,
  email: 'andrea@silong.example',
  phone: '+63 917 555 0100',
};
const home = aProperty({ agent });

/** The agent in the directory. */
const record = {
  ...agent,
  title: 'Senior Real Estate Broker',
  rating: 4.9,
  review_count: 19,
  active_listings: 24,
  license: { number: 'PRC-0012345', checked_at: '2026-01-05T00:00:00.000Z', expires_on: '2027-03-31' },
};
const offers = { offers: [{ agent: { ...agent, reply_minutes: 90 } }] };

beforeEach(() => {
  window.localStorage.clear();
  window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;
});
afterEach(() => {
  cleanup();
  currentQueryClient().clear();
});

test('a listing says who its agent is: profile, licence, rating, replies and other listings', async () => {
  stubServer({ 'GET /api/agents/7': () => record, 'GET /api/properties/1/offers': () => offers });
  renderInApp(<AgentHead property={home} agent={agent} avatarSize={64} />);
  expect(await screen.findByText(/^License checked, valid until/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Andrea Villamor' }).getAttribute('href')).toBe('/agents/7');
  expect(screen.getByText(/Senior Real Estate Broker/)).toBeTruthy();
  expect(screen.getByText('4.9 (19 reviews)')).toBeTruthy();
  expect(screen.getByText('March 31, 2027').getAttribute('datetime')).toBe('2027-03-31');
  expect(await screen.findByText('Usually replies within 2 hours')).toBeTruthy();
  const others = screen.getByRole('link', { name: '23 other listings' });
  expect(others.getAttribute('href')).toBe('/agents/7?tab=properties');
});

test('of an agent without a checked licence, reviews and replies it claims none', async () => {
  stubServer({
    'GET /api/agents/7': () => ({ ...record, license: null, review_count: 0, rating: 0, active_listings: 1 }),
    'GET /api/properties/1/offers': () => ({ offers: [{ agent: { ...agent, reply_minutes: null } }] }),
  });
  renderInApp(<AgentHead property={home} agent={agent} avatarSize={64} />);
  await screen.findByText(/Senior Real Estate Broker/);
  for (const claim of [/License/, /review/, /replies/, /other listing/])
    expect(screen.queryByText(claim)).toBeNull();
});

test('the contact column has each way to the agent once', () => {
  storeSignedIn(3);
  stubServer({ 'GET /api/agents/7': () => record, 'GET /api/properties/1/offers': () => offers });
  renderInApp(<Sidebar property={home} onContact={() => undefined} onMessage={() => undefined} />);
  const column = within(screen.getByRole('complementary', { name: 'Contact and summary' }));
  const ways = column.getAllByRole('button').map(({ textContent }) => textContent);
  expect(ways).toEqual(['Request a Viewing', 'Message', 'Contact Agent: Call or email', 'Report this listing']);
});

test.each([
  ['2026-01-31T17:30:00.000Z', '2026-02-01T16:00:00.000Z', 1],
  ['2026-02-02T17:30:00.000Z', '2026-02-01T16:00:00.000Z', 0],
  ['2026-01-31T17:30:00.000Z', null, 0],
])(
  'the large picture of a listing of %s is marked as a drawing on a demo of %s: %d',
  async (listedAt, demoSince, marks) => {
    let isAsked = false;
    stubServer({
      'GET /api/site': () => {
        isAsked = true;
        return { siteName: 'Silong', demoSince };
      },
    });
    function Pictures() {
      const areDrawn = useIsDemoListing(listedAt);
      return <Gallery images={['/media/one', '/media/two']} title={home.title} areDrawn={areDrawn} />;
    }
    renderInApp(<Pictures />);
    await waitFor(() => expect(isAsked).toBe(true));
    await waitFor(() => expect(screen.queryAllByText('Drawing')).toHaveLength(marks));
  },
);

test.each([
  ['medium', 'Flood hazard here: medium. Sample areas. Source: Project NOAH, May 1, 2021.'],
  [
    null,
    'Flood hazard here: not covered by the map. That does not mean there is no hazard. Sample areas. Source: Project NOAH, May 1, 2021.',
  ],
])('a flood map says what it is before who made it: %s', async (level, words) => {
  const map = {
    name: 'Sample areas',
    source: 'Project NOAH',
    date: '2021-05-01',
    loaded_at: '2026-01-01T00:00:00.000Z',
  };
  stubServer({ 'GET /api/layers/flood/at': () => ({ map, level }) });
  const placed = aProperty({
    location: {
      address: '',
      city: 'Marikina',
      province: 'Metro Manila',
      coordinates: { lat: 14.65, lng: 121.1 },
    },
  });
  renderInApp(<LocationTab property={placed} />);
  const told = await screen.findByText(/^Flood hazard here/);
  await waitFor(() => expect(told.parentElement?.textContent).toBe(words));
});
