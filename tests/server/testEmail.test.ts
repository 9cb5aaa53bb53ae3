// @databases sqlite

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Env } from '#server/env.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { findFreePort } from '#tests/support/postgres.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PASSWORD = 'very-s3cret';

let smtp: TestSmtp;
let server: TestServer;
let admin: Person;

beforeEach(async () => {
  smtp = await startSmtp();
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
});

afterEach(async () => {
  await server.close();
  await smtp.close();
});

const useSmtp = (more: Record<string, string | number> = {}) =>
  saveSystemSettings(admin, 'email', {
    smtpEnabled: true,
    smtpHost: '127.0.0.1',
    smtpPort: smtp.port,
    fromEmail: 'hello@bahay.example',
    ...more,
  });
const send = (testEmail = 'ana@example.com') => admin.post('/api/admin/settings/test-email', { testEmail });

test('is really sent, with the settings as they are now', async () => {
  await useSmtp({ smtpUser: 'silong', smtpPassword: PASSWORD });
  await saveSystemSettings(admin, 'application', { siteName: 'Bahay' });
  const { status, body } = await send();
  expect(status).toBe(200);
  expect(body.data.message).toContain('ana@example.com');
  const [mail] = await smtp.waitFor(1);
  if (!mail) throw new Error('no mail');
  expect(mail).toMatchObject({ from: 'hello@bahay.example', to: ['ana@example.com'] });
  expect(mail.raw).toMatch(/^Subject: Test email from Bahay\r$/m);
  expect(readPart(mail, 'text/plain')).toContain('The email service works');
  expect(smtp.logins).toEqual([{ username: 'silong', password: PASSWORD }]);
  expect(await newestAudit(server.context)).toMatchObject({
    action: 'settings.test_email',
    after: { recipient: 'ana@example.com' },
  });
});

test('says that the service is off', async () => {
  const { status, body } = await send();
  expect(status).toBe(502);
  expect(body).toMatchObject({ code: 'mail_off', error: expect.stringContaining('switched off') });
});

test('says why a recipient is refused', async () => {
  await useSmtp();
  smtp.answerWith({ responseCode: 550, at: 'recipient' });
  const { status, body } = await send();
  expect(status).toBe(502);
  expect(body).toMatchObject({ success: false, code: 'mail_failed' });
  expect(body.error).toMatch(/refused the sender or recipient: .*550 refused by the test/);
  expect(smtp.mails).toHaveLength(0);
});

test('says why a mail is refused', async () => {
  await useSmtp();
  smtp.answerWith({ responseCode: 554, at: 'data' });
  expect((await send()).body.error).toContain('refused the email: 554 refused by the test');
});

test('says that nobody answers at the address', async () => {
  const port = await findFreePort();
  await useSmtp({ smtpPort: port });
  const { status, body } = await send();
  expect(status).toBe(502);
  expect(body.error).toContain(`The mail server at 127.0.0.1:${port} could not be reached`);
  expect(body.error).toContain('ECONNREFUSED');
});

test('says that the password is wrong, and keeps it to itself', async () => {
  await useSmtp({ smtpUser: 'silong', smtpPassword: PASSWORD });
  smtp.answerWith({ responseCode: 535, at: 'login', echo: true });
  const { status, body } = await send();
  expect(status).toBe(502);
  expect(body.error).toMatch(/did not accept the user name or password: 535/);
  expect(body.error).toContain('•••');
  expect(JSON.stringify(body)).not.toContain(PASSWORD);
  expect(JSON.stringify(body)).not.toMatch(/ at .*\.[jt]s/);
});

describe('to a mail server that offers no TLS', () => {
  /** Another name for this machine, which does not count as one. */
  const smtpHost = '0.0.0.0';
  const refusal = /could not agree on encryption/;
  const openWith = async (env: Partial<Env>) => {
    await server.close();
    server = await startTestServer({ data: 'empty', env });
    admin = await enter(server, { role: 'admin' });
  };

  test('is not sent, unless an admin says so by name', async () => {
    await useSmtp({ smtpHost });
    const { status, body } = await send();
    expect([status, body.code]).toEqual([502, 'mail_failed']);
    expect(body.error).toMatch(refusal);
    expect(smtp.mails).toHaveLength(0);
    await saveSystemSettings(admin, 'email', { smtpEncryption: 'when_offered' });
    expect((await send()).status).toBe(200);
    await smtp.waitFor(1);
  });

  test('is sent where the server was named in an earlier release, until an admin chooses', async () => {
    const { db, systemSettings } = server.context;
    const settings = { smtpEnabled: true, smtpHost, smtpPort: smtp.port };
    await db.transaction(() => db.models.SystemSetting.upsert({ category: 'email', settings }));
    await systemSettings.reload();
    const read = async () => (await admin.get('/api/admin/settings')).body.data.email.smtpEncryption;
    expect(await read()).toBe('when_offered');
    expect((await send()).status).toBe(200);
    await saveSystemSettings(admin, 'email', { fromEmail: 'other@bahay.example' });
    expect([await read(), (await send()).status]).toEqual(['when_offered', 200]);
    await saveSystemSettings(admin, 'email', { smtpEncryption: 'required' });
    expect((await send()).body.error).toMatch(refusal);
  });

  test('that SMTP_URL names, neither, unless SMTP_TLS says so', async () => {
    const smtpUrl = `smtp://${smtpHost}:${smtp.port}`;
    await openWith({ smtpUrl });
    expect((await send()).body.error).toMatch(refusal);
    await openWith({ smtpUrl, smtpTls: 'when_offered' });
    expect((await send()).status).toBe(200);
  });
});

test('asks for an address, and for an admin', async () => {
  await useSmtp();
  expect((await send('nobody')).status).toBe(400);
  const agent = await enter(server, { role: 'agent' });
  const refused = await agent.post('/api/admin/settings/test-email', { testEmail: 'ana@example.com' });
  expect(refused.status).toBe(403);
  expect(smtp.mails).toHaveLength(0);
});
