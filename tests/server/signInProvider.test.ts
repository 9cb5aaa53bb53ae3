// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { codeAt, STEP_MS, setUpTotp } from '#tests/support/secondFactor.ts';
import {
  KEY_ID,
  makeKey,
  type SignInProviderAtTests,
  startSignInProvider,
} from '#tests/support/signInProvider.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const publicUrl = 'http://localhost:3000';

let provider: SignInProviderAtTests;
let server: TestServer;
/** The provider's tokens have the real time, so the server's is the same. */
let ahead = 0;

beforeAll(async () => {
  provider = await startSignInProvider(`${publicUrl}/sign-in/callback`);
  server = await startTestServer({
    data: 'empty',
    env: { publicUrl, signInProvider: provider.settings },
    now: () => new Date(Date.now() + ahead),
  });
});

afterAll(async () => {
  await server.close();
  await provider.close();
});

beforeEach(() => {
  ahead = 0;
});

let count = 0;
/** A person at the identity provider. @returns the name to type there. */
function makePerson(draft: Partial<(typeof provider.people)[string]> = {}): string {
  count += 1;
  const name = `person${count}`;
  provider.people[name] = {
    email: `${name}@office.example`,
    email_verified: true,
    name: `Person ${count}`,
    ...draft,
  };
  return name;
}

const begin = async () =>
  (await server.request('POST', '/api/auth/provider/options')).body.data as { url: string; secret: string };
const finish = (secret: string, answer: Record<string, string>, more = {}) =>
  server.request('POST', '/api/auth/provider', { body: { secret, answer, ...more } });
async function visit(name: string) {
  const { url, secret } = await begin();
  return finish(secret, await provider.signIn(url, name));
}
const emailOf = (name: string) => provider.people[name]?.email ?? '';
const refused = { status: 401, body: { code: 'provider_refused' } };

