// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { codeAt, STEP_MS, setUpTotp } from '#tests/support/secondFactor.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
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

const login = ({ user }: Person, code?: unknown, password = TEST_PASSWORD): Promise<TestAnswer> =>
  server.request('POST', '/api/auth/login', {
    body: { email: user.email, password, ...(code === undefined ? {} : { code }) },
  });
const remove = (person: Person, path: string, body?: unknown) =>
  server.request('DELETE', path, { token: person.token, ...(body ? { body } : {}) });
const mailsTo = async ({ user }: Person): Promise<string[]> => {
  const { OutgoingMail } = server.context.db.models;
  const mails = await OutgoingMail.findAll({ where: { recipient: user.email }, order: ['id'] });
  return mails.map(({ subject, text }) => `${subject}\n${text}`);
};

const missing = { status: 401, body: { success: false, code: 'second_factor_required' } };
const wrong = { status: 401, body: { success: false, code: 'invalid_second_factor' } };
const locked = { status: 429, body: { success: false, code: 'login_locked' } };

describe('setting it up', () => {
  test('shows a secret, and is in force once a code of it came back', async () => {
    const person = await enter(server);
    const { secret, uri } = (await person.post('/api/auth/totp')).body.data;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const address = new URL(uri);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Silong:/);
    expect(address.searchParams.get('secret')).toBe(secret);
    expect((await login(person)).status, 'it is not in force yet').toBe(200);
    expect((await person.get('/api/auth/totp')).body.data).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
      required: false,
    });

    expect(await person.put('/api/auth/totp', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_second_factor', issues: [{ path: 'code' }] },
    });
    const confirmed = await person.put('/api/auth/totp', { code: codeAt(secret, clock) });
    expect(confirmed.status).toBe(200);
    const codes: string[] = confirmed.body.data.recovery_codes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    expect((await person.get('/api/auth/totp')).body.data).toMatchObject({
      enabled: true,
      recovery_codes_left: 10,
    });
    expect(await login(person)).toMatchObject(missing);
    expect((await mailsTo(person)).at(-1)).toContain('Two-step login is on');
  });

  test('keeps no recovery code that could be read', async () => {
    const person = await enter(server);
    const { recoveryCodes } = await setUpTotp(server, person);
    const rows = JSON.stringify(await server.context.db.models.RecoveryCode.findAll({ raw: true }));
    for (const code of recoveryCodes) {
      expect(rows).not.toContain(code);
      expect(rows).not.toContain(code.replaceAll('-', ''));
    }
    const own = JSON.stringify((await person.get('/api/privacy/data')).body);
    expect(own).toContain('second_factor');
    expect(own).not.toMatch(/"(secret|code_hash|device_hash)"/);
  });

  test('a new start replaces a secret that was never confirmed, not one in force', async () => {
    const person = await enter(server);
    const first = (await person.post('/api/auth/totp')).body.data.secret;
    const { secret } = (await person.post('/api/auth/totp')).body.data;
    expect((await person.put('/api/auth/totp', { code: codeAt(first, clock) })).status).toBe(400);
    expect((await person.put('/api/auth/totp', { code: codeAt(secret, clock) })).status).toBe(200);
    const inForce = { status: 409, body: { code: 'totp_in_force' } };
    expect(await person.post('/api/auth/totp')).toMatchObject(inForce);
    expect(await person.put('/api/auth/totp', { code: codeAt(secret, clock) })).toMatchObject(inForce);
  });

  test('cannot be confirmed without a start', async () => {
    const person = await enter(server);
    expect(await person.put('/api/auth/totp', { code: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'totp_not_started' },
    });
  });

  test.each([undefined, null, '', '   ', 7, ['123456'], { $gt: '' }, 'x'.repeat(5_000)])(
    'refuses %j as a code',
    async (code) => {
      const person = await enter(server);
      await person.post('/api/auth/totp');
      expect(await person.put('/api/auth/totp', { code })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', issues: [{ path: 'code' }] },
      });
    },
  );

  test('of two confirmations at once one gives the codes', async () => {
    const person = await enter(server);
    const { secret } = (await person.post('/api/auth/totp')).body.data;
    const code = codeAt(secret, clock);
    const answers = await Promise.all([1, 2, 3].map(() => person.put('/api/auth/totp', { code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('signing in', () => {
  test('takes the code of this time step, of the one before and of the one after', async () => {
    for (const [steps, status] of [
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      const person = await enter(server);
      clock = start - 10 * MINUTE;
      const { secret } = await setUpTotp(server, person);
      clock = start;
      expect((await login(person, codeAt(secret, clock + steps * STEP_MS))).status, `${steps}`).toBe(status);
    }
  });

  test('takes each code once, the confirming one included, and none of before', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    expect(await login(person, codeAt(secret, clock))).toMatchObject(wrong);
    const next = codeAt(secret, clock + STEP_MS);
    expect((await login(person, next)).status).toBe(200);
    expect(await login(person, next)).toMatchObject(wrong);
    clock += STEP_MS;
    expect(await login(person, next)).toMatchObject(wrong);
    expect((await login(person, codeAt(secret, clock + STEP_MS))).status).toBe(200);
  });

  test('of five at once with one code one is signed in', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    const code = codeAt(secret, clock + STEP_MS);
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(person, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 401, 429]).toContain(status);
  });

  test('says no more about an account than before to who has no right password', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    const refused = await login(person, codeAt(secret, clock + STEP_MS), 'wrong');
    expect(refused.body).toEqual((await login(person, undefined, 'wrong')).body);
    expect(refused.body.code).toBe('invalid_credentials');
    expect((await login(person, codeAt(secret, clock + STEP_MS))).status, 'the code was not used').toBe(200);
  });

  test('a code is not asked for, nor minded, where there is no second factor', async () => {
    expect((await login(await enter(server), '123456')).status).toBe(200);
  });

  test('a suspended account is told so after the code only', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    await person.user.update({ status: 'suspended' });
    expect(await login(person)).toMatchObject(missing);
    expect((await login(person, codeAt(secret, clock + STEP_MS))).body.code).toBe('account_suspended');
  });
});

describe('the lock-out', () => {
  test('counts wrong codes, and a right password without a code forgets none', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    for (let at = 0; at < 5; at += 1) {
      expect(await login(person)).toMatchObject(missing);
      expect(await login(person, '000000')).toMatchObject(wrong);
    }
    expect(await login(person, codeAt(secret, clock + STEP_MS))).toMatchObject(locked);
    clock += 15 * MINUTE;
    expect((await login(person, codeAt(secret, clock))).status).toBe(200);
  });

  test('counts wrong passwords and wrong codes together', async () => {
    const person = await enter(server);
    const { secret } = await setUpTotp(server, person);
    for (let at = 0; at < 3; at += 1) await login(person, undefined, 'wrong');
    await login(person);
    for (let at = 0; at < 2; at += 1) await login(person, 'AAAA-AAAA-AAAA-AAAA');
    expect(await login(person, codeAt(secret, clock + STEP_MS))).toMatchObject(locked);
  });

  test('of codes holds for the account from wherever they are guessed', async () => {
    const proxied = await startTestServer({
      data: 'empty',
      now: () => new Date(clock),
      env: { trustProxy: 1 },
    });
    try {
      const person = await enter(proxied);
      const { secret } = await setUpTotp(proxied, person);
      const guess = (code: string, address: string) =>
        proxied.request('POST', '/api/auth/login', {
          body: { email: person.user.email, password: TEST_PASSWORD, code },
          headers: { 'x-forwarded-for': address },
        });
      for (let at = 0; at < 5; at += 1) expect((await guess('000000', `203.0.113.${at}`)).status).toBe(401);
      expect(await guess(codeAt(secret, clock + STEP_MS), '203.0.113.99')).toMatchObject(locked);
    } finally {
      await proxied.close();
    }
  });
});

describe('a recovery code', () => {
  test('signs in once, however it is written, and the owner is told how many are left', async () => {
    const person = await enter(server);
    const { recoveryCodes } = await setUpTotp(server, person);
    const [first = '', second = ''] = recoveryCodes;
    expect((await login(person, ` ${first.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect(await login(person, first)).toMatchObject(wrong);
    expect((await mailsTo(person)).at(-1)).toContain('9 recovery codes left');
    const answers = await Promise.all([1, 2, 3].map(() => login(person, second)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await person.get('/api/auth/totp')).body.data.recovery_codes_left).toBe(8);
  });

  test('is nobody else’s', async () => {
    const one = await enter(server);
    const two = await enter(server);
    const [code] = (await setUpTotp(server, one)).recoveryCodes;
    await setUpTotp(server, two);
    expect(await login(two, code)).toMatchObject(wrong);
    expect((await login(one, code)).status).toBe(200);
  });

  test('is void once there are new ones', async () => {
    const person = await enter(server);
    const { recoveryCodes } = await setUpTotp(server, person);
    const renewed = await person.post('/api/auth/totp/recovery-codes');
    expect(renewed.body.data.recovery_codes).toHaveLength(10);
    expect(await login(person, recoveryCodes[0])).toMatchObject(wrong);
    expect((await login(person, renewed.body.data.recovery_codes[0])).status).toBe(200);
    expect((await mailsTo(person)).some((mail) => mail.includes('You have new recovery codes'))).toBe(true);
    expect(await (await enter(server)).post('/api/auth/totp/recovery-codes')).toMatchObject({
      status: 409,
      body: { code: 'no_second_factor' },
    });
  });
});

describe('ending it', () => {
  test('leaves the password alone to sign in with, and no recovery code', async () => {
    const person = await enter(server);
    await setUpTotp(server, person);
    expect((await remove(person, '/api/auth/totp')).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    expect((await remove(person, '/api/auth/totp')).body.code).toBe('no_second_factor');
    expect((await mailsTo(person)).at(-1)).toContain('Two-step login is off');
    const { RecoveryCode } = server.context.db.models;
    expect(await RecoveryCode.count({ where: { user_id: person.id } })).toBe(0);
    expect((await person.post('/api/auth/totp')).status, 'it can be set up anew').toBe(200);
  });

  test('a new password by a mailed link leaves it in force', async () => {
    const person = await enter(server);
    await setUpTotp(server, person);
    const draft = { currentPassword: TEST_PASSWORD, newPassword: 'another secret' };
    expect((await person.put('/api/auth/password', draft)).status).toBe(200);
    expect(await login(person, undefined, 'another secret')).toMatchObject(missing);
  });

  test('by an admin needs a reason, is audited and told, and never is the admin’s own', async () => {
    const admin = await enter(server, { role: 'admin' });
    const person = await enter(server);
    await setUpTotp(server, person);
    const path = (id: number) => `/api/admin/users/${id}/second-factor`;
    expect((await remove(admin, path(person.id), {})).status).toBe(400);
    expect(await login(person)).toMatchObject(missing);
    const reason = 'Lost the phone, came to the office';
    expect((await remove(admin, path(person.id), { reason })).status).toBe(200);
    expect((await login(person)).status).toBe(200);
    expect((await mailsTo(person)).at(-1)).toContain(reason);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'user.second_factor_remove',
      entity_id: person.id,
      reason,
    });
    expect((await remove(admin, path(person.id), { reason })).body.code).toBe('no_second_factor');
    await setUpTotp(server, admin);
    expect((await remove(admin, path(admin.id), { reason })).body.code).toBe('own_second_factor');
  });
});

describe('required of admins', () => {
  test('closes the admin calls to those who have none until they set it up', async () => {
    const admin = await enter(server, { role: 'admin' });
    const other = await enter(server, { role: 'admin' });
    const switchOn = { category: 'security', settings: { requireSecondFactorForAdmins: true } };
    expect(await admin.put('/api/admin/settings', switchOn)).toMatchObject({
      status: 409,
      body: { code: 'own_second_factor_needed' },
    });
    const before = (await admin.get('/api/admin/stats')).body.data.adminsWithoutSecondFactor;
    await setUpTotp(server, admin);
    expect((await admin.get('/api/admin/stats')).body.data.adminsWithoutSecondFactor).toBe(before - 1);
    await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: true });
    try {
      expect((await login(other)).status, 'signing in goes on').toBe(200);
      expect(await other.get('/api/admin/stats')).toMatchObject({
        status: 403,
        body: { code: 'second_factor_setup_required' },
      });
      expect((await other.get('/api/auth/profile')).status).toBe(200);
      expect((await other.get('/api/auth/totp')).body.data.required).toBe(true);
      expect((await (await enter(server)).get('/api/admin/stats')).body.code).toBe('admin_required');
      await setUpTotp(server, other);
      expect((await other.get('/api/admin/stats')).status).toBe(200);
    } finally {
      await saveSystemSettings(admin, 'security', { requireSecondFactorForAdmins: false });
    }
  });
});
