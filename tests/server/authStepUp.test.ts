import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Call } from '#shared/contracts/common.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import { codeAt, STEP_MS, setUpTotp } from '#tests/support/secondFactor.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({
    data: 'empty',
    now: () => new Date(clock),
    env: { stepUpAfterLoginMinutes: 0 },
  });
});

afterAll(() => server.close());

beforeEach(() => {
  clock = start;
});

const asked = { status: 403, body: { success: false, code: 'confirm_identity' } };
const confirm = (person: Person, body: unknown = { password: TEST_PASSWORD }) =>
  person.post('/api/auth/confirm', body);
const ownData = (person: Person) => person.get('/api/privacy/data');

type Send = (admin: Person) => Promise<TestAnswer>;

const changeOf = async (role: 'user' | 'agent' | 'admin', to: string, admin: Person, more = {}) => {
  const { id, name, email } = await buildUser(server.context, { role });
  return admin.put(`/api/admin/users/${id}`, { name, email, role: to, status: 'active', ...more });
};
const newPasswordOf = async (role: 'user' | 'admin', admin: Person) => {
  const { id } = await buildUser(server.context, { role });
  return admin.put(`/api/admin/users/${id}/password`, { newPassword: 'a long one 2026' });
};
const draft = (role: string) => ({
  name: 'New Person',
  email: `new${Math.random()}@example.com`,
  password: 'a long one 2026',
  role,
});
const request = async (decision: string, admin: Person) => {
  const person = await enter(server);
  const { body } = await person.post('/api/privacy/erasure', { password: TEST_PASSWORD });
  return admin.put(`/api/admin/erasure-requests/${body.data.id}`, { decision, answer: 'No' });
};
const anyBackup = async () => {
  const admin = await enter(server, { role: 'admin' });
  await confirm(admin);
  return (await admin.post('/api/admin/settings/backup')).body.data.name as string;
};

/** All acts that a stolen session must not be able to do. */
const protectedCalls: [name: string, status: number, send: Send][] = [
  ['making a backup', 201, (admin) => admin.post('/api/admin/settings/backup')],
  ['downloading a backup', 200, async (admin) => admin.get(`/api/admin/settings/backups/${await anyBackup()}`)],
  ['giving a role', 200, (admin) => changeOf('user', 'agent', admin)],
  ['taking a role', 200, (admin) => changeOf('agent', 'user', admin)],
  ['making an account an admin’s', 200, (admin) => changeOf('user', 'admin', admin)],
  ['taking an admin’s role', 200, (admin) => changeOf('admin', 'user', admin)],
  ['setting a password', 200, (admin) => newPasswordOf('user', admin)],
  ['setting an admin’s password', 200, (admin) => newPasswordOf('admin', admin)],
  [
    'a password among other changes',
    200,
    (admin) => changeOf('user', 'user', admin, { password: 'a long one 2026' }),
  ],
  [
    'another e-mail address',
    200,
    (admin) => changeOf('user', 'user', admin, { email: `new${Math.random()}@example.com` }),
  ],
  ['creating an admin', 201, (admin) => admin.post('/api/admin/users', draft('admin'))],
  [
    'settings of mail',
    200,
    (admin) => admin.put('/api/admin/settings', { category: 'email', settings: { smtpPort: 2525 } }),
  ],
  ['the export of accounts', 200, (admin) => admin.get('/api/admin/users/export')],
  [
    'deleting an account',
    200,
    async (admin) => {
      const { id } = await buildUser(server.context);
      return server.request('DELETE', `/api/admin/users/${id}`, { token: admin.token });
    },
  ],
  ['completing an erasure', 200, (admin) => request('complete', admin)],
  ['the own-data file', 200, ownData],
  ['ending two-step login', 409, (admin) => server.request('DELETE', '/api/auth/totp', { token: admin.token })],
  [
    'letting mails and messages go out',
    200,
    (admin) => admin.post('/api/admin/outbound/release', { waiting: 'send' }),
  ],
  ['new recovery codes', 409, (admin) => admin.post('/api/auth/totp/recovery-codes')],
  [
    'ending somebody’s two-step login',
    409,
    async (admin) => {
      const { id } = await buildUser(server.context);
      const body = { reason: 'Lost the phone' };
      return server.request('DELETE', `/api/admin/users/${id}/second-factor`, { token: admin.token, body });
    },
  ],
];

