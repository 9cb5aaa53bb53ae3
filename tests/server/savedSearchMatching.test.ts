// @databases full

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropertyModel } from '#server/db/models.ts';
import { findSearches, savedSearchRefresh } from '#server/features/savedSearches/matching.ts';
import {
  addVideos,
  expectedIds,
  type Listing,
  type Query,
  readAllListings,
  readScene,
  universitySlug,
} from '#tests/support/listingOracle.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SEARCHES = 200;

let server: TestServer;
let listings: Listing[];

beforeAll(async () => {
  server = await startTestServer({ data: 'demo' });
  await addVideos(server.context);
  listings = await readAllListings(server.context);
});

afterAll(() => server.close());

/** The same each time: a failure can be reproduced. */
function drawing(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    chance: (odds: number) => next() < odds,
    one: <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value,
    between: (low: number, high: number) => low + next() * (high - low),
  };
}

/** A query of a few conditions, each of which some listings meet. */
function drawQuery({ chance, one, between }: ReturnType<typeof drawing>): Query {
  const near = one(listings.filter(({ latitude }) => latitude !== null));
  const [lat, lng] = [near.latitude ?? 0, near.longitude ?? 0];
  const size = between(0.005, 0.3);
  const place = () =>
    one(['Makati', 'BGC', 'Quezon City', 'Metro Manila', 'Ortigas', 'Taguig', 'Alabang', 'Caloocan']);
  const price = Math.round(one(listings).price * between(0.6, 1.6));
  const parts: Query = {
    location: one([place(), [place(), place()], [place(), 'Valero Street']]),
    exclude_location: one([place(), [place(), place()]]),
    type: one([
      ...['condo', 'house', 'apartment', 'office', 'land', 'rent', 'sale'],
      ...[
        ['house', 'land'],
        ['rent', 'lease'],
        ['condo', 'sale'],
      ],
    ]),
    exclude_type: one(['condo', 'office', ['house', 'apartment']]),
    near: one(['mrt', 'ayala-mrt-3', ['lrt-1', universitySlug]]),
    max_bedrooms: one([0, 1, 2]),
    exclude_features: one(['balcony', ['Swimming Pool', 'Gym']]),
    listing_type: one(['sale', 'rent', 'lease']),
    min_price: price,
    max_price: price,
    bedrooms: one([1, 2, 3]),
    beds_exact: one([0, 1, 2]),
    bathrooms: one([1, 2]),
    min_area: Math.round(between(20, 150)),
    max_area: Math.round(between(40, 300)),
    max_price_per_sqm: Math.round(between(500, 200_000)),
    furnished: one(['true', 'false']),
    parking: one([1, 2]),
    pets: one(['true', 'false']),
    features: one(listings.filter(({ features }) => features.length > 0)).features[0]?.replaceAll(',', '') ?? '',
    min_floor: one([2, 10]),
    built_since: one([2010, 2020]),
    completion: one(['ready', 'preselling']),
    listed_within: one([7, 60, 365]),
    licensed: one(['true', 'false']),
    media: one(['video', 'plan', 'video,plan']),
    bbox: [lng - size, lat - size, lng + size, lat + size].map((edge) => edge.toFixed(4)).join(','),
    area: [
      [lat - size, lng - size],
      [lat + size, lng - size / 2],
      [lat + size / 3, lng],
      [lat, lng + size],
    ]
      .map((corner) => corner.map((edge) => edge.toFixed(4)).join(','))
      .join(';'),
    reach: `${lat.toFixed(4)},${lng.toFixed(4)},${one(['walk', 'bicycle', 'car', 'transit'])},${one([12, 30, 60])}`,
    search: one(['condo', 'pool', 'near park', 'bgc', '2', 'quiet balcony', `${one(listings).id}`, 'makati view']),
  };
  const count = one([1, 1, 2, 2, 3]);
  const names = Object.keys(parts);
  const query: Query = {};
  while (Object.keys(query).length < count) {
    const name = one(names);
    query[name] = parts[name] as Query[string];
  }
  // Word by word: other tests cover the filters read out of words.
  if (query.search !== undefined) query.exact = 1;
  if (chance(0.1)) query.status = 'available';
  return query;
}

const asText = (query: Query) =>
  String(
    new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)])),
    ),
  );

test('a listing comes to exactly the searches that its list would hold it in', async () => {
  const { context } = server;
  const draw = drawing(20_251_125);
  const queries = Array.from({ length: SEARCHES }, () => drawQuery(draw));
  const searches = new Map<number, Query>();
  let owner = await enter(server);
  for (const query of queries) {
    // An account may keep fifty.
    if (searches.size % 50 === 49) owner = await enter(server);
    const body = { name: 'Any', query: asText(query), frequency: 'daily' };
    const answer = await owner.post('/api/saved-searches', body);
    expect(answer.status, `${body.query} ${JSON.stringify(answer.body)}`).toBe(201);
    searches.set(answer.body.data.id, query);
  }
  const scene = await readScene(context);
  const shown = listings.filter(({ moderation_status }) => moderation_status === 'active');
  const expected = new Map<number, number[]>(shown.map(({ id }) => [id, []]));
  for (const [searchId, { exact: _exact, ...query }] of searches)
    for (const id of expectedIds(listings, query, scene)) expected.get(id)?.push(searchId);
  const rows: PropertyModel[] = await context.db.models.Property.findAll({
    where: { id: shown.map(({ id }) => id) },
  });
  const differing: string[] = [];
  let matched = 0;
  for (const row of rows) {
    const found = new Set(await findSearches(context, row));
    const wanted = new Set(expected.get(row.id));
    matched += wanted.size;
    for (const [id, query] of searches)
      if (found.has(id) !== wanted.has(id))
        differing.push(`listing ${row.id}, ${wanted.has(id) ? 'missed' : 'too many'}: ${asText(query)}`);
  }
  expect(differing).toEqual([]);
  // The queries were no empty ones.
  expect(matched).toBeGreaterThan(rows.length);
}, 120_000);

test('searches that an earlier version read are read anew', async () => {
  const { context } = server;
  const person = await enter(server);
  const body = { name: 'Any', query: 'location=Makati', frequency: 'daily' };
  const { id } = (await person.post('/api/saved-searches', body)).body.data;
  const { SavedSearch, SavedSearchKey } = context.db.models;
  await context.db.transaction(async () => {
    await SavedSearch.update({ filter_version: 0, filter: 'null' }, { where: { id } });
    await SavedSearchKey.destroy({ where: { search_id: id } });
  });
  const row = await context.db.models.Property.findOne({
    where: { city_slug: 'makati', moderation_status: 'active' },
    rejectOnEmpty: true,
  });
  expect(await findSearches(context, row)).not.toContain(id);
  await savedSearchRefresh(context).run(new AbortController().signal);
  expect(await findSearches(context, row)).toContain(id);
});
