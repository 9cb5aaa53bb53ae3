import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { likelyErrors, understandQuery } from '#server/features/properties/list/searchReader.ts';
import { type PropertyList, propertyList, propertyListQuery } from '#shared/contracts/properties.ts';
import { findPlace } from '#shared/places.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import {
  addVideos,
  expectedIds,
  type Listing,
  type Query,
  readAllListings,
} from '#tests/support/listingOracle.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

/** A search as people type it, the filters it means, the words that stay, and the corrected typing errors. */
type Row = [
  typed: string,
  filters: Record<string, unknown>,
  words?: string,
  corrections?: [string, string][],
  leftOut?: string[],
];

const M = 1_000_000;
const BGC = { location: 'BGC' };
const MAKATI = { location: 'Makati' };
const QC = { location: 'Quezon City' };
const CONDO = { type: 'condo' };
const HOUSE = { type: 'house' };
const RENT = { listing_type: 'rent' };
const SALE = { listing_type: 'sale' };

// biome-ignore format: a table, one search a row
const rows: Row[] = [
  ['BGC 2br condo under 10m', { ...BGC, ...SALE, ...CONDO, beds_exact: 2, max_price: 10 * M }],
  ['studio for rent below 20k', { ...RENT, beds_exact: 0, max_price: 20_000 }],
  ['3 bedroom house and lot QC with parking', { ...HOUSE, ...QC, beds_exact: 3, parking: 1 }],
  ['makti', MAKATI, '', [['makti', 'makati']]],
  ['condomnium', CONDO, '', [['condomnium', 'condominium']]],
  ['two-bedroom condo', { ...CONDO, beds_exact: 2 }],
  ['2br up', { bedrooms: 2 }],
  ['at least 2 bedrooms', { bedrooms: 2 }],
  ['minimum 3 bedrooms house', { ...HOUSE, bedrooms: 3 }],
  ['3+ bedrooms', { bedrooms: 3 }],
  ['2-3 bedrooms makati', { ...MAKATI, bedrooms: 2, max_bedrooms: 3 }],
  ['3BR 2T&B house', { ...HOUSE, beds_exact: 3, bathrooms: 2 }],
  ['3br 2cr', { beds_exact: 3, bathrooms: 2 }],
  ['2 bedroom 1 bath apartment', { type: 'apartment', beds_exact: 2, bathrooms: 1 }],
  ['dalawang kwarto sa Makati', { ...MAKATI, beds_exact: 2 }],
  ['apat na kwarto', { beds_exact: 4 }],
  ['bahay', HOUSE],
  ['bahay at lupa sa QC', { ...HOUSE, ...QC }],
  ['h&l for sale', { ...HOUSE, ...SALE }],
  ['lot', { type: 'land' }],
  ['lupa 200 sqm pataas', { type: 'land', min_area: 200 }],
  ['150 sqm lot', { type: 'land', min_area: 127, max_area: 173 }],
  ['paupahan Makati', { ...MAKATI, ...RENT }],
  ['upa', RENT],
  ['murang condo sa Makati', { ...MAKATI, ...CONDO }],
  ['condo for rent 25k pababa', { ...CONDO, ...RENT, max_price: 25_000 }],
  ['paupahang apartment 10k hanggang 15k', { type: 'apartment', ...RENT, min_price: 10_000, max_price: 15_000 }],
  ['apartment 30k a month', { type: 'apartment', ...RENT, max_price: 30_000 }],
  ['20k/mo studio', { ...RENT, beds_exact: 0, max_price: 20_000 }],
  ['BGC 30,000 to 45,000 per month', { ...BGC, ...RENT, min_price: 30_000, max_price: 45_000 }],
  ['condo sa Maynila 20k isang buwan', { ...CONDO, ...RENT, location: 'Manila', max_price: 20_000 }],
  ['kwarto na paupahan sa Makati', { ...MAKATI, ...RENT }, 'room'],
  ['condo monthly', { ...CONDO, ...RENT }],
  ['5-8 million', { ...SALE,min_price: 5 * M, max_price: 8 * M }],
  ['house between 5m and 8m', { ...HOUSE, ...SALE, min_price: 5 * M, max_price: 8 * M }],
  ['₱5M – ₱8M condo', { ...CONDO, ...SALE, min_price: 5 * M, max_price: 8 * M }],
  ['15k to 20k', { min_price: 15_000, max_price: 20_000 }],
  ['condo up to 4.5 mil', { ...CONDO, ...SALE, max_price: 4.5 * M }],
  ['hanggang 20k na studio', { beds_exact: 0, max_price: 20_000 }],
  ['over 10 million house', { ...HOUSE, ...SALE, min_price: 10 * M }],
  ['condo 5m max 2br', { ...CONDO, ...SALE, max_price: 5 * M, beds_exact: 2 }],
  ['Php 15,000 apartment', { type: 'apartment', max_price: 15_000 }],
  ['looking for condo in bgc 40k budget', { ...BGC, ...CONDO, max_price: 40_000 }],
  ['condo below 150k per sqm', { ...CONDO, ...SALE, max_price_per_sqm: 150_000 }],
  ['condo around 5m', { ...CONDO, ...SALE, min_price: 4 * M, max_price: 6 * M }],
  ['100 sqm up', { min_area: 100 }],
  ['200sqm', { min_area: 170, max_area: 230 }],
  ['condo 30 to 60 sq m', { ...CONDO, min_area: 30, max_area: 60 }],
  ['condo w/ parking', { ...CONDO, parking: 1 }],
  ['may parking sa Makati', { ...MAKATI, parking: 1 }],
  ['2 car garage house', { ...HOUSE, parking: 2 }],
  ['fully furnished studio', { beds_exact: 0, furnished: true }],
  ['unfurnished condo', { ...CONDO, furnished: false }],
  ['bare unit BGC', { ...BGC, furnished: false }],
  ['pet friendly condo', { ...CONDO, pets: true }],
  ['RFO condo', { ...CONDO, completion: 'ready' }],
  ['pre-selling condo', { ...CONDO, completion: 'preselling' }],
  ['condo tagig', { location: 'Taguig', ...CONDO }],
  ['tagiug', { location: 'Taguig' }, '', [['tagiug', 'taguig']]],
  ['condo kalokan', { location: 'Caloocan', ...CONDO }, '', [['kalokan', 'caloocan']]],
  ['condo no parking', CONDO, '', [], ['no parking']],
  ['2br makati without parking under 30k', { ...MAKATI, beds_exact: 2, max_price: 30_000 }, '', [], ['without parking']],
  ['house w/o garage', HOUSE, '', [], ['w/o garage']],
  ['walang parking BGC studio', { ...BGC, beds_exact: 0 }, '', [], ['walang parking']],
  ['no pets allowed', {}, '', [], ['no pets allowed']],
  ['bawal aso condo', CONDO, '', [], ['bawal aso']],
  ['condo no furniture', { ...CONDO, furnished: false }],
  ['not more than 20k with parking', { max_price: 20_000, parking: 1 }],
  ['no parking but pet friendly', { pets: true }, '', [], ['no parking']],
  ['quezn city house', { ...QC, ...HOUSE }, '', [['quezn', 'quezon']]],
  ['ortigas cener office', { location: 'Ortigas', type: 'office' }, '', [['cener', 'center']]],
  ['hosue in alabang', { ...HOUSE, location: 'Alabang' }, '', [['hosue', 'house']]],
  ['makati salcedo village 1br', { location: 'Salcedo Village', beds_exact: 1 }],
  ['condo makati or bgc', { ...CONDO, location: ['Makati', 'BGC'] }],
  ['commercial space for lease', { type: 'commercial', listing_type: 'lease' }],
  ['condo for sale or rent', CONDO],
  ['townhouse', {}, 'townhouse'],
  ['TH in QC', QC, 'townhouse'],
  ['rent to own', {}, 'rent to own'],
  ['house rent to own', HOUSE, 'rent to own'],
  ['bedspace makati', MAKATI, 'bedspace'],
  ['condo with pool', CONDO, 'pool'],
  ['swiming pool', {}, 'swimming pool', [['swiming', 'swimming']]],
  ['bay view condo manila', { ...CONDO, location: 'Manila' }, 'bay view'],
  ['condo near ayala avenue', CONDO, 'ayala avenue'],
  ['semi-furnished 1br', { beds_exact: 1 }, 'semi furnished'],
  ['2 storey house', HOUSE, '2 storey'],
  ['#1024', {}, '#1024'],
  ['1024', {}, '1024'],
  ['unit 5', {}, 'unit 5'],
  ['10th floor up', { min_floor: 10 }],
  ['condo listed last 7 days', { ...CONDO, listed_within: 7 }],
  ['built after 2015', { built_since: 2015 }],
  ['penthouse xqzzwv', {}, 'penthouse xqzzwv'],
  ['condo with video', { ...CONDO, media: 'video' }],
  ['may video na condo sa Makati', { ...CONDO, ...MAKATI, media: 'video' }],
  ['house w/ floor plan', { ...HOUSE, media: 'plan' }],
  ['2br w/ plan', { beds_exact: 2, media: 'plan' }],
  ['may floor plan BGC', { ...BGC, media: 'plan' }],
  ['condo with video and floor plan', { ...CONDO, media: 'video,plan' }],
  ['condo with floorplan and video tour', { ...CONDO, media: 'video,plan' }],
  ['house with video intercom', HOUSE, 'video intercom'],
  ['loft open floor plan', {}, 'loft open floor plan'],
];

