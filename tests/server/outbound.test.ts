// @databases both

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '#server/app.ts';
import { EnvironmentError, readEnv } from '#server/env.ts';
import { viewingReminders } from '#server/features/viewings/jobs.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import { createMediaCleanup } from '#server/media/cleanup.ts';
import type { OutsideNetwork } from '#server/media/outside.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import {
  backupPath,
  type EmptyPlace,
  makeEmptyPlace,
  openApp,
  restoreInto,
  runRestore,
} from '#tests/support/backups.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn, TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { captureLog } from '#tests/support/log.ts';
import { readSamples } from '#tests/support/metrics.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { makePushDevice, type PushService, startPushService } from '#tests/support/pushService.ts';
import { startS3 } from '#tests/support/s3.ts';
import { startSmtp, type TestSmtp } from '#tests/support/smtp.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const start = new Date('2026-03-18T02:00:00.000Z').getTime();
const STATE = '/api/admin/outbound';
const RELEASE = '/api/admin/outbound/release';
const CLOSED = 'This site contacts no one right now: emails, messages and other connections are held back.';

let smtp: TestSmtp;
let web: PushService;
let clock = start;
/** The hosts that a name server resolved. */
const lookedUp: string[] = [];

beforeAll(async () => {
  smtp = await startSmtp();
  web = await startPushService();
});

afterAll(async () => {
  await smtp.close();
  await web.close();
});

beforeEach(() => {
  clock = start;
  smtp.mails.length = 0;
  web.received.length = 0;
  lookedUp.length = 0;
});

const network = (): Partial<OutsideNetwork> => ({
  ...web.network,
  resolve: async (host, signal) => {
    lookedUp.push(host);
    return (await web.network.resolve?.(host, signal)) ?? [];
  },
});
const outsideEnv = () => ({
  smtpUrl: smtp.url,
  publicUrl: 'https://silong.example',
  indexNow: { key: 'a1b2c3d4e5f6', url: 'https://push.example/indexnow' },
});
const asked = () => [...new Set(web.received.map(({ path }) => path))].sort();
const recipients = () => smtp.mails.flatMap(({ to }) => to).sort();

