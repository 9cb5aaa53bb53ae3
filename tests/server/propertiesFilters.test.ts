// @databases both

import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { Rng, sample } from '#server/demo/random.ts';
import { readFilter } from '#server/features/properties/list/filter.ts';
import { findListings } from '#server/features/properties/list/findListings.ts';
import { listingReads } from '#server/features/properties/list/liveListings.ts';
import { property, propertyFacets, propertyMap } from '#shared/contracts/properties.ts';
import { filterNames } from '#shared/listing/filters.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import {
  addVideos,
  expectedIds,
  type Listing,
  type Query,
  readAllListings,
  readScene,
  universitySlug,
} from '#tests/support/listingOracle.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
/** The same, answered by the database. */
let withoutMemory: TestServer;
let listings: Listing[];
let scene: Awaited<ReturnType<typeof readScene>>;

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  withoutMemory = await startTestServer({ data: 'demo', env: { hasListingsInMemory: false } });
  for (const { context } of [server, withoutMemory]) await addVideos(context);
  listings = await readAllListings(server.context);
  scene = await readScene(server.context);
});

afterAll(async () => {
  await server.close();
  await withoutMemory.close();
});

/** Words are looked for as they are: `understoodSearch.test.ts` covers the filters read out of them. */
const address = (path: string, query: Query) =>
  `${path}?${new URLSearchParams(
    Object.entries({ ...query, ...('search' in query && { exact: 1 }) }).flatMap(([name, value]) =>
      [value].flat().map((each) => [name, String(each)]),
    ),
  )}`;

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

let lists = 0;
/** Lists from memory do not depend on the kind of database. */
const isOnPostgres = inject('postgresUrl') !== undefined;

/**
 * All pages of the list, which must be exactly the oracle's, in its order; a third of the lists read from the database
 * too. On PostgreSQL all are read from the database, and a third from memory too.
 */
async function expectList(query: Query): Promise<number> {
  const expected = expectedIds(listings, query, scene);
  lists += 1;
  const isInBoth = lists % 3 === 0;
  if (isInBoth || isOnPostgres) {
    const answer = await withoutMemory.request('GET', address('/api/properties', { ...query, limit: 100 }));
    expect(idsOf(answer.body.data.properties)).toEqual(expected.slice(0, 100));
    expect(answer.body.data.pagination.total).toBe(expected.length);
  }
  if (isOnPostgres && !isInBoth) return expected.length;
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

const triangle = '14.53,121.00;14.60,121.03;14.53,121.07';
/** Its edges cross each other. */
const bow = '14.5,120.95;14.7,121.1;14.5,121.1;14.7,120.95';

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
  { location: ['Makati', 'BGC'] },
  { location: ['Valero Street', 'Pasig', 'Alabang'] },
  { location: 'Makati, BGC' },
  { exclude_location: 'Makati' },
  { exclude_location: ['BGC', 'Quezon City'] },
  { type: ['house', 'apartment'] },
  { type: ['office', 'condo', 'rent'] },
  { type: ['sale', 'lease'] },
  { exclude_type: 'office' },
  { exclude_type: ['condo', 'land'] },
  { exclude_features: 'BALCONY' },
  { exclude_features: ['swimming pool', 'Gym'] },
  { near: 'mrt' },
  { near: universitySlug, near_m: 2_500 },
  { near: [universitySlug, 'ayala-mrt-3'], near_m: 1_500 },
  { min_price: 5_000_000 },
  { max_price: 50_000 },
  { min_price: 5_000_000, max_price: '10000000.50' },
  { bedrooms: 3 },
  { max_bedrooms: 1 },
  { max_bedrooms: 0 },
  { bedrooms: 2, max_bedrooms: 3 },
  { bathrooms: 2 },
  { bbox: '121.00,14.53,121.06,14.58' },
  { beds_exact: 2 },
  { beds_exact: 0 },
  { min_area: 100 },
  { max_area: '45.5' },
  { max_price_per_sqm: 150_000 },
  { furnished: 'true' },
  { furnished: 'false' },
  { parking: 2 },
  { pets: 'true' },
  { pets: 'false' },
  { features: 'pet-friendly' },
  { features: 'Swimming Pool, CCTV,' },
  { min_floor: 20 },
  { built_since: 2015 },
  { completion: 'ready' },
  { completion: 'preselling' },
  { listed_within: 30 },
  { licensed: 'true' },
  { licensed: 'false' },
  { media: 'video' },
  { media: 'plan' },
  { media: 'plan,video' },
  { area: triangle },
  { area: bow },
  { area: [triangle, '14.6,121.0;14.7,121.0;14.7,121.1;14.6,121.1'] },
  { reach: '14.5495,121.0277,car,30' },
  { reach: '14.5495,121.0277,walk,20' },
  { reach: ['14.5495,121.0277,transit,45', '14.5551,121.0482,bicycle,25'] },
  { search: 'pool' },
  { search: 'condominium' },
  { search: 'bgc' },
];

