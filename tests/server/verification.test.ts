// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserModel } from '#server/db/models.ts';
import { EnvironmentError, readEnv } from '#server/env.ts';
import type { User } from '#shared/contracts/auth.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { plant, planted } from '#tests/support/otherAccess.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PASSWORD = 'long-enough-1';
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let smtp: TestSmtp;
let server: TestServer;
let clock = start;
let texts: { number: string; text: string }[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
  const env = { smtpUrl: smtp.url, publicUrl: 'https://homes.example' };
  server = await startTestServer({ data: 'empty', env, now: () => new Date(clock) });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

beforeEach(async () => {
  clock = start;
  await server.context.jobs.flush();
  smtp.mails.length = 0;
});

let made = 0;
const newEmail = () => `newcomer${++made}@example.com`;

async function register(email = newEmail()): Promise<Person> {
  const body = { name: 'Ana Reyes', email, password: PASSWORD, phone: '+63 917-555-0101' };
  const answer = await server.request('POST', '/api/auth/register', { body });
  expect(answer.status).toBe(201);
  const { user, token } = answer.body.data;
  const row = await server.context.db.models.User.findByPk(user.id, { rejectOnEmpty: true });
  return personOf(server, row, token);
}

interface Letter {
  subject: string;
  token: string;
  code: string;
}

/** The mails to an address, oldest first. */
async function lettersTo(email: string): Promise<Letter[]> {
  await server.context.jobs.flush();
  return smtp.mails
    .filter(({ to }) => to.includes(email))
    .map((mail) => {
      const text = readPart(mail, 'text/plain');
      return {
        subject: /^Subject: (.*)$/m.exec(mail.raw)?.[1] ?? '',
        token:
          /https:\/\/homes\.example\/(?:verify-email|refuse-email-change)\?token=([\w-]{43})\s/.exec(text)?.[1] ??
          '',
        code: /^(\d{3}) (\d{3})$/m.exec(text)?.slice(1).join('') ?? '',
      };
    });
}

async function newestTo(email: string): Promise<Letter> {
  const letter = (await lettersTo(email)).at(-1);
  if (!letter) throw new Error(`nothing was mailed to ${email}`);
  return letter;
}

const verify = (token: unknown, session?: string) =>
  server.request('POST', '/api/auth/verify-email', { body: { token }, token: session });
const resend = (person: Person) => person.post('/api/auth/verify-email/resend');
const profile = async (person: Person) => (await person.get('/api/auth/profile')).body.data as User;
const refused = { status: 400, body: { code: 'invalid_confirmation', issues: [{ path: 'token' }] } };
const otherCode = (code: string, step = 1) => String((Number(code) + step) % 1_000_000).padStart(6, '0');
const statuses = (answers: TestAnswer[]) => answers.map(({ status }) => status).sort();

describe('after registering', () => {
  test('the account works at once, and its address is confirmed by the link, without a session, once', async () => {
    const ana = await register();
    expect(await profile(ana)).toMatchObject({ email_verified: false, phone: '+63 917 555 0101' });
    const { token, subject } = await newestTo(ana.user.email);
    expect(subject).toContain('Confirm your email');
    const socket = await openSocket(server.url, ana.token);
    expect((await verify(token)).status).toBe(200);
    expect(await profile(ana)).toMatchObject({ email_verified: true });
    await socket.waitFor('account_changed');
    socket.close();
    expect(await verify(token)).toMatchObject(refused);
    expect(await resend(ana)).toMatchObject({ status: 409, body: { code: 'already_confirmed' } });
  });

  test('the digits do for who is signed in, and for nobody else', async () => {
    const ana = await register();
    const other = await register();
    const { code } = await newestTo(ana.user.email);
    expect(await verify(code)).toMatchObject(refused);
    expect(await verify(code, other.token)).toMatchObject(refused);
    expect((await verify(`${code.slice(0, 3)} ${code.slice(3)}`, ana.token)).status).toBe(200);
    expect(await profile(ana)).toMatchObject({ email_verified: true });
    expect(await profile(other)).toMatchObject({ email_verified: false });
  });

  test('five wrong codes use them up, the right one too, however many come at once; a new mail helps', async () => {
    const ana = await register();
    const { code } = await newestTo(ana.user.email);
    const wrong = Array.from({ length: 8 }, (_, at) => verify(otherCode(code, at + 1), ana.token));
    const answers = await Promise.all(wrong);
    expect(new Set(statuses(answers))).toEqual(new Set([400]));
    expect(answers.filter(({ body }) => body.code === 'confirmation_tries_used')).toHaveLength(3);
    expect(await verify(code, ana.token)).toMatchObject({
      status: 400,
      body: { code: 'confirmation_tries_used' },
    });
    expect((await resend(ana)).status).toBe(200);
    expect((await verify((await newestTo(ana.user.email)).code, ana.token)).status).toBe(200);
  });

  test('the newest mail alone is good, for a day', async () => {
    const ana = await register();
    const first = await newestTo(ana.user.email);
    await resend(ana);
    const second = await newestTo(ana.user.email);
    expect(await verify(first.token)).toMatchObject(refused);
    expect(await verify(first.code, ana.token)).toMatchObject(refused);
    clock += DAY;
    expect(await verify(second.token)).toMatchObject(refused);
    const again = personOf(server, ana.user, await signIn(server.context, ana.user));
    await resend(again);
    clock += DAY - MINUTE;
    expect((await verify((await newestTo(ana.user.email)).token)).status).toBe(200);
  });

  test('is mailed again five times an hour, and told when to go on', async () => {
    const ana = await register();
    const answers = await Promise.all(Array.from({ length: 7 }, () => resend(ana)));
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const limited = answers.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toBe('3600');
    expect(await lettersTo(ana.user.email)).toHaveLength(6);
    clock += HOUR;
    expect((await resend(ana)).status).toBe(200);
  });

  test('of two confirmations at once one counts; one during a new mail leaves a good account', async () => {
    const ana = await register();
    const { token } = await newestTo(ana.user.email);
    expect(statuses(await Promise.all([verify(token), verify(token), verify(token)]))).toEqual([200, 400, 400]);
    const ben = await register();
    const mailed = await newestTo(ben.user.email);
    const [sent, confirmed] = await Promise.all([resend(ben), verify(mailed.token)]);
    expect([200, 409]).toContain(sent.status);
    expect(confirmed.status).toBe((await profile(ben)).email_verified ? 200 : 400);
  });

  test('what is no token is refused', async () => {
    const ana = await register();
    const odd = [undefined, '', 7, ['123456'], 'x'.repeat(201), '12345', 'A'.repeat(43), '\u0000', { $ne: 1 }];
    for (const token of odd)
      for (const session of [ana.token, undefined])
        expect((await verify(token, session)).status, String(token)).toBe(400);
  });

  test('nothing that opens anything is stored, or told in the own-data file', async () => {
    const ana = await register();
    const { token, code } = await newestTo(ana.user.email);
    const rows = await server.context.db.models.ContactVerification.findAll({ raw: true });
    const file = await ana.get('/api/privacy/data');
    const text = JSON.stringify([rows, file.body]);
    expect(text).not.toContain(token);
    expect(text).not.toContain(`"${code}"`);
    expect(file.body.contact_verifications).toMatchObject([{ kind: 'email', value: ana.user.email }]);
    expect(JSON.stringify(file.body)).not.toMatch(/code_hash|token_hash/);
  });

  test('a password set by a mailed link confirms the address as well', async () => {
    const ana = await register();
    const { email } = ana.user;
    await server.request('POST', '/api/auth/forgot-password', { body: { email } });
    const link = /reset-password\?token=([\w-]{43})/;
    const mailed = () => smtp.mails.flatMap((mail) => link.exec(readPart(mail, 'text/plain'))?.[1] ?? []);
    await expect.poll(() => mailed().length).toBe(1);
    const body = { token: mailed()[0], password: 'another-long-1' };
    expect((await server.request('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    const token = await server.login(email, 'another-long-1');
    expect(await profile(personOf(server, ana.user, token))).toMatchObject({ email_verified: true });
  });

  test('what was set up before a link proves the address ends; what its own session confirms by digits stays', async () => {
    for (const [isOwn, left] of [
      [false, 0],
      [true, 8],
    ] as const) {
      const ana = await register();
      await plant(server, ana.user);
      const { token, code } = await newestTo(ana.user.email);
      const answer = isOwn
        ? await server.request('POST', '/api/auth/verify-email', { body: { token: code }, token: ana.token })
        : await verify(token);
      expect(answer.status).toBe(200);
      expect(await planted(server, ana.user)).toHaveLength(left);
    }
  });

  test('until then no passkey and no second factor can be set up', async () => {
    const ana = await register();
    const person = personOf(server, ana.user, ana.token);
    const unconfirmed = { status: 403, body: { code: 'email_not_confirmed' } };
    expect(await person.post('/api/auth/passkeys/options')).toMatchObject(unconfirmed);
    expect(await person.post('/api/auth/totp')).toMatchObject(unconfirmed);
  });

  test('accounts that an admin makes are confirmed, and get no mail', async () => {
    const admin = await enter(server, { role: 'admin' });
    const draft = { name: 'Ben', email: newEmail(), password: PASSWORD };
    const made = await admin.post('/api/admin/users', draft);
    expect(made).toMatchObject({
      status: 201,
      body: { data: { email_verified: true, phone_verified: false } },
    });
    expect(await lettersTo(draft.email)).toEqual([]);
  });
});

describe('until the address is confirmed', () => {
  test('notices stay in the bell, an answer to an inquiry is mailed all the same', async () => {
    const agent = await enter(server, { role: 'agent', isEmailVerified: false });
    const visitor = { name: 'Carla', email: newEmail(), message: 'Is it free?' };
    const asked = await server.request('POST', `/api/agents/${agent.id}/contact`, { body: visitor });
    await server.context.jobs.flush();
    expect((await agent.get('/api/notifications')).body.data).toHaveLength(1);
    expect(await lettersTo(agent.user.email)).toEqual([]);
    await agent.post(`/api/agents/${agent.id}/contacts/${asked.body.data.id}/reply`, { message: 'Yes' });
    expect(await lettersTo(visitor.email)).toHaveLength(1);

    await agent.user.update({ email_verified_at: new Date() });
    await server.request('POST', `/api/agents/${agent.id}/contact`, { body: visitor });
    expect((await newestTo(agent.user.email)).subject).toContain('New_Inquiry');
  });

  test('erasing an account takes what was sent under its confirmed address along, and nobody else’s', async () => {
    const agent = await enter(server, { role: 'agent' });
    const admin = await enter(server, { role: 'admin' });
    const ask = async (email: string) => {
      const body = { name: 'Dina', email, message: 'Hello' };
      return (await server.request('POST', `/api/agents/${agent.id}/contact`, { body })).body.data.id;
    };
    const owner = await enter(server, { email: newEmail() });
    const claimant = await enter(server, { email: newEmail(), isEmailVerified: false });
    const [own, claimed] = [await ask(owner.user.email), await ask(claimant.user.email)];
    for (const { id } of [owner, claimant])
      expect((await server.request('DELETE', `/api/admin/users/${id}`, { token: admin.token })).status).toBe(200);
    const { Inquiry } = server.context.db.models;
    expect(await Inquiry.findByPk(own)).toMatchObject({
      name: 'Deleted user',
      phone: null,
      status: 'closed',
    });
    expect(await Inquiry.findByPk(claimed)).toMatchObject({ name: 'Dina', email: claimant.user.email });
  });
});

describe('another address', () => {
  const change = (person: Person, email: string, password = TEST_PASSWORD) =>
    person.put('/api/auth/email', { email, password });
  const refuse = (token: string) => server.request('POST', '/api/auth/email/refuse', { body: { token } });
  const login = (email: string, password = TEST_PASSWORD) =>
    server.request('POST', '/api/auth/login', { body: { email, password } });
  const stored = (id: number) => server.context.db.models.User.findByPk(id, { rejectOnEmpty: true });

  test('takes the place of the old one once it is confirmed; the old one is told', async () => {
    const ana = await enter(server, { email: newEmail() });
    const before = ana.user.email;
    const after = newEmail();
    const asked = await change(ana, ` ${after.toUpperCase()} `);
    expect(asked).toMatchObject({ status: 200, body: { data: { email: before, pending_email: after } } });
    expect((await login(before)).status).toBe(200);
    const socket = await openSocket(server.url, ana.token);
    const warning = await newestTo(before);
    expect(warning.subject).toContain('is about to change');
    const { token } = await newestTo(after);
    expect((await verify(token)).status).toBe(200);
    expect(await profile(ana)).toMatchObject({ email: after, email_verified: true, pending_email: null });
    await socket.waitFor('account_changed');
    socket.close();
    expect((await login(before)).status).toBe(401);
    expect((await login(after)).status).toBe(200);
    expect(await verify(token)).toMatchObject(refused);
  });

  test('needs the password, counts wrong ones, and is another one', async () => {
    const ana = await enter(server);
    expect(await change(ana, ana.user.email)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'email' }] },
    });
    for (let at = 0; at < 5; at += 1)
      expect(await change(ana, newEmail(), 'guess')).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'password' }] },
      });
    expect(await change(ana, newEmail())).toMatchObject({ status: 429, body: { code: 'login_locked' } });
    expect((await stored(ana.id)).pending_email).toBeNull();
  });

  test('that is taken is answered like a free one; its owner is told, and no link or guess opens it', async () => {
    const owner = await enter(server, { email: newEmail() });
    const [ana, ben] = [await enter(server), await enter(server)];
    const free = newEmail();
    const [taken, untaken] = [await change(ana, owner.user.email), await change(ben, free)];
    expect(taken.status).toBe(untaken.status);
    expect(taken.body.data.pending_email).toBe(owner.user.email);
    expect(Object.keys(taken.body.data)).toEqual(Object.keys(untaken.body.data));
    const letters = await lettersTo(owner.user.email);
    expect(letters).toMatchObject([{ token: '', code: '' }]);
    expect((await resend(ana)).status).toBe((await resend(ben)).status);
    expect(await stored(owner.id)).toMatchObject({ email: owner.user.email });
  });

  test('that somebody takes first is a conflict for the second', async () => {
    const [ana, ben] = [await enter(server), await enter(server)];
    const wanted = newEmail();
    await change(ana, wanted);
    const { token: first } = await newestTo(wanted);
    await change(ben, wanted);
    const { token: second } = await newestTo(wanted);
    const answers = await Promise.all([verify(first), verify(second)]);
    expect(statuses(answers)).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('email_exists');
    expect(await server.context.db.models.User.count({ where: { email: wanted } })).toBe(1);
  });

  test('is dropped by cancelling, by a newer wish, and by a new password', async () => {
    const ana = await enter(server);
    const wanted = newEmail();
    await change(ana, wanted);
    const cancelled = (await newestTo(wanted)).token;
    const answer = await server.request('DELETE', '/api/auth/email', { token: ana.token });
    expect(answer.body.data.pending_email).toBeNull();
    expect(await verify(cancelled)).toMatchObject(refused);

    const [one, other] = [newEmail(), newEmail()];
    await change(ana, one);
    await change(ana, other);
    expect(await verify((await newestTo(one)).token)).toMatchObject(refused);
    await ana.put('/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: PASSWORD });
    expect(await verify((await newestTo(other)).token)).toMatchObject(refused);
  });

  test('can be refused by the old one, before and up to seven days after; the account is locked until a new password', async () => {
    const ana = await enter(server, { email: newEmail() });
    const before = ana.user.email;
    const after = newEmail();
    await change(ana, after);
    const refusal = (await newestTo(before)).token;
    clock += DAY - MINUTE;
    expect((await verify((await newestTo(after)).token)).status).toBe(200);
    // No other account gets the old address meanwhile, or it could not come back.
    const thief = { name: 'T', email: before, password: PASSWORD };
    expect((await server.request('POST', '/api/auth/register', { body: thief })).status).toBe(409);
    clock += 7 * DAY - MINUTE;
    expect((await refuse(refusal)).status).toBe(200);
    expect(await stored(ana.id)).toMatchObject({ email: before, pending_email: null });
    expect(await server.context.db.models.Session.count({ where: { user_id: ana.id } })).toBe(0);
    expect((await login(before)).status).toBe(401);
    await server.context.jobs.flush();
    const mailed = smtp.mails.filter(({ to }) => to.includes(before)).at(-1);
    const link = /reset-password\?token=([\w-]{43})/.exec(mailed ? readPart(mailed, 'text/plain') : '')?.[1];
    const body = { token: link, password: PASSWORD };
    expect((await server.request('POST', '/api/auth/reset-password', { body })).status).toBe(200);
    expect((await login(before, PASSWORD)).status).toBe(200);
    expect(await refuse(refusal)).toMatchObject(refused);
  });

  test('cannot be refused later, nor by whoever got it after somebody else’s refusal', async () => {
    const ana = await enter(server, { email: newEmail() });
    const first = ana.user.email;
    const [second, third] = [newEmail(), newEmail()];
    await change(ana, second);
    const byFirst = (await newestTo(first)).token;
    await verify((await newestTo(second)).token);
    await change(ana, third);
    const bySecond = (await newestTo(second)).token;
    await verify((await newestTo(third)).token);
    expect(statuses([await refuse(byFirst), await refuse(byFirst), await refuse(bySecond)])).toEqual([
      200, 400, 400,
    ]);
    expect((await stored(ana.id)).email).toBe(first);

    const ben = await enter(server, { email: newEmail() });
    const old = ben.user.email;
    const next = newEmail();
    await change(ben, next);
    const tooLate = (await newestTo(old)).token;
    await verify((await newestTo(next)).token);
    clock += 7 * DAY + MINUTE;
    expect(await refuse(tooLate)).toMatchObject(refused);
    expect((await stored(ben.id)).email).toBe(next);
  });

  test('gives an address that was never confirmed no power over the account', async () => {
    const mistyped = await enter(server, { email: newEmail(), isEmailVerified: false });
    await change(mistyped, newEmail());
    expect(await lettersTo(mistyped.user.email)).toEqual([]);
  });

  test('that an admin sets ends every link mailed before', async () => {
    const admin = await enter(server, { role: 'admin' });
    const ana = await enter(server, { email: newEmail() });
    const wanted = newEmail();
    await change(ana, wanted);
    const links = [(await newestTo(wanted)).token, (await newestTo(ana.user.email)).token];
    const { name, role, status } = ana.user;
    const set = newEmail();
    const answer = await admin.put(`/api/admin/users/${ana.id}`, { name, role, status, email: set });
    expect(answer).toMatchObject({ status: 200, body: { data: { email: set, email_verified: false } } });
    expect(await verify(links[0])).toMatchObject(refused);
    expect(await refuse(links[1] ?? '')).toMatchObject(refused);
    // Both addresses get a mail; the new one is not confirmed by an administrator's word.
    expect((await newestTo(ana.user.email)).subject).toContain('was changed');
    expect((await verify((await newestTo(set)).token)).status).toBe(200);
    expect(await stored(ana.id)).toMatchObject({ email: set, email_verified_at: new Date(clock) });
  });

  test('that its owner may still take back is given to nobody, by an administrator neither', async () => {
    const admin = await enter(server, { role: 'admin' });
    const [ana, ben] = [await enter(server, { email: newEmail() }), await enter(server)];
    const after = newEmail();
    await change(ana, after);
    await verify((await newestTo(after)).token);
    const draft = { name: 'Cy', email: ana.user.email, password: PASSWORD };
    const taken = { status: 409, body: { code: 'email_exists' } };
    expect(await admin.post('/api/admin/users', draft)).toMatchObject(taken);
    const { name, role, status } = ben.user;
    const wanted = { name, role, status, email: ana.user.email };
    expect(await admin.put(`/api/admin/users/${ben.id}`, wanted)).toMatchObject(taken);
  });

  test('that is taken back takes everything along that was set up beside the password, and says so', async () => {
    const ana = await enter(server, { email: newEmail() });
    const after = newEmail();
    await change(ana, after);
    const refusal = (await newestTo(ana.user.email)).token;
    await verify((await newestTo(after)).token);
    await plant(server, ana);
    expect((await refuse(refusal)).status).toBe(200);
    expect(await planted(server, ana)).toEqual([]);
    await server.context.jobs.flush();
    const letters = smtp.mails.filter(({ to }) => to.includes(ana.user.email));
    expect(letters.map((mail) => readPart(mail, 'text/plain')).join()).toContain('Other phone');
  });
});

