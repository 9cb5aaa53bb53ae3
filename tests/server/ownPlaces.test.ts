import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const path = '/api/settings/places';
const work = { name: 'Work', lat: 14.5495, lng: 121.0277, mode: 'car', max_minutes: 30 };
const school = { name: 'School', lat: 14.6396, lng: 121.0784, mode: 'transit', max_minutes: null };

test('places are the person’s own, replaced as a whole, and part of their data', async () => {
  const person = await enter(server);
  const other = await enter(server);
  expect((await person.get(path)).body.data).toEqual({ places: [] });
  expect((await person.put(path, { places: [work, school] })).body.data).toEqual({ places: [work, school] });
  expect((await person.get(path)).body.data).toEqual({ places: [work, school] });
  expect((await other.get(path)).body.data).toEqual({ places: [] });
  expect((await server.request('GET', path)).status).toBe(401);

  // Other settings leave them alone, and no other call returns them.
  expect((await person.put('/api/settings', { notifications: { push: false } })).status).toBe(200);
  expect(JSON.stringify((await person.get('/api/settings')).body)).not.toContain('121.0277');
  expect(JSON.stringify((await person.get('/api/privacy/data')).body)).toContain('121.0277');

  expect((await person.put(path, { places: [] })).body.data).toEqual({ places: [] });
  expect(JSON.stringify((await person.get('/api/privacy/data')).body)).not.toContain('121.0277');
});

test.each([
  [{ places: Array(6).fill(work) }, 'places'],
  [{ places: [{ ...work, name: ' ' }] }, 'places.0.name'],
  [{ places: [{ ...work, name: 'a'.repeat(41) }] }, 'places.0.name'],
  [{ places: [{ ...work, lat: 95 }] }, 'places.0.lat'],
  [{ places: [{ ...work, mode: 'rocket' }] }, 'places.0.mode'],
  [{ places: [{ ...work, max_minutes: 0 }] }, 'places.0.max_minutes'],
  [{}, 'places'],
])('%j is refused at %s', async (body, field) => {
  const person = await enter(server);
  const answer = await person.put(path, body);
  expect(answer.status).toBe(400);
  expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toContain(field);
});
