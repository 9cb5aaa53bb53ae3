import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { isOfOffices, tokenScopes } from '#shared/apiAccess.ts';
import type { Call } from '#shared/contracts/common.ts';
import { sendCall } from '#tests/support/accessMatrixSending.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { captureLog } from '#tests/support/log.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const start = new Date('2026-03-18T02:00:00.000Z').getTime();
/** The scopes of an agent who manages no office. */
const all = tokenScopes.filter((scope) => !isOfOffices(scope));

const log = captureLog('trace');
let server: TestServer;
let clock = start;
let agent: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock), log: log.log });
});
afterAll(() => server.close());

beforeEach(async () => {
  clock = start;
  agent = await enter(server, { role: 'agent' });
  other = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
});

interface Made {
  id: number;
  token: string;
}

async function make(scopes: readonly string[] = all, by = agent, more: object = {}): Promise<Made> {
  const answer = await by.post('/api/tokens', { name: 'Website', scopes, ...more });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.data;
}
const call = (token: string, method: string, path: string, body?: object) =>
  server.request(method, path, { token, ...(body && { body }) });
const mine = (token: string) => call(token, 'GET', '/api/properties/my/list');
const listed = async (person = agent) => (await person.get('/api/tokens')).body.data.tokens;
const revoke = (person: Person, id: number) => call(person.token, 'DELETE', `/api/tokens/${id}`);
const ended = { status: 401, body: { success: false, code: 'invalid_token' } };
const closed = { status: 403, body: { success: false, code: 'token_scope' } };

const draft = {
  title: 'Two-Bedroom Condo',
  description: 'Near the park.',
  price: 9_000_000,
  type: 'condo',
  listing_type: 'sale',
  location: { address: '5 Rizal Drive, Bonifacio Global City', city: 'Taguig', province: 'Metro Manila' },
  details: { area_sqm: 60, bedrooms: 2 },
};

describe('a token', () => {
  test('is told once, and stored as its hash alone', async () => {
    const { token, id } = await make(['viewings:read', 'listings:read', 'listings:read']);
    expect(token).toMatch(/^silong_pat_[0-9A-Za-z]{49}$/);
    const [only] = await listed();
    expect(only).toEqual({
      ...{ id, name: 'Website', scopes: ['listings:read', 'viewings:read'], ending: token.slice(-4) },
      ...{
        user_id: agent.id,
        created_at: new Date(start).toISOString(),
        expires_at: null,
        is_expired: false,
      },
      ...{ last_used_at: null, last_used_address: null },
    });
    const row = await server.context.db.models.ApiToken.findByPk(id);
    expect(row?.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token.slice(11, 50));
    await server.context.jobs.flush();
    const mail = await server.context.db.models.OutgoingMail.findOne({
      where: { recipient: agent.user.email },
    });
    expect(mail?.subject).toContain('API token');
    expect(JSON.stringify(mail)).not.toContain(token.slice(11, 50));
  });

  test('makes calls for its owner as far as its scopes go', async () => {
    const { token } = await make(['listings:read', 'listings:write']);
    const created = await call(token, 'POST', '/api/properties', draft);
    expect(created).toMatchObject({ status: 201, body: { data: { agent: { id: agent.id } } } });
    const { id } = created.body.data;
    expect((await mine(token)).body.data.properties.map((one: { id: number }) => one.id)).toEqual([id]);
    expect(await call(token, 'PUT', `/api/properties/${id}`, { price: 8_000_000 })).toMatchObject({
      status: 200,
    });
    expect(await call(token, 'GET', '/api/viewings')).toMatchObject(closed);
    expect(await call(token, 'GET', `/api/agents/${agent.id}/contacts`)).toMatchObject(closed);
    const reads = await make(['listings:read']);
    expect(await call(reads.token, 'DELETE', `/api/properties/${id}`)).toMatchObject({
      ...closed,
      body: { error: 'This API token is not allowed to do this. It needs the scope listings:write.' },
    });
    expect((await mine(token)).status).toBe(200);
  });

  test('makes a change once however often it is sent with one key', async () => {
    const { token } = await make();
    const send = () =>
      server.request('POST', '/api/properties', {
        ...{ token, body: draft, headers: { 'idempotency-key': 'import-2026-03-18' } },
      });
    expect((await send()).status).toBe(201);
    expect(await send()).toMatchObject({ status: 409, body: { code: 'already_applied' } });
  });

  test('is nobody where anyone may call and it has no scope for it', async () => {
    const hidden = await buildProperty(server.context, { agent_id: agent.id, moderation_status: 'inactive' });
    const path = `/api/properties/${hidden.id}`;
    const [reads, viewings] = [await make(['listings:read']), await make(['viewings:read'])];
    expect((await call(reads.token, 'GET', path)).status).toBe(200);
    expect((await call(viewings.token, 'GET', path)).status).toBe(404);
    expect((await call(viewings.token, 'GET', '/api/properties')).status).toBe(200);
  });

  test('opens no socket', async () => {
    const { token } = await make();
    await expect(openSocket(server.url, token)).rejects.toThrow('Your session has ended');
  });

  test('shows when and where it was used, a minute at a time', async () => {
    const { token } = await make();
    const usedAt = async () => (await listed())[0].last_used_at;
    await mine(token);
    await expect.poll(usedAt).toBe(new Date(start).toISOString());
    expect((await listed())[0].last_used_address).toBe('127.0.0.1');
    clock = start + MINUTE - 1;
    await mine(token);
    clock = start + MINUTE;
    await mine(token);
    await expect.poll(usedAt).toBe(new Date(start + MINUTE).toISOString());
  });
});