describe('a number', () => {
  const send = (person: Person) => person.post('/api/auth/verify-phone');
  const confirm = (person: Person, code: unknown) => person.post('/api/auth/verify-phone/confirm', { code });
  const sentCode = () => /^(\d{6}) /.exec(texts.at(-1)?.text ?? '')?.[1] ?? '';
  let reachable: TestServer;

  beforeAll(async () => {
    reachable = await startTestServer({
      data: 'empty',
      env: { smsProvider: 'log' },
      now: () => new Date(clock),
    });
    if (!reachable.context.sms) throw new Error('no provider');
    reachable.context.sms.send = async (number, text) => void texts.push({ number, text });
  });
  afterAll(() => reachable.close());
  beforeEach(() => {
    texts = [];
  });

  const enterWith = (phone: string | null): Promise<Person> => enter(reachable, { phone });

  test('cannot be confirmed where no text messages are sent, and the site says so', async () => {
    const ana = await enter(server, { phone: '0917 555 0101' });
    expect(await send(ana)).toMatchObject({ status: 409, body: { code: 'text_messages_off' } });
    expect((await server.request('GET', '/api/site')).body.data.sendsTextMessages).toBe(false);
    expect((await reachable.request('GET', '/api/site')).body.data.sendsTextMessages).toBe(true);
    const production = { NODE_ENV: 'production', SMS_PROVIDER: 'log' };
    expect(() => readEnv(production)).toThrow(EnvironmentError);
    expect(() => readEnv({ SMS_PROVIDER: 'pigeon' })).toThrow(/SMS_PROVIDER/);
  });

  test('is confirmed by digits, once, and no longer when it is changed', async () => {
    const ana = await enterWith('0917 555 0101');
    expect((await send(ana)).status).toBe(200);
    expect(texts).toMatchObject([{ number: '+639175550101' }]);
    const code = sentCode();
    expect(await confirm(ana, otherCode(code))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'code' }] },
    });
    expect(await confirm(ana, code)).toMatchObject({ status: 200, body: { data: { phone_verified: true } } });
    expect((await confirm(ana, code)).status).toBe(400);
    expect(await send(ana)).toMatchObject({ status: 409, body: { code: 'already_confirmed' } });
    // The same number in another spelling stays confirmed.
    await ana.put('/api/auth/profile', { phone: '+63 (917) 555-0101' });
    expect(await profile(ana)).toMatchObject({ phone: '+63 917 555 0101', phone_verified: true });
    await ana.put('/api/settings', { profile: { phone: '0918 555 0101' } });
    expect(await profile(ana)).toMatchObject({ phone: '+63 918 555 0101', phone_verified: false });
  });

  test('that was changed, or a code that is old, replaced or guessed at, is not confirmed', async () => {
    const ana = await enterWith('0917 555 0102');
    await send(ana);
    const changed = sentCode();
    await ana.put('/api/auth/profile', { phone: '0918 555 0102' });
    expect((await confirm(ana, changed)).status).toBe(400);
    await send(ana);
    const replaced = sentCode();
    await send(ana);
    if (replaced !== sentCode()) expect((await confirm(ana, replaced)).status).toBe(400);
    clock += 15 * MINUTE;
    expect((await confirm(ana, sentCode())).status).toBe(400);
    await send(ana);
    for (let at = 0; at < 5; at += 1) await confirm(ana, otherCode(sentCode(), at + 1));
    expect(await confirm(ana, sentCode())).toMatchObject({
      status: 400,
      body: { code: 'confirmation_tries_used' },
    });
    await send(ana);
    expect(await send(ana)).toMatchObject({ status: 429 });
    expect(await profile(ana)).toMatchObject({ phone_verified: false });
  });

  test.each([null, 'Viber: 0917 555 0101', '12345'])('that is %j is no number to send to', async (phone) => {
    expect(await send(await enterWith(phone))).toMatchObject({
      status: 409,
      body: { code: 'no_phone_number' },
    });
  });

  test('what is no six digits is refused', async () => {
    const ana = await enterWith('0917 555 0103');
    for (const code of [undefined, 123456, '12345', 'abcdef', '1234567'])
      expect((await confirm(ana, code)).status, String(code)).toBe(400);
  });

  test('is told when the message could not be sent', async () => {
    const sms = reachable.context.sms;
    if (!sms) throw new Error('no provider');
    const { send: works } = sms;
    sms.send = async () => {
      throw new Error('the provider is away');
    };
    expect((await send(await enterWith('0917 555 0104'))).status).toBe(502);
    sms.send = works;
  });
});

test('a suspended account confirms nothing', async () => {
  const user: UserModel = await buildUser(server.context, { email: newEmail(), isEmailVerified: false });
  const person = personOf(server, user, await signIn(server.context, user));
  await resend(person);
  const { token } = await newestTo(user.email);
  await user.update({ status: 'suspended' });
  expect(await verify(token)).toMatchObject(refused);
});
