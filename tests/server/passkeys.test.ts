// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { PasskeyDevice } from '#tests/support/passkeyDevice.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { setUpTotp } from '#tests/support/secondFactor.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();
const origin = 'https://homes.example';
const here = { origin };

let server: TestServer;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({
    data: 'empty',
    now: () => new Date(clock),
    env: { publicUrl: origin },
  });
});

afterAll(() => server.close());

beforeEach(() => {
  clock = start;
});

const begin = async (person: Person) => (await person.post('/api/auth/passkeys/options')).body.data;
const add = async (person: Person, device = new PasskeyDevice()) => {
  const credential = device.create(await begin(person), here);
  const answer = await person.post('/api/auth/passkeys', { name: 'My phone', credential });
  expect(answer.status).toBe(201);
  return { device, id: answer.body.data.id as number };
};
const remove = ({ token }: Person, path: string) => server.request('DELETE', path, { token });
const beginSignIn = async () =>
  (await server.request('POST', '/api/auth/passkey-login/options')).body.data as { challenge: string };
const signIn = (credential: unknown) =>
  server.request('POST', '/api/auth/passkey-login', { body: { credential } });
const refused = { status: 401, body: { success: false, code: 'invalid_passkey' } };
const mailsTo = async ({ user }: Person) =>
  (await server.context.db.models.OutgoingMail.findAll({ where: { recipient: user.email } })).map(
    ({ subject }) => subject,
  );

describe('a passkey', () => {
  test('is asked for with a fingerprint or PIN, and not twice on one device', async () => {
    const person = await enter(server);
    const { device } = await add(person);
    expect(await begin(person)).toMatchObject({
      rp: { id: 'homes.example' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.use({ challenge: '' }, here).id }],
    });
  });

  test('signs in as its owner, once for each challenge', async () => {
    const person = await enter(server);
    const { device } = await add(person);
    const options = await beginSignIn();
    expect(options, 'tells no account').not.toHaveProperty('allowCredentials.0');
    const credential = device.use(options, here);
    const entered = await signIn(credential);
    expect(entered).toMatchObject({ status: 200, body: { data: { user: { id: person.user.id } } } });
    const profile = await server.request('GET', '/api/auth/profile', { token: entered.body.data.token });
    expect(profile.status).toBe(200);
    expect(await signIn(credential), 'a replay').toMatchObject(refused);
    expect(await signIn(device.use(options, here)), 'the same challenge again').toMatchObject(refused);
  });

  test('of two calls with one answer, one signs in', async () => {
    const { device } = await add(await enter(server));
    const credential = device.use(await beginSignIn(), here);
    const statuses = (await Promise.all([signIn(credential), signIn(credential)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  test.each<[string, Parameters<PasskeyDevice['use']>[1]]>([
    ['another site', { origin: 'https://homes.example.evil.example' }],
    ['another site that names this one’s domain', { origin: 'https://evil.example', domain: 'homes.example' }],
    ['a device that asked for no fingerprint', { origin, isVerified: false }],
  ])('is refused when it was used for %s', async (_why, use) => {
    const { device } = await add(await enter(server));
    expect(await signIn(device.use(await beginSignIn(), use))).toMatchObject(refused);
  });

  test('is refused when the challenge is too old, unknown, or another account’s', async () => {
    const [one, other] = [await enter(server), await enter(server)];
    const { device } = await add(one);
    const options = await beginSignIn();
    clock += 11 * MINUTE;
    expect(await signIn(device.use(options, here)), 'too old').toMatchObject(refused);
    expect(await signIn(device.use({ challenge: 'made-up' }, here)), 'unknown').toMatchObject(refused);
    expect(await signIn(new PasskeyDevice().use(await beginSignIn(), here)), 'no such key').toMatchObject(refused);
    const made = device.create(await begin(one), here);
    expect(
      await other.post('/api/auth/passkeys', { name: 'Stolen', credential: made }),
      'begun by somebody else',
    ).toMatchObject({ status: 400, body: { code: 'invalid_passkey' } });
  });

  test('that was copied shows by its counter', async () => {
    const { device } = await add(await enter(server));
    expect((await signIn(device.use(await beginSignIn(), here))).status).toBe(200);
    device.setCounter(0);
    expect(await signIn(device.use(await beginSignIn(), here))).toMatchObject(refused);
  });

  test('needs no code beside it, and opens no account that is suspended', async () => {
    const person = await enter(server);
    const { device } = await add(person);
    await setUpTotp(server, person);
    expect((await signIn(device.use(await beginSignIn(), here))).status).toBe(200);
    await server.context.db.models.User.update({ status: 'suspended' }, { where: { id: person.user.id } });
    expect(await signIn(device.use(await beginSignIn(), here))).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    });
  });

  test('is listed, renamed and removed by its owner alone, who is mailed', async () => {
    const [person, stranger] = [await enter(server), await enter(server)];
    const { device, id } = await add(person);
    expect(await stranger.put(`/api/auth/passkeys/${id}`, { name: 'Mine' })).toMatchObject({ status: 404 });
    expect(await remove(stranger, `/api/auth/passkeys/${id}`)).toMatchObject({ status: 404 });
    expect((await person.put(`/api/auth/passkeys/${id}`, { name: 'Work laptop' })).status).toBe(200);
    expect((await person.get('/api/auth/passkeys')).body.data).toEqual({
      passkeys: [{ id, name: 'Work laptop', created_at: new Date(start).toISOString(), last_used_at: null }],
    });
    expect((await remove(person, `/api/auth/passkeys/${id}`)).status).toBe(200);
    expect(await signIn(device.use(await beginSignIn(), here))).toMatchObject(refused);
    expect(await mailsTo(person)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('A passkey was added'),
        expect.stringContaining('A passkey was removed'),
      ]),
    );
  });

  test('is not added twice, and not without end', async () => {
    const person = await enter(server);
    const device = new PasskeyDevice();
    await add(person, device);
    const again = device.create(await begin(person), here);
    expect(await person.post('/api/auth/passkeys', { name: 'Twice', credential: again })).toMatchObject({
      status: 409,
      body: { code: 'passkey_exists' },
    });
    for (let count = 1; count < 20; count += 1) await add(person);
    expect(await person.post('/api/auth/passkeys/options')).toMatchObject({
      status: 409,
      body: { code: 'too_many_passkeys' },
    });
  });
});

