import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { property, propertyMap } from '#shared/contracts/properties.ts';
import { expectedIds, type Listing, type Query, readAllListings } from '#tests/support/listingOracle.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let listings: Listing[];

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  listings = await readAllListings(server.context);
});

afterAll(() => server.close());

const address = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;

async function ask(path: string, query: Query) {
  const { status, body } = await server.request('GET', address(path, query));
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.success).toBe(true);
  return body.data;
}

interface Identified {
  id: number;
}
const idsOf = (rows: Identified[]) => rows.map((row) => row.id);

/** All pages of the list, which must be exactly what the oracle says, in its order. */
async function expectList(query: Query): Promise<number> {
  const expected = expectedIds(listings, query);
  const found: number[] = [];
  for (let page = 1; page === 1 || found.length < expected.length; page++) {
    const { properties, pagination } = await ask('/api/properties', { ...query, limit: 100, page });
    expect(pagination).toEqual({
      page,
      limit: 100,
      total: expected.length,
      pages: Math.ceil(expected.length / 100),
      totalPages: Math.ceil(expected.length / 100),
    });
    if (properties.length === 0) break;
    found.push(...idsOf(properties));
  }
  expect(found, JSON.stringify(query)).toEqual(expected);
  return expected.length;
}

const filters: Query[] = [
  { type: 'apartment' },
  { type: 'house' },
  { type: 'condo' },
  { type: 'office' },
  { type: 'commercial' },
  { type: 'rent' },
  { type: 'sale' },
  { type: 'lease' },
  { listing_type: 'sale' },
  { listing_type: 'rent' },
  { status: 'available' },
  { status: 'sold' },
  { status: 'rented' },
  { location: 'Makati City' },
  { location: 'makati' },
  { location: 'BGC' },
  { location: 'Fort Bonifacio' },
  { location: 'Ortigas' },
  { location: 'Alabang' },
  { location: 'Manila' },
  { location: 'Metro Manila' },
  { location: 'Quezon City' },
  { location: 'PARANAQUE' },
  { location: 'Las Piñas' },
  { min_price: 5_000_000 },
  { max_price: 50_000 },
  { min_price: 5_000_000, max_price: '10000000.50' },
  { bedrooms: 3 },
  { bathrooms: 2 },
  { bbox: '121.00,14.53,121.06,14.58' },
  { search: 'pool' },
  { search: 'condominium' },
  { search: 'bgc' },
];

describe('the list', () => {
  test('without a filter is every public listing and no other', async () => {
    const total = await expectList({});
    expect(total).toBeGreaterThan(200);
    expect(total).toBeLessThan(listings.length);
  });

  test.each(filters)('%j', async (query) => {
    expect(await expectList(query)).toBeGreaterThan(0);
  });

  test('has the whole listing in the contract’s shape', async () => {
    const { properties } = await ask('/api/properties', { limit: 100 });
    for (const found of properties) expect(property.strict().parse(found)).toEqual(found);
    const row = listings.find((listing) => listing.id === properties[0].id);
    expect(properties[0]).toMatchObject({
      title: row?.title,
      price: Number(row?.price),
      images: row?.images,
      features: row?.features,
      location: { address: row?.address, coordinates: { lat: row?.latitude, lng: row?.longitude } },
      details: { furnished: row?.furnished, area_sqm: Number(row?.area_sqm) },
      agent: { id: row?.agent_id },
      created_at: row && new Date(row.created_at).toISOString(),
    });
  });
});

