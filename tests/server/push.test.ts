// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeAllSessions } from '#server/features/auth/writes/sessions.ts';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { readVapidKeys } from '#server/features/push/jobs.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { signIn } from '#tests/support/factories/users.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import {
  makePushDevice,
  type PushDevice,
  type PushService,
  pushSubscriptionBody,
  readVapid,
  startPushService,
} from '#tests/support/pushService.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = new Date('2026-03-18T02:00:00.000Z').getTime();

let service: PushService;
let server: TestServer;
let clock = start;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({
    data: 'empty',
    env: { publicUrl: 'https://silong.example' },
    now: () => new Date(clock),
    outsideNetwork: service.network,
  });
});

afterAll(async () => {
  await server.close();
  await service.close();
});

beforeEach(async () => {
  clock = start;
  service.received.length = 0;
  service.answers.length = 0;
  service.addresses.splice(0, service.addresses.length, '93.184.216.34');
  const { db } = server.context;
  await db.transaction(() => db.models.PushSubscription.destroy({ where: {} }));
  await db.transaction(() => db.models.Job.destroy({ where: { kind: 'push' } }));
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server);
});

const subscribe = async (person: Person, device = makePushDevice()) => {
  const answer = await person.post('/api/push/subscriptions', device.body);
  expect(answer.status).toBe(201);
  return { device, ...(answer.body.data as { id: number }) };
};
const listOf = async (person: Person) =>
  (await person.get('/api/push/subscriptions')).body.data.subscriptions as Record<string, unknown>[];
const remove = (person: Person, id: number) =>
  server.request('DELETE', `/api/push/subscriptions/${id}`, { token: person.token });
const flush = () => server.context.jobs.flush();
const pathOf = (device: PushDevice) => new URL(device.body.endpoint).pathname;

/** Ana writes to the agent. @returns the conversation's id. */
async function write(text = 'Is it still there?'): Promise<number> {
  const draft = { agentId: agent.id, subject: 'Loft', initialMessage: text };
  const answer = await ana.post('/api/conversations', draft);
  expect(answer.status).toBe(201);
  await flush();
  return answer.body.data.conversation.id;
}

const pushJob = () => server.context.db.models.Job.findOne({ where: { kind: 'push' } });

describe('a message', () => {
  test('reaches every device of its reader, encrypted for each and signed by the key that was told', async () => {
    const [phone, laptop] = [await subscribe(agent), await subscribe(agent)];
    await subscribe(ana);
    const conversationId = await write();
    expect(service.received.map(({ path }) => path).sort()).toEqual(
      [pathOf(phone.device), pathOf(laptop.device)].sort(),
    );
    const push = service.received.find(({ path }) => path === pathOf(phone.device));
    if (!push) throw new Error('Nothing came to the telephone');
    const { headers, body } = push;
    const url = `/conversations/${conversationId}`;
    expect(phone.device.decrypt(body)).toEqual({
      title: 'New Message',
      message: `${ana.user.name}: Is it still there?`,
      url,
      tag: `conversation-${conversationId}`,
      unread: expect.any(Number),
    });
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '86400' });
    expect(headers.topic).toMatch(/^[\w-]{1,32}$/);
    const { key, claims } = readVapid(String(headers.authorization));
    expect(key).toBe((await agent.get('/api/push/key')).body.data.public_key);
    expect(claims).toMatchObject({ aud: 'https://push.example', sub: 'https://silong.example' });
    const [listed] = await listOf(agent);
    expect(listed).toMatchObject({ last_ok_at: new Date(clock).toISOString(), failing_since: null });
  });

  test('of one conversation has one topic, of another one another', async () => {
    await subscribe(agent);
    const id = await write();
    await ana.post(`/api/conversations/${id}/messages`, { content: 'And the dues?' });
    await flush();
    ana = await enter(server);
    await write();
    const [first, second, other] = service.received.map(({ headers }) => headers.topic);
    expect(first).toBe(second);
    expect(other).not.toBe(first);
  });

  test('that was read before is not sent, nor one to somebody who wants no pushes', async () => {
    await subscribe(agent);
    service.answers.push(503);
    const id = await write();
    expect(service.received).toHaveLength(1);
    await agent.get(`/api/conversations/${id}/messages`);
    await flush();
    clock += 60_000;
    await flush();
    expect(service.received).toHaveLength(1);
    expect(await pushJob()).toBeNull();
    await agent.put('/api/settings', { notifications: { push: false } });
    await ana.post(`/api/conversations/${id}/messages`, { content: 'Still there?' });
    await flush();
    expect(service.received).toHaveLength(1);
  });
});