describe('to prove who is at a session', () => {
  test('one’s own passkey does, another’s and another session’s do not', async () => {
    const [person, other] = [await enter(server), await enter(server)];
    const { device, id } = await add(person);
    const strange = await add(other);
    clock += 16 * MINUTE;
    const asked = { status: 403, body: { code: 'confirm_identity' } };
    expect(await remove(person, `/api/auth/passkeys/${id}`)).toMatchObject(asked);
    const confirm = async (by: PasskeyDevice, options: { challenge: string }) =>
      person.post('/api/auth/confirm/passkey', { credential: by.use(options, here) });
    const options = async (of: Person) => (await of.post('/api/auth/confirm/passkey/options')).body.data;
    expect(await confirm(strange.device, await options(person))).toMatchObject(refused);
    expect(await confirm(device, await options(other))).toMatchObject(refused);
    expect(await confirm(device, await beginSignIn()), 'begun to sign in').toMatchObject(refused);
    expect(await remove(person, `/api/auth/passkeys/${id}`)).toMatchObject(asked);
    expect(await confirm(device, await options(person))).toMatchObject({
      status: 200,
      body: { data: { confirmed_until: new Date(clock + 10 * MINUTE).toISOString() } },
    });
    expect((await remove(person, `/api/auth/passkeys/${id}`)).status).toBe(200);
  });
});

describe('where administrators need a second factor', () => {
  test('a passkey is one, and the password alone no longer signs in', async () => {
    const admin = await enter(server, { role: 'admin' });
    const { device } = await add(admin);
    await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: true });
    expect((await admin.get('/api/admin/stats')).status).toBe(200);
    const login = await server.request('POST', '/api/auth/login', {
      body: { email: admin.user.email, password: TEST_PASSWORD },
    });
    expect(login).toMatchObject({ status: 401, body: { code: 'passkey_required' } });
    expect((await signIn(device.use(await beginSignIn(), here))).status).toBe(200);
    await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: false });
  });

  test('the password alone does not prove who is at a session either', async () => {
    const [admin, person] = [await enter(server, { role: 'admin' }), await enter(server)];
    const { device } = await add(admin);
    await add(person);
    await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: true });
    const byPassword = (who: Person) => who.post('/api/auth/confirm', { password: TEST_PASSWORD });
    expect(await byPassword(admin)).toMatchObject({
      status: 403,
      body: { code: 'passkey_required', error: 'Please confirm with your passkey.' },
    });
    expect((await byPassword(person)).status, 'who is no administrator').toBe(200);
    const options = (await admin.post('/api/auth/confirm/passkey/options')).body.data;
    const credential = device.use(options, here);
    expect((await admin.post('/api/auth/confirm/passkey', { credential })).status).toBe(200);
    await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: false });
    expect((await byPassword(admin)).status, 'where it is not asked for').toBe(200);
  });
});

test('a site without a name offers none', async () => {
  const bare = await startTestServer({ data: 'empty', env: { publicUrl: 'http://192.0.2.7:3000' } });
  expect((await bare.request('GET', '/api/auth/methods')).body.data).toEqual({
    passkeys: false,
    provider: null,
  });
  expect(await bare.request('POST', '/api/auth/passkey-login/options')).toMatchObject({
    status: 409,
    body: { code: 'passkeys_unavailable' },
  });
  await bare.close();
});
