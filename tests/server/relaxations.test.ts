// @databases both
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PropertyList, propertyList } from '#shared/contracts/properties.ts';
import { expectedIds, type Listing, type Query, readAllListings } from '#tests/support/listingOracle.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';
import { listQuery, readListState } from '#web/features/properties/list/listState.ts';
import { relaxationsOf } from '#web/features/properties/list/relaxations.ts';

let listings: Listing[];
const servers: Record<'index' | 'SQL', TestServer | undefined> = { index: undefined, SQL: undefined };

beforeAll(async () => {
  servers.index = await startTestServer({ data: 'demo' });
  servers.SQL = await startTestServer({ data: 'demo', env: { hasListingsInMemory: false } });
  listings = await readAllListings(servers.index.context);
});

afterAll(async () => {
  for (const server of Object.values(servers)) await server?.close();
});

async function ask(query: Query, from: keyof typeof servers = 'index'): Promise<PropertyList> {
  const address = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])),
  );
  const answer = await servers[from]?.request('GET', `/api/properties?${address}`);
  expect(answer?.status, `${address}: ${JSON.stringify(answer?.body)}`).toBe(200);
  return propertyList
    .pick({ pagination: true, understood: true, relaxations: true })
    .parse(answer?.body.data) as PropertyList;
}

/** The proposals of the answer, their words as they were typed. */
const said = (search: string, { relaxations = [] }: PropertyList) =>
  relaxations.map(({ filters, words, total }) => [
    [...words.map(({ start, end }) => search.slice(start, end)), ...filters],
    total,
  ]);

const countOf = (query: Query) => expectedIds(listings, query).length;

describe.each(['index', 'SQL'] as const)('a list that is empty, from the %s', (from) => {
  test('says what could be left out, and how many there are then', async () => {
    const query = { location: 'Pasig', type: 'land', listing_type: 'rent', max_price: 60_000 };
    const answer = await ask(query, from);
    expect(answer.pagination.total).toBe(0);
    const without = (name: string) =>
      countOf(Object.fromEntries(Object.entries(query).filter(([other]) => other !== name)));
    const expected = [
      [['price'], without('max_price')],
      [['listing_type'], without('listing_type')],
      [['type'], without('type')],
      [['location'], without('location')],
    ].filter(([, total]) => Number(total) > 0);
    expect(expected.length).toBeGreaterThan(0);
    const ways = said('', answer);
    const [singles, pairs] = [ways.slice(0, expected.length), ways.slice(expected.length)];
    expect(singles).toEqual(expected.sort(([, a], [, b]) => Number(b) - Number(a)));
    // A filter that alone finds nothing goes together with one that does, where both find more.
    const pairOf = (name: string) => {
      const { type: _type, [name as 'location']: _named, ...less } = query;
      return countOf(name === 'price' ? { location: query.location, listing_type: query.listing_type } : less);
    };
    const inVain = ['location', 'price', 'listing_type'].filter((name) => pairOf(name) > Number(expected[0]?.[1]));
    expect(expected.map(([names]) => names)).toEqual([['type']]);
    expect(inVain).toContain('location');
    // Pairs with the same count come in either order.
    expect(pairs).toHaveLength(inVain.length);
    expect(pairs).toEqual(expect.arrayContaining(inVain.map((name) => [[name, 'type'], pairOf(name)])));
    const counts = pairs.map(([, count]) => Number(count));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
  });

  test('blames words that no listing holds first, all of them, and then a filter with them', async () => {
    const condos = countOf({ type: 'condo' });
    const search = 'xqzzwv vwzzqx';
    expect(said(search, await ask({ search, type: 'condo' }, from))).toEqual([[['xqzzwv', 'vwzzqx'], condos]]);
    const query = { search, type: 'condo', min_price: 900_000_000_000 };
    expect(said(search, await ask(query, from))).toEqual([[['xqzzwv', 'vwzzqx', 'price'], condos]]);
  });

  test('proposes two things together where no single one helps', async () => {
    const query = { location: 'Makati', min_price: 900_000_000_000, min_area: 900_000 };
    expect(said('', await ask(query, from))).toEqual([[['price', 'floor_area'], countOf({ location: 'Makati' })]]);
  });

  test('names filters in the words of the search', async () => {
    const search = 'condo for sale below 20k';
    const answer = await ask({ search, location: 'Makati' }, from);
    expect(said(search, answer)).toContainEqual([
      ['below 20k'],
      countOf({ type: 'condo', listing_type: 'sale', location: 'Makati' }),
    ]);
  });

  test('says nothing where there is nothing to leave out, and a full list never', async () => {
    const query = { min_price: 900_000_000_000, max_area: 1, bedrooms: 90 };
    expect((await ask(query, from)).relaxations).toEqual([]);
    expect((await ask({ type: 'condo' }, from)).relaxations).toBeUndefined();
  });
});