const read = (query: Record<string, string>) => {
  const parsed = propertyListQuery.parse(query);
  return understandQuery(parsed, likelyErrors(query.search ?? '')).understood;
};

describe('the words of a search', () => {
  test.each(rows)('%s', (typed, filters, words = '', corrections = [], leftOut = []) => {
    const { parts, preferred, ...understood } = read({ search: typed }) ?? {};
    expect(understood).toEqual({
      filters,
      words,
      corrections: corrections.map(([from, to]) => ({ from, to })),
      left_out: leftOut,
    });
  });

  test('mean a place by a text that names it and no other', () => {
    for (const typed of [
      'poblacion makati',
      'rosario pasig',
      'ortigas pasig',
      'the fort',
      'ncr',
      'alabang filinvest city',
    ])
      expect(findPlace([read({ search: typed })?.filters.location ?? ''].flat().join())?.slug, typed).toBe(
        findPlace(typed)?.slug,
      );
    // The place is ambiguous.
    expect(read({ search: 'poblacion' })).toMatchObject({ filters: {}, words: 'poblacion' });
  });

  test('give way to what the query says outright', () => {
    const search = 'BGC 2br condo for rent 5-8 million';
    const filters = (query: Record<string, string>) => read({ search, ...query });
    expect(filters({ type: 'house' })).toMatchObject({ filters: { beds_exact: 2 }, words: '' });
    expect(filters({ type: 'house' })?.filters).not.toHaveProperty('type');
    expect(filters({ bedrooms: '3' })?.filters).not.toHaveProperty('beds_exact');
    expect(filters({ type: 'sale' })).toMatchObject({ filters: { beds_exact: 2 }, words: 'condo' });
    expect(filters({ type: 'sale' })?.filters).not.toHaveProperty('listing_type');
    expect(filters({ max_price: '6000000' })?.filters).toMatchObject({ min_price: 5 * M });
    expect(filters({ max_price: '4000000' })?.filters).not.toHaveProperty('min_price');
    expect(filters({ location: 'Pasig' })).toMatchObject({ filters: { type: 'condo' }, words: '' });
    // Within the chosen area they still say where.
    expect(filters({ location: 'Taguig' })).toMatchObject({ words: 'bgc' });
  });

  test('are read in well under a millisecond', () => {
    for (const [typed] of rows) read({ search: typed });
    const start = process.cpuUsage();
    for (let round = 0; round < 10; round++) for (const [typed] of rows) read({ search: typed });
    expect(process.cpuUsage(start).user / (10 * rows.length)).toBeLessThan(1_000);
  });
});