test('a viewing is told to the agent, its decision to the visitor', async () => {
  const [agents, anas] = [await subscribe(agent), await subscribe(ana)];
  const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft' });
  const draft = { property_id, starts_at: new Date(clock + 3 * DAY).toISOString() };
  const { id } = (await ana.post('/api/viewings', draft)).body.data;
  await flush();
  await agent.put(`/api/viewings/${id}`, { status: 'confirmed' });
  await flush();
  expect(service.received.map(({ path }) => path)).toEqual([pathOf(agents.device), pathOf(anas.device)]);
  const titles = service.received.map(({ body }, at) => (at === 0 ? agents : anas).device.decrypt(body).title);
  expect(titles).toEqual(['Viewing Requested', 'Viewing Confirmed']);
});

test('what comes to a saved search is told once, at ease', async () => {
  const { device } = await subscribe(ana);
  await ana.post('/api/saved-searches', { name: 'Condos', query: 'type=condo', frequency: 'instant' });
  const listing = {
    title: 'Garden Condo',
    description: 'Near the park.',
    price: 5_000_000,
    type: 'condo',
    listing_type: 'sale',
    location: { address: '1 Ayala Avenue', city: 'Makati City', province: 'Metro Manila' },
    details: { bedrooms: 2, bathrooms: 1, area_sqm: 60, parking_spaces: 0, furnished: false },
  };
  const { id } = (await agent.post('/api/properties', listing)).body.data;
  await flush();
  const [push, ...others] = service.received;
  expect(others).toEqual([]);
  expect(push?.headers.urgency).toBe('normal');
  expect(device.decrypt(push?.body ?? Buffer.alloc(0))).toMatchObject({
    title: 'New Match',
    url: `/properties/${id}`,
  });
});

describe('the push service', () => {
  test.each([404, 410])('that knows no such device (%i) ends its subscription', async (status) => {
    await subscribe(agent);
    service.answers.push(status);
    await write();
    expect(await listOf(agent)).toEqual([]);
    expect(await pushJob()).toBeNull();
  });

  test.each([429, 500])('that is busy (%i) is asked again later, with less time left', async (status) => {
    const { id } = await subscribe(agent);
    service.answers.push(status);
    await write();
    expect((await pushJob())?.attempts).toBe(1);
    await flush();
    expect(service.received).toHaveLength(1);
    clock += 60_000;
    await flush();
    expect(service.received.map(({ headers }) => headers.ttl)).toEqual(['86400', '86340']);
    expect(await pushJob()).toBeNull();
    expect(await listOf(agent)).toMatchObject([{ id, failing_since: null }]);
  });

  test('that refuses is not asked again; a device that takes nothing for 60 days goes', async () => {
    await subscribe(agent);
    service.answers.push(400);
    await write();
    expect(await pushJob()).toBeNull();
    const failing_since = new Date(clock).toISOString();
    expect(await listOf(agent)).toMatchObject([{ failing_since }]);
    const count = () => server.context.db.models.PushSubscription.count();
    const keepSignedIn = () =>
      server.context.db.transaction(() =>
        server.context.db.models.Session.update(
          { last_used_at: new Date(clock), created_at: new Date(clock) },
          { where: {} },
        ),
      );
    clock = start + 59 * DAY;
    await keepSignedIn();
    await deleteOldData(server.context);
    expect(await count()).toBe(1);
    clock = start + 61 * DAY;
    await keepSignedIn();
    await deleteOldData(server.context);
    expect(await count()).toBe(0);
  });

  test('whose address became an inner one is not asked, and forgotten', async () => {
    await subscribe(agent);
    service.addresses.push('10.0.0.7');
    await write();
    expect(service.received).toEqual([]);
    expect(await listOf(agent)).toEqual([]);
  });

  test('of a process that ended is asked by the next one', async () => {
    await subscribe(agent);
    const { db, jobs } = server.context;
    // The remains of a killed process: the job, leased to it for a while.
    service.answers.push(500);
    await write();
    const left = await pushJob();
    await db.transaction(() => db.models.Job.update({ claimed_by: 'gone' }, { where: { id: left?.id ?? 0 } }));
    const next = new JobQueue(server.context);
    clock += DAY / 2;
    await next.stop();
    await jobs.flush();
    expect(service.received).toHaveLength(2);
    expect(await pushJob()).toBeNull();
  });
});

