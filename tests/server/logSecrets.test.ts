import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { captureLog, type TestLog } from '#tests/support/log.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { answerReadOnce, startTestServer, type TestServer } from '#tests/support/testServer.ts';

const METRICS_TOKEN = 'planted-metrics-token';
const SMTP_PASSWORD = 'planted-smtp-password';

let captured: TestLog;
let smtp: TestSmtp;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  captured = captureLog('trace');
  smtp = await startSmtp();
  server = await startTestServer({
    data: 'empty',
    env: { metricsToken: METRICS_TOKEN, smtpUrl: smtp.url, publicUrl: 'https://homes.example' },
    log: captured.log,
  });
  admin = await enter(server, { role: 'admin', email: 'planted-admin@example.com' });
});

afterAll(async () => {
  await server.close();
  await smtp.close();
});

test('no line of the log holds a password, a token, a link, a mail’s words or an address of mail', async () => {
  const secrets: string[] = [METRICS_TOKEN, SMTP_PASSWORD, TEST_PASSWORD, admin.token, 'planted-'];
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    server.request('POST', address, { body, headers });

  // Registration, sign-ins, and their refusals.
  const email = 'planted-person@example.com';
  const password = 'planted-password-1';
  const registered = await post('/api/auth/register', { name: 'Planted-Name', email, password });
  expect(registered.status).toBe(201);
  secrets.push(registered.body.data.token);
  const login = await post('/api/auth/login', { email, password });
  const { token } = login.body.data;
  secrets.push(token);
  await post('/api/auth/login', { email, password: 'planted-wrong-password' });
  await post('/api/auth/login', { email: 'planted-nobody@example.com', password: 'planted-other' });
  await post('/api/auth/login', '{"email": "planted-broken@example.com", "password": "planted-broken"');
  await server.request('GET', '/api/auth/profile', { headers: { authorization: 'Bearer planted-bearer' } });
  await server.request('GET', `/api/auth/profile?token=${token}&password=planted-in-query`, { token });
  await server.request('GET', '/metrics', { headers: { authorization: 'Bearer planted-guess' } });
  await server.request('GET', '/metrics', { token: METRICS_TOKEN });
  await server.request('GET', '/api/site', {
    headers: { cookie: 'planted-cookie=1', 'x-api-key': 'planted-key' },
  });
  await server.request('GET', '/planted-path-with-a-long-token-0123456789');
  await expect(openSocket(server.url, 'planted-socket-token')).rejects.toThrow();
  (await openSocket(server.url, token)).close();

  // A password link: requested, mailed, used, and used again.
  await post('/api/auth/forgot-password', { email });
  const mailedLink = () =>
    smtp.mails.flatMap(
      (mail) => /reset-password\?token=([\w-]{43})/.exec(readPart(mail, 'text/plain'))?.[1] ?? [],
    )[0];
  await expect.poll(mailedLink).toBeDefined();
  const link = mailedLink() ?? '';
  secrets.push(link);
  const newPassword = 'planted-password-2';
  expect((await post('/api/auth/reset-password', { token: link, password: newPassword })).status).toBe(200);
  expect((await post('/api/auth/reset-password', { token: link, password: 'planted-3' })).status).toBe(400);

  // Passwords changed by their owner and by an admin, settings with a password, a mail server that repeats it.
  const user = await buildUser(server.context, { email: 'planted-owner@example.com' });
  const owner = personOf(server, user, await signIn(server.context, user));
  secrets.push(owner.token);
  await owner.put('/api/auth/password', {
    currentPassword: 'planted-wrong',
    newPassword: 'planted-password-4',
  });
  const changed = await owner.put('/api/auth/password', {
    currentPassword: TEST_PASSWORD,
    newPassword: 'planted-password-5',
  });
  expect(changed.status).toBe(200);
  secrets.push(changed.body.data.token);
  const set = await admin.put(`/api/admin/users/${user.id}/password`, { newPassword: 'planted-password-6' });
  expect(set.status).toBe(200);
  await saveSystemSettings(admin, 'email', {
    smtpEnabled: true,
    smtpHost: '127.0.0.1',
    smtpPort: smtp.port,
    smtpUser: 'planted-smtp-user',
    smtpPassword: SMTP_PASSWORD,
  });
  smtp.answerWith({ responseCode: 535, at: 'login', echo: true });
  await admin.post('/api/admin/settings/test-email', { testEmail: 'planted-test@example.com' });
  smtp.answerWith(null);

  // Texts of people, stored and mailed; and a recipient whom the mail server refuses by name.
  const agent = await enter(server, { role: 'agent', email: 'planted-agent@example.com' });
  const inquiry = { name: 'Planted-Client', email: 'planted-client@example.com', message: 'planted-message' };
  expect((await post(`/api/agents/${agent.id}/contact`, inquiry)).status).toBe(201);
  await server.context.jobs.flush();

  // A failing database reports the statement and its values with the error.
  const failure = Object.assign(new Error('the statement failed'), {
    sql: `INSERT INTO users VALUES ('planted-sql', 'planted-hash')`,
    parameters: ['planted-parameter'],
    cause: new Error('Key (email)=(planted-key@example.com) already exists'),
  });
  answerReadOnce(server.context.db, 'FROM sessions', () => Promise.reject(failure));
  expect((await admin.get('/api/auth/profile')).status).toBe(500);
  vi.restoreAllMocks();

  await expect.poll(() => captured.lines().filter(({ msg }) => msg === 'request').length).toBeGreaterThan(20);
  const lines = captured.lines();
  const events = new Set(lines.flatMap(({ event }) => event ?? []));
  for (const event of [
    'signed_in',
    'sign_in_failed',
    'password_refused',
    'password_reset_asked',
    'password_reset_refused',
    'password_changed',
    'sessions_ended',
    'call_refused',
    'socket_refused',
    'admin_change',
  ])
    expect(events, 'the scene has all of it').toContain(event);
  expect(lines.some(({ msg }) => msg === 'request failed')).toBe(true);
  expect(
    lines.some(({ msg = '' }) => /INSERT INTO .*outgoing_mails/.test(msg)),
    'statements too',
  ).toBe(true);
  const text = captured.text();
  for (const secret of secrets) {
    const line = text.split('\n').find((own) => own.toLowerCase().includes(secret.toLowerCase()));
    expect(line, secret).toBeUndefined();
  }
});