describe('every way out of an empty list', () => {
  const pick = <One>(random: () => number, from: readonly One[]): One => {
    const one = from[Math.floor(random() * from.length)];
    if (one === undefined) throw new Error('Nothing to pick from');
    return one;
  };
  /** mulberry32 */
  const randomOf = (seed: number) => () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const words = [
    ...['makati', 'in bgc', 'sa quezon city', 'pasig or makati', 'near ust', 'near mrt', 'Loc: Pasay'],
    ...['condo', 'house and lot', 'condo or house', 'studio', '2br', '3 bedrooms', '2 to 3 bedrooms'],
    ...['below 20k', '5m', '30k-40k', 'Budget: 15k', 'with parking', 'w/ pool', 'pet friendly', 'furnished'],
    ...['hi po', 'LF', 'thanks', 'quiet', 'cashout', 'corner', 'loft', 'xqzzwv', 'vwzzqx', 'balcony', 'not rfo'],
  ];
  const joins = [' ', ' ', ' ', ', ', ' / ', ' and ', ' or ', '\n'];
  const explicit = [
    ...['location=Makati', 'location=BGC&bbox=121.04,14.5,121.06,14.6', 'type=land', 'type=condo', 'beds_exact=2'],
    ...[
      'max_price=1000',
      'min_price=900000000',
      'min_area=900',
      'bedrooms=5',
      'parking=3',
      'features=Balcony,Gym',
    ],
    ...[
      'listing_type=lease',
      'built_since=2024',
      'min_floor=30',
      'exact=1',
      'media=video',
      'sort=price_asc&page=3',
    ],
    ...['area=14.5,121;14.6,121;14.6,121.1', 'reach=14.55,121.02,walk,3&reach_name=Ayala', 'pets=true'],
  ];

  test('leads to as many homes as it promises', async () => {
    const random = randomOf(46);
    let empty = 0;
    let ways = 0;
    for (let run = 0; run < 400; run++) {
      let search = '';
      for (let left = Math.floor(random() * 6); left > 0; left--)
        search += (search && pick(random, joins)) + pick(random, words);
      const some = Array.from({ length: Math.floor(random() * 4) }, () => pick(random, explicit));
      const state = readListState(new URLSearchParams([new URLSearchParams({ search }), ...some].join('&')));
      const from = run % 4 === 0 ? 'SQL' : 'index';
      const { pagination, understood, relaxations } = await ask(listQuery(state), from);
      if (pagination.total > 0) continue;
      empty++;
      const proposed = relaxationsOf(state, understood, relaxations ?? []);
      // Each is one that the page can show.
      expect(new Set(proposed.map(({ label }) => label)).size).toBe(proposed.length);
      for (const { label, total, state: less } of proposed) {
        ways++;
        expect(total, label).toBeGreaterThan(0);
        const led = await ask(listQuery(less), from);
        expect(led.pagination.total, `${JSON.stringify(listQuery(state))}: ${label}`).toBe(total);
      }
    }
    expect(empty).toBeGreaterThan(100);
    expect(ways).toBeGreaterThan(200);
  }, 120_000);
});
