import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
});

afterAll(() => server.close());

const listing = (title: string) => ({
  title,
  description: 'Two bedrooms near the station.',
  price: 4_500_000,
  location: { address: '1 Ayala Avenue', city: 'Makati City', province: 'Metro Manila' },
  details: { area_sqm: 60 },
});

const post = (title: string, key: string, person = agent) =>
  server.request('POST', '/api/properties', {
    token: person.token,
    body: listing(title),
    headers: { 'idempotency-key': key },
  });

const countOf = (title: string) => server.context.db.models.Property.count({ where: { title } });

test('what is sent twice under one key is done once', async () => {
  expect((await post('Once', 'key-once-1')).status).toBe(201);
  expect(await post('Once', 'key-once-1')).toMatchObject({ status: 409, body: { code: 'already_applied' } });
  expect(await countOf('Once')).toBe(1);
});

test('of many at the same moment one is done', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post('Race', 'key-race-1')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
  expect(await countOf('Race')).toBe(1);
});

test('what was refused may be sent again under its key', async () => {
  const refused = await server.request('POST', '/api/properties', {
    token: agent.token,
    body: { ...listing('Again'), images: ['data:image/png;base64,bm90IGFuIGltYWdl'] },
    headers: { 'idempotency-key': 'key-again-1' },
  });
  expect(refused.status).toBe(415);
  expect((await post('Again', 'key-again-1')).status).toBe(201);
});

test('a change that is rolled back leaves its key free', async () => {
  const inquiry = await server.request('POST', `/api/agents/${agent.id}/contact`, {
    body: { name: 'Ana', email: 'ana@silong.example', message: 'Is it free?' },
  });
  const path = `/api/agents/${agent.id}/contacts/${inquiry.body.data.id}`;
  const set = (status: string, key: string) =>
    server.request('PUT', path, {
      token: agent.token,
      body: { status },
      headers: { 'idempotency-key': key },
    });
  expect((await set('closed', 'key-close-1')).status).toBe(200);
  // Closed → read is no transition: refused inside the transaction, after the key went in.
  expect((await set('read', 'key-read-1')).body.code).not.toBe('already_applied');
  expect((await set('read', 'key-read-1')).body.code).not.toBe('already_applied');
  expect(await set('closed', 'key-close-1')).toMatchObject({
    status: 409,
    body: { code: 'already_applied' },
  });
});

test('a key belongs to one request and one person', async () => {
  expect((await post('Mine', 'key-mine-1')).status).toBe(201);
  expect(await post('Another', 'key-mine-1')).toMatchObject({
    status: 422,
    body: { code: 'idempotency_key_reused' },
  });
  const other = await enter(server, { role: 'agent' });
  expect((await post('Mine', 'key-mine-1', other)).status).toBe(201);
});

test('a key that is none is refused', async () => {
  expect(await post('Odd', 'short')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});
