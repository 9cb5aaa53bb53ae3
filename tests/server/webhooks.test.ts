// @databases both

import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import { handleWebhookDeliveries } from '#server/features/webhookDeliveries/jobs.ts';
import { JobQueue } from '#server/jobs/queue.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { type PushService, type ReceivedPush, startPushService } from '#tests/support/pushService.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const start = new Date('2026-03-18T02:00:00.000Z').getTime();
const URL_OF_RECEIVER = 'https://push.example/silong';

let receiver: PushService;
let server: TestServer;
let clock = start;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  receiver = await startPushService();
  server = await startTestServer({
    data: 'empty',
    env: { publicUrl: 'https://silong.example' },
    now: () => new Date(clock),
    outsideNetwork: receiver.network,
  });
});

afterAll(async () => {
  await server.close();
  await receiver.close();
});

beforeEach(async () => {
  clock = start;
  receiver.received.length = 0;
  receiver.answers.length = 0;
  receiver.addresses.splice(0, receiver.addresses.length, '93.184.216.34');
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server);
});

afterEach(async () => {
  receiver.isSilent = false;
  const { db } = server.context;
  await db.transaction(() => db.models.Webhook.destroy({ where: {} }));
  await db.transaction(() => db.models.Job.destroy({ where: { kind: ['webhookQueue', 'slowWebhookQueue'] } }));
});

interface Hook {
  id: number;
  secret: string;
}