describe('OUTBOUND=off', () => {
  let server: TestServer;
  let agent: Person;
  let ana: Person;
  let owner: Person;
  const captured = captureLog();

  beforeAll(async () => {
    server = await startTestServer({
      data: 'empty',
      env: { ...outsideEnv(), outbound: 'off', smsProvider: 'log', metricsToken: 'the-token' },
      now: () => new Date(clock),
      outsideNetwork: network(),
      log: captured.log,
    });
  });

  afterAll(() => server.close());

  beforeEach(async () => {
    switchTo('off');
    agent = await enter(server, { role: 'agent', phone: '0917 555 0101' });
    ana = await enter(server);
    owner = await enter(server, { role: 'admin' });
  });

  afterEach(async () => {
    // Data left by a test is in no queue.
    const { db } = server.context;
    await db.transaction(() => db.models.Webhook.destroy({ where: {} }));
    await db.transaction(() => db.models.OutgoingMail.destroy({ where: {} }));
    await db.transaction(() => db.models.Job.destroy({ where: {} }));
  });

  /** As a server that is started anew with another word. */
  function switchTo(outbound: 'on' | 'off'): void {
    server.context.env.outbound = outbound;
  }

  const flush = () => server.context.jobs.flush();

  async function inquire(): Promise<void> {
    const draft = {
      name: 'Ana Cruz',
      email: 'ana@example.com',
      phone: '0917 555 0100',
      message: 'Still there?',
    };
    expect((await ana.post(`/api/agents/${agent.id}/contact`, draft)).status).toBe(201);
  }

  async function write(): Promise<void> {
    const draft = { agentId: agent.id, subject: 'Loft', initialMessage: 'Is it still there?' };
    expect((await ana.post('/api/conversations', draft)).status).toBe(201);
  }

  async function subscribe(): Promise<string> {
    const device = makePushDevice();
    expect((await agent.post('/api/push/subscriptions', device.body)).status).toBe(201);
    return new URL(device.body.endpoint).pathname;
  }

  async function makeHook(): Promise<number> {
    const draft = { url: 'https://push.example/hook', events: ['inquiry.created'] };
    const { status, body } = await agent.post('/api/webhooks', draft);
    expect(status).toBe(201);
    return body.data.id;
  }

  test('is told in the log, and anything but on and off is refused in a sentence', () => {
    expect(captured.lines().map(({ msg }) => msg)).toContainEqual(expect.stringMatching(/^OUTBOUND=off: no mail/));
    expect(() => readEnv({ OUTBOUND: 'no' })).toThrow(new EnvironmentError('OUTBOUND must be on or off.'));
    expect(
      [readEnv({}), readEnv({ OUTBOUND: '' }), readEnv({ OUTBOUND: 'on' })].map((env) => env.outbound),
    ).toEqual([undefined, undefined, 'on']);
  });

  test('nothing leaves; what waits is whole, untried, counted, and goes out once it is on', async () => {
    const endpoint = await subscribe();
    await makeHook();
    const property = await buildProperty(server.context, { agent_id: agent.id });
    const { db, jobs } = server.context;
    await db.models.Property.update(
      { images: ['https://push.example/front.png'] },
      { where: { id: property.id } },
    );
    await db.transaction(() => jobs.add('fetchPictures', { propertyId: property.id }));
    await db.transaction(() => jobs.add('indexNow', { propertyIds: [property.id] }));
    await inquire();
    await write();
    await flush();
    expect(smtp.mails).toEqual([]);
    expect(web.received).toEqual([]);
    expect(lookedUp).toEqual([]);

    const waiting = await db.models.Job.findAll({ where: { status: 'waiting' }, order: ['kind'] });
    const [mails, hook, ...others] = ['mail', 'webhookQueue', 'fetchPictures', 'indexNow', 'push'];
    expect([...new Set(waiting.map(({ kind }) => kind))].sort()).toEqual([mails, hook, ...others].sort());
    expect(waiting.map(({ attempts, last_error }) => [attempts, last_error])).toEqual(
      waiting.map(() => [0, null]),
    );
    const counts = { mails: 3, pushes: 1, webhooks: 1, search_engines: 1, pictures: 1 };
    expect((await owner.get(STATE)).body.data).toEqual({ state: 'off', held_since: null, waiting: counts });

    const listed = (await owner.get('/api/admin/jobs?limit=100')).body.data.jobs as Record<string, unknown>[];
    expect(new Set(listed.map(({ is_held }) => is_held))).toEqual(new Set([true]));

    switchTo('on');
    await flush();
    await smtp.waitFor(3);
    expect(asked()).toEqual(['/front.png', '/hook', '/indexnow', endpoint].sort());
    expect((await owner.get(STATE)).body.data).toMatchObject({
      state: 'open',
      waiting: { mails: 0, webhooks: 0 },
    });
    expect(await db.models.WebhookDelivery.findAll({ attributes: ['status', 'attempts'], raw: true })).toEqual([
      { status: 'delivered', attempts: 1 },
    ]);
  });

  test('work that is repeated waits as well, as copies of backups do', async () => {
    let copied = 0;
    const second = new JobQueue(server.context);
    const run = async () => {
      copied += 1;
    };
    second.repeat({ name: 'copyBackups', everyMs: HOUR, firstMs: 0, run });
    second.repeat({ name: 'ownUpkeep', everyMs: HOUR, firstMs: 0, run: async () => undefined });
    await second.start();
    await second.flush();
    const { Job } = server.context.db.models;
    const own = await Job.findOne({ where: { kind: 'ownUpkeep' } });
    expect(own?.next_attempt_at.getTime()).toBeGreaterThan(clock);
    expect(copied).toBe(0);
    switchTo('on');
    await second.flush();
    expect(copied).toBe(1);
    await second.stop();
  });

  test('what has lost its use meanwhile is thrown away: ended links, viewings that have begun', async () => {
    await subscribe();
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    const starts_at = new Date(start + 30 * HOUR).toISOString();
    const { id } = (await ana.post('/api/viewings', { property_id, starts_at })).body.data;
    expect((await agent.put(`/api/viewings/${id}`, { status: 'confirmed' })).status).toBe(200);
    clock = start + 7 * HOUR;
    await server.request('POST', '/api/auth/forgot-password', { body: { email: ana.user.email } });
    const { OutgoingMail } = server.context.db.models;
    await vi.waitFor(async () => expect(await OutgoingMail.count()).toBe(3));
    await viewingReminders(server.context).run(new AbortController().signal);
    await flush();
    const queued = await OutgoingMail.findAll();
    const early = queued.filter(({ subject }) => !/Viewing (Today|Tomorrow)|password/i.test(subject));
    expect(queued.length - early.length).toBe(3);

    clock = start + 31 * HOUR;
    switchTo('on');
    await flush();
    await smtp.waitFor(early.length);
    expect(recipients()).toEqual([agent.user.email, ana.user.email].sort());
    // Neither of the reminder nor of the request, which was news for a day.
    expect(asked()).toEqual([]);
    expect(await OutgoingMail.count({ where: { status: 'queued' } })).toBe(0);
  });

  test('who waits for the answer is told why', async () => {
    const subscription = await agent.post('/api/push/subscriptions', makePushDevice().body);
    const listing = {
      title: 'House with a garden',
      description: 'Quiet street.',
      price: 9_000_000,
      location: { address: '3 Maginhawa Street', city: 'Quezon City', province: 'Metro Manila' },
      details: { area_sqm: 120 },
      images: ['https://push.example/front.png'],
    };
    const answers = [
      await owner.post('/api/admin/settings/test-email', { testEmail: 'ana@example.com' }),
      await agent.post(`/api/push/subscriptions/${subscription.body.data.id}/test`),
      await agent.post('/api/auth/verify-phone'),
      await agent.post('/api/properties', listing),
    ];
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 409, 400]);
    for (const { body } of answers) expect(JSON.stringify(body)).toContain(CLOSED);
    expect([smtp.mails, web.received, lookedUp]).toEqual([[], [], []]);
    expect(captured.text()).not.toContain('"sms"');
  });

  test('a file that names pictures elsewhere is imported without asking for them', async () => {
    const csv = [
      'title,description,price,address,city,province,area_sqm,images',
      'Loft,Bright,1000000,1 Ayala Avenue,Makati,Metro Manila,40,https://push.example/a.png',
    ].join('\n');
    const { status, body } = await agent.post('/api/properties/my/import', { csv, mode: 'all' });
    expect([status, body.data.imported]).toEqual([200, 1]);
    await flush();
    expect([web.received, lookedUp]).toEqual([[], []]);
    switchTo('on');
    await flush();
    expect(asked()).toContain('/a.png');
  });

  test('a new password is looked up nowhere', async () => {
    let calls = 0;
    const rangeApi = createServer((_request, response) => {
      calls += 1;
      const hash = createHash('sha1').update('a passphrase of mine').digest('hex').toUpperCase();
      response.end(`${hash.slice(5)}:9`);
    }).listen(0, '127.0.0.1');
    await once(rangeApi, 'listening');
    server.context.env.breachedPasswordsUrl = `http://127.0.0.1:${(rangeApi.address() as AddressInfo).port}`;
    const change = () =>
      ana.put('/api/auth/password', { currentPassword: TEST_PASSWORD, newPassword: 'a passphrase of mine' });
    expect((await change()).status).toBe(200);
    expect(calls).toBe(0);
    server.context.env.breachedPasswordsUrl = undefined;
    rangeApi.close();
  });

  test('pictures in a bucket are not cleaned up: it may be another server’s', async () => {
    const s3 = await startS3();
    const media = { ...server.context, env: { ...server.context.env, objectStorage: s3.storage } };
    const looked = vi.spyOn(media.media.store, 'list');
    const { run } = createMediaCleanup(media);
    await run(new AbortController().signal);
    expect(looked).not.toHaveBeenCalled();
    media.env.outbound = undefined;
    await run(new AbortController().signal);
    expect(looked).toHaveBeenCalled();
    looked.mockRestore();
    await s3.close();
  });

  test('the server is as healthy, and what is held back does not count as late', async () => {
    await inquire();
    await flush();
    clock += HOUR;
    const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer the-token' } });
    const oldest = readSamples(await metrics.text()).find(({ name }) => name === 'jobs_oldest_due_seconds');
    expect(oldest?.value).toBe(0);
    expect((await fetch(`${server.url}/api/ready`)).status).toBe(200);
    expect(server.context.jobs.isMoving()).toBe(true);
  });

  test('cannot be ended by a button', async () => {
    const { status, body } = await owner.post(RELEASE, { waiting: 'send' });
    expect([status, body.code]).toEqual([409, 'outbound_off']);
  });
});