describe('a subscription', () => {
  test('tells neither address nor keys, to nobody', async () => {
    const { id } = await subscribe(ana);
    expect(await listOf(ana)).toEqual([
      {
        id,
        device_name: expect.any(String),
        current: true,
        created_at: new Date(clock).toISOString(),
        last_ok_at: null,
        failing_since: null,
      },
    ]);
    const { body } = await ana.get('/api/privacy/data');
    expect(JSON.stringify(body)).not.toContain('push.example');
    expect(body.push_subscriptions).toMatchObject([{ id }]);
  });

  test('again is the same one; of somebody else in the same browser, theirs', async () => {
    const { device, id } = await subscribe(ana);
    expect((await subscribe(ana, device)).id).toBe(id);
    const ben = await enter(server);
    await subscribe(ben, device);
    expect(await listOf(ana)).toEqual([]);
    expect(await listOf(ben)).toHaveLength(1);
  });

  test('is one of ten at most, also of two at once', async () => {
    for (let at = 0; at < 9; at += 1) await subscribe(ana);
    const both = await Promise.all([1, 2].map(() => ana.post('/api/push/subscriptions', pushSubscriptionBody())));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('is removed and tested by its owner alone', async () => {
    const { id } = await subscribe(ana);
    const ben = await enter(server);
    expect((await remove(ben, id)).status).toBe(404);
    expect((await ben.post(`/api/push/subscriptions/${id}/test`)).status).toBe(404);
    expect((await ana.post(`/api/push/subscriptions/${id}/test`)).status).toBe(200);
    expect(service.received).toHaveLength(1);
    service.answers.push(410);
    const refused = await ana.post(`/api/push/subscriptions/${id}/test`);
    expect(refused).toMatchObject({ status: 502, body: { code: 'push_failed' } });
    expect(await listOf(ana)).toEqual([]);
    const again = await subscribe(ana);
    expect((await remove(ana, again.id)).status).toBe(200);
    expect(await listOf(ana)).toEqual([]);
  });

  test('ends with its session: by log-out, from elsewhere, by a change of the password', async () => {
    const elsewhere = personOf(server, ana.user, await signIn(server.context, ana.user));
    await subscribe(elsewhere);
    await elsewhere.post('/api/auth/logout');
    expect(await listOf(ana)).toEqual([]);
    const third = personOf(server, ana.user, await signIn(server.context, ana.user));
    await subscribe(third);
    await subscribe(ana);
    await server.request('DELETE', '/api/auth/sessions', { token: ana.token });
    expect(await listOf(ana)).toMatchObject([{ current: true }]);
    const { db } = server.context;
    await db.transaction(() => revokeAllSessions(server.context, ana.id));
    expect(await db.models.PushSubscription.count({ where: { user_id: ana.id } })).toBe(0);
  });

  const { endpoint, keys } = pushSubscriptionBody();
  test.each([
    ['no address', { endpoint: 'push', keys }, 'endpoint'],
    ['plain HTTP', { endpoint: endpoint.replace('https', 'http'), keys }, 'endpoint'],
    ['another port', { endpoint: 'https://push.example:8443/a', keys }, 'endpoint'],
    ['a name and a password', { endpoint: 'https://a:b@push.example/a', keys }, 'endpoint'],
    ['this machine', { endpoint: 'https://127.0.0.1/a', keys }, 'endpoint'],
    ['this machine by name', { endpoint: 'https://localhost/a', keys }, 'endpoint'],
    ['this machine, IPv6', { endpoint: 'https://[::1]/a', keys }, 'endpoint'],
    ['an inner network', { endpoint: 'https://192.168.1.1/a', keys }, 'endpoint'],
    ['a number', { endpoint: 'https://2130706433/a', keys }, 'endpoint'],
    ['metadata of a cloud', { endpoint: 'https://169.254.169.254/latest', keys }, 'endpoint'],
    ['no keys', { endpoint }, 'keys'],
    ['half a key', { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(9) } }, 'keys.p256dh'],
    ['a short secret', { endpoint, keys: { ...keys, auth: 'abc' } }, 'keys.auth'],
  ])('with %s is refused', async (_what, body, path) => {
    const answer = await ana.post('/api/push/subscriptions', body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', issues: [{ path }] } });
  });

  test('at a name that leads inside is refused', async () => {
    service.addresses.push('10.0.0.7');
    const answer = await ana.post('/api/push/subscriptions', pushSubscriptionBody());
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'endpoint' }] } });
  });
});

test('the pair of keys is one for all processes, and stays', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => readVapidKeys(server.context)));
  expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
  expect(Buffer.from(keys[0]?.publicKey ?? '', 'base64url')).toHaveLength(65);
  expect((await server.request('GET', '/api/push/key')).status).toBe(401);
});