describe('signing in at the office’s provider', () => {
  test('is offered by name', async () => {
    expect((await server.request('GET', '/api/auth/methods')).body.data).toMatchObject({
      provider: { name: 'the office' },
    });
  });

  test('asks with PKCE, state and nonce, and tells the page none of them but the state', async () => {
    const { url, secret } = await begin();
    const { searchParams } = new URL(url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/sign-in/callback`,
      scope: 'openid email profile',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(searchParams.get(name)?.length, name).toBeGreaterThan(40);
    expect(url).not.toContain(secret);
  });

  test('makes an account with a confirmed address at the first visit, and finds it at the next', async () => {
    const name = makePerson({ name: 'Ana Reyes' });
    const first = await visit(name);
    expect(first).toMatchObject({
      status: 200,
      body: {
        data: { user: { name: 'Ana Reyes', email: emailOf(name), email_verified: true, role: 'user' } },
      },
    });
    // The person's identifier at the provider, not the address, identifies the person from then on.
    const person = provider.people[name];
    if (person) person.email = 'married@office.example';
    const second = await visit(name);
    expect(second.body.data.user.id).toBe(first.body.data.user.id);
    expect(second.body.data.user.email).toBe(`${name}@office.example`);
  });

  test('of two first visits at once there is one account', async () => {
    const name = makePerson();
    const answers = await Promise.all([visit(name), visit(name), visit(name)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
  });

  test('opens the account that has confirmed the same address, also an administrator’s', async () => {
    const name = makePerson();
    const admin = await enter(server, {
      role: 'admin',
      email: emailOf(name),
      isEmailVerified: true,
    });
    expect((await visit(name)).body.data.user).toMatchObject({ id: admin.id, role: 'admin' });
  });

  test('opens no account that only says to have the address, and none for an address that is not confirmed', async () => {
    const name = makePerson();
    const squatter = await enter(server, { email: emailOf(name), isEmailVerified: false });
    expect(await visit(name)).toMatchObject({ status: 409, body: { code: 'email_not_confirmed' } });
    await squatter.user.destroy();
    const unconfirmed = makePerson({ email_verified: false });
    expect(await visit(unconfirmed)).toMatchObject({ status: 403, body: { code: 'provider_email_missing' } });
  });

  test('opens no account for a second person whom the office gave the same address', async () => {
    const first = makePerson();
    expect((await visit(first)).status).toBe(200);
    const later = makePerson({ email: emailOf(first) });
    expect(await visit(later)).toMatchObject({ status: 409, body: { code: 'provider_other_person' } });
    expect((await visit(first)).status).toBe(200);
  });

  test('makes no account while registration is closed', async () => {
    const admin = await enter(server, { role: 'admin' });
    await saveSystemSettings(admin, 'application', { registrationEnabled: false });
    expect(await visit(makePerson())).toMatchObject({ status: 403, body: { code: 'registration_closed' } });
    await saveSystemSettings(admin, 'application', { registrationEnabled: true });
  });

  test('opens no account that is suspended', async () => {
    const name = makePerson();
    const { body } = await visit(name);
    await server.context.db.models.User.update({ status: 'suspended' }, { where: { id: body.data.user.id } });
    expect(await visit(name)).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  });
});

describe('what the browser brings back', () => {
  test('is good once, with the secret of the browser that asked, and for ten minutes', async () => {
    const name = makePerson();
    const mine = await begin();
    const answer = await provider.signIn(mine.url, name);
    const others = await begin();
    expect(await finish(others.secret, answer), 'another browser').toMatchObject(refused);
    expect((await finish(mine.secret, answer)).status).toBe(200);
    expect(await finish(mine.secret, answer), 'a replay').toMatchObject(refused);

    const late = await begin();
    const lateAnswer = await provider.signIn(late.url, name);
    ahead = 11 * MINUTE;
    expect(await finish(late.secret, lateAnswer), 'too old').toMatchObject(refused);
  });

  test.each([
    ['nothing', {}],
    ['a made-up code', { code: 'made-up' }],
    ['another state', { state: 'x'.repeat(43) }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a refusal', { error: 'access_denied', code: '' }],
  ])('is refused with %s', async (what, change) => {
    const { url, secret } = await begin();
    const answer = await provider.signIn(url, makePerson());
    const changed = Object.entries({ ...answer, ...change }).filter(([, value]) => value !== '');
    const sent = what === 'nothing' ? {} : Object.fromEntries(changed);
    expect(await finish(secret, sent)).toMatchObject(refused);
  });

  test('who does not sign in there is not signed in here', async () => {
    const { url, secret } = await begin();
    expect(await finish(secret, await provider.signIn(url, 'nobody'))).toMatchObject(refused);
  });
});

describe('somebody with a second factor here', () => {
  async function withTotp(draft = {}) {
    const name = makePerson(draft);
    const { body } = await visit(name);
    const user = await server.context.db.models.User.findByPk(body.data.user.id, { rejectOnEmpty: true });
    const { token } = body.data;
    const post = (path: string, sent?: unknown) =>
      server.request('POST', path, { token, ...(sent ? { body: sent } : {}) });
    const put = (path: string, sent?: unknown) => server.request('PUT', path, { token, body: sent });
    const { secret } = await setUpTotp(server, { user, token, post, put } as Person);
    return { name, secret };
  }

  test('is asked for the code with the same call again, and not let in by a wrong one', async () => {
    const { name, secret: totp } = await withTotp();
    const { url, secret } = await begin();
    const answer = await provider.signIn(url, name);
    expect(await finish(secret, answer)).toMatchObject({
      status: 401,
      body: { code: 'second_factor_required' },
    });
    expect(await finish(secret, answer, { code: '000000' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_second_factor' },
    });
    ahead = STEP_MS;
    const code = codeAt(totp, server.context.now());
    const entered = await finish(secret, answer, { code });
    expect(entered.status).toBe(200);
    expect(entered.body.data.user.email).toBe(emailOf(name));
    ahead = 2 * STEP_MS;
    expect(await finish(secret, answer, { code: codeAt(totp, server.context.now()) }), 'once').toMatchObject(
      refused,
    );
  });

  test('is not asked where the provider has asked for two proofs', async () => {
    const { name } = await withTotp({ amr: ['pwd', 'mfa'] });
    expect((await visit(name)).status).toBe(200);
  });
});

describe('the signature of what the provider says', () => {
  /** A server that has read no keys yet. */
  async function visitAnew(keysAnswer: SignInProviderAtTests['keysAnswer']) {
    const anew = await startTestServer({
      data: 'empty',
      env: { publicUrl, signInProvider: provider.settings },
    });
    provider.keysAnswer = keysAnswer;
    try {
      const { body } = await anew.request('POST', '/api/auth/provider/options');
      const { url, secret } = body.data;
      const answer = await provider.signIn(url, makePerson());
      return await anew.request('POST', '/api/auth/provider', { body: { secret, answer } });
    } finally {
      provider.keysAnswer = null;
      await anew.close();
    }
  }
  const published = (kid: string, bits?: number) => ({ status: 200, keys: [makeKey(kid, bits).published] });

  test('is checked by the keys that it publishes', async () => {
    expect((await visitAnew(null)).status).toBe(200);
  });

  test.each([
    ['of another key under the same name', published(KEY_ID)],
    ['of a key that is not published', published('another')],
    ['of a key that is too short', published(KEY_ID, 1024)],
    ['while no key is published', { status: 200, keys: [] }],
  ])('is refused: %s', async (_name, keysAnswer) => {
    expect(await visitAnew(keysAnswer)).toMatchObject(refused);
  });

  test('cannot be checked while the keys cannot be read', async () => {
    expect(await visitAnew({ status: 500, keys: [] })).toMatchObject({
      status: 503,
      body: { code: 'unavailable' },
    });
  });
});

test('while the provider is away, one is told so and the server goes on', async () => {
  const away = await startTestServer({
    data: 'empty',
    env: { publicUrl, signInProvider: { ...provider.settings, issuer: 'http://127.0.0.1:9' } },
  });
  const answer = await away.request('POST', '/api/auth/provider/options');
  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(answer.headers.get('retry-after')).toBeTruthy();
  await away.close();
});

test('without a provider there is none', async () => {
  const bare = await startTestServer({ data: 'empty' });
  expect((await bare.request('GET', '/api/auth/methods')).body.data.provider).toBeNull();
  expect((await bare.request('POST', '/api/auth/provider/options')).status).toBe(404);
  await bare.close();
});