/** The same calls where they do no such thing. */
const openCalls: [name: string, status: number, send: Send][] = [
  ['creating a client', 201, (admin) => admin.post('/api/admin/users', draft('user'))],
  [
    'changing an account without what opens it',
    200,
    (admin) => changeOf('user', 'user', admin, { name: 'Other' }),
  ],
  [
    'a blank password, which keeps the one there is',
    200,
    (admin) => changeOf('user', 'user', admin, { password: '' }),
  ],
  [
    'other settings',
    200,
    (admin) => admin.put('/api/admin/settings', { category: 'security', settings: { maxLoginAttempts: 5 } }),
  ],
  ['refusing an erasure', 200, (admin) => request('refuse', admin)],
  ['the list of backups', 200, (admin) => admin.get('/api/admin/settings/backups')],
  ['the list of accounts', 200, (admin) => admin.get('/api/admin/users')],
];

describe('what needs it', () => {
  test.each(protectedCalls)('%s', async (_name, status, send) => {
    const admin = await enter(server, { role: 'admin' });
    expect(await send(admin)).toMatchObject(asked);
    expect((await confirm(admin)).status).toBe(200);
    expect((await send(admin)).status).toBe(status);
    clock += 10 * MINUTE;
    expect(await send(admin)).toMatchObject(asked);
  });

  test.each(openCalls)('not: %s', async (_name, status, send) => {
    expect((await send(await enter(server, { role: 'admin' }))).status).toBe(status);
  });

  test('setting an app up, but for a quarter of an hour after signing in', async () => {
    const person = await enter(server);
    expect((await person.post('/api/auth/totp')).status).toBe(200);
    clock += 15 * MINUTE;
    expect(await person.post('/api/auth/totp')).toMatchObject(asked);
    expect((await confirm(person)).status).toBe(200);
    await setUpTotp(server, person);
  });

  test('is in the table above', () => {
    const always = server.routes.calls.filter(({ stepUp }) => stepUp);
    const nameOf = ({ method, path }: Call) => `${method} ${path}`;
    expect(always.map(nameOf).sort()).toEqual([
      'delete /api/admin/users/{id}',
      'delete /api/admin/users/{id}/second-factor',
      'delete /api/auth/passkeys/{id}',
      'delete /api/auth/totp',
      'get /api/admin/settings/backups/{name}',
      'get /api/admin/users/export',
      'get /api/privacy/data',
      'post /api/admin/outbound/release',
      'post /api/admin/settings/backup',
      'post /api/auth/passkeys/options',
      'post /api/auth/totp/recovery-codes',
      'post /api/tokens',
      'post /api/webhooks',
      'post /api/webhooks/{id}/secret',
      'put /api/admin/users/{id}/password',
      'put /api/webhooks/{id}',
    ]);
  });

  test('is what leads clients and their words elsewhere, which its owner is told by mail', async () => {
    const agent = await enter(server, { role: 'agent' });
    const { OutgoingMail } = server.context.db.models;
    const subjects = async () =>
      (await OutgoingMail.findAll({ where: { recipient: agent.user.email }, order: ['id'] })).map(
        ({ subject }) => subject,
      );
    const elsewhere = () => agent.put('/api/auth/profile', { contact_email: 'other@example.com' });
    const webhook = () =>
      agent.post('/api/webhooks', { url: 'https://collector.example.com/x', events: ['inquiry.created'] });
    for (const send of [elsewhere, webhook]) expect(await send()).toMatchObject(asked);
    expect((await agent.put('/api/auth/profile', { bio: 'The same address' })).status).toBe(200);
    expect(await subjects()).toEqual([]);
    expect((await confirm(agent)).status).toBe(200);
    expect((await elsewhere()).status).toBe(200);
    expect((await webhook()).status).toBe(201);
    expect(await subjects()).toEqual([
      expect.stringContaining('public email'),
      expect.stringContaining('A webhook'),
    ]);
    clock += 10 * MINUTE;
    expect((await elsewhere()).status, 'the same again').toBe(200);
  });

  test('changes nothing when it is refused', async () => {
    const admin = await enter(server, { role: 'admin' });
    const person = await buildUser(server.context, { name: 'As Before' });
    const { id, email } = person;
    const same = { name: 'Changed', email, role: 'user', status: 'active' };
    const changes = [{ role: 'admin' }, { email: 'thief@example.com' }, { password: 'a thief’s password' }];
    for (const change of changes)
      expect(await admin.put(`/api/admin/users/${id}`, { ...same, ...change })).toMatchObject(asked);
    const newPassword = { newPassword: 'a thief’s password' };
    expect(await admin.put(`/api/admin/users/${id}/password`, newPassword)).toMatchObject(asked);
    expect(await server.request('DELETE', `/api/admin/users/${id}`, { token: admin.token })).toMatchObject(asked);
    const { password_hash } = person;
    await person.reload();
    expect(person).toMatchObject({ name: 'As Before', role: 'user', email, password_hash });
  });

  test('a refused call leaves its idempotency key free', async () => {
    const admin = await enter(server, { role: 'admin' });
    const { id, name, email } = await buildUser(server.context);
    const promote = () =>
      server.request('PUT', `/api/admin/users/${id}`, {
        token: admin.token,
        headers: { 'idempotency-key': `promote-${id}` },
        body: { name, email, role: 'agent', status: 'active' },
      });
    expect(await promote()).toMatchObject(asked);
    await confirm(admin);
    expect((await promote()).status).toBe(200);
  });
});

