// @databases full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_SAVED_VIEWS } from '#shared/limits.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let owner: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  owner = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const path = '/api/settings/views';
const suspended = { list: 'users', name: 'Suspended', query: { status: 'suspended', sort: 'name' } };
const viewsOf = async (person: Person) => (await person.get(path)).body.data.views as { name: string }[];
const remove = (person: Person, id: number) => server.request('DELETE', `${path}/${id}`, { token: person.token });

test('a view is kept, renamed and deleted, and is nobody else’s', async () => {
  const { status, body } = await owner.post(path, suspended);
  expect(status).toBe(201);
  expect(body.data).toEqual({ id: expect.any(Number), ...suspended });
  const { id } = body.data;
  const other = await enter(server, { role: 'admin' });
  expect(await viewsOf(other)).toEqual([]);
  expect((await other.put(`${path}/${id}`, { name: 'Mine' })).status).toBe(404);
  expect((await remove(other, id)).status).toBe(404);

  // Personal settings that are saved leave the views alone.
  expect((await owner.put('/api/settings', { notifications: { push: false } })).status).toBe(200);
  expect((await owner.get('/api/settings')).body.data).not.toHaveProperty('views');
  expect((await owner.put(`${path}/${id}`, { name: 'Shut out' })).body.data.name).toBe('Shut out');
  expect(await viewsOf(owner)).toEqual([{ id, ...suspended, name: 'Shut out' }]);
  const { body: own } = await owner.get('/api/privacy/data');
  expect(JSON.stringify(own)).toContain('Shut out');
  expect((await remove(owner, id)).status).toBe(200);
  expect(await viewsOf(owner)).toEqual([]);
});

test('what the list would refuse, and a name twice, is refused', async () => {
  for (const [body, field] of [
    [{ ...suspended, query: { status: 'sleepy' } }, 'query'],
    [{ ...suspended, query: { page: '2' } }, 'query'],
    [{ ...suspended, query: { joined_from: 'yesterday' } }, 'query'],
    [{ ...suspended, list: 'jobs' }, 'list'],
    [{ ...suspended, name: ' ' }, 'name'],
    [{ ...suspended, name: 'x'.repeat(61) }, 'name'],
  ] as const)
    expect(await owner.post(path, body)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
  const { body } = await owner.post(path, suspended);
  const again = await owner.post(path, { ...suspended, name: 'SUSPENDED' });
  expect(again).toMatchObject({ status: 409, body: { code: 'name_taken' } });
  // In another list it is another view.
  expect((await owner.post(path, { list: 'properties', name: 'Suspended', query: {} })).status).toBe(201);
  expect((await owner.put(`${path}/${body.data.id}`, { name: 'Suspended' })).status).toBe(200);
});

test('there are only so many, also of two calls at once', async () => {
  const person = await enter(server, { role: 'admin' });
  const add = (at: number) => person.post(path, { ...suspended, name: `View ${at}` });
  const answers = await Promise.all(Array.from({ length: MAX_SAVED_VIEWS + 3 }, (_, at) => add(at)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_SAVED_VIEWS);
  expect(answers.filter(({ body }) => body.code === 'too_many_views')).toHaveLength(3);
  expect(await viewsOf(person)).toHaveLength(MAX_SAVED_VIEWS);
});

test('views are of lists that the role reads', async () => {
  const moderator = await enter(server, { role: 'admin', adminRole: 'moderator' });
  expect((await moderator.post(path, suspended)).status).toBe(403);
  const { body } = await moderator.post(path, {
    list: 'properties',
    name: 'Waiting',
    query: { status: 'pending' },
  });
  expect(await viewsOf(moderator)).toHaveLength(1);
  // Another person's role from now on.
  await moderator.user.update({ admin_role: 'support' });
  expect(await viewsOf(moderator)).toEqual([]);
  expect((await remove(moderator, body.data.id)).status).toBe(404);
  const person = await enter(server);
  expect((await person.post(path, suspended)).status).toBe(403);
});
