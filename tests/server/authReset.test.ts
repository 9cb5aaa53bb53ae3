// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { plant, planted } from '#tests/support/otherAccess.ts';
import { enter } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let smtp: TestSmtp;
let server: TestServer;
let clock = start;

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

const forgot = (email: unknown) => server.request('POST', '/api/auth/forgot-password', { body: { email } });
const reset = (body: unknown) => server.request('POST', '/api/auth/reset-password', { body });
const login = (email: string, password: string) =>
  server.request('POST', '/api/auth/login', { body: { email, password } });

/** The tokens mailed to someone, oldest first. */
function mailedTokens(email: string): string[] {
  const link = /https:\/\/homes\.example\/reset-password\?token=([\w-]{43})\s/;
  return smtp.mails
    .filter(({ to }) => to.includes(email))
    .flatMap((mail) => link.exec(readPart(mail, 'text/plain'))?.[1] ?? []);
}

/** Asks for a link and reads it from the mail. */
async function mailedToken(email: string): Promise<string> {
  const already = mailedTokens(email).length;
  await forgot(email);
  await expect.poll(() => mailedTokens(email).length).toBe(already + 1);
  return mailedTokens(email)[already] ?? '';
}

async function expectRefused(token: string): Promise<void> {
  const { status, body } = await reset({ token, password: 'brand new' });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    success: false,
    error: 'This link is no longer valid. Please ask for a new one.',
    code: 'invalid_reset_link',
    issues: [{ path: 'token' }],
  });
}

describe('forgot password', () => {
  test('answers the same whether or not the account exists, and mails only its owner', async () => {
    const { email } = await buildUser(server.context);
    const known = await forgot(` ${email.toUpperCase()} `);
    const unknown = await forgot('nobody@example.com');
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(200);
    expect(unknown.body).toEqual(known.body);
    const [mail] = await smtp.waitFor(1);
    expect(mail?.to).toEqual([email]);
    await server.context.jobs.flush();
    expect(smtp.mails).toHaveLength(1);
  });

  test('does not wait for anything that would tell', async () => {
    const { email } = await buildUser(server.context);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Where writes queue behind a held one, an answer that waited for a write would not come.
    const holding = server.context.db.transaction(() => held);
    const { status } = await forgot(email);
    expect(status).toBe(200);
    release();
    await holding;
    await smtp.waitFor(1);
  });

  test('stores the link only as a hash, and forgets the mail’s words once sent', async () => {
    const { email } = await buildUser(server.context);
    const token = await mailedToken(email);
    const { PasswordReset, OutgoingMail } = server.context.db.models;
    await expect.poll(() => OutgoingMail.count({ where: { recipient: email, status: 'sent' } })).toBe(1);
    const stored = JSON.stringify([
      await PasswordReset.findAll({ raw: true }),
      await OutgoingMail.findAll({ raw: true }),
    ]);
    expect(token).toHaveLength(43);
    expect(stored).not.toContain(token);
  });

  test.each(['suspended', 'inactive', 'pending'] as const)('mails nothing to a %s account', async (status) => {
    const closed = await buildUser(server.context, { status });
    const open = await buildUser(server.context);
    expect((await forgot(closed.email)).status).toBe(200);
    await forgot(open.email);
    await smtp.waitFor(1);
    await server.context.jobs.flush();
    expect(smtp.mails.map(({ to }) => to)).toEqual([[open.email]]);
  });

  test('does not flood a mailbox', async () => {
    const { id, email } = await buildUser(server.context);
    for (let at = 0; at < 12; at += 1) await forgot(email);
    await expect.poll(() => smtp.mails.length).toBe(10);
    const links = await server.context.db.models.PasswordReset.count({ where: { user_id: id } });
    expect(links).toBe(10);
  });

  test.each([undefined, '', 'nobody', ['a@example.com'], 5])('refuses %j as an email', async (email) => {
    expect((await forgot(email)).status).toBe(400);
  });
});

