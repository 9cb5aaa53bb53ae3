// @databases full

import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword, verifyPassword } from '#server/features/auth/writes/passwords.ts';
import { buildUser, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const register = (body: unknown) => server.request('POST', '/api/auth/register', { body });
const login = (body: unknown) => server.request('POST', '/api/auth/login', { body });
const profile = (token?: string) => server.request('GET', '/api/auth/profile', { token });

const maria = {
  name: 'Maria Santos',
  email: 'maria@example.com',
  password: ' secret ',
  phone: '0917 555 0101',
};

describe('register', () => {
  test('creates an account and signs it in', async () => {
    const { status, body } = await register({
      ...maria,
      email: '  MARIA@Example.com ',
      name: '  Maria Santos ',
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      success: true,
      data: {
        token: expect.stringMatching(/^[\w-]{43}$/),
        user: {
          id: expect.any(Number),
          name: 'Maria Santos',
          email: 'maria@example.com',
          role: 'user',
          contact_email: null,
          admin_role: null,
          status: 'active',
          email_verified: false,
          pending_email: null,
          phone: '+63 917 555 0101',
          phone_verified: false,
          avatar_url: null,
          language: null,
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          updated_at: expect.stringMatching(/Z$/),
          agent: null,
        },
      },
    });
    expect((await profile(body.data.token)).body.data).toEqual(body.data.user);
  });

  test('stores neither the password nor the token', async () => {
    const { body } = await register({ name: 'Paolo', email: 'paolo@example.com', password: 'very-secret' });
    const { User, Session } = server.context.db.models;
    const user = await User.findByPk(body.data.user.id, { rejectOnEmpty: true });
    expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const sessions = await Session.findAll({ where: { user_id: user.id } });
    expect(sessions.map((session) => session.token_hash)).toEqual([
      createHash('sha256').update(body.data.token).digest('hex'),
    ]);
  });

  test('ignores fields that are not its own', async () => {
    const { body } = await register({
      name: 'Eve',
      email: 'eve@example.com',
      password: 'secret of 1',
      role: 'admin',
      admin_role: 'owner',
      status: 'suspended',
      id: 1,
      password_hash: 'x',
      agent: { application_status: 'approved' },
      application_status: 'approved',
    });
    expect(body.data.user).toMatchObject({
      role: 'user',
      admin_role: null,
      status: 'active',
      agent: null,
    });
    expect(body.data.user.id).not.toBe(1);
    expect((await login({ email: 'eve@example.com', password: 'secret of 1' })).status).toBe(200);
  });

  test.each(['maria@example.com', 'MARIA@EXAMPLE.COM', '  maria@example.com\t'])(
    'refuses %j, which is taken',
    async (email) => {
      const { status, body } = await register({ ...maria, email });
      expect(status).toBe(409);
      expect(body).toEqual({ success: false, error: 'Email already exists', code: 'email_exists' });
    },
  );

  test('makes one account of ten requests at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => {
        const email = at % 2 ? 'twin@example.com' : 'TWIN@example.com';
        return register({ name: `Twin ${at}`, email, password: 'secret of two' });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    const refusals = answers.filter(({ status }) => status === 409).map(({ body }) => body.code);
    expect(new Set(refusals)).toEqual(new Set(['email_exists']));
    expect(await server.context.db.models.User.count({ where: { email: 'twin@example.com' } })).toBe(1);
  });

  test.each([
    [{}, ['name', 'email', 'password']],
    [{ ...maria, name: '   ' }, ['name']],
    [{ ...maria, name: 5 }, ['name']],
    [{ ...maria, email: 'nobody' }, ['email']],
    [{ ...maria, email: ['a@example.com'] }, ['email']],
    [{ ...maria, email: `${'a'.repeat(250)}@example.com` }, ['email']],
    [{ ...maria, password: '12345' }, ['password']],
    [{ ...maria, password: { $ne: '' } }, ['password']],
    [{ ...maria, password: 'a'.repeat(201) }, ['password']],
    [{ ...maria, phone: 917 }, ['phone']],
    [[], ['body']],
  ])('answers %j with every wrong field', async (draft, paths) => {
    const { status, body } = await register(draft);
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: 'invalid_input' });
    expect([...new Set(body.issues.map((issue: { path: string }) => issue.path))]).toEqual(paths);
  });

  test('says the specified sentences', async () => {
    const short = await register({ ...maria, email: 'x@example.com', password: '12345' });
    expect(short.body.error).toBe('Password must be at least 6 characters');
    expect((await register({})).body.error).toBe('Please fill in all required fields');
  });

  test('is closed by the setting', async () => {
    const { db, systemSettings } = server.context;
    const save = async (registrationEnabled: boolean) => {
      const row = { category: 'application', settings: { registrationEnabled } };
      await db.transaction((transaction) => db.models.SystemSetting.upsert(row, { transaction }));
      await systemSettings.reload();
    };
    await save(false);
    const { status, body } = await register({ ...maria, email: 'late@example.com' });
    await save(true);
    expect(status).toBe(403);
    expect(body).toEqual({
      success: false,
      error: 'Registration is currently closed.',
      code: 'registration_closed',
    });
    expect((await register({ ...maria, email: 'late@example.com' })).status).toBe(201);
  });
});

