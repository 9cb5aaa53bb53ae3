import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createResetLink } from '#server/features/auth/writes/passwords.ts';
import { createLog } from '#server/observability/log.ts';
import { buildUser, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const COMMON = 'This password is one of the most common ones. Please choose another.';
const OWN = 'Your name or email is too easy to guess as a password. Please choose another.';
const SITE = 'The name of this site is too easy to guess as a password. Please choose another.';
const LEAKED = 'This password has appeared in a data leak. Please choose another.';

let server: TestServer;
let rangeApi: Server | undefined;

afterEach(async () => {
  await server.close();
  rangeApi?.closeAllConnections();
  rangeApi?.close();
  rangeApi = undefined;
});

let people = 0;

async function register(password: string, person: { name?: string; email?: string } = {}) {
  people += 1;
  const body = { name: 'New Person', email: `new${people}@example.com`, ...person, password };
  return server.request('POST', '/api/auth/register', { body });
}

async function linkOf(person: Person): Promise<string> {
  const link = await server.context.db.transaction(() => createResetLink(server.context, person.id, 3_600_000));
  return new URL(link).searchParams.get('token') ?? '';
}

/** Every call that sets a password, with the field that carries it. */
const ways: [string, string, (password: string) => Promise<TestAnswer>][] = [
  ['registering', 'password', (password) => register(password)],
  [
    'changing one’s own',
    'newPassword',
    async (newPassword) => {
      const person = await enter(server);
      return person.put('/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword });
    },
  ],
  [
    'a mailed link',
    'password',
    async (password) => {
      const body = { token: await linkOf(await enter(server)), password };
      return server.request('POST', '/api/auth/reset-password', { body });
    },
  ],
  [
    'an admin who makes an account',
    'password',
    async (password) => {
      const admin = await enter(server, { role: 'admin' });
      people += 1;
      return admin.post('/api/admin/users', {
        name: 'Made',
        email: `made${people}@example.com`,
        role: 'user',
        status: 'active',
        password,
      });
    },
  ],
  [
    'an admin who edits an account',
    'password',
    async (password) => {
      const admin = await enter(server, { role: 'admin' });
      const { id, email } = await buildUser(server.context);
      const fields = { name: 'Edited', email, role: 'user', status: 'active' };
      return admin.put(`/api/admin/users/${id}`, { ...fields, password });
    },
  ],
  [
    'an admin who sets a password',
    'newPassword',
    async (newPassword) => {
      const admin = await enter(server, { role: 'admin' });
      const { id } = await buildUser(server.context);
      return admin.put(`/api/admin/users/${id}/password`, { newPassword });
    },
  ],
];

function expectRefused(answer: TestAnswer, path: string, message: string, about: string): void {
  expect(answer, about).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', error: message, issues: [{ path, message }] },
  });
}

test('wherever one is set, the commonest are refused and the admin’s minimum holds', async () => {
  server = await startTestServer({ data: 'empty' });
  const admin = await enter(server, { role: 'admin' });
  for (const [way, path, set] of ways) {
    for (const common of ['123456', 'password1', 'PassWord1'])
      expectRefused(await set(common), path, COMMON, `${way}: ${common}`);
    expect((await set('silong-demo')).status, way).toBeLessThan(300);
  }
  await saveSystemSettings(admin, 'security', { minPasswordLength: 12 });
  for (const [way, path, set] of ways) {
    expectRefused(await set('silong-demo'), path, 'Password must be at least 12 characters', way);
    expect((await set('silong-demo-2')).status, way).toBeLessThan(300);
  }
  expect((await server.request('GET', '/api/site')).body.data.minPasswordLength).toBe(12);
});

test('the minimum stays within its bounds', async () => {
  server = await startTestServer({ data: 'empty' });
  const admin = await enter(server, { role: 'admin' });
  for (const minPasswordLength of [5, 65, 8.5, '8', null]) {
    const change = { category: 'security', settings: { minPasswordLength } };
    expect((await admin.put('/api/admin/settings', change)).status).toBe(400);
  }
  expect((await server.request('GET', '/api/site')).body.data.minPasswordLength).toBe(6);
});