async function subscribe(person: Person, events: string[], url = URL_OF_RECEIVER): Promise<Hook> {
  const answer = await person.post('/api/webhooks', { url, events });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const flush = () => server.context.jobs.flush();
const remove = (person: Person, path: string) => server.request('DELETE', path, { token: person.token });
const deliveriesOf = async ({ id }: Hook, person = agent) =>
  (await person.get(`/api/webhooks/${id}/deliveries`)).body.data.deliveries as Record<string, unknown>[];

async function inquire(to = agent, message = 'Is it still available?'): Promise<number> {
  const draft = { name: 'Ana Cruz', email: 'ana@example.com', phone: '0917 555 0100', message };
  const answer = await ana.post(`/api/agents/${to.id}/contact`, draft);
  expect(answer.status).toBe(201);
  await flush();
  return answer.body.data.id;
}

const bodyOf = ({ body }: ReceivedPush) => JSON.parse(body.toString()) as Record<string, never>;

/** As the documentation instructs receivers, without the server's own code. */
function isSigned({ headers, body }: ReceivedPush, secret: string, now: number): boolean {
  const parts = String(headers['silong-signature']).split(',');
  const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
  const wanted = createHmac('sha256', secret).update(`${time}.${body.toString()}`).digest('hex');
  return Math.abs(now / SECOND - Number(time)) < 300 && parts.includes(`v1=${wanted}`);
}

const draft = {
  title: 'Loft in Salcedo',
  description: 'Quiet.',
  price: 9_000_000,
  type: 'condo',
  location: { address: '1 Ayala Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 60 },
};

describe('what is sent', () => {
  test('is an inquiry as its agent sees it, signed with the secret that was shown once', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    expect(hook.secret).toMatch(/^whsec_[\w-]{43}$/);
    const id = await inquire();
    const [delivery, ...others] = receiver.received;
    if (!delivery) throw new Error('Nothing came');
    expect(others).toEqual([]);
    expect(delivery.path).toBe('/silong');
    expect(delivery.headers['silong-event']).toBe('inquiry.created');
    expect(isSigned(delivery, hook.secret, clock)).toBe(true);
    expect(isSigned(delivery, 'another', clock)).toBe(false);
    const body = bodyOf(delivery);
    expect(body).toMatchObject({
      id: delivery.headers['silong-delivery'],
      type: 'inquiry.created',
      created_at: new Date(clock).toISOString(),
    });
    const [known] = (await agent.get(`/api/agents/${agent.id}/contacts`)).body.data;
    expect(body.data).toEqual({ inquiry: known });
    expect(known.id).toBe(id);
    const listed = (await agent.get('/api/webhooks')).body.data.webhooks;
    expect(JSON.stringify(listed)).not.toContain(hook.secret);
    expect(await deliveriesOf(hook)).toMatchObject([
      { event: 'inquiry.created', status: 'delivered', attempts: 1, http_status: 201, error: null },
    ]);
  });

  test('is a listing with what became of it', async () => {
    await subscribe(agent, [
      'listing.created',
      'listing.updated',
      'listing.price_changed',
      'listing.status_changed',
      'listing.deleted',
    ]);
    const types = () => receiver.received.splice(0).map(bodyOf);
    const { id } = (await agent.post('/api/properties', draft)).body.data;
    await flush();
    expect(types()).toMatchObject([
      { type: 'listing.created', data: { listing: { id, price: 9_000_000, moderation_status: 'active' } } },
    ]);
    await agent.put(`/api/properties/${id}`, { title: draft.title });
    await flush();
    expect(types()).toEqual([]);
    await agent.put(`/api/properties/${id}`, { price: 8_500_000, status: 'pending' });
    await flush();
    const told = types();
    expect(told.map(({ type }) => type).sort()).toEqual([
      'listing.price_changed',
      'listing.status_changed',
      'listing.updated',
    ]);
    expect(told.find(({ type }) => type === 'listing.price_changed')?.data).toMatchObject({
      price: 8_500_000,
      previous_price: 9_000_000,
      listing: { id, url: `https://silong.example/properties/${id}` },
    });
    expect(told.find(({ type }) => type === 'listing.status_changed')?.data).toMatchObject({
      status: 'pending',
      previous_status: 'available',
    });
    await agent.put('/api/properties/my/status', { ids: [id], status: 'sold' });
    await flush();
    expect(types().map(({ type }) => type)).toContain('listing.status_changed');
    await remove(agent, `/api/properties/${id}`);
    await flush();
    expect(types()).toMatchObject([{ type: 'listing.deleted', data: { listing: { id } } }]);
  });

  test('is a viewing, when it is asked for and when it changes', async () => {
    await subscribe(agent, ['viewing.requested', 'viewing.changed']);
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    const starts_at = new Date(clock + 3 * DAY).toISOString();
    const { id } = (await ana.post('/api/viewings', { property_id, starts_at })).body.data;
    await flush();
    await ana.put(`/api/viewings/${id}`, { status: 'cancelled' });
    await flush();
    expect(receiver.received.map(bodyOf)).toMatchObject([
      { type: 'viewing.requested', data: { viewing: { id, status: 'requested' } } },
      {
        type: 'viewing.changed',
        data: { viewing: { id, status: 'cancelled' }, previous_status: 'requested' },
      },
    ]);
  });

  test('is nothing of another agent, and no event that was not chosen', async () => {
    const other = await enter(server, { role: 'agent' });
    await subscribe(agent, ['listing.created', 'inquiry.created']);
    await inquire(other);
    await other.post('/api/properties', draft);
    await flush();
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    await ana.post('/api/viewings', { property_id, starts_at: new Date(clock + DAY).toISOString() });
    await flush();
    expect(receiver.received).toEqual([]);
  });

  test('is signed with both secrets for a day after a change', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    const { secret } = (await agent.post(`/api/webhooks/${hook.id}/secret`)).body.data;
    expect(secret).not.toBe(hook.secret);
    await inquire();
    clock += DAY + SECOND;
    await inquire(agent, 'And now?');
    const [first, second] = receiver.received;
    if (!first || !second) throw new Error('Too few came');
    const good = (delivery: ReceivedPush, at: number) =>
      [hook.secret, secret].map((one) => isSigned(delivery, one, at));
    expect(good(first, start)).toEqual([true, true]);
    expect(good(second, clock)).toEqual([false, true]);
  });
});

