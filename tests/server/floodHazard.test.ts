// @databases sqlite
// @run full

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const box = (west: number, south: number, east: number, north: number) => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const feature = (level: unknown, geometry: unknown, property = 'level') => ({
  type: 'Feature',
  properties: { [property]: level, owner: 'left out' },
  geometry,
});
const polygon = (...rings: number[][][]) => ({ type: 'Polygon', coordinates: rings });
const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

const usual = collection(
  feature('Low', polygon(box(121, 14.5, 121.1, 14.6), box(121.06, 14.56, 121.08, 14.58))),
  feature(3, { type: 'MultiPolygon', coordinates: [[box(121.02, 14.52, 121.04, 14.54)]] }),
  feature('medium', polygon(box(121.03, 14.5, 121.05, 14.53))),
);
const told = ['--name=Flood map', '--source=An agency', '--date=2024-05-01'];

async function load(content: unknown, args = told) {
  const { dataDir, databaseUrl } = server.context.env;
  const file = path.join(dataDir, 'flood.geojson');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const given = content === null ? args : [`--file=${file}`, ...args];
  const child = spawn(process.execPath, [path.join(inject('programs'), 'layerLoad.js'), ...given], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}

const get = async (address: string) => (await server.request('GET', address)).body.data;
const levelAt = async (lat: number, lng: number) =>
  (await get(`/api/layers/flood/at?lat=${lat}&lng=${lng}`)).level;

test('a map is loaded beside the running server, replaced as a whole, and taken away', async () => {
  expect(await get('/api/layers/flood')).toEqual({ map: null });
  expect(await get('/api/layers/flood/at?lat=14.55&lng=121.03')).toEqual({ map: null, level: null });
  expect(await get('/api/layers/flood/shapes')).toEqual({ map: null, shapes: null });

  const first = await load(usual);
  expect(first).toMatchObject({ code: 0, errors: '' });
  const { map } = await get('/api/layers/flood');
  expect(map).toMatchObject({ name: 'Flood map', source: 'An agency', date: '2024-05-01' });
  // Worked out by hand from the boxes: the highest where they lie over each other, none in the hole and outside.
  expect(await levelAt(14.51, 121.01)).toBe('low');
  expect(await levelAt(14.53, 121.035)).toBe('high');
  expect(await levelAt(14.51, 121.04)).toBe('medium');
  expect(await levelAt(14.57, 121.07)).toBeNull();
  expect(await levelAt(14.7, 121.07)).toBeNull();

  const address = `${server.url}/api/layers/flood/shapes`;
  const answer = await fetch(address);
  const { shapes } = (await answer.json()).data;
  expect(shapes.features.map(({ properties }: { properties: unknown }) => properties)).toEqual([
    { level: 'low' },
    { level: 'high' },
    { level: 'medium' },
  ]);
  // By itself fetch would forbid the cache.
  const revalidating = {
    'if-none-match': answer.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  };
  expect((await fetch(address, { headers: revalidating })).status).toBe(304);

  await load(collection(feature('2', polygon(box(120.9, 14.4, 121, 14.5)), 'Var')), [...told, '--property=Var']);
  expect(await levelAt(14.51, 121.01)).toBeNull();
  expect(await levelAt(14.45, 120.95)).toBe('medium');
  expect((await fetch(address, { headers: revalidating })).status).toBe(200);

  expect(await load(null, ['--remove'])).toMatchObject({ code: 0 });
  expect(await get('/api/layers/flood')).toEqual({ map: null });
  const entries = await server.context.db.models.AuditEntry.findAll({ order: ['id'] });
  expect(entries.map(({ action }) => action)).toEqual(['layer.load', 'layer.load', 'layer.remove']);
});

// The file is read before the database is opened, whichever that is.
describe.skipIf(inject('postgresUrl'))('a file that is no good', () => {
  beforeAll(async () => void (await load(usual)));

  test.each([
    ['no JSON', '{', 'no JSON'],
    ['points', collection(feature('low', { type: 'Point', coordinates: [121, 14] })), 'polygons'],
    ['nothing', collection(), 'polygons'],
    ['another level', collection(feature('severe', polygon(box(121, 14, 121.1, 14.1)))), 'severe'],
    ['latitude first', collection(feature('low', polygon(box(14, 121, 14.1, 121.1)))), 'Philippines'],
    ['an open outline', collection(feature('low', polygon(box(121, 14, 121.1, 14.1).slice(0, 4)))), 'outline'],
    [
      'other coordinates',
      { ...usual, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32651' } } },
      'EPSG:4326',
    ],
    ['too many', collection(...Array(5_001).fill(usual.features[2])), '5000'],
  ])('with %s is refused, and what was loaded stays', async (_, content, words) => {
    const refused = await load(content);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain(words);
    expect(refused.errors).not.toContain('    at ');
    expect(await levelAt(14.51, 121.01)).toBe('low');
  });
});

test('a day that is none, a name that is missing and a point that is none are refused', async () => {
  expect((await load(usual, ['--name=A', '--source=B', '--date=May 2024'])).errors).toContain('--date');
  expect((await load(usual, ['--source=B', '--date=2024-05-01'])).errors).toContain('npm run layer:load');
  for (const query of ['lat=95&lng=121', 'lat=14', 'lat=x&lng=121', 'lat=14&lng=121&lng=122'])
    expect((await server.request('GET', `/api/layers/flood/at?${query}`)).status).toBe(400);
});
