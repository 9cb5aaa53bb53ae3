import { afterAll, beforeAll, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { openRaw } from '#tests/support/rawConnection.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const refused = (error: string) => ({ status: 400, body: { success: false, error, code: 'invalid_input' } });

test('what is wrong with an input is said in words for people', async () => {
  const users = '/api/admin/users';
  const status = `${users}/${admin.id}/status`;
  expect(await admin.put(status, {})).toMatchObject(refused('status is required'));
  expect(await admin.put(status, { status: 7 })).toMatchObject(
    refused('status must be one of active, inactive, suspended, pending'),
  );
  expect(await admin.put(status, [])).toMatchObject(refused('The request must be an object'));
  expect(await admin.put('/api/admin/settings', { category: 'colours' })).toMatchObject(
    refused('category must be one of application, email, notifications, security, backup, costs'),
  );
  expect(await admin.get(`${users}?page=1&page=2`)).toMatchObject(refused('page must be a single value'));
  expect(await admin.get(`/api/admin/audit-log?action=${'x'.repeat(61)}`)).toMatchObject(
    refused('action must be at most 60 characters long'),
  );
});

test.each(['0x1', '1e0', '1.0', '-1', '0', '99999999999', 'one'])('%s is no id', async (id) => {
  expect((await admin.get(`/api/admin/properties/${id}`)).status).toBe(400);
});

test.each([
  ['/api/admin/users', 'gzip'],
  ['/api/properties', 'gzip'],
  ['/api/properties', 'br'],
])(
  'a body for %s that is not compressed with %s as it says is the fault of its sender',
  async (path, encoding) => {
    const { token } = await enter(server, { role: path.includes('admin') ? 'admin' : 'agent' });
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      body: '{"name":"Maria Santos"}',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, code: 'invalid_input' });
  },
);

test.each([
  ['what is not JSON', '{"name":', {}],
  ['more than is taken', JSON.stringify({ name: 'x'.repeat(2_000_000) }), {}],
  ['a key that is none', '{}', { 'idempotency-key': 'short' }],
])('who may not call is told so whatever they send: %s', async (_what, body, headers) => {
  expect(await server.request('PUT', '/api/auth/profile', { body, headers })).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  });
  const { token } = await enter(server);
  expect(await server.request('POST', '/api/agents/apply', { body, headers })).toMatchObject({ status: 401 });
  expect(await server.request('PUT', '/api/admin/settings', { token, body, headers })).toMatchObject({
    status: 403,
    body: { code: 'admin_required' },
  });
});

test('what is sent to a path that is no call is refused as before', async () => {
  const path = '/api/nothing';
  expect((await server.request('POST', path, { body: '{"name":' })).status).toBe(400);
  expect((await server.request('POST', path, { body: `"${'x'.repeat(2_000_000)}"` })).status).toBe(413);
  expect(await server.request('POST', path, { body: {} })).toMatchObject({
    status: 404,
    body: { code: 'unknown_call', error: 'There is no POST /api/nothing' },
  });
});

test('brackets without end are refused under an idempotency key too', async () => {
  const body = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const answer = await server.request('POST', '/api/auth/logout', {
    token: admin.token,
    body,
    headers: { 'idempotency-key': 'brackets-without-end' },
  });
  expect(answer).toMatchObject(refused('The request is nested too deeply'));
});

test('an encoding that nobody has, and an expectation, are no reason not to answer', async () => {
  const list = '/api/admin/users';
  // Smaller answers are never compressed.
  for (let at = 0; at < 5; at += 1) await enter(server);
  const connection = await openRaw(server.url);
  const ask = (header: string) =>
    connection.write(
      `GET ${list} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${admin.token}\r\n${header}\r\n\r\n`,
    );
  for (const header of ['Accept-Encoding: identity;q=0, *;q=0', 'Expect: nonsense']) {
    ask(header);
    const { status, headers } = await connection.answer();
    expect(status, header).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers['x-request-id']).toBeTruthy();
  }
  connection.destroy();
});