describe('login', () => {
  test.each(['maria@example.com', ' Maria@EXAMPLE.com '])('knows %j', async (email) => {
    const { status, body } = await login({ email, password: ' secret ' });
    expect(status).toBe(200);
    expect(body.data.user).toMatchObject({ email: 'maria@example.com', name: 'Maria Santos' });
    expect((await profile(body.data.token)).status).toBe(200);
  });

  test.each(['secret', ' secret', 'secret ', ' SECRET '])(
    'neither trims nor folds the password: %j',
    async (password) => {
      expect((await login({ email: 'maria@example.com', password })).status).toBe(401);
      // Clears the count of failures.
      expect((await login({ email: 'maria@example.com', password: ' secret ' })).status).toBe(200);
    },
  );

  test('knows a password typed with composed or decomposed letters', async () => {
    await buildUser(server.context, { email: 'nfc@example.com', password: 'Para\u00f1aque' });
    const { status } = await login({ email: 'nfc@example.com', password: 'Paran\u0303aque' });
    expect(status).toBe(200);
  });

  test('answers the same for a wrong password and an unknown email', async () => {
    const wrong = await login({ email: 'maria@example.com', password: 'wrong' });
    const unknown = await login({ email: 'unknown@example.com', password: 'wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      success: false,
      error: 'Invalid email or password',
      code: 'invalid_credentials',
    });
    expect(unknown.status).toBe(401);
    expect(unknown.body).toEqual(wrong.body);
  });

  test('hashes for an unknown email as for a wrong password', async () => {
    // Processor time of this process, which other processes on the machine do not lengthen.
    const workOf = async (work: () => Promise<unknown>) => {
      const start = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const logIn = (email: string) => workOf(() => login({ email, password: 'wrong' }));
    const hashing: number[] = [];
    const known: number[] = [];
    const unknown: number[] = [];
    // As the server hashes, not as quickly as the tests do; written before anything is measured.
    const password_hash = await hashPassword('right one');
    const users = await Promise.all(Array.from({ length: 9 }, () => buildUser(server.context)));
    await server.context.db.models.User.update({ password_hash }, { where: { id: users.map(({ id }) => id) } });
    for (const [round, { email }] of users.entries()) {
      hashing.push(await workOf(() => verifyPassword(password_hash, 'wrong')));
      known.push(await logIn(email));
      unknown.push(await logIn(`nobody${round}@example.com`));
    }
    // The minimum of each: other work of the process only adds time. The difference is far from being a hash.
    const difference = Math.min(...known) - Math.min(...unknown);
    expect(Math.abs(difference)).toBeLessThan(Math.min(...hashing) * 0.6);
  });

  test.each([
    ['suspended', 'This account has been suspended.'],
    ['inactive', 'This account is not active.'],
    ['pending', 'This account is waiting for approval.'],
  ] as const)('tells a %s account so, but only after its password', async (accountStatus, sentence) => {
    const { email } = await buildUser(server.context, { status: accountStatus });
    const wrong = await login({ email, password: 'wrong' });
    expect(wrong.body).toMatchObject({ code: 'invalid_credentials' });
    const right = await login({ email, password: TEST_PASSWORD });
    expect(right.status).toBe(403);
    expect(right.body.code).toBe(`account_${accountStatus}`);
    expect(right.body.error).toContain(sentence);
    expect(right.body.data).toBeUndefined();
  });

  test.each([
    { email: 'maria@example.com' },
    { password: 'x' },
    { email: { $gt: '' }, password: 'x' },
    { email: ['maria@example.com'], password: 'x' },
    { email: 'maria@example.com', password: 123456 },
    { email: 'maria@example.com', password: null },
    { email: 'maria@example.com', password: 'a'.repeat(201) },
    { email: 'maria@example.com', password: ' secret ', rememberMe: 'yes' },
    'text',
  ])('refuses the shape %j', async (draft) => {
    const { status, body } = await login(draft);
    expect(status).toBe(400);
    expect(body.code).toBe('invalid_input');
  });

  test.each([
    ["maria@example.com' OR '1'='1", "' OR 1=1 --"],
    ['maria@example.com"; DROP TABLE users; --', 'x'],
    ['maria\u0000@example.com', 'x'],
    ['\ud800@example.com', '\ud800'],
    ['%', '%'],
  ])('finds nothing for %j', async (email, password) => {
    const { status } = await login({ email, password });
    expect([400, 401]).toContain(status);
    expect(await server.context.db.models.User.count()).toBeGreaterThan(0);
  });

  test('refuses a body that is too large, broken, or of another kind', async () => {
    const large = await login({ email: 'maria@example.com', password: 'a'.repeat(2_000_000) });
    expect(large.status).toBe(413);
    expect(large.body.code).toBe('payload_too_large');
    const broken = await login('{"email":');
    expect(broken.status).toBe(400);
    expect(broken.body.code).toBe('invalid_input');
    const form = await server.request('POST', '/api/auth/login', {
      body: 'email=maria@example.com&password=+secret+',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([400, 415]).toContain(form.status);
  });
});