test('one’s own name or e-mail is no password', async () => {
  server = await startTestServer({ data: 'empty' });
  const person = { name: 'Dalisay Quijano', email: 'dalisay@example.com' };
  expectRefused(await register('dalisay quijano', person), 'password', OWN, 'the name');
  expectRefused(await register('Dalisay@Example.com', person), 'password', OWN, 'the e-mail');
  const own = await enter(server, person);
  for (const newPassword of ['DALISAY QUIJANO', 'dalisay@example.com']) {
    const change = { currentPassword: TEST_PASSWORD, newPassword };
    expectRefused(await own.put('/api/auth/password', change), 'newPassword', OWN, newPassword);
  }
});

test('the site’s name is no password, wherever one is set', async () => {
  server = await startTestServer({ data: 'empty' });
  const admin = await enter(server, { role: 'admin' });
  for (const [way, path, set] of ways) expectRefused(await set('SILONG'), path, SITE, way);
  await saveSystemSettings(admin, 'application', { siteName: 'Bahay Ñuestro' });
  expectRefused(await register('bahay ñuestro'.normalize('NFD')), 'password', SITE, 'its present name');
  expect((await register('silong')).status, 'its former name').toBe(201);
});

test('a refused password leaves everything as it was: the link good, the account open to the old one', async () => {
  server = await startTestServer({ data: 'empty' });
  const person = await enter(server, { password: '123456' });
  const token = await linkOf(person);
  const reset = (password: string) =>
    server.request('POST', '/api/auth/reset-password', { body: { token, password } });
  expect((await reset('password1')).status).toBe(400);
  expect((await person.get('/api/auth/profile')).status).toBe(200);
  // An account that has a common password from before keeps it.
  await server.login(person.user.email, '123456');
  expect((await reset('brand new')).status).toBe(200);
});

/** A range API on loopback. @param answer its response to a request. @returns its address and the requests. */
async function startRangeApi(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  rangeApi = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(rangeApi, 'listening');
  return { url: `http://127.0.0.1:${(rangeApi.address() as AddressInfo).port}/range`, asked };
}

test('one that is known from a leak is refused, and only five digits of its hash leave the server', async () => {
  const leaked = 'a well leaked sentence';
  const padded = 'a sentence of the padding';
  const hashOf = (text: string) => createHash('sha1').update(text).digest('hex').toUpperCase();
  const { url, asked } = await startRangeApi(({ url: path }, response) => {
    const prefix = path?.split('/').at(-1) ?? '';
    const lines = [leaked, padded]
      .map((text) => [hashOf(text), text === padded ? 0 : 52] as const)
      .filter(([hash]) => hash.startsWith(prefix))
      .map(([hash, count]) => `${hash.slice(5)}:${count}`);
    response.end([`${'0'.repeat(35)}:3`, ...lines].join('\r\n'));
  });
  server = await startTestServer({ data: 'empty', env: { breachedPasswordsUrl: url } });
  expectRefused(await register(leaked), 'password', LEAKED, 'leaked');
  expect((await register(padded)).status).toBe(201);
  expect((await register('one that nobody lost')).status).toBe(201);
  expect(asked.map(({ url: path }) => path)).toEqual(
    [leaked, padded, 'one that nobody lost'].map((text) => `/range/${hashOf(text).slice(0, 5)}`),
  );
  expect(asked.every(({ headers }) => headers['add-padding'] === 'true')).toBe(true);
});

test.each([
  [
    'answers with an error',
    (_request: IncomingMessage, response: ServerResponse) => response.writeHead(503).end(),
  ],
  ['is silent', () => undefined],
  [
    'sends elsewhere',
    (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ],
])('a range API that %s refuses nobody, and the log says so', async (_name, answer) => {
  const { url } = await startRangeApi(answer);
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  server = await startTestServer({ data: 'empty', env: { breachedPasswordsUrl: url }, log });
  const startedAt = Date.now();
  expect((await register('one that nobody lost')).status).toBe(201);
  expect(Date.now() - startedAt).toBeLessThan(10_000);
  expect(lines.join()).toContain('breached passwords could not be looked up');
  expect(lines.join()).not.toContain('nobody lost');
});
