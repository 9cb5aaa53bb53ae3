// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let proxied: TestServer;
let clock = start;

beforeAll(async () => {
  const now = () => new Date(clock);
  server = await startTestServer({ data: 'empty', now });
  proxied = await startTestServer({ data: 'empty', now, env: { trustProxy: 1 } });
});

afterAll(() => Promise.all([server.close(), proxied.close()]));

beforeEach(() => {
  clock = start;
});

function login(to: TestServer, email: string, password: string, forwardedFor?: string) {
  return to.request('POST', '/api/auth/login', {
    body: { email, password },
    ...(forwardedFor ? { headers: { 'x-forwarded-for': forwardedFor } } : {}),
  });
}

async function fail(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await login(server, email, 'wrong')).status);
  return statuses;
}

describe('the lock-out', () => {
  test('comes after five failures, for a quarter of an hour, and says so', async () => {
    const { email } = await buildUser(server.context);
    expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401]);
    clock = start + 30_000;
    const locked = await login(server, email, TEST_PASSWORD);
    expect(locked.status).toBe(429);
    expect(locked.body).toEqual({
      success: false,
      error: 'Too many failed attempts. Please try again in 15 minutes.',
      code: 'login_locked',
      values: { minutes: 15 },
    });
    expect(locked.headers.get('retry-after')).toBe('870');

    clock = start + 15 * MINUTE - 1_000;
    const nearly = await login(server, email, TEST_PASSWORD);
    expect(nearly.body.error).toBe('Too many failed attempts. Please try again in 1 minute.');
    clock = start + 15 * MINUTE;
    expect((await login(server, email, TEST_PASSWORD)).status).toBe(200);
  });

  test('starts afresh once it is over', async () => {
    const { email } = await buildUser(server.context);
    await fail(email, 5);
    clock = start + 16 * MINUTE;
    expect(await fail(email, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('is the same for an email nobody has', async () => {
    const { email } = await buildUser(server.context);
    expect(await fail(email, 5)).toEqual(await fail('ghost@example.com', 5));
    const known = await login(server, email, 'wrong');
    const unknown = await login(server, 'ghost@example.com', 'wrong');
    expect(unknown.status).toBe(429);
    expect(unknown.body).toEqual(known.body);
  });

  test('counts every spelling of an email together', async () => {
    await buildUser(server.context, { email: 'spelling@example.com' });
    for (const spelling of ['SPELLING@example.com', ' spelling@example.com', 'Spelling@Example.COM '])
      await fail(spelling, 1);
    await fail('spelling@example.com', 2);
    expect((await login(server, 'spelling@example.com', TEST_PASSWORD)).status).toBe(429);
  });

  test('is undone by a success before it', async () => {
    const { email } = await buildUser(server.context);
    await fail(email, 4);
    expect((await login(server, email, TEST_PASSWORD)).status).toBe(200);
    expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401]);
  });

  test('lets exactly five of thirty guesses at once through', async () => {
    const { email } = await buildUser(server.context);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(server, email, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
    expect((await login(server, email, TEST_PASSWORD)).status).toBe(429);
  });

  test('does not refuse any of thirty right logins at once', async () => {
    const { email } = await buildUser(server.context);
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(server, email, TEST_PASSWORD)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('notes a failure also when those before it are forgotten at that moment', async () => {
    const { LoginFailure } = server.context.db.models;
    const { email } = await buildUser(server.context);
    expect(await fail(email, 1)).toEqual([401]);
    // Between the making of the row and its locking.
    let forgotten = 0;
    LoginFailure.addHook('afterBulkCreate', 'forget', async () => {
      if (forgotten === 0) forgotten = await LoginFailure.destroy({ where: {} });
    });
    try {
      expect(await fail(email, 5)).toEqual([401, 401, 401, 401, 401]);
    } finally {
      LoginFailure.removeHook('afterBulkCreate', 'forget');
    }
    expect(forgotten).toBeGreaterThan(0);
    expect((await login(server, email, TEST_PASSWORD)).status).toBe(429);
  });

  test('leaves other accounts alone', async () => {
    const one = await buildUser(server.context);
    const two = await buildUser(server.context);
    await fail(one.email, 6);
    expect((await login(server, two.email, TEST_PASSWORD)).status).toBe(200);
  });

  test('follows the setting', async () => {
    const { db, systemSettings } = server.context;
    const save = async (settings: Record<string, unknown>) => {
      const row = { category: 'security', settings };
      await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
      await systemSettings.reload();
    };
    const { email } = await buildUser(server.context);
    await fail(email, 4);
    await save({ maxLoginAttempts: 2 });
    const after = await fail(email, 2);
    await save({});
    expect(after, 'one more failure is more than two').toEqual([401, 429]);
  });

  test('keeps a table that names neither account nor address', async () => {
    await fail('private@example.com', 1);
    const rows = await server.context.db.models.LoginFailure.findAll({ raw: true });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/example|127\.0\.0\.1/);
  });
});

describe('addresses', () => {
  test('a header changes nothing without a proxy to believe', async () => {
    const { email } = await buildUser(server.context);
    for (let at = 0; at < 5; at += 1) await login(server, email, 'wrong', `10.0.0.${at}`);
    expect((await login(server, email, TEST_PASSWORD, '10.9.9.9')).status).toBe(429);
  });

  test('behind a proxy the address it names is counted, not what the caller wrote before it', async () => {
    const { email } = await buildUser(proxied.context);
    for (let at = 0; at < 5; at += 1) await login(proxied, email, 'wrong', `10.0.0.${at}, 203.0.113.7`);
    expect((await login(proxied, email, TEST_PASSWORD, '10.9.9.9, 203.0.113.7')).status).toBe(429);
    expect((await login(proxied, email, TEST_PASSWORD, '203.0.113.8')).status).toBe(200);
  });

  test('one IPv6 network is one caller', async () => {
    const { email } = await buildUser(proxied.context);
    for (let at = 0; at < 5; at += 1) await login(proxied, email, 'wrong', `2001:db8:1:2::${at + 1}`);
    expect((await login(proxied, email, TEST_PASSWORD, '2001:db8:1:2:ffff::1')).status).toBe(429);
    expect((await login(proxied, email, TEST_PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
  });
});