describe('reset password', () => {
  test('sets the password once, and ends every session', async () => {
    const user = await buildUser(server.context);
    const session = await signIn(server.context, user);
    const token = await mailedToken(user.email);
    const { status, body } = await reset({ token, password: ' brand new ' });
    expect(status).toBe(200);
    expect(body.data.message).toBeTypeOf('string');
    expect((await server.request('GET', '/api/auth/profile', { token: session })).status).toBe(401);
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(401);
    expect((await login(user.email, ' brand new ')).status).toBe(200);
    await expectRefused(token);
  });

  test('tells the owner by mail', async () => {
    const user = await buildUser(server.context);
    await reset({ token: await mailedToken(user.email), password: 'brand new' });
    const mails = await smtp.waitFor(2);
    expect(mails[1]?.to).toEqual([user.email]);
    expect(mails[1]?.raw).toContain('Subject: Your Silong password was changed');
  });

  test('works for an hour', async () => {
    const user = await buildUser(server.context);
    const token = await mailedToken(user.email);
    clock = start + HOUR;
    await expectRefused(token);
    clock = start + HOUR - 1_000;
    expect((await reset({ token, password: 'brand new' })).status).toBe(200);
  });

  test('only the newest link works', async () => {
    const user = await buildUser(server.context);
    const first = await mailedToken(user.email);
    clock = start + 1_000;
    const second = await mailedToken(user.email);
    await expectRefused(first);
    expect((await reset({ token: second, password: 'brand new' })).status).toBe(200);
  });

  test('a link dies with a password change', async () => {
    const user = await buildUser(server.context);
    const token = await mailedToken(user.email);
    await server.request('PUT', '/api/auth/password', {
      token: await signIn(server.context, user),
      body: { currentPassword: TEST_PASSWORD, newPassword: 'another one' },
    });
    await expectRefused(token);
  });

  test.each(['suspended', 'inactive'] as const)('a link of an account since %s opens nothing', async (status) => {
    const user = await buildUser(server.context);
    const token = await mailedToken(user.email);
    const { password_hash } = await user.reload();
    await server.context.db.transaction((transaction) => user.update({ status }, { transaction }));
    await expectRefused(token);
    expect((await user.reload()).password_hash).toBe(password_hash);
  });

  test('a link of a deleted account opens nothing', async () => {
    const user = await buildUser(server.context);
    const token = await mailedToken(user.email);
    await server.context.db.transaction((transaction) => user.destroy({ transaction }));
    await expectRefused(token);
  });

  test('of five uses at once one counts', async () => {
    const user = await buildUser(server.context);
    const token = await mailedToken(user.email);
    const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => reset({ token, password: `brand new ${at}` })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200) + 1;
    expect((await login(user.email, `brand new ${winner}`)).status).toBe(200);
  });

  test('changes nobody but the link’s owner', async () => {
    const owner = await buildUser(server.context);
    const other = await buildUser(server.context);
    const token = await mailedToken(owner.email);
    const draft = { token, password: 'brand new', email: other.email, user_id: other.id, id: other.id };
    expect((await reset(draft)).status).toBe(200);
    expect((await login(other.email, TEST_PASSWORD)).status).toBe(200);
    expect((await login(owner.email, 'brand new')).status).toBe(200);
  });

  test('unlocks the way in for whoever reads the mail', async () => {
    const user = await buildUser(server.context);
    for (let at = 0; at < 5; at += 1) await login(user.email, 'wrong');
    expect((await login(user.email, TEST_PASSWORD)).status).toBe(429);
    await reset({ token: await mailedToken(user.email), password: 'brand new' });
    expect((await login(user.email, 'brand new')).status).toBe(200);
  });

  test('a session token is no link, and a link is no session', async () => {
    const user = await buildUser(server.context);
    await expectRefused(await signIn(server.context, user));
    const token = await mailedToken(user.email);
    expect((await server.request('GET', '/api/auth/profile', { token })).status).toBe(401);
  });

  test.each([
    [{}, 'token'],
    [{ token: 'x', password: '12345' }, 'password'],
    [{ token: { $ne: null }, password: 'brand new' }, 'token'],
    [{ token: 'x'.repeat(201), password: 'brand new' }, 'token'],
  ])('refuses %j', async (draft, path) => {
    const { status, body } = await reset(draft);
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
  });
});

