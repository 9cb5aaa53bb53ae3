import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldData } from '#server/features/privacy/retention.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
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
      Array.from({ length: 8 }, () =>
        change(token, { currentPassword: 'wrong', newPassword: 'another one' }),
      ),
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