describe('a receiver', () => {
  test('that fails is tried again later and later under one id, for about a day', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(500, 302, ...Array(20).fill(503));
    await inquire();
    expect(await deliveriesOf(hook)).toMatchObject([
      { status: 'waiting', attempts: 1, http_status: 500, error: 'The receiver answered with status 500' },
    ]);
    const waits: number[] = [];
    for (;;) {
      const [{ next_attempt_at, status } = {}] = await deliveriesOf(hook);
      if (status !== 'waiting') break;
      const next = Date.parse(String(next_attempt_at));
      clock = next - SECOND;
      const before = receiver.received.length;
      await flush();
      expect(receiver.received).toHaveLength(before);
      waits.push(next - clock);
      clock = next;
      await flush();
      expect(receiver.received).toHaveLength(before + 1);
    }
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ headers }) => headers['silong-delivery'])).size).toBe(1);
    expect(clock - start).toBeGreaterThan(23 * HOUR);
    expect(clock - start).toBeLessThan(27 * HOUR);
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'failed', attempts: 8, next_attempt_at: null }]);

    receiver.answers.length = 0;
    const [{ id } = {}] = await deliveriesOf(hook);
    const again = await agent.post(`/api/webhooks/${hook.id}/deliveries/${id}/redeliver`);
    expect(again.status).toBe(200);
    await flush();
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'delivered', attempts: 9 }]);
    expect(new Set(receiver.received.map(({ headers }) => headers['silong-delivery'])).size).toBe(1);
  });

  test('that leads elsewhere is not followed', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(307);
    await inquire();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'waiting', http_status: 307 }]);
  });

  test('whose name leads inside by now is not connected to', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.addresses.splice(0, 1, '10.0.0.7');
    await inquire();
    expect(receiver.received).toEqual([]);
    expect(await deliveriesOf(hook)).toMatchObject([
      { status: 'failed', http_status: null, error: 'This address does not lead to a public site' },
    ]);
  });

  test('that is unknown for a while gets it later', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.addresses.length = 0;
    await inquire();
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'waiting', attempts: 1, http_status: null }]);
    receiver.addresses.push('93.184.216.34');
    clock += 11 * SECOND;
    await flush();
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('that takes nothing for long is no longer written to; its owner is told, and switches it on again', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(...Array(40).fill(500));
    for (let sent = 0; sent < 19; sent += 1) await inquire(agent, `Question ${sent}`);
    // After five it is left alone, for longer each time.
    expect(receiver.received).toHaveLength(5);
    const state = async () => (await agent.get('/api/webhooks')).body.data.webhooks[0];
    expect(await state()).toMatchObject({ active: true, failing_since: new Date(start).toISOString() });
    const asked = [start];
    while ((await state()).active && clock < start + DAY) {
      const row = await server.context.db.models.Webhook.findByPk(hook.id);
      const due = row?.queued_for?.getTime() ?? 0;
      const before = receiver.received.length;
      clock = due - SECOND;
      await flush();
      expect(receiver.received).toHaveLength(before);
      clock = due;
      // One delivery at a time, for any number that wait.
      await flush();
      expect(receiver.received).toHaveLength(before + 1);
      asked.push(clock);
    }
    const waits = asked.slice(1).map((at, index) => (at - (asked[index] ?? at)) / SECOND);
    expect(waits).toEqual([20, 40, 80, 160, 320, 600, 600, 600, 600, 600, 600, 600, 600, 600, 600]);
    expect(await state()).toMatchObject({ active: false, paused_at: new Date(clock).toISOString() });
    expect(receiver.received).toHaveLength(20);
    const notices = (await agent.get('/api/notifications')).body.data;
    expect(notices.filter(({ title }: { title: string }) => title === 'Webhook Paused')).toHaveLength(1);
    const mails = await server.context.db.models.OutgoingMail.findAll({
      where: { recipient: agent.user.email },
    });
    expect(mails.map(({ subject }) => subject).join()).toContain('Webhook Paused');
    receiver.received.length = 0;
    receiver.answers.length = 0;
    await inquire(agent, 'While it is off');
    expect(receiver.received).toEqual([]);
    await agent.post('/api/auth/confirm', { password: TEST_PASSWORD });
    const on = await agent.put(`/api/webhooks/${hook.id}`, { active: true });
    expect(on.body.data).toMatchObject({ active: true, failing_since: null, paused_at: null });
    await inquire(agent, 'While it is on');
    expect(receiver.received.map(({ headers }) => headers['silong-event'])).toContain('inquiry.created');
    // Twenty inquiries, and twenty attempts that fail.
  }, 60_000);

  test('that fails a test is told of what happens meanwhile at once, however often it was tested', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(...Array(6).fill(500));
    for (let sent = 0; sent < 6; sent += 1) {
      await agent.post(`/api/webhooks/${hook.id}/test`);
      await flush();
    }
    expect(receiver.received).toHaveLength(6);
    await inquire();
    expect(receiver.received.slice(6).map(({ headers }) => headers['silong-event'])).toEqual(['inquiry.created']);
    // A test that is due goes first: its owner waits for it.
    clock += 10 * SECOND;
    await inquire(agent, 'And now?');
    const later = receiver.received.slice(7).map(({ headers }) => headers['silong-event']);
    expect(later).toEqual([...Array(6).fill('ping'), 'inquiry.created']);
  });

  test('that fails one delivery is told the others at once, and the failed one again exactly once', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(500);
    await inquire();
    const [failed] = receiver.received.splice(0);
    for (let sent = 0; sent < 5; sent += 1) {
      clock += SECOND;
      await inquire(agent, `Question ${sent}`);
      expect(receiver.received).toHaveLength(sent + 1);
    }
    const { db } = server.context;
    const queues = ['webhookQueue', 'slowWebhookQueue'];
    expect(await db.models.Job.count({ where: { kind: queues } })).toBe(1);
    receiver.received.length = 0;
    clock = start + 10 * SECOND;
    await flush();
    const again = receiver.received.map(({ headers }) => headers['silong-delivery']);
    expect(again).toEqual([failed?.headers['silong-delivery']]);
    expect((await deliveriesOf(hook)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ...Array(5).fill(['delivered', 1]),
      ['delivered', 2],
    ]);
  });

  test('gets a retry once, however many jobs of however many processes carry it', async () => {
    await subscribe(agent, ['inquiry.created']);
    const { db, jobs } = server.context;
    const other = new JobQueue(server.context);
    handleWebhookDeliveries({ ...server.context, jobs: other });
    await other.start();
    receiver.answers.push(500);
    await inquire();
    const [hook] = await db.models.Webhook.findAll();
    const payload = { webhookId: hook?.id ?? 0, due: hook?.queued_for?.toISOString() ?? '' };
    clock += 10 * SECOND;
    await db.transaction(async () => {
      await jobs.addAll('webhookQueue', Array(5).fill(payload), { priority: 'bulk' });
      await other.addAll('slowWebhookQueue', Array(5).fill(payload), { priority: 'bulk' });
    });
    const queues = ['webhookQueue', 'slowWebhookQueue'];
    await vi.waitFor(async () => {
      await Promise.all([other.flush(), flush()]);
      expect(await db.models.Job.count({ where: { kind: queues } })).toBe(0);
    }, 8_000);
    expect(receiver.received).toHaveLength(2);
    await other.stop();
  });

  test('gets what the job before was at when it was lost', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(500);
    await inquire();
    const { db } = server.context;
    const lost = { sending_job: 1_000_000 };
    await db.transaction(() => db.models.Webhook.update(lost, { where: { id: hook.id } }));
    clock += 10 * SECOND;
    await flush();
    expect(await deliveriesOf(hook)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  });

  test('that says nothing keeps no other job waiting', async () => {
    receiver.isSilent = true;
    await subscribe(agent, ['inquiry.created']);
    const { db } = server.context;
    for (let sent = 0; sent < 12; sent += 1)
      await ana.post(`/api/agents/${agent.id}/contact`, {
        name: 'Ana',
        email: 'ana@example.com',
        message: `Question ${sent}`,
      });
    // Each inquiry is sent to the agent by a job of its own, which no webhook job delays.
    const notices = () => db.models.Notification.count({ where: { user_id: agent.id } });
    await vi.waitFor(async () => expect(await notices()).toBe(12), 8_000);
    // One place for one receiver, for any number that wait.
    expect(await db.models.Job.count({ where: { kind: 'webhookQueue' } })).toBe(1);
    expect(await db.models.WebhookDelivery.count({ where: { status: 'waiting' } })).toBe(12);
    receiver.isSilent = false;
  });

  test('with ten thousand events lets another one have its turn after one of them', async () => {
    const hook = await subscribe(agent, ['listing.deleted'], `${URL_OF_RECEIVER}/busy`);
    const other = await enter(server, { role: 'agent' });
    await subscribe(other, ['inquiry.created'], `${URL_OF_RECEIVER}/other`);
    const { db } = server.context;
    await db.transaction(() =>
      db.models.WebhookDelivery.bulkCreate(
        Array.from({ length: 10_000 }, (_, at) => ({
          ...{ webhook_id: hook.id, event: 'listing.deleted' as const, subject_id: at + 1, details: {} },
          ...{ delivery_key: `busy-${at}`, created_at: new Date(clock), next_attempt_at: new Date(clock) },
        })),
      ),
    );
    const paths = () => receiver.received.map(({ path }) => path);
    await agent.post(`/api/webhooks/${hook.id}/test`);
    await vi.waitFor(() => expect(paths().length).toBeGreaterThan(5), 8_000);
    const before = paths().length;
    const draft = { name: 'Ana', email: 'ana@example.com', message: 'Still there?' };
    await ana.post(`/api/agents/${other.id}/contact`, draft);
    await vi.waitFor(() => expect(paths()).toContain('/silong/other'), 8_000);
    // In order: the test first, then the earliest event.
    const keys = receiver.received
      .filter(({ path }) => path === '/silong/busy')
      .map(({ headers }) => headers['silong-delivery']);
    expect(keys.slice(1, 6)).toEqual([0, 1, 2, 3, 4].map((at) => `busy-${at}`));
    // As many as it takes to store the inquiry; not the thousands that were there first.
    expect(paths().indexOf('/silong/other') - before).toBeLessThan(200);
    await remove(agent, `/api/webhooks/${hook.id}`);
  });

  test('that is silent, of many agents, keeps no other receiver waiting', async () => {
    const { db } = server.context;
    receiver.silentPaths.add('/silong/dead');
    const owners: Person[] = [];
    for (let made = 0; made < 6; made += 1) {
      const owner = await enter(server, { role: 'agent' });
      const hook = await subscribe(owner, ['inquiry.created'], `${URL_OF_RECEIVER}/dead`);
      // As after a first failure.
      const failing = { failures: 1, failing_since: new Date(clock) };
      await db.transaction(() => db.models.Webhook.update(failing, { where: { id: hook.id } }));
      owners.push(owner);
    }
    await subscribe(agent, ['inquiry.created'], `${URL_OF_RECEIVER}/other`);
    const draft = { name: 'Ana', email: 'ana@example.com', message: 'Still there?' };
    for (const owner of [...owners, agent]) await ana.post(`/api/agents/${owner.id}/contact`, draft);
    const paths = () => receiver.received.map(({ path }) => path);
    await vi.waitFor(() => expect(paths()).toContain('/silong/other'), 5_000);
    expect(paths().filter((path) => path === '/silong/dead').length).toBeLessThanOrEqual(2);
    receiver.silentPaths.clear();
    await db.transaction(() => db.models.Webhook.destroy({ where: {} }));
  }, 30_000);
});

