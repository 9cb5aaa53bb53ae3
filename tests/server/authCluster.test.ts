// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { App } from '#server/app.ts';
import { openApp } from '#tests/support/backups.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { PasskeyDevice } from '#tests/support/passkeyDevice.ts';
import { enter } from '#tests/support/people.ts';
import { codeAt, STEP_MS, setUpTotp } from '#tests/support/secondFactor.ts';
import { type SignInProviderAtTests, startSignInProvider } from '#tests/support/signInProvider.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const publicUrl = 'http://localhost:3000';
const atSite = { origin: publicUrl };

/**
 * Tokens that are valid once, or a few times, on two servers of one database, as behind a load balancer. SQLite
 * belongs to one.
 */
describe.runIf(inject('postgresUrl'))('two servers', () => {
  let provider: SignInProviderAtTests;
  let here: TestServer;
  let there: App;
  let urls: string[];
  let folder: string;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);

  beforeAll(async () => {
    provider = await startSignInProvider(`${publicUrl}/sign-in/callback`);
    const env = { publicUrl, signInProvider: provider.settings, trustProxy: 1 };
    here = await startTestServer({ data: 'empty', env, now });
    folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
    const opened = await openApp({ ...here.context.env, dataDir: folder }, now);
    there = opened.app;
    urls = [here.url, opened.url];
  });

  afterAll(async () => {
    await there.close();
    await here.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(() => {
    ahead = 0;
  });

  /** @param at which of the two. @param from where the caller seems to be. */
  async function ask(at: number, method: string, url: string, { body, token, from }: Asked = {}) {
    const answer = await fetch(`${urls[at % 2]}${url}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(from ? { 'x-forwarded-for': from } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: await answer.json() };
  }

  interface Asked {
    body?: unknown;
    token?: string;
    from?: string;
  }

  /** The same call to both, three times each, at once. */
  const askAll = async (method: string, url: string, asked: Asked) => {
    const answers = await Promise.all([0, 1, 2, 3, 4, 5].map((at) => ask(at, method, url, asked)));
    return answers.map(({ status }) => status).sort((one, other) => one - other);
  };
  const once = (refusal: number) => [200, ...Array<number>(5).fill(refusal)];

  test.each(['a code of an authenticator app', 'a recovery code'])('let %s in once', async (kind) => {
    const person = await enter(here);
    const { secret, recoveryCodes } = await setUpTotp(here, person);
    ahead = STEP_MS;
    const isRecovery = kind === 'a recovery code';
    const code = isRecovery ? recoveryCodes[0] : codeAt(secret, now());
    const body = { email: person.user.email, password: TEST_PASSWORD, code };
    expect(await askAll('POST', '/api/auth/login', { body })).toEqual(once(401));
    expect((await person.get('/api/auth/totp')).body.data).toMatchObject({
      recovery_codes_left: isRecovery ? 9 : 10,
    });
  });

  test('take one answer of a passkey once, begun on either', async () => {
    const person = await enter(here);
    const device = new PasskeyDevice();
    const { token } = person;
    const making = await ask(0, 'POST', '/api/auth/passkeys/options', { token });
    const made = { name: 'My phone', credential: device.create(making.body.data, atSite) };
    expect((await ask(1, 'POST', '/api/auth/passkeys', { token, body: made })).status).toBe(201);
    for (const begun of [0, 1]) {
      const options = await ask(begun, 'POST', '/api/auth/passkey-login/options');
      const credential = device.use(options.body.data, atSite);
      expect(await askAll('POST', '/api/auth/passkey-login', { body: { credential } })).toEqual(once(401));
    }
  });

  test('go on with a visit to the provider that began on the other, once', async () => {
    provider.people.ana = { email: 'ana@office.example', email_verified: true, name: 'Ana Reyes' };
    const { url, secret } = (await ask(0, 'POST', '/api/auth/provider/options')).body.data;
    const body = { secret, answer: await provider.signIn(url, 'ana') };
    expect(await askAll('POST', '/api/auth/provider', { body })).toEqual(once(401));
  });

  test('count wrong digits of a confirmation together', async () => {
    const person = await enter(here, { isEmailVerified: false });
    await person.post('/api/auth/verify-email/resend');
    const { token } = person;
    const tries = Array.from({ length: 8 }, (_, at) =>
      ask(at, 'POST', '/api/auth/verify-email', { token, body: { token: '000000' } }),
    );
    const codes = (await Promise.all(tries)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'confirmation_tries_used')).toHaveLength(3);
  });

  test('lock an account for wrong passwords that were tried on both', async () => {
    const admin = await enter(here, { role: 'admin' });
    await saveSystemSettings(admin, 'security', { maxLoginAttempts: 4 });
    const { user } = await enter(here);
    const body = { email: user.email, password: 'not the password' };
    const wrong = { body, from: '203.0.113.5' };
    for (let at = 0; at < 4; at += 1) expect((await ask(at, 'POST', '/api/auth/login', wrong)).status).toBe(401);
    const right = { ...wrong, body: { ...body, password: TEST_PASSWORD } };
    for (const at of [0, 1])
      expect(await ask(at, 'POST', '/api/auth/login', right)).toMatchObject({
        status: 429,
        body: { code: 'login_locked' },
      });
  });

  test('know of each other who confirmed to be there, and whose session was ended', async () => {
    const { token } = await enter(here);
    ahead = 60 * 60_000;
    const own = { token };
    for (const at of [0, 1])
      expect(await ask(at, 'GET', '/api/privacy/data', own)).toMatchObject({
        status: 403,
        body: { code: 'confirm_identity' },
      });
    const proof = { token, body: { password: TEST_PASSWORD } };
    expect((await ask(0, 'POST', '/api/auth/confirm', proof)).status).toBe(200);
    expect((await ask(1, 'GET', '/api/privacy/data', own)).status).toBe(200);
    expect((await ask(1, 'POST', '/api/auth/logout', own)).status).toBe(200);
    await expect.poll(async () => (await ask(0, 'GET', '/api/auth/profile', own)).status).toBe(401);
  });
});