describe('what one sends', () => {
  test.each([
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(101) }],
    ['name', { name: undefined }],
    ['scopes.0', { scopes: ['admin:write'] }],
    ['scopes.1', { scopes: ['listings:read', 'LISTINGS:WRITE'] }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: 'listings:read' }],
    ['scopes', { scopes: undefined }],
    ['expires_at', { expires_at: 'tomorrow' }],
    ['expires_at', { expires_at: new Date(start).toISOString() }],
    ['expires_at', { expires_at: '0000-01-01T00:00:00Z' }],
  ])('is refused for a wrong %s: %j', async (field, changes) => {
    const answer = await agent.post('/api/tokens', {
      name: 'Website',
      scopes: ['listings:read'],
      ...changes,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    expect(answer.body.issues[0].path).toBe(field);
    expect(await listed()).toEqual([]);
  });

  test('makes twenty tokens, also where two come at once', async () => {
    for (let at = 0; at < 19; at += 1) await make(['listings:read']);
    const body = { name: 'Last', scopes: ['listings:read'] };
    const both = await Promise.all([1, 2].map(() => agent.post('/api/tokens', body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('too_many_tokens');
    expect(await listed()).toHaveLength(20);
  });

  test('needs a fresh proof of who sends it', async () => {
    clock = start + 16 * MINUTE;
    const body = { name: 'Website', scopes: ['listings:read'] };
    expect(await agent.post('/api/tokens', body)).toMatchObject({
      status: 403,
      body: { code: 'confirm_identity' },
    });
    expect((await agent.post('/api/auth/confirm', { password: TEST_PASSWORD })).status).toBe(200);
    expect((await agent.post('/api/tokens', body)).status).toBe(201);
  });
});

describe('a stranger', () => {
  test('neither sees nor revokes somebody else’s', async () => {
    const { id, token } = await make();
    expect(await listed(other)).toEqual([]);
    expect((await revoke(other, id)).status).toBe(404);
    expect((await revoke(admin, id)).status).toBe(403);
    expect((await mine(token)).status).toBe(200);
  });

  test('gets nowhere with a token that is made up or changed', async () => {
    const { token, id } = await make();
    const { token_hash } = (await server.context.db.models.ApiToken.findByPk(id)) as { token_hash: string };
    const swapped = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const guess of [swapped, token.slice(11), `silong_pat_${'A'.repeat(49)}`, 'silong_pat_', token_hash])
      expect((await mine(guess)).status, guess).toBe(401);
    expect((await mine(token.toUpperCase())).status).toBe(401);
    expect((await mine(token)).status).toBe(200);
  });

  test('makes no token with a token, nor widens one', async () => {
    const { token, id } = await make();
    const body = { name: 'Mine', scopes: all };
    expect(await call(token, 'POST', '/api/tokens', body)).toMatchObject(closed);
    expect(await call(token, 'DELETE', `/api/tokens/${id}`)).toMatchObject(closed);
    expect(await call(token, 'GET', '/api/tokens')).toMatchObject(closed);
    expect(await listed()).toHaveLength(1);
  });

  test('reaches nobody else’s records by a token', async () => {
    const { token } = await make();
    const { id } = await buildProperty(server.context, { agent_id: other.id });
    expect((await call(token, 'PUT', `/api/properties/${id}`, { price: 1 })).status).toBe(403);
    expect((await call(token, 'DELETE', `/api/properties/${id}`)).status).toBe(403);
    expect((await call(token, 'GET', `/api/agents/${other.id}/contacts`)).status).toBe(403);
  });
});

test('is closed to every call that names no scope, and to those of other roles', async () => {
  const { token } = await make();
  const nameOf = ({ method, path }: Call) => `${method.toUpperCase()} ${path}`;
  const shut = server.routes.calls.filter(({ scope, access }) => !scope && access !== 'anyone');
  expect(shut.length).toBeGreaterThan(150);
  for (const one of shut) {
    const params = Object.fromEntries([...one.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1]));
    const answer = await sendCall(server, one, { params }, token);
    expect(answer, nameOf(one)).toMatchObject(closed);
  }
  // Calls that a stolen token must never reach, even if a contract says otherwise.
  const never = /^\/api\/(auth|tokens|admin|privacy|settings|push|office|lists)\b/;
  const scoped = server.routes.calls.filter(({ scope }) => scope);
  expect(scoped.filter(({ path, stepUp, access }) => never.test(path) || stepUp || access === 'admin')).toEqual(
    [],
  );
  const names = new Set(scoped.map(nameOf));
  // Writing to strangers, giving clients away and deleting notes are for the agent alone.
  for (const name of [
    'POST /api/conversations',
    'POST /api/viewings',
    'POST /api/desk/clients/{id}/assignment',
    'DELETE /api/desk/clients/{id}/notes/{noteId}',
  ])
    expect(names).not.toContain(name);
  expect(new Set(scoped.map(({ scope }) => scope))).toEqual(new Set(tokenScopes));
});

test('a call that only reads wants a reading scope, and one that changes a writing one', () => {
  for (const { method, path, scope } of server.routes.calls)
    if (scope) expect(`${path} ${scope}`).toMatch(method === 'get' ? /:read$/ : /:write$/);
});

describe('what passes between its owner and others', () => {
  test('is read by a token without being marked as read, and answered by one that may write', async () => {
    const ana = await enter(server);
    const began = { agentId: agent.id, subject: 'Loft', initialMessage: 'Is it still available?' };
    const { id } = (await ana.post('/api/conversations', began)).body.data.conversation;
    const reads = await make(['conversations:read']);
    const path = `/api/conversations/${id}`;
    const unread = async () => (await call(reads.token, 'GET', path)).body.data.unread_count;
    const seen = await call(reads.token, 'GET', `${path}/messages`);
    expect(seen.body.data).toMatchObject([{ content: began.initialMessage, read_at: null }]);
    expect(await unread()).toBe(1);
    expect(await call(reads.token, 'PUT', `${path}/read`)).toMatchObject(closed);
    expect(await call(reads.token, 'POST', `${path}/messages`, { content: 'No' })).toMatchObject(closed);
    expect(await call(reads.token, 'GET', '/api/desk/queue')).toMatchObject(closed);

    const writes = await make(['conversations:write']);
    expect(await call(writes.token, 'GET', path)).toMatchObject(closed);
    expect((await call(writes.token, 'POST', `${path}/messages`, { content: 'Yes, it is.' })).status).toBe(201);
    expect((await call(writes.token, 'PUT', `${path}/read`)).status).toBe(200);
    expect(await unread()).toBe(0);
    const received = (await ana.get(`${path}/messages`)).body.data;
    expect(received.at(-1)).toMatchObject({ content: 'Yes, it is.', sender_id: agent.id });

    const strange = await make(['conversations:read', 'conversations:write'], other);
    for (const [method, at, body] of [
      ['GET', path],
      ['GET', `${path}/messages`],
      ['PUT', `${path}/read`],
      ['POST', `${path}/messages`, { content: 'Me too' }],
    ] as const)
      expect((await call(strange.token, method, at, body)).status, at).toBe(404);
  });

  test('stands on the Desk, which a token works at as far as its owner does', async () => {
    const ana = await enter(server);
    await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
    const reads = await make(['clients:read']);
    const [row] = (await call(reads.token, 'GET', '/api/desk/queue')).body.data.rows;
    const path = `/api/desk/clients/${row.id}`;
    expect((await call(reads.token, 'GET', `${path}/timeline`)).body.data.entries).toHaveLength(1);
    const reply = { channel: 'chat', content: 'Good morning', client_id: 'reply-0001' };
    expect(await call(reads.token, 'POST', `${path}/replies`, reply)).toMatchObject(closed);
    // An office's queue is for members; this agent is in none.
    expect((await call(reads.token, 'GET', '/api/desk/queue?scope=office')).status).toBe(404);

    const writes = await make(['clients:write']);
    expect((await call(writes.token, 'POST', `${path}/replies`, reply)).status).toBe(201);
    const note = await call(writes.token, 'POST', `${path}/notes`, { text: 'Wants a balcony' });
    expect(note.status).toBe(201);
    expect(await call(writes.token, 'DELETE', `${path}/notes/${note.body.data.id}`)).toMatchObject(closed);
    expect(await call(writes.token, 'POST', `${path}/assignment`, { agent_id: other.id })).toMatchObject(closed);
    const strange = await make(['clients:read', 'clients:write'], other);
    expect((await call(strange.token, 'GET', path)).status).toBe(404);
    expect((await call(strange.token, 'PUT', path, { done: true })).status).toBe(404);
    expect((await call(strange.token, 'POST', `${path}/replies`, reply)).status).toBe(404);
  });

  test('are the hours and days off of its owner alone', async () => {
    const off = { first_day: '2026-04-01', last_day: '2026-04-03' };
    const { token } = await make(['calendar:read', 'calendar:write']);
    const { id } = (await call(token, 'POST', '/api/desk/days-off', off)).body.data;
    expect((await agent.get('/api/desk/days-off')).body.data).toMatchObject([{ id, ...off }]);
    const strange = await make(['calendar:read', 'calendar:write'], other);
    expect((await call(strange.token, 'DELETE', `/api/desk/days-off/${id}`)).status).toBe(404);
    expect((await call(strange.token, 'GET', '/api/desk/days-off')).body.data).toEqual([]);
    expect((await call(token, 'DELETE', `/api/desk/days-off/${id}`)).status).toBe(200);
  });
});

describe('it ends', () => {
  const put = (path: string, body: object) => admin.put(path, body);
  const account = (changes: object) => () => {
    const { name, email } = agent.user;
    return put(`/api/admin/users/${agent.id}`, { name, email, role: 'agent', status: 'active', ...changes });
  };
  const ways: [string, (id: number) => Promise<{ status: number }>][] = [
    ['when it is revoked', (id) => revoke(agent, id)],
    ['with a suspension', account({ status: 'suspended' })],
    ['with the role', account({ role: 'user' })],
    [
      'with a new password',
      () => agent.put('/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: 'a long one 2026' }),
    ],
    [
      'with a password that an admin sets',
      () => put(`/api/admin/users/${agent.id}/password`, { newPassword: 'a long one 2026' }),
    ],
    ['with the account', () => call(admin.token, 'DELETE', `/api/admin/users/${agent.id}`)],
  ];

  test.each(ways)('%s', async (_way, end) => {
    const { token, id } = await make();
    expect((await mine(token)).status).toBe(200);
    expect((await end(id)).status).toBe(200);
    expect(await mine(token)).toMatchObject(ended);
    expect(await server.context.db.models.ApiToken.count({ where: { id } })).toBe(0);
  });

  test('when the application is turned down after all', async () => {
    const { token } = await make();
    const { AgentProfile } = server.context.db.models;
    await AgentProfile.update({ application_status: 'rejected' }, { where: { user_id: agent.id } });
    expect(await mine(token)).toMatchObject(ended);
  });

  test('at its time, is shown as expired, and goes a month later', async () => {
    const { token } = await make(all, agent, { expires_at: new Date(start + MINUTE).toISOString() });
    expect((await mine(token)).status).toBe(200);
    clock = start + MINUTE;
    expect(await mine(token)).toMatchObject(ended);
    expect(await listed()).toMatchObject([{ is_expired: true }]);
    expect((await call(token, 'GET', '/api/properties')).status).toBe(200);
    const count = () => server.context.db.models.ApiToken.count({ where: { user_id: agent.id } });
    clock = start + MINUTE + 30 * DAY - 1;
    await deleteOldData(server.context);
    expect(await count()).toBe(1);
    clock = start + MINUTE + 30 * DAY + 1;
    await deleteOldData(server.context);
    expect(await count()).toBe(0);
  });
});

test('a token stands in no line of the log, and in no metric', async () => {
  const { token, id } = await make();
  await mine(token);
  await revoke(agent, id);
  await mine(token);
  const lines = log.text();
  expect(lines).toContain('api_token_created');
  expect(lines).toContain('api_token_refused');
  expect(lines).not.toContain(token.slice(11, 40));
});

test('stands in the own-data file without its hash', async () => {
  const { token } = await make();
  const { body } = await agent.get('/api/privacy/data');
  expect(body.api_tokens).toMatchObject([{ name: 'Website', ending: token.slice(-4) }]);
  expect(JSON.stringify(body.api_tokens)).not.toContain('token_hash');
});

describe('how much a token may ask', () => {
  test('is told and kept beside the limit of its address', async () => {
    const limited = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 4 } });
    try {
      const person = await enter(limited, { role: 'agent' });
      const { token } = (await person.post('/api/tokens', { name: 'Website', scopes: all })).body.data;
      const first = await limited.request('GET', '/api/viewings', { token });
      expect(first.headers.get('ratelimit-policy')).toBe('"perAddress";q=4;w=60, "perToken";q=4;w=60');
      expect(first.headers.get('ratelimit')).toMatch(/^"perAddress";r=2;t=\d+, "perToken";r=3;t=\d+$/);
      const own = await limited.request('GET', '/api/viewings', { token: person.token });
      expect(own.headers.get('ratelimit-policy')).toBe('"perAddress";q=4;w=60');
    } finally {
      await limited.close();
    }
  });

  test('is one sum for all addresses it calls from', async () => {
    const limited = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 2, trustProxy: 1 } });
    try {
      const person = await enter(limited, { role: 'agent' });
      const { token } = (await person.post('/api/tokens', { name: 'Website', scopes: all })).body.data;
      const statuses: number[] = [];
      for (const last of [1, 2, 3]) {
        const headers = { 'x-forwarded-for': `10.0.0.${last}` };
        statuses.push((await limited.request('GET', '/api/viewings', { token, headers })).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});
