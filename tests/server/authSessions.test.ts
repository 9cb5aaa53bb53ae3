// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
});

afterAll(() => server.close());

beforeEach(() => {
  clock = start;
});

const profile = (token: string) => server.request('GET', '/api/auth/profile', { token });
const login = (email: string, password: string, rememberMe?: boolean) =>
  server.request('POST', '/api/auth/login', { body: { email, password, rememberMe } });

async function expectEnded(token: string): Promise<void> {
  const { status, body } = await profile(token);
  expect(status).toBe(401);
  expect(body.code).toBe('session_expired');
}

async function saveSecurity(settings: Record<string, unknown>): Promise<void> {
  const { db, systemSettings } = server.context;
  const row = { category: 'security', settings };
  await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
  await systemSettings.reload();
}

async function readLastUse(userId: number): Promise<number> {
  const where = { user_id: userId };
  const session = await server.context.db.models.Session.findOne({ where, rejectOnEmpty: true });
  return session.last_used_at.getTime();
}

describe('the idle limit', () => {
  test('ends a session after the hours of the setting', async () => {
    const token = await signIn(server.context, await buildUser(server.context));
    clock = start + DAY + 1_000;
    await expectEnded(token);
    clock = start + DAY;
    expect((await profile(token)).status).toBe(200);
  });

  test('is moved on by use', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    for (let day = 0; day < 4; day += 1) {
      clock += 20 * HOUR;
      expect((await profile(token)).status).toBe(200);
      await expect.poll(() => readLastUse(user.id)).toBe(clock);
    }
  });

  test('follows a changed setting at once', async () => {
    const token = await signIn(server.context, await buildUser(server.context));
    clock = start + 2 * HOUR;
    await saveSecurity({ sessionTimeout: 1 });
    await expectEnded(token);
    await saveSecurity({});
    expect((await profile(token)).status).toBe(200);
  });

  test('is thirty days for who asked to be remembered', async () => {
    const user = await buildUser(server.context);
    const { token } = (await login(user.email, TEST_PASSWORD, true)).body.data;
    clock = start + 30 * DAY + 1_000;
    await expectEnded(token);
    clock = start + 30 * DAY;
    expect((await profile(token)).status).toBe(200);
  });

  test('writes the time of use at most once a minute', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    clock = start + 61_000;
    await Promise.all([profile(token), profile(token), profile(token)]);
    await expect.poll(() => readLastUse(user.id)).toBe(start + 61_000);
    clock = start + 61_000 + 59_000;
    await profile(token);
    // Writes queue one after another: once ours is done, one of the call's would be too.
    await saveSecurity({});
    expect(await readLastUse(user.id)).toBe(start + 61_000);
  });

  test('sweeps what ended and keeps the rest', async () => {
    const user = await buildUser(server.context);
    await signIn(server.context, user);
    await signIn(server.context, user, { remember: true });
    clock = start + 2 * DAY;
    const fresh = await signIn(server.context, user);
    await deleteOldData(server.context);
    const where = { user_id: user.id };
    const left = await server.context.db.models.Session.findAll({ where, order: ['id'] });
    expect(left.map(({ remember }) => remember)).toEqual([true, false]);
    expect((await profile(fresh)).status).toBe(200);
  });
});

