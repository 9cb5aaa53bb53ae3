import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readPart, startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { openSocket, settle } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;

let smtp: TestSmtp;
let server: TestServer;
let admin: Person;
let folder: string;
let clock = new Date('2026-03-18T04:00:00.000Z').getTime();

beforeEach(async () => {
  smtp = await startSmtp();
  folder = mkdtempSync(path.join(tmpdir(), 'silong-web-'));
  cpSync('web/index.html', path.join(folder, 'index.html'));
  writeFileSync(path.join(folder, 'robots.txt'), '');
  await open();
});

afterEach(async () => {
  await server.close();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(env: { trustProxy?: number; publicUrl?: string } = {}): Promise<void> {
  server = await startTestServer({
    data: 'empty',
    env: { smtpUrl: smtp.url, ...env },
    now: () => new Date(clock),
    webFolder: folder,
  });
  admin = await enter(server, { role: 'admin', email: 'ada@example.com' });
}

const register = (email = 'new@example.com') =>
  server.request('POST', '/api/auth/register', { body: { name: 'New', email, password: TEST_PASSWORD } });
const login = (email: string, password: string) =>
  server.request('POST', '/api/auth/login', { body: { email, password } });
const bellOf = async (person: Person): Promise<string[]> =>
  (await person.get('/api/notifications')).body.data.map(({ title }: { title: string }) => title);
const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
/** Notices are stored after the answer; then mails have a moment to go out. */
const rest = async () => {
  await settle(200);
  await server.context.jobs.flush();
};

async function say(from: Person, to: Person): Promise<void> {
  const { status } = await from.post('/api/conversations', { agentId: to.id, initialMessage: 'Hello there' });
  expect(status).toBe(201);
}

async function post(agent: Person): Promise<void> {
  const { status } = await agent.post('/api/properties', {
    title: 'A house',
    description: 'With a garden',
    price: 5_000_000,
    type: 'house',
    listing_type: 'sale',
    location: { address: '1 Main Street', city: 'Makati', province: 'Metro Manila' },
    details: { bedrooms: 2, bathrooms: 1, area_sqm: 80 },
  });
  expect(status).toBe(201);
}

describe('application', () => {
  test('siteName and siteDescription: page head, /api/site and mails', async () => {
    await saveSystemSettings(admin, 'application', {
      siteName: 'Bahay & Co',
      siteDescription: 'Homes <here>',
    });
    const { body } = await server.request('GET', '/api/site');
    expect(body.data).toMatchObject({ siteName: 'Bahay & Co', siteDescription: 'Homes <here>' });
    const page = (await server.request('GET', '/')).body;
    expect(page).toContain('<title>Bahay &amp; Co</title>');
    expect(page).toContain('Homes &lt;here&gt;');
    await server.request('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
    const [mail] = await smtp.waitFor(1);
    expect(mail && readPart(mail, 'text/plain')).toContain('Bahay & Co');
    expect(mail?.raw).toMatch(/^From: .*Bahay/m);
  });

  test('maintenanceMode: closed to all but admins, sockets too, until it is over', async () => {
    const user = await enter(server, { email: 'user@example.com' });
    const [theirs, ours] = [await openSocket(server.url, user.token), await openSocket(server.url, admin.token)];
    const gone = new Promise((resolve) => theirs.socket.once('disconnect', resolve));
    await saveSystemSettings(admin, 'application', { maintenanceMode: true });
    expect(await gone).toBe('io server disconnect');
    expect(ours.socket.connected).toBe(true);
    await expect(openSocket(server.url, user.token)).rejects.toMatchObject({ data: { code: 'maintenance' } });

    for (const path of ['/api/properties', '/api/agents', '/api/notifications'])
      expect(await user.get(path), path).toMatchObject({ status: 503, body: { code: 'maintenance' } });
    expect((await server.request('GET', '/api/properties')).status).toBe(503);
    for (const path of ['/api/nothing', '/api/openapi.json', '/api/docs'])
      expect(await server.request('GET', path), path).toMatchObject({ status: 503 });
    for (const path of ['/api/health', '/api/ready', '/api/site'])
      for (const method of ['GET', 'HEAD']) expect((await server.request(method, path)).status, path).toBe(200);
    expect((await server.request('GET', '/')).status).toBe(200);
    expect((await user.get('/api/auth/profile')).status).toBe(200);
    expect((await user.put('/api/auth/profile', { name: 'Still there' })).status).toBe(200);
    const { status, body } = await login('ada@example.com', TEST_PASSWORD);
    expect(status).toBe(200);
    const anew = await server.request('GET', '/api/admin/users', { token: body.data.token });
    expect(anew.status).toBe(200);
    expect((await admin.get('/api/properties')).status).toBe(200);

    await saveSystemSettings(admin, 'application', { maintenanceMode: false });
    expect((await user.get('/api/properties')).status).toBe(200);
    (await openSocket(server.url, user.token)).close();
    ours.close();
  });

  test('registrationEnabled: nobody new', async () => {
    await saveSystemSettings(admin, 'application', { registrationEnabled: false });
    expect(await register()).toMatchObject({
      status: 403,
      body: { code: 'registration_closed', error: 'Registration is currently closed.' },
    });
    await saveSystemSettings(admin, 'application', { registrationEnabled: true });
    expect((await register()).status).toBe(201);
  });
});

describe('email', () => {
  test('smtp*: the next mail takes the new way', async () => {
    const other = await startSmtp();
    await saveSystemSettings(admin, 'email', {
      smtpEnabled: true,
      smtpHost: '127.0.0.1',
      smtpPort: other.port,
      smtpUser: 'silong',
      smtpPassword: 'secret',
      fromEmail: 'Hello@bahay.example',
    });
    await server.request('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
    const [mail] = await other.waitFor(1);
    expect(mail?.from).toBe('Hello@bahay.example');
    expect(other.logins).toEqual([{ username: 'silong', password: 'secret' }]);
    await saveSystemSettings(admin, 'email', { smtpEnabled: false });
    await server.request('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
    await smtp.waitFor(1);
    expect(other.mails).toHaveLength(1);
    await other.close();
  });
});

describe('notifications', () => {
  test('emailNotifications: the bell rings, but no notice goes out by mail; other mails do', async () => {
    const [agent, user] = [
      await enter(server, { role: 'agent', email: 'agent@example.com' }),
      await enter(server),
    ];
    await saveSystemSettings(admin, 'notifications', { emailNotifications: false });
    await say(user, agent);
    await expect.poll(() => bellOf(agent)).toContain('New Message');
    await server.request('POST', '/api/auth/forgot-password', { body: { email: 'ada@example.com' } });
    await smtp.waitFor(1);
    await rest();
    expect(mailsTo('agent@example.com')).toHaveLength(0);
    await saveSystemSettings(admin, 'notifications', { emailNotifications: true });
    await say(await enter(server), agent);
    await expect.poll(() => mailsTo('agent@example.com').length).toBe(1);
  });

  test('pushNotifications: live notices are for the bell alone', async () => {
    const [agent, user] = [await enter(server, { role: 'agent' }), await enter(server)];
    const socket = await openSocket(server.url, agent.token);
    await saveSystemSettings(admin, 'notifications', { pushNotifications: false });
    await say(user, agent);
    expect(await socket.waitFor('notification')).toMatchObject([{ push: false }]);
    await saveSystemSettings(admin, 'notifications', { pushNotifications: true });
    await say(await enter(server), agent);
    expect((await socket.waitFor('notification', 2))[1]).toMatchObject({ push: true });
    socket.close();
  });

  test('notifyNewMessages: no mails about messages', async () => {
    const [agent, user] = [
      await enter(server, { role: 'agent', email: 'agent@example.com' }),
      await enter(server),
    ];
    await saveSystemSettings(admin, 'notifications', { notifyNewMessages: false });
    await say(user, agent);
    await expect.poll(() => bellOf(agent)).toContain('New Message');
    await rest();
    expect(mailsTo('agent@example.com')).toHaveLength(0);
  });

  test('notifyNewUsers: admins are told of new accounts, or not', async () => {
    await saveSystemSettings(admin, 'notifications', { notifyNewUsers: false });
    await register('one@example.com');
    await rest();
    expect(await bellOf(admin)).toEqual([]);
    await saveSystemSettings(admin, 'notifications', { notifyNewUsers: true });
    await register('two@example.com');
    await expect.poll(() => bellOf(admin)).toEqual(['New Account']);
    await expect.poll(() => mailsTo('ada@example.com').length).toBe(1);
  });

  test('notifyNewProperties: admins are told of new listings, or not', async () => {
    const agent = await enter(server, { role: 'agent' });
    await saveSystemSettings(admin, 'notifications', { notifyNewProperties: false });
    await post(agent);
    await server.context.jobs.flush();
    expect(await bellOf(admin)).toEqual([]);
    await saveSystemSettings(admin, 'notifications', { notifyNewProperties: true });
    await post(agent);
    await expect.poll(() => bellOf(admin)).toContain('New Listing');
  });

  test('smsNotifications: kept, and nothing more, for there is no provider', async () => {
    await saveSystemSettings(admin, 'notifications', { smsNotifications: true });
    expect((await admin.get('/api/admin/settings')).body.data.notifications.smsNotifications).toBe(true);
  });
});

describe('security', () => {
  test('sessionTimeout: a session ends when it goes unused for longer, its socket too', async () => {
    const user = await enter(server);
    const socket = await openSocket(server.url, user.token);
    await socket.ask('join', user.id);
    // The server checks a new socket's session once more; that has to be over before hours pass.
    await settle(500);
    clock += 3 * HOUR;
    expect((await admin.get('/api/auth/profile')).status).toBe(200);
    const gone = new Promise((resolve) => socket.socket.once('disconnect', resolve));
    await saveSystemSettings(admin, 'security', { sessionTimeout: 2 });
    expect(await user.get('/api/auth/profile')).toMatchObject({
      status: 401,
      body: { code: 'session_expired' },
    });
    await deleteOldData(server.context);
    expect(await gone).toBe('io server disconnect');
    expect((await admin.get('/api/auth/profile')).status).toBe(200);
  });

  test('maxLoginAttempts: so many failures lock', async () => {
    await enter(server, { email: 'user@example.com' });
    await saveSystemSettings(admin, 'security', { maxLoginAttempts: 2 });
    expect((await login('user@example.com', 'wrong')).status).toBe(401);
    expect((await login('user@example.com', 'wrong')).status).toBe(401);
    expect((await login('user@example.com', TEST_PASSWORD)).status).toBe(429);
    expect((await login('ada@example.com', TEST_PASSWORD)).status).toBe(200);
  });

  test('enforceHttps: behind a proxy, to HTTPS and to stay there', async () => {
    await server.close();
    await open({ trustProxy: 1, publicUrl: 'http://homes.example' });
    const headers = { 'x-forwarded-proto': 'https' };
    const body = { category: 'security', settings: { enforceHttps: true } };
    const saved = await server.request('PUT', '/api/admin/settings', { token: admin.token, headers, body });
    expect(saved.status).toBe(200);
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const plain = await server.request('GET', '/properties?type=house', { headers: forged });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toBe('https://homes.example/properties?type=house');
    const odd = await server.request('GET', '//evil.example/?a=%20b');
    expect(odd.headers.get('location')).toBe('https://homes.example//evil.example/?a=%20b');
    expect((await server.request('GET', '/api/health')).status).toBe(200);
    const safe = await server.request('GET', '/properties', { headers });
    expect(safe.status).toBe(200);
    expect(safe.headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  test('enforceHttps: without a proxy to tell of HTTPS nobody is locked out', async () => {
    await saveSystemSettings(admin, 'security', { enforceHttps: true });
    expect((await admin.get('/api/admin/settings')).status).toBe(200);
    await saveSystemSettings(admin, 'security', { enforceHttps: false });
  });
});

test('rates of costs are told to every page as an admin last saved them', async () => {
  const save = (settings: object) => admin.put('/api/admin/settings', { category: 'costs', settings });
  expect((await save({ bankRate: 7.25, asOf: '2026-03-01' })).status).toBe(200);
  const { body } = await server.request('GET', '/api/site');
  expect(body.data.costs).toMatchObject({ bankRate: 7.25, asOf: '2026-03-01', capitalGainsTax: 6 });
  for (const [path, wrong] of [
    ['settings.bankRate', { bankRate: -1 }],
    ['settings.asOf', { asOf: 'yesterday' }],
    ['settings.bankYears', { bankYears: 0 }],
  ] as const)
    expect(await save(wrong)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
});
