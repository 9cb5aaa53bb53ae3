// @databases both

import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotFoundError } from '#server/http/errors.ts';
import { idempotency } from '#server/http/idempotency.ts';
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

test('what a guest sends twice under one key is done once', async () => {
  const write = (message: string, key = 'key-guest-1') =>
    server.request('POST', `/api/agents/${agent.id}/contact`, {
      body: { name: 'Guest', email: 'guest@silong.example', message },
      headers: { 'idempotency-key': key },
    });
  const answers = await Promise.all(Array.from({ length: 4 }, () => write('Is it free?')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  expect((await write('Is it free?')).body.code).toBe('already_applied');
  // Another guest may have chosen the same key.
  expect((await write('Is there parking?')).status).toBe(201);
  expect((await write('Is it free?', 'key-guest-2')).status).toBe(201);
  const count = await server.context.db.models.Inquiry.count({ where: { email: 'guest@silong.example' } });
  expect(count).toBe(3);
});

test('a key that is none is refused', async () => {
  expect(await post('Odd', 'short')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

/** Serves one request under a key. @param handle the work of its service. */
async function serve(key: string, handle: () => Promise<void>): Promise<void> {
  const request = { method: 'POST', path: '/api/made-up', get: () => key, request: { body: {} } };
  const ctx = { ...request, state: { user: agent } } as unknown as Parameters<ReturnType<typeof idempotency>>[0];
  await idempotency(server.context)(ctx, handle);
}

const isStored = async (key: string) =>
  (await server.context.db.models.IdempotencyKey.count({ where: { key } })) > 0;

test('bookkeeping leaves the key to the change', async () => {
  const { db } = server.context;
  const note = () => db.transaction(async () => undefined, { isBookkeeping: true });
  await serve('key-noted-1', note);
  expect(await isStored('key-noted-1')).toBe(false);
  await serve('key-noted-1', async () => {
    await note();
    await db.transaction(async () => undefined);
  });
  expect(await isStored('key-noted-1')).toBe(true);
});

test('what was not begun as bookkeeping gives the key back when the request is refused', async () => {
  const { db } = server.context;
  const refuse = () =>
    serve('key-wrong-1', async () => {
      await db.transaction(async () => undefined);
      throw new NotFoundError('property');
    });
  await expect(refuse()).rejects.toThrow('Property not found');
  await expect(refuse()).rejects.toThrow('Property not found');
  expect(await isStored('key-wrong-1')).toBe(false);
});

test('a change that was made keeps its key though its answer failed', async () => {
  const { db } = server.context;
  const fail = () =>
    serve('key-fail-1', async () => {
      await db.transaction(async () => undefined);
      throw new Error('The answer could not be built');
    });
  await expect(fail()).rejects.toThrow('could not be built');
  await expect(fail()).rejects.toMatchObject({ code: 'already_applied' });
});

test('what a request leaves running stores no key', async () => {
  const { db } = server.context;
  let inBackground: Promise<void> = Promise.resolve();
  const begin = () => {
    inBackground = db.transaction(async () => undefined);
  };
  await serve('key-behind-1', async () => {
    await db.transaction(async () => db.afterCommit(begin), { isBookkeeping: true });
    await inBackground;
  });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await serve('key-behind-1', async () => {
    inBackground = answered.then(() => db.transaction(async () => undefined));
  });
  answer();
  await inBackground;
  expect(await isStored('key-behind-1')).toBe(false);
});