describe('the list', () => {
  test('is asked here by each filter of the table; buildings have tests of their own', () => {
    const asked = new Set(filters.flatMap((query) => Object.keys(query)));
    expect(filterNames.filter((name) => !asked.has(name))).toEqual(['building']);
  });

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
  /** Every second pair of kinds. */
  const pairs = kinds.flatMap((some, at) =>
    kinds
      .slice(at + 1)
      .map((others, step) => ({ ...some[step % some.length], ...others[at % others.length] }))
      .filter((_, step) => step % 2 === 0),
  );

  test('in pairs', async () => {
    let matched = 0;
    for (const query of pairs) matched += (await expectList(query)) > 0 ? 1 : 0;
    expect(matched).toBeGreaterThan(pairs.length / 3);
  }, 60_000);

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

  test('in any number, drawn by lot, in the list and on the map', async () => {
    const rng = new Rng(14);
    const placed = listings.filter((listing) => listing.latitude !== null && listing.longitude !== null);
    let matched = 0;
    for (let round = 0; round < 150; round++) {
      const some = sample(rng, kinds, rng.int(2, 5)).map((kind) => rng.pick(kind));
      const query: Query = Object.assign({}, ...some);
      const found = await expectList({ ...query, sort: rng.pick(['newest', 'price_asc', 'area_desc']) });
      matched += found > 0 ? 1 : 0;
      const { points, total } = await ask('/api/properties/map', query);
      expect(idsOf(points), JSON.stringify(query)).toEqual(expectedIds(placed, query, scene));
      expect(total).toBe(points.length);
    }
    expect(matched).toBeGreaterThan(50);
  });

  test('of areas of any shape', async () => {
    const rng = new Rng(41);
    let matched = 0;
    for (let round = 0; round < 30; round++) {
      const corners = Array.from(
        { length: rng.int(3, 200) },
        () => `${rng.range(14.4, 14.75).toFixed(5)},${rng.range(120.95, 121.15).toFixed(5)}`,
      );
      matched += await expectList({ area: corners.join(';') });
    }
    expect(matched).toBeGreaterThan(200);
  });

  test('of minutes to places, by lot', async () => {
    const rng = new Rng(43);
    let matched = 0;
    for (let round = 0; round < 60; round++) {
      const reach = Array.from({ length: rng.int(1, 5) }, () =>
        [
          rng.range(14.4, 14.75).toFixed(5),
          rng.range(120.95, 121.15).toFixed(5),
          rng.pick(['walk', 'bicycle', 'car', 'transit']),
          rng.int(10, 120),
        ].join(','),
      );
      matched += await expectList({ reach });
    }
    expect(matched).toBeGreaterThan(200);
    // The wait alone takes ten.
    const { pagination } = await ask('/api/properties', { reach: '14.55,121.03,transit,10' });
    expect(pagination.total).toBe(0);
  });

  test('of areas without an inside find nothing', async () => {
    for (const area of ['14.5,121;14.5,121;14.5,121', '14.5,121;14.5,121.1;14.5,121', '14,120;15,122;14,120'])
      expect((await ask('/api/properties', { area })).pagination.total).toBe(0);
    const { pagination } = await ask('/api/properties', { min_area: 90, max_area: 30 });
    expect(pagination.total).toBe(0);
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

describe('the facets', () => {
  /** The parameters of a choice in the list's own address, everything else of the query kept. */
  const chosen = ({ bedrooms, max_bedrooms, beds_exact, ...query }: Query, name: string, value: string): Query => {
    const { type, ...rest } = query;
    // 'rent' as a type is the listing type, which a choice of another type leaves.
    const others = type === 'rent' ? { ...rest, listing_type: type } : query;
    const most = { ...(max_bedrooms && { max_bedrooms }) };
    const beds = { ...most, ...(bedrooms && { bedrooms }), ...(beds_exact && { beds_exact }) };
    const kept = { bedrooms: most, beds_exact: {} }[name] ?? beds;
    return { ...others, ...kept, [name]: value };
  };

  test.each<Query>([
    {},
    { type: 'condo', listing_type: 'sale', beds_exact: 1 },
    { location: 'Makati', bedrooms: 2, furnished: 'true', pets: 'true' },
    { listing_type: 'rent', max_price: 60_000, parking: 1, features: 'cctv' },
    { search: 'pool', completion: 'ready', licensed: 'true', listed_within: 90 },
    { area: triangle, min_area: 40 },
    { type: 'rent', min_price: 20_000 },
    { media: 'plan', type: 'condo' },
    { type: ['condo', 'house'], location: ['Makati', 'Valero Street'], bedrooms: 1, max_bedrooms: 2 },
    { exclude_type: 'condo', exclude_location: 'Makati', exclude_features: 'Balcony' },
    { near: 'mrt', near_m: 2_000, listing_type: 'sale' },
  ])('of %j say for each choice what the list would hold', async (query) => {
    const facets = propertyFacets.strict().parse(await ask('/api/properties/facets', query));
    expect(facets.total).toBe(expectedIds(listings, query, scene).length);
    expect(facets.is_estimate).toBe(false);
    const { features = {}, ...counts } = facets.counts;
    for (const [name, choices] of Object.entries(counts))
      for (const [value, count] of Object.entries(choices)) {
        const expected = expectedIds(listings, chosen(query, name, value), scene);
        expect(count, `${name}=${value}`).toBe(expected.length);
      }
    expect(Object.keys(features).length).toBeGreaterThan(4);
    for (const [name, count] of Object.entries(features))
      expect(count, name).toBe(expectedIds(listings, { ...query, features: name }, scene).length);
    expect(Object.keys(counts).sort()).toEqual(
      ['type', 'listing_type', 'bedrooms', 'beds_exact', 'furnished', 'parking', 'pets']
        .concat(['completion', 'listed_within', 'licensed', 'media'])
        .sort(),
    );
  });

  test.each<[Query, string]>([
    [{}, 'sale'],
    [{ type: 'condo', max_price: 5_000_000 }, 'sale'],
    [{ listing_type: 'rent' }, 'rent'],
    [{ type: 'lease', min_price: 100_000 }, 'lease'],
  ])('of %j tell how prices are spread', async (query, listing_type) => {
    const { min_price, max_price, ...rest } = query;
    const ids = new Set(expectedIds(listings, { ...rest, listing_type }, scene));
    const prices = listings.filter(({ id }) => ids.has(id)).map(({ price }) => Number(price));
    const { min, max, bars } = (await ask('/api/properties/facets', query)).prices;
    expect([min, max]).toEqual([Math.min(...prices), Math.max(...prices)]);
    expect(bars.length).toBeGreaterThan(9);
    expect(bars.length).toBeLessThanOrEqual(30);
    expect(bars[0].from).toBeLessThanOrEqual(min);
    expect(bars.at(-1).to).toBe(max);
    bars.forEach(({ from, to, count }: { from: number; to: number; count: number }, at: number) => {
      expect(to).toBeGreaterThan(from);
      if (at > 0) expect(from).toBe(bars[at - 1].to);
      const inside = prices.filter((price) => price >= from && (price < to || price === max));
      expect(count, `${from}–${to}`).toBe(inside.filter((price) => price !== max || to === max).length);
    });
  });

  test('of nothing are none', async () => {
    const facets = await ask('/api/properties/facets', { search: 'xyzzyq' });
    expect(facets).toMatchObject({ total: 0, prices: null });
    expect(await ask('/api/properties/facets', { search: '!!!' })).toMatchObject({ total: 0 });
  });
});

test('a feature is the whole one, in any case; pets are those that are welcome', async () => {
  const features = ['No Pets', 'Carpets', 'Pool, heated', 'Piscína & Spa', '†odd', 'Wi-Fi'];
  const made = await buildProperty(server.context, { title: 'Featured', features });
  const welcome = await buildProperty(server.context, { title: 'Featured', features: ['PETS OK!'] });
  const found = async (query: Query) =>
    idsOf((await ask('/api/properties', { search: 'featured', ...query })).properties);
  for (const name of ['piscína & spa', 'PISCÍNA & SPA', '†odd', 'wi-fi', 'no pets, carpets'])
    expect(await found({ features: name }), name).toEqual([made.id]);
  for (const name of ['piscina & spa', 'piscína', 'odd', 'wi fi', 'wi', 'pool'])
    expect(await found({ features: name }), name).toEqual([]);
  expect(await found({ pets: 'true' })).toEqual([welcome.id]);
  expect(await found({ pets: 'false' })).toEqual([made.id]);
  expect(await found({ search: `#${made.id}`, features: 'Wi-Fi' })).toEqual([made.id]);
  expect(await found({ search: `#${made.id}`, features: 'Gym' })).toEqual([]);
});

describe('what is left out', () => {
  test('are features as the filter by features and the one by pets have them', async () => {
    const scope = { search: 'undesired', exact: 1 };
    const noisy = await buildProperty(server.context, {
      title: 'Undesired',
      features: ['Pool, heated', 'Pet-Friendly'],
    });
    const plain = await buildProperty(server.context, { title: 'Undesired', features: ['No Pets', 'Pool'] });
    const found = async (query: Query) => idsOf((await ask('/api/properties', { ...scope, ...query })).properties);
    expect(await found({ exclude_features: 'POOL, HEATED' })).toEqual([plain.id]);
    expect(await found({ exclude_features: 'pool' })).toEqual([noisy.id]);
    expect(await found({ exclude_features: 'pets allowed' })).toEqual([plain.id]);
    expect(await found({ exclude_features: ['pool', 'pets'] })).toEqual([]);
    expect(await found({ exclude_features: 'Pool', features: 'Pool' })).toEqual([]);
  });

  test('holds listings of no known place, and none without coordinates is near', async () => {
    const scope = { search: 'faraway' };
    const elsewhere = {
      city: 'Springfield',
      address: '1 Elm',
      province: 'Nowhere',
      latitude: null,
      longitude: null,
    };
    const { id } = await buildProperty(server.context, { title: 'Faraway', ...elsewhere });
    const found = async (query: Query) => idsOf((await ask('/api/properties', { ...scope, ...query })).properties);
    expect(await found({ exclude_location: ['Makati', 'Metro Manila'] })).toEqual([id]);
    expect(await found({ exclude_location: '!!!' })).toEqual([id]);
    expect(await found({ exclude_location: 'springfield' })).toEqual([]);
    expect(await found({ location: ['!!!', 'Springfield'] })).toEqual([id]);
    expect(await found({ location: '!!!' })).toEqual([]);
    expect(await found({ near: 'mrt', near_m: 5_000 })).toEqual([]);
  });

  test.each([
    ['near', 'near=nowhere'],
    ['near', 'near=mrt&near=nowhere'],
    ['near_m', 'near=mrt&near_m=99'],
    ['near_m', 'near=mrt&near_m=5001'],
    ['type', 'type=condo&type=castle'],
    ['exclude_type', 'exclude_type=rent'],
    ['max_bedrooms', 'max_bedrooms=few'],
    ['location', Array.from({ length: 11 }, (_, at) => `location=P${at}`).join('&')],
    ['exclude_location', Array.from({ length: 11 }, (_, at) => `exclude_location=P${at}`).join('&')],
    ['near', Array.from({ length: 11 }, () => 'near=mrt').join('&')],
    ['exclude_features', Array.from({ length: 21 }, (_, at) => `exclude_features=F${at}`).join('&')],
  ])('is refused at %s for %s', async (path, query) => {
    for (const call of ['', '/map', '/facets']) {
      const { status, body } = await server.request('GET', `/api/properties${call}?${query}`);
      expect(status).toBe(400);
      expect(body.issues[0].path).toBe(path);
    }
  });
});

describe('words that only rank', () => {
  test('put listings that have more of them first, in the order by relevance alone', async () => {
    const { context } = server;
    const now = context.now();
    const query = { type: ['condo' as const], search: 'condo', exact: true };
    const words = 'pool gym balcony';
    const all = new Map((await readAllListings(context)).map((one) => [one.id, one]));
    const held = (id: number) => {
      const { features, title, description } = all.get(id) ?? expect.fail();
      const text = ` ${[title, description, ...features].join(' ')}`.toLowerCase();
      return words.split(' ').filter((word) => new RegExp(`[^a-z0-9]${word}`).test(text)).length;
    };
    for (const reads of [listingReads(context), listingReads(withoutMemory.context, context.db)]) {
      const filter = readFilter(query, now, words);
      const part = { sort: 'relevance', limit: 500 } as const;
      const usual = (await findListings(reads, readFilter(query, now), part)).ids;
      const { ids, total } = await findListings(reads, filter, part);
      expect(total).toBe(usual.length);
      expect(ids).toEqual(usual.toSorted((one, other) => held(other) - held(one)));
      expect(new Set(ids.map(held)).size).toBeGreaterThan(2);
      const pages: number[] = [];
      for (let offset = 0; offset < total; offset += 7)
        pages.push(...(await findListings(reads, filter, { ...part, offset, limit: 7 })).ids);
      expect(pages).toEqual(ids);
      const newest = { sort: 'newest', limit: 500 } as const;
      expect(await findListings(reads, filter, newest)).toEqual(
        await findListings(reads, readFilter(query, now), newest),
      );
      // Without words that are required, the rest is the newest first.
      const { search: _search, ...rest } = query;
      const byTime = (await findListings(reads, readFilter(rest, now), newest)).ids;
      expect((await findListings(reads, readFilter(rest, now, words), part)).ids).toEqual(
        byTime.toSorted((one, other) => held(other) - held(one)),
      );
    }
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