describe('a restored copy', () => {
  let place: EmptyPlace;
  let file: string;
  let ownerId: number;
  let hookId: number;
  let copy: { app: App; url: string } | undefined;

  /** A server with two mails, a delivery and news for search engines under way, and its backup. */
  beforeAll(async () => {
    const server = await startTestServer({
      data: 'empty',
      env: { ...outsideEnv(), smtpUrl: undefined },
      now: () => new Date(start),
      // The receiver is away at that moment.
      outsideNetwork: { resolve: async () => [] },
    });
    const owner = await enter(server, { role: 'admin' });
    ownerId = owner.id;
    const agent = await enter(server, { role: 'agent' });
    const hook = await agent.post('/api/webhooks', {
      url: 'https://push.example/hook',
      events: ['inquiry.created'],
    });
    hookId = hook.body.data.id;
    const draft = {
      name: 'Ana Cruz',
      email: 'ana@example.com',
      phone: '0917 555 0100',
      message: 'Still there?',
    };
    await agent.post(`/api/agents/${agent.id}/contact`, draft);
    await (await enter(server)).post(`/api/agents/${agent.id}/contact`, draft);
    const { id } = await buildProperty(server.context, { agent_id: agent.id });
    const { db, jobs } = server.context;
    await db.transaction(() => jobs.add('indexNow', { propertyIds: [id] }));
    await jobs.flush();
    const made = await owner.post('/api/admin/settings/backup');
    expect(made.status).toBe(201);
    place = await makeEmptyPlace();
    file = path.join(place.env.dataDir, made.body.data.name);
    cpSync(backupPath(server.context.env, made.body.data.name), file);
    await server.close();
  });

  afterEach(async () => {
    await copy?.app.close();
    copy = undefined;
  });

  afterAll(() => place.remove());

  /** As the next start does, all retries being due. */
  async function openCopy(outbound?: 'on' | 'off', stepUpAfterLoginMinutes = 10_000) {
    const log = captureLog();
    const env = { ...place.env, ...outsideEnv(), outbound, stepUpAfterLoginMinutes };
    clock = start + 40 * HOUR;
    copy = await openApp(env, () => new Date(clock), { outsideNetwork: network(), log: log.log });
    const { context } = copy.app;
    await context.jobs.flush();
    const user = await context.db.models.User.findByPk(ownerId, { rejectOnEmpty: true });
    const token = await signIn(context, user);
    const call = async (method: string, address: string, body?: unknown) => {
      const answer = await fetch(copy?.url + address, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const settle = async () => {
      await context.jobs.flush();
      clock += HOUR;
      await context.jobs.flush();
    };
    return { context, call, settle, log };
  }

  const mailSomeone = async ({ app }: { app: App }) => {
    const { db, mail } = app.context;
    const letter = { recipient: 'new@example.com', subject: 'New', text: 'New', html: '<p>New</p>' };
    await db.transaction(() => mail.queue(letter));
    await app.context.jobs.flush();
  };

  test('sends nothing, says so, and is sent as a whole once an owner lets it go', async () => {
    const restored = await runRestore(place.env, [file, '--yes']);
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('are held back: the next server'),
    });
    const { context, call, settle, log } = await openCopy();
    expect(log.lines().map(({ msg }) => msg)).toContainEqual(
      expect.stringMatching(/^This database was restored from a backup: mails, messages/),
    );
    await settle();
    expect([smtp.mails, web.received, lookedUp]).toEqual([[], [], []]);
    const { body } = await call('GET', STATE);
    const waiting = { mails: 2, pushes: 0, webhooks: 1, search_engines: 1, pictures: 0 };
    expect(body.data).toEqual({ state: 'held', held_since: expect.any(String), waiting });
    expect(Math.abs(Date.parse(body.data.held_since) - Date.now())).toBeLessThan(10 * 60_000);

    const released = await call('POST', RELEASE, { waiting: 'send' });
    expect([released.status, released.body.data.state]).toEqual([200, 'open']);
    expect(await newestAudit(context)).toMatchObject({
      actor_id: ownerId,
      action: 'outbound.release',
      after: { waiting: 'send', mails: 2, webhooks: 1, search_engines: 1 },
    });
    await settle();
    await smtp.waitFor(2);
    expect(asked()).toEqual(['/hook', '/indexnow']);
    // Once more is no change.
    expect((await call('POST', RELEASE, { waiting: 'drop' })).status).toBe(200);
    expect((await newestAudit(context))?.after).toMatchObject({ waiting: 'send' });
    await copy?.app.close();
    await openCopy();
    if (copy) await mailSomeone(copy);
    expect((await smtp.waitFor(3)).map(({ to }) => to)).toContainEqual(['new@example.com']);
  });

  test('drops what waits if that is chosen, and sends what comes', async () => {
    await restoreInto(place.env, file);
    const { context, call, settle } = await openCopy();
    const { status, body } = await call('POST', RELEASE, { waiting: 'drop' });
    const none = { mails: 0, pushes: 0, webhooks: 0, search_engines: 0, pictures: 0 };
    expect([status, body.data]).toEqual([200, { state: 'open', held_since: null, waiting: none }]);
    expect((await newestAudit(context))?.after).toMatchObject({ waiting: 'drop', mails: 2 });
    await settle();
    if (copy) await mailSomeone(copy);
    expect((await smtp.waitFor(1)).map(({ to }) => to)).toEqual([['new@example.com']]);
    expect(web.received).toEqual([]);
    const deliveries = await context.db.models.WebhookDelivery.findAll({ where: { webhook_id: hookId } });
    expect(deliveries.map(({ status, next_attempt_at }) => [status, next_attempt_at])).toEqual([
      ['dropped', null],
    ]);
    expect(await context.db.models.OutgoingMail.count({ where: { status: 'queued' } })).toBe(0);
    // The webhook is not stuck behind the dropped deliveries.
    expect((await context.db.models.Webhook.findByPk(hookId))?.queued_for).toBeNull();
  });

  test('needs a fresh proof and an owner', async () => {
    await restoreInto(place.env, file);
    const { context, call } = await openCopy(undefined, 0);
    expect((await call('POST', RELEASE, { waiting: 'send' })).body.code).toBe('confirm_identity');
    const support = await buildUser(context, { role: 'admin', adminRole: 'support' });
    const token = await signIn(context, support);
    const answer = await fetch(copy?.url + RELEASE, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ waiting: 'send' }),
    });
    expect(answer.status).toBe(403);
    expect((await call('GET', STATE)).body.data.state).toBe('held');
  });

  test('goes out by OUTBOUND=on, said at a start, which the audit log knows', async () => {
    await restoreInto(place.env, file);
    const { context, settle } = await openCopy('on');
    await settle();
    await smtp.waitFor(2);
    expect(asked()).toEqual(['/hook', '/indexnow']);
    expect(await newestAudit(context)).toMatchObject({
      actor_id: null,
      actor_name: 'System',
      action: 'outbound.release',
      after: { by: 'OUTBOUND=on', mails: 2 },
    });
  });

  test('is a drill’s as well: one beside the data in use holds nothing back and sends nothing', async () => {
    await restoreInto(place.env, file);
    const { call, settle } = await openCopy('on');
    await settle();
    await smtp.waitFor(2);
    // Its rows hold the mails as they waited.
    const name = path.basename(file);
    mkdirSync(path.dirname(backupPath(place.env, name)), { recursive: true });
    cpSync(file, backupPath(place.env, name));
    const drill = await call('POST', `/api/admin/settings/backups/${name}/drill`);
    expect([drill.status, drill.body.data.outcome]).toEqual([201, 'proven']);
    await settle();
    expect(smtp.mails).toHaveLength(2);
    expect((await call('GET', STATE)).body.data.state).toBe('open');
  });
});