describe('a token', () => {
  test.each([
    ['unknown', 'A'.repeat(43)],
    ['malformed', 'undefined'],
    ['an injection', "x'OR'1'='1"],
    ['huge', 'x'.repeat(8_000)],
  ])('that is %s is no session, and public things stay readable', async (_kind, token) => {
    await expectEnded(token);
    expect((await server.request('GET', '/api/site', { token })).status).toBe(200);
  });

  test('stands in its header and nowhere else', async () => {
    const token = await signIn(server.context, await buildUser(server.context));
    const withHeaders = (headers: Record<string, string>) =>
      server.request('GET', '/api/auth/profile', { headers });
    expect((await withHeaders({ authorization: `bearer ${token}` })).status).toBe(200);
    expect((await withHeaders({ authorization: `Basic ${token}` })).body.code).toBe('unauthorized');
    expect((await withHeaders({ authorization: token })).body.code).toBe('unauthorized');
    expect((await withHeaders({ authorization: 'Bearer' })).body.code).toBe('unauthorized');
    expect((await withHeaders({ cookie: `silong_token=${token}` })).status).toBe(401);
    expect((await server.request('GET', `/api/auth/profile?token=${token}`)).status).toBe(401);
  });

  test('is not opened by its stored hash', async () => {
    const user = await buildUser(server.context);
    await signIn(server.context, user);
    const where = { user_id: user.id };
    const session = await server.context.db.models.Session.findOne({ where, rejectOnEmpty: true });
    await expectEnded(session.token_hash);
  });

  test('reaches its own account and no other', async () => {
    const one = await buildUser(server.context);
    const two = await buildUser(server.context);
    await signIn(server.context, one);
    const { body } = await server.request('PUT', '/api/auth/profile', {
      token: await signIn(server.context, two),
      body: { id: one.id, user_id: one.id, name: 'Taken over' },
    });
    expect(body.data.id).toBe(two.id);
    await one.reload();
    expect(one.name).not.toBe('Taken over');
  });
});

describe('an account that is no longer active', () => {
  test.each(['suspended', 'inactive', 'pending'] as const)('loses access at once when %s', async (status) => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    await server.context.db.transaction((transaction) => user.update({ status }, { transaction }));
    await expectEnded(token);
  });

  test('loses access at once when deleted', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    await server.context.db.transaction((transaction) => user.destroy({ transaction }));
    await expectEnded(token);
  });
});

describe('logout', () => {
  test('ends this session only', async () => {
    const user = await buildUser(server.context);
    const here = await signIn(server.context, user);
    const elsewhere = await signIn(server.context, user);
    expect((await server.request('POST', '/api/auth/logout', { token: here })).status).toBe(200);
    await expectEnded(here);
    expect((await profile(elsewhere)).status).toBe(200);
    expect((await server.request('POST', '/api/auth/logout', { token: here })).status).toBe(401);
  });
});

