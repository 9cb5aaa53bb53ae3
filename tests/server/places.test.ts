import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PLACES, placesCalls } from '#shared/contracts/places.ts';
import { knownPlaceBySlug } from '#shared/gazetteer/knownPlaces.ts';
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

async function find(q: string) {
  const answer = await server.request('GET', `/api/places?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return placesCalls.find.answer.parse(answer.body.data).places;
}

describe('GET /api/places', () => {
  test.each([
    ['UST', 'ust'],
    ['ateneo', 'ateneo'],
    ['megamal', 'megamall'],
    ['makati medcial', 'makati-med'],
    ['ayala mrt', 'ayala-mrt-3'],
    ['lrt katip', 'katipunan-lrt-2'],
    ['MRT', 'mrt'],
    ['lrt', 'lrt'],
    ['airport', 'naia'],
    ['Mapúa', 'mapua'],
    ['St. Luke’s BGC', 'st-lukes-bgc'],
    ['quiapo chur', 'quiapo-church'],
  ])('%j names %s first', async (q, slug) => {
    const [first] = await find(q);
    const place = knownPlaceBySlug(slug);
    expect(first).toEqual({
      slug,
      name: place?.name,
      kind: place?.kind,
      lat: place?.lat,
      lng: place?.lng,
    });
  });

  test('two places of one name are both found', async () => {
    expect((await find('cubao station')).slice(0, 2).map(({ slug }) => slug)).toEqual([
      'araneta-center-cubao-lrt-2',
      'araneta-center-cubao-mrt-3',
    ]);
    expect((await find('st lukes')).map(({ slug }) => slug)).toEqual(['st-lukes-qc', 'st-lukes-bgc']);
  });

  test('letters find at most twenty, each once', async () => {
    for (const q of ['a', 's', 'sm', 'station', 'c']) {
      const places = await find(q);
      expect(places.length).toBeGreaterThan(0);
      expect(places.length).toBeLessThanOrEqual(MAX_PLACES);
      expect(new Set(places.map(({ slug }) => slug)).size).toBe(places.length);
    }
  });

  test('nothing, signs and unknown words find none; too much is an input error', async () => {
    for (const q of ['', ' ', '!?', 'zzzzqqq', '<script>', '%', '１２３４５６７'])
      expect(await find(q), q).toEqual([]);
    expect((await server.request('GET', '/api/places?q=%00')).status).toBe(400);
    const none = await server.request('GET', '/api/places');
    expect(none.body.data).toEqual({ places: [] });
    const refused = await server.request('GET', `/api/places?q=${'x'.repeat(MAX_SEARCH_LENGTH + 1)}`);
    expect(refused.status).toBe(400);
    expect(refused.body.issues[0].path).toBe('q');
  });
});

describe('the nearest station', () => {
  test('stands in every public answer of a listing, and follows its coordinates', async () => {
    const home = await buildProperty(server.context, { latitude: 14.5508, longitude: 121.0254 });
    const station = { slug: 'ayala-mrt-3', name: 'Ayala Station (MRT-3)', metres: 287, minutes: 4 };
    const read = async () => [
      (await server.request('GET', `/api/properties/${home.id}`)).body.data.nearest_station,
      (await server.request('GET', '/api/properties')).body.data.properties[0].nearest_station,
    ];
    expect(await read()).toEqual([station, station]);
    await home.update({ latitude: null, longitude: null });
    server.context.bus.publish('listingChanged', { propertyId: home.id });
    expect(await read()).toEqual([null, null]);
    await home.update({ latitude: 14.408, longitude: 121.023 });
    server.context.bus.publish('listingChanged', { propertyId: home.id });
    expect(await read()).toEqual([null, null]);
  });
});