describe('an owner', () => {
  test.each([
    ['is suspended', { status: 'suspended' }],
    ['is no agent any more', { role: 'user' }],
  ] as const)('who %s gets nothing that still waits', async (_what, change) => {
    await subscribe(agent, ['inquiry.created']);
    receiver.answers.push(500);
    await inquire();
    expect(receiver.received).toHaveLength(1);
    const { db } = server.context;
    await db.transaction(() => db.models.User.update(change, { where: { id: agent.id } }));
    clock += 11 * SECOND;
    await flush();
    expect(receiver.received).toHaveLength(1);
    const [row] = await db.models.WebhookDelivery.findAll({ include: [] });
    expect(row).toMatchObject({ status: 'dropped', attempts: 1 });
  });

  test('whose client was handed over is not told of them any more', async () => {
    await subscribe(agent, ['inquiry.created']);
    const heir = await enter(server, { role: 'agent' });
    receiver.answers.push(500);
    const id = await inquire();
    const { db } = server.context;
    await db.transaction(() => db.models.Inquiry.update({ agent_id: heir.id }, { where: { id } }));
    clock += 11 * SECOND;
    await flush();
    expect(receiver.received).toHaveLength(1);
  });

  test('sends tests, also while it is switched off, and looks at the log page by page', async () => {
    const hook = await subscribe(agent, ['listing.created']);
    await agent.put(`/api/webhooks/${hook.id}`, { active: false });
    for (let sent = 0; sent < 3; sent += 1)
      expect((await agent.post(`/api/webhooks/${hook.id}/test`)).status).toBe(201);
    await flush();
    expect(receiver.received.map(bodyOf)).toMatchObject(
      Array(3).fill({ type: 'ping', data: { webhook: { id: hook.id } } }),
    );
    const page = (await agent.get(`/api/webhooks/${hook.id}/deliveries?limit=2&page=2`)).body.data;
    expect(page.pagination).toEqual({ page: 2, limit: 2, total: 3, pages: 2, totalPages: 2 });
    expect(page.deliveries).toHaveLength(1);
  });

  test('has ten at most, also by two calls at once', async () => {
    for (let made = 0; made < 9; made += 1) await subscribe(agent, ['inquiry.created']);
    const body = { url: URL_OF_RECEIVER, events: ['inquiry.created'] };
    const answers = await Promise.all([1, 2].map(() => agent.post('/api/webhooks', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('sees nothing of another one’s', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    await agent.post(`/api/webhooks/${hook.id}/test`);
    await flush();
    const [{ id } = {}] = await deliveriesOf(hook);
    const other = await enter(server, { role: 'agent' });
    const own = await subscribe(other, ['inquiry.created']);
    const answers = [
      await other.get(`/api/webhooks/${hook.id}/deliveries`),
      await other.put(`/api/webhooks/${hook.id}`, { active: false }),
      await other.post(`/api/webhooks/${hook.id}/secret`),
      await other.post(`/api/webhooks/${hook.id}/test`),
      await other.post(`/api/webhooks/${own.id}/deliveries/${id}/redeliver`),
      await remove(other, `/api/webhooks/${hook.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
    expect((await ana.get('/api/webhooks')).status).toBe(403);
  });

  test('finds them in the own-data file without their secrets, and none after the account is gone', async () => {
    const hook = await subscribe(agent, ['inquiry.created']);
    await agent.post(`/api/webhooks/${hook.id}/secret`);
    await inquire();
    const { body } = await agent.get('/api/privacy/data');
    expect(body.webhooks).toMatchObject([{ id: hook.id, url: URL_OF_RECEIVER }]);
    expect(body.webhook_deliveries).toMatchObject([{ event: 'inquiry.created', status: 'delivered' }]);
    expect(JSON.stringify(body)).not.toContain('whsec_');
    const { db } = server.context;
    const admin = await enter(server, { role: 'admin' });
    expect((await remove(admin, `/api/admin/users/${agent.id}`)).status).toBe(200);
    expect(await db.models.Webhook.count({ where: { user_id: agent.id } })).toBe(0);
    expect(await db.models.WebhookDelivery.count({ where: { webhook_id: hook.id } })).toBe(0);
  });
});

test('the log is kept for 30 days', async () => {
  const hook = await subscribe(agent, ['inquiry.created']);
  await inquire();
  clock += 29 * DAY;
  await deleteOldData(server.context);
  const count = () => server.context.db.models.WebhookDelivery.count({ where: { webhook_id: hook.id } });
  expect(await count()).toBe(1);
  clock += 1.1 * DAY;
  await deleteOldData(server.context);
  expect(await count()).toBe(0);
});

describe('refused', () => {
  const events = ['inquiry.created'];
  test.each([
    ['http', { url: 'http://push.example/silong', events }, 'url'],
    ['no address', { url: 'push.example', events }, 'url'],
    ['this machine', { url: 'https://127.0.0.1/', events }, 'url'],
    ['this machine by name', { url: 'https://localhost/', events }, 'url'],
    ['an inner network', { url: 'https://[fd00::1]/', events }, 'url'],
    ['this machine as IPv4 within IPv6', { url: 'https://[::7f00:1]/', events }, 'url'],
    ['an IPv6 address of nobody', { url: 'https://[4000::1]/', events }, 'url'],
    ['metadata of a cloud', { url: 'https://169.254.169.254/latest', events }, 'url'],
    ['another port', { url: 'https://push.example:8443/', events }, 'url'],
    ['a user', { url: 'https://me:secret@push.example/', events }, 'url'],
    ['an unknown event', { url: URL_OF_RECEIVER, events: ['inquiry.created', 'user.created'] }, 'events'],
    ['no event', { url: URL_OF_RECEIVER, events: [] }, 'events'],
    ['no list of events', { url: URL_OF_RECEIVER, events: 'inquiry.created' }, 'events'],
  ])('%s', async (_what, body, path) => {
    const answer = await agent.post('/api/webhooks', body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
  });

  test('a name that leads inside', async () => {
    receiver.addresses.splice(0, 1, '192.168.1.4');
    const answer = await agent.post('/api/webhooks', { url: URL_OF_RECEIVER, events });
    expect(answer.status).toBe(400);
    expect(answer.body.issues).toMatchObject([{ path: 'url' }]);
  });
});