describe('filters together', () => {
  const byName = new Map<string, Query[]>();
  for (const query of filters) {
    const name = Object.keys(query).join('+');
    byName.set(name, [...(byName.get(name) ?? []), query]);
  }
  const kinds = [...byName.values()];
  const pairs = kinds.flatMap((some, at) =>
    kinds
      .slice(at + 1)
      .map((others, step) => ({ ...some[step % some.length], ...others[at % others.length] })),
  );

  test('in pairs', async () => {
    let matched = 0;
    for (const query of pairs) matched += (await expectList(query)) > 0 ? 1 : 0;
    expect(matched).toBeGreaterThan(pairs.length / 3);
  });

  test('in threes and more, in every order', async () => {
    const queries: Query[] = [
      { location: 'Makati', listing_type: 'sale', type: 'condo' },
      { location: 'Makati City', listing_type: 'sale', type: 'condo', min_price: 5_000_000, bedrooms: 1 },
      { location: 'BGC', listing_type: 'rent', search: 'condo' },
      { location: 'Metro Manila', status: 'available', min_price: 20_000, max_price: 90_000 },
      { type: 'house', bedrooms: 3, bathrooms: 2, listing_type: 'sale' },
      { type: 'rent', status: 'available', bbox: '120.9,14.3,121.2,14.8', bathrooms: 2 },
      { search: 'parking', location: 'Quezon City', status: 'available' },
      { search: 'pool gym', type: 'condo', min_price: 1_000_000 },
    ];
    const sorts = ['newest', 'price_asc', 'price_desc', 'area_desc'];
    let matched = 0;
    for (const query of queries)
      for (const sort of sorts) matched += (await expectList({ ...query, sort })) > 0 ? 1 : 0;
    expect(matched).toBeGreaterThanOrEqual(sorts.length * 6);
  });

  test('that contradict each other find nothing', async () => {
    const { properties, pagination } = await ask('/api/properties', { type: 'rent', listing_type: 'sale' });
    expect(properties).toEqual([]);
    expect(pagination).toMatchObject({ total: 0, pages: 0 });
  });

  test('left empty are none', async () => {
    const { status, body } = await server.request(
      'GET',
      '/api/properties?search=&type=&location=&min_price=&bedrooms=&bbox=&sort=',
    );
    expect(status).toBe(200);
    expect(body.data.pagination.total).toBe(expectedIds(listings, {}).length);
  });
});

describe('pages', () => {
  test.each(['newest', 'price_asc', 'price_desc', 'area_desc'])(
    '%s, seven at a time, without gap or overlap',
    async (sort) => {
      const expected = expectedIds(listings, { sort });
      const found: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 7); page++)
        found.push(...idsOf((await ask('/api/properties', { sort, page, limit: 7 })).properties));
      expect(found).toEqual(expected);
    },
  );

  test('are of twenty, at most of a hundred, and empty beyond the last', async () => {
    const first = await ask('/api/properties', {});
    expect(first.properties).toHaveLength(20);
    expect(first.pagination.limit).toBe(20);
    const capped = await ask('/api/properties', { limit: 1_000 });
    expect(capped.properties).toHaveLength(100);
    expect(capped.pagination.limit).toBe(100);
    const beyond = await ask('/api/properties', { page: 999_999 });
    expect(beyond.properties).toEqual([]);
    expect(beyond.pagination.total).toBe(first.pagination.total);
  });
});

describe('the map', () => {
  test.each<Query>([
    {},
    { location: 'Makati' },
    { bbox: '121.00,14.53,121.06,14.58', type: 'condo' },
    { search: 'pool' },
  ])('of %j has the list’s listings as points', async (query: Query) => {
    const placed = listings.filter((listing) => listing.latitude !== null && listing.longitude !== null);
    const { points, total } = propertyMap.strict().parse(await ask('/api/properties/map', query));
    expect(idsOf(points)).toEqual(expectedIds(placed, query));
    expect(total).toBe(points.length);
    const row = listings.find((listing) => listing.id === points[0]?.id);
    expect(points[0]).toMatchObject({
      title: row?.title,
      price: Number(row?.price),
      lat: row?.latitude,
      lng: row?.longitude,
      city: row?.city,
      image: row?.images[0],
    });
  });
});

describe('by ids', () => {
  test('answers public listings, once each, in the order asked for', async () => {
    const shown = expectedIds(listings, {});
    const hidden = listings.filter((listing) => listing.moderation_status !== 'active').map(({ id }) => id);
    const [a = 0, b = 0, c = 0] = shown;
    const ids = [b, hidden[0], a, 2_000_000_000, c, a].join(',');
    const { properties } = await ask('/api/properties/by-ids', { ids });
    expect(idsOf(properties)).toEqual([b, a, c]);
    expect((await ask('/api/properties/by-ids', { ids: '' })).properties).toEqual([]);
  });
});