describe('changing the password', () => {
  const change = (token: string | undefined, body: unknown) =>
    server.request('PUT', '/api/auth/password', { token, body });

  test('ends every session and answers with a new one', async () => {
    const user = await buildUser(server.context);
    const here = await signIn(server.context, user, { remember: true });
    const elsewhere = await signIn(server.context, user);
    const draft = { currentPassword: TEST_PASSWORD, newPassword: ' new one ' };
    const { status, body } = await change(here, draft);
    expect(status).toBe(200);
    await expectEnded(here);
    await expectEnded(elsewhere);
    expect(body.data.user.id).toBe(user.id);
    expect((await profile(body.data.token)).status).toBe(200);
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(401);
    expect((await login(user.email, 'new one')).status).toBe(401);
    expect((await login(user.email, ' new one ')).status).toBe(200);
    clock = start + 5 * DAY;
    expect((await profile(body.data.token)).status, 'it is remembered as the old one was').toBe(200);
  });

  test('refuses a wrong current password and changes nothing', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    const { status, body } = await change(token, { currentPassword: 'wrong', newPassword: 'another one' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid_input', issues: [{ path: 'currentPassword' }] });
    expect((await profile(token)).status).toBe(200);
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(200);
  });

  test('does not let a stolen token guess the password', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    const guesses = await Promise.all(
      Array.from({ length: 8 }, () => change(token, { currentPassword: 'wrong', newPassword: 'another one' })),
    );
    expect(guesses.map(({ status }) => status).sort()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    expect((await login(user.email, TEST_PASSWORD)).status, 'the owner can still log in').toBe(200);
  });

  test.each([
    [{ currentPassword: TEST_PASSWORD, newPassword: '12345' }, 'newPassword'],
    [{ newPassword: 'long enough' }, 'currentPassword'],
    [{ currentPassword: TEST_PASSWORD }, 'newPassword'],
    [{ currentPassword: TEST_PASSWORD, newPassword: ['long enough'] }, 'newPassword'],
  ])('refuses %j', async (draft, path) => {
    const token = await signIn(server.context, await buildUser(server.context));
    const { status, body } = await change(token, draft);
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
  });

  test('needs someone', async () => {
    const draft = { currentPassword: TEST_PASSWORD, newPassword: 'another one' };
    expect((await change(undefined, draft)).status).toBe(401);
  });

  test('of two changes at once one wins, and one session is left', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user);
    const answers = await Promise.all(
      ['first one', 'second one'].map((newPassword) =>
        change(token, { currentPassword: TEST_PASSWORD, newPassword }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.context.db.models.Session.count({ where: { user_id: user.id } })).toBe(1);
  });
});

describe('the longest life of a session', () => {
  const DAYS = 90;

  /** Used often enough not to end for another reason. */
  async function useUntil(token: string, end: number): Promise<void> {
    for (let at = start; at < end; at += 20 * DAY) {
      clock = at;
      await profile(token);
      await saveSecurity({});
    }
    clock = end;
  }

  test('ends it though it is in use', async () => {
    const token = await signIn(server.context, await buildUser(server.context), { remember: true });
    await useUntil(token, start + DAYS * DAY);
    expect((await profile(token)).status).toBe(200);
    clock += 1;
    await expectEnded(token);
  });

  test('follows the setting, and the sweep knows it', async () => {
    const user = await buildUser(server.context);
    const token = await signIn(server.context, user, { remember: true });
    clock = start + 2 * DAY;
    await saveSecurity({ sessionLifetime: 1 });
    await expectEnded(token);
    await deleteOldData(server.context);
    await saveSecurity({});
    expect(await server.context.db.models.Session.count({ where: { user_id: user.id } })).toBe(0);
  });

  test('does not begin anew with a new password', async () => {
    const user = await buildUser(server.context);
    const before = await signIn(server.context, user, { remember: true });
    clock = start + 10 * DAY;
    const draft = { currentPassword: TEST_PASSWORD, newPassword: 'another secret' };
    const { token } = (await server.request('PUT', '/api/auth/password', { token: before, body: draft })).body
      .data;
    clock = start + 25 * DAY;
    expect((await profile(token)).status).toBe(200);
    await saveSecurity({ sessionLifetime: 20 });
    await expectEnded(token);
    await saveSecurity({});
  });
});

describe('the list of sessions', () => {
  const list = async (token: string) =>
    (await server.request('GET', '/api/auth/sessions', { token })).body.data.sessions;

  test('tells device, address and times, and which one asks', async () => {
    const { email } = await buildUser(server.context);
    const chrome =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    const enterFrom = async (userAgent: string) =>
      (
        await server.request('POST', '/api/auth/login', {
          body: { email, password: TEST_PASSWORD },
          headers: { 'user-agent': userAgent },
        })
      ).body.data.token as string;
    const first = await enterFrom(chrome);
    clock = start + MINUTE;
    const second = await enterFrom('curl/8.5.0');
    const time = (at: number) => new Date(at).toISOString();
    const seen = await list(second);
    expect(seen).toEqual([
      {
        id: expect.any(Number),
        current: true,
        device: 'curl',
        address: '127.0.0.1',
        created_at: time(start + MINUTE),
        last_used_at: time(start + MINUTE),
      },
      {
        id: expect.any(Number),
        current: false,
        device: 'Chrome on Windows',
        address: '127.0.0.1',
        created_at: time(start),
        last_used_at: time(start),
      },
    ]);
    expect((await list(first)).map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
  });

  test('leaves out what has ended', async () => {
    const user = await buildUser(server.context);
    await signIn(server.context, user);
    clock = start + 2 * DAY;
    expect(await list(await signIn(server.context, user))).toHaveLength(1);
  });

  test('one can be ended, with its sockets, and nobody else’s', async () => {
    const user = await buildUser(server.context);
    const here = await signIn(server.context, user);
    const elsewhere = await signIn(server.context, user);
    const socket = await openSocket(server.url, elsewhere);
    const gone = new Promise((resolve) => socket.socket.once('disconnect', resolve));
    await socket.ask('join', user.id);
    const other = (await list(here)).find(({ current }: { current: boolean }) => !current);
    const stranger = await signIn(server.context, await buildUser(server.context));
    const end = (token: string, id: number) => server.request('DELETE', `/api/auth/sessions/${id}`, { token });
    expect((await end(stranger, other.id)).status).toBe(404);
    expect((await profile(elsewhere)).status).toBe(200);
    expect((await end(here, other.id)).status).toBe(200);
    expect(await gone).toBe('io server disconnect');
    await expectEnded(elsewhere);
    expect((await end(here, other.id)).status).toBe(404);
    expect((await profile(here)).status).toBe(200);
  });

  test('all others can be ended at once, with their sockets', async () => {
    const user = await buildUser(server.context);
    const here = await signIn(server.context, user);
    const others = [await signIn(server.context, user), await signIn(server.context, user)];
    const stranger = await signIn(server.context, await buildUser(server.context));
    const kept = await openSocket(server.url, here);
    const sockets = await Promise.all(others.map((token) => openSocket(server.url, token)));
    const gone = sockets.map(({ socket }) => new Promise((resolve) => socket.once('disconnect', resolve)));
    for (const { ask } of [kept, ...sockets]) await ask('join', user.id);
    const answer = await server.request('DELETE', '/api/auth/sessions', { token: here });
    expect(answer.body.data).toEqual({ ended: 2 });
    expect(await Promise.all(gone)).toEqual(['io server disconnect', 'io server disconnect']);
    for (const token of others) await expectEnded(token);
    expect((await profile(here)).status).toBe(200);
    expect((await profile(stranger)).status).toBe(200);
    expect((await kept.ask('join', user.id)).success, 'its own socket stays').toBe(true);
    kept.close();
  });
});

describe('a sign-in from a new device', () => {
  const login = (email: string, headers: Record<string, string>) =>
    server.request('POST', '/api/auth/login', { body: { email, password: TEST_PASSWORD }, headers });
  const device = (name: string) => ({ 'x-device-id': name.padEnd(24, '-') });
  const mailsTo = (recipient: string) =>
    server.context.db.models.OutgoingMail.findAll({ where: { recipient }, order: ['id'] });

  test('is told by mail, the first one of an account is not, and each only once', async () => {
    const email = 'many.devices@example.com';
    const register = { name: 'Many', email, password: TEST_PASSWORD };
    await server.request('POST', '/api/auth/register', { body: register, headers: device('laptop') });
    await login(email, device('laptop'));
    const subjects = (await mailsTo(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Confirm your email for Silong']);
    await login(email, { ...device('phone'), 'user-agent': 'Mozilla/5.0 (Android 15) Firefox/140.0' });
    await login(email, device('phone'));
    await login(email, device('laptop'));
    const [, mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('New login to your Silong account');
    for (const part of ['127.0.0.1', 'Firefox on Android', 'March 18, 2026', '/reset-password'])
      expect(mail?.text).toContain(part);
  });

  test('is known by program and network where the client keeps no id', async () => {
    const { email } = await buildUser(server.context);
    await login(email, { 'user-agent': 'curl/8.5.0' });
    await login(email, { 'user-agent': 'curl/8.9.1', 'x-device-id': 'not an id' });
    expect(await mailsTo(email)).toHaveLength(0);
    await login(email, { 'user-agent': 'Wget/1.21' });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('is told at most five times a day', async () => {
    const { email, id } = await buildUser(server.context);
    for (let at = 0; at < 8; at += 1) await login(email, device(`machine${at}`));
    expect(await mailsTo(email)).toHaveLength(5);
    clock = start + DAY + 1;
    await login(email, device('machine-of-tomorrow'));
    expect(await mailsTo(email)).toHaveLength(6);
    const { KnownDevice } = server.context.db.models;
    expect(await KnownDevice.count({ where: { user_id: id } })).toBe(9);
    expect(JSON.stringify(await KnownDevice.findAll({ raw: true }))).not.toContain('machine');
  });

  test('is not told when it fails', async () => {
    const { email } = await buildUser(server.context);
    await login(email, device('laptop'));
    await server.request('POST', '/api/auth/login', {
      body: { email, password: 'wrong' },
      headers: device('thief'),
    });
    expect(await mailsTo(email)).toHaveLength(0);
  });
});