async function letterTo(email: string, subject: string): Promise<string> {
  const find = () =>
    smtp.mails.filter((mail) => mail.to.includes(email) && mail.raw.includes(`Subject: ${subject}`));
  await expect.poll(() => find().length).toBeGreaterThan(0);
  return readPart(find().at(-1) as Parameters<typeof readPart>[0], 'text/plain');
}

describe('what was set up beside the password', () => {
  test('ends with the first proof of the address by a reset, whatever it asks for, and is named in the mail', async () => {
    const user = await buildUser(server.context, { isEmailVerified: false });
    await plant(server, user);
    const token = await mailedToken(user.email);
    expect((await reset({ token, password: 'brand new', end_other_access: false })).status).toBe(200);
    expect(await planted(server, user)).toEqual([]);
    const letter = await letterTo(user.email, 'Your Silong password was changed');
    for (const named of [
      'Other phone',
      'authenticator app',
      'company account',
      'Feed',
      'collector.example',
      '1 device',
    ])
      expect(letter).toContain(named);
    expect((await login(user.email, 'brand new')).status).toBe(200);
  });

  test('ends with a reset of a confirmed account unless it shall stay; two-step login stays', async () => {
    const user = await buildUser(server.context);
    await plant(server, user);
    expect((await reset({ token: await mailedToken(user.email), password: 'brand new' })).status).toBe(200);
    expect(await planted(server, user)).toEqual(['totp_factors', 'recovery_codes', 'webhooks']);
    const letter = await letterTo(user.email, 'Your Silong password was changed');
    expect(letter).toMatch(/no longer open[\s\S]*Other phone[\s\S]*still open[\s\S]*authenticator app/);
  });

  test('stays with a reset that leaves it, but for what hears from the account, and is named in the mail', async () => {
    const user = await buildUser(server.context, { role: 'agent' });
    await plant(server, user);
    await server.context.db.transaction(() => user.update({ contact_email: 'thief@example.com' }));
    const body = { token: await mailedToken(user.email), password: 'brand new', end_other_access: false };
    expect((await reset(body)).status).toBe(200);
    expect(await planted(server, user)).toEqual([
      'passkeys',
      'totp_factors',
      'recovery_codes',
      'provider_identities',
      'webhooks',
      'known_devices',
    ]);
    const hook = await server.context.db.models.Webhook.findOne({ where: { user_id: user.id } });
    expect(hook).toMatchObject({ is_active: false, paused_at: new Date(clock) });
    await user.reload();
    expect(user.contact_email).toBeNull();
    const letter = await letterTo(user.email, 'Your Silong password was changed');
    expect(letter).toMatch(/still open[\s\S]*Other phone[\s\S]*collector\.example/);
  });

  test('ends with a password that an administrator sets, and the mail says whom to write to', async () => {
    const admin = await enter(server, { role: 'admin' });
    let person: Record<string, unknown> = {};
    for (const set of [
      (id: number, newPassword: string) => admin.put(`/api/admin/users/${id}/password`, { newPassword }),
      (id: number, password: string) => admin.put(`/api/admin/users/${id}`, { ...person, password }),
    ]) {
      const user = await buildUser(server.context);
      person = { name: user.name, email: user.email, role: user.role, status: user.status };
      await plant(server, user);
      expect((await set(user.id, 'by-an-administrator')).status).toBe(200);
      expect(await planted(server, user)).toEqual([]);
      const letter = await letterTo(user.email, 'Your Silong password was changed');
      expect(letter).toContain('Other phone');
      expect(letter).toContain('reply to this email');
    }
  });

  test('of an administrator passkeys stay with a reset by mail: they are the second factor', async () => {
    const user = await buildUser(server.context, { role: 'admin' });
    await plant(server, user);
    expect((await reset({ token: await mailedToken(user.email), password: 'brand new' })).status).toBe(200);
    expect(await planted(server, user)).toEqual(['passkeys', 'totp_factors', 'recovery_codes', 'webhooks']);
  });
});