describe('confirming', () => {
  test('holds for ten minutes, for this session', async () => {
    const user = await buildUser(server.context);
    const here = personOf(server, user, await signIn(server.context, user));
    const elsewhere = personOf(server, user, await signIn(server.context, user));
    expect((await confirm(here)).body.data).toEqual({
      confirmed_until: new Date(start + 10 * MINUTE).toISOString(),
    });
    clock = start + 10 * MINUTE - 1;
    expect((await ownData(here)).status).toBe(200);
    expect(await ownData(elsewhere)).toMatchObject(asked);
    clock = start + 10 * MINUTE;
    expect(await ownData(here)).toMatchObject(asked);
  });

  test('a new session of a changed password is as confirmed as the one before', async () => {
    const person = await enter(server);
    const change = (from: string, to: string, token: string) =>
      server.request('PUT', '/api/auth/password', {
        token,
        body: { currentPassword: from, newPassword: to },
      });
    const changed = await change(TEST_PASSWORD, 'another secret', person.token);
    const after = personOf(server, person.user, changed.body.data.token);
    expect(await ownData(after)).toMatchObject(asked);
    await confirm(after, { password: 'another secret' });
    const again = await change('another secret', TEST_PASSWORD, after.token);
    expect((await ownData(personOf(server, person.user, again.body.data.token))).status).toBe(200);
  });

  test('needs a code where a second factor is in force, and takes it once', async () => {
    const person = await enter(server);
    const { secret, recoveryCodes } = await setUpTotp(server, person);
    expect(await confirm(person)).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    expect(await confirm(person, { code: codeAt(secret, clock) })).toMatchObject({
      status: 403,
      body: { code: 'invalid_second_factor', issues: [{ path: 'code' }] },
    });
    expect(await ownData(person)).toMatchObject(asked);
    const code = codeAt(secret, clock + STEP_MS);
    expect((await confirm(person, { code })).status).toBe(200);
    expect((await ownData(person)).status).toBe(200);
    expect((await confirm(person, { code })).status).toBe(403);
    expect((await confirm(person, { code: recoveryCodes[3] })).status).toBe(200);
    expect((await confirm(person, { code: recoveryCodes[3] })).status).toBe(403);
  });

  test('of the password locks after five wrong ones, and the owner can still sign in', async () => {
    const person = await enter(server);
    for (let at = 0; at < 5; at += 1)
      expect(await confirm(person, { password: 'wrong' })).toMatchObject({
        status: 403,
        body: { code: 'wrong_password', issues: [{ path: 'password' }] },
      });
    expect(await confirm(person)).toMatchObject({ status: 429, body: { code: 'login_locked' } });
    const credentials = { email: person.user.email, password: TEST_PASSWORD };
    expect((await server.request('POST', '/api/auth/login', { body: credentials })).status).toBe(200);
  });

  test('of the code locks after five wrong ones, and the owner can still sign in', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    const guesses = await Promise.all(Array.from({ length: 8 }, () => confirm(person, { code: '000000' })));
    expect(guesses.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    const code = codeAt(secret, clock + STEP_MS);
    expect((await confirm(person, { code })).status).toBe(429);
    const credentials = { email: person.user.email, password: TEST_PASSWORD, code };
    expect((await server.request('POST', '/api/auth/login', { body: credentials })).status).toBe(200);
  });

  test.each([[{}], [{ password: '' }], [{ password: 5 }], [{ code: '' }], [[]], [{ code: '123456' }]])(
    'refuses %j',
    async (body) => {
      const answer = await confirm(await enter(server), body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    },
  );
});

test('signing in counts for as long as the environment says', async () => {
  const other = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  try {
    const person = await enter(other);
    clock = start + 15 * MINUTE - 1;
    expect((await ownData(person)).status).toBe(200);
    clock = start + 15 * MINUTE;
    expect(await ownData(person)).toMatchObject(asked);
  } finally {
    await other.close();
  }
});