let server: TestServer;
let listings: Listing[];

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  await addVideos(server.context);
  listings = await readAllListings(server.context);
});

afterAll(() => server.close());

async function ask(query: Query): Promise<PropertyList> {
  const address = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  const { status, body } = await server.request('GET', `/api/properties?${address}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return propertyList.parse(body.data);
}

const outright = (filters: object, words: string): Query => ({
  ...Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  ),
  ...(words && { search: words }),
});

describe('the list', () => {
  /** Counted from the present day, or phrased in ways that the rows of the table lack. */
  const notInTable = ['listed_within'];
  /** In no listing of the demo: they are left out, and told. */
  const inNoListing = ['video intercom', 'rent to own'];
  const checked = rows
    .filter(([, filters]) => !notInTable.some((name) => name in filters))
    .map((row): Row => {
      const [typed, filters, words = ''] = row;
      return inNoListing.includes(words) && Object.keys(filters).length > 0 ? [typed, filters] : row;
    });

  test.each(checked)('of %s begins as the listings say', async (typed, filters, words = '') => {
    const expected = expectedIds(listings, outright(filters, words));
    const { properties, pagination, understood } = await ask({ search: typed });
    expect(properties.map(({ id }) => id)).toEqual(expected.slice(0, 20));
    expect(pagination.total).toBe(expected.length);
    expect(understood?.filters).toEqual(filters);
    const again = await ask({ ...outright(filters, understood?.words ?? ''), exact: 1 });
    expect(again.pagination.total).toBe(expected.length);
    expect(again.understood).toBeUndefined();
    const map = await server.request('GET', `/api/properties/map?search=${encodeURIComponent(typed)}`);
    const placed = listings.filter(({ latitude }) => latitude !== null);
    expect(map.body.data.total).toBe(expectedIds(placed, outright(filters, words)).length);
  });

  test('finds something for most of them', async () => {
    const found = checked.filter(
      ([, filters, words = '']) => expectedIds(listings, outright(filters, words)).length > 0,
    );
    expect(found.length / checked.length).toBeGreaterThan(0.7);
  });

  test('has counts beside its choices that understand the same', async () => {
    const { body } = await server.request('GET', '/api/properties/facets?search=makti%20condo%20w%2F%20parking');
    const query = { type: 'condo', location: 'Makati', parking: 1 };
    expect(body.data.total).toBe(expectedIds(listings, query).length);
    expect(body.data.counts.beds_exact['2']).toBe(expectedIds(listings, { ...query, beds_exact: 2 }).length);
  });

  test('takes every word as it is with exact=1', async () => {
    const { understood, pagination } = await ask({ search: 'condomnium', exact: 1 });
    expect(understood).toBeUndefined();
    expect(pagination.total).toBe(0);
  });

  test('corrects no word that a listing holds', async () => {
    const listing = await buildProperty(server.context, { title: 'Makti Residences', agent_id: null });
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    const { properties, understood } = await ask({ search: 'makti' });
    expect(understood).toMatchObject({ filters: {}, words: 'makti', corrections: [] });
    expect(properties.map(({ id }) => id)).toEqual([listing.id]);
    await server.context.db.transaction((transaction) => listing.destroy({ transaction }));
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    expect((await ask({ search: 'makti' })).understood?.corrections).toEqual([{ from: 'makti', to: 'makati' }]);
  });

  test('leaves out and tells words that no listing holds', async () => {
    const total = expectedIds(listings, { type: 'condo', location: 'Makati' }).length;
    const { pagination, understood } = await ask({ search: 'condo makati xqzzwv' });
    expect(pagination.total).toBe(total);
    expect(understood).toMatchObject({ words: '', left_out: ['xqzzwv'] });
    const four = await ask({ search: 'xqzzwv vwzzqx zzqxvw qqzzx' });
    expect(four.pagination.total).toBe((await ask({})).pagination.total);
    expect((await ask({ search: 'xqzzwv vwzzqx' })).pagination.total).toBe(0);
  });

  test('is found by the names of buildings and the titles of listings, whatever filters their words mean', async () => {
    for (const name of [
      'Studio Northgate',
      'Gateway Heights Manila',
      'Ilog Marikina Skytowers',
      'San Miguel Parkside',
    ])
      expect((await ask({ search: name })).pagination.total, name).toBeGreaterThan(0);
    const first = (await ask({})).properties;
    for (const { id, title } of first) {
      const { properties, pagination } = await ask({ search: title });
      if (pagination.total <= properties.length)
        expect(
          properties.map((found) => found.id),
          title,
        ).toContain(id);
    }
  });

  test.each(['property id 20', 'listing 20', 'ID: 20', '#20', 'https://silong.example/properties/20'])(
    'of %s is that listing alone',
    async (search) => {
      expect((await ask({ search })).properties.map(({ id }) => id)).toEqual([20]);
    },
  );

  test('is not emptied by words that ask for nothing', async () => {
    const all = (await ask({})).pagination.total;
    expect((await ask({ search: 'murang' })).pagination.total).toBe(all);
    expect((await ask({ search: 'sa in near' })).pagination.total).toBeGreaterThan(0);
  });

  test('is not made of homes that have what was not wanted', async () => {
    const all = (await ask({ type: 'condo' })).pagination.total;
    const { pagination, understood } = await ask({ search: 'condo no parking' });
    expect(pagination.total).toBe(all);
    expect(understood).toEqual({
      filters: { type: 'condo' },
      words: '',
      corrections: [],
      left_out: ['no parking'],
      parts: [{ start: 0, end: 5, filters: { type: 'condo' } }],
    });
  });
});

describe('by relevance', () => {
  test('what lies in the place that was named comes before what only mentions it', async () => {
    const make = (title: string, city: string, address: string) =>
      buildProperty(server.context, { title, city, address, agent_id: null });
    const there = await make('Kokoro loft', 'Taguig', '26th Street, Fort Bonifacio');
    const mentions = await make('Kokoro loft, minutes from BGC', 'Pasig', 'Shaw Boulevard');
    server.context.bus.publish('listingChanged', { propertyId: mentions.id });
    const order = async (query: Query) =>
      (await ask({ ...query, sort: 'relevance' })).properties.map(({ id }) => id);
    expect(await order({ search: 'kokoro bgc', exact: 1 })).toEqual([there.id, mentions.id]);
    expect((await order({ search: 'kokoro bgc' }))[0]).toBe(there.id);
    const first = (await ask({ search: 'BGC', sort: 'relevance' })).properties;
    expect(first).toHaveLength(20);
    for (const { location } of first)
      expect(`${location.address} ${location.city}`).toMatch(/bonifacio|mckinley/i);
    await server.context.db.transaction(async (transaction) => {
      for (const listing of [there, mentions]) await listing.destroy({ transaction });
    });
    server.context.bus.publish('listingChanged', { propertyId: mentions.id });
  });
});
