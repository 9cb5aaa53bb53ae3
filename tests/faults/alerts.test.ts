import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { inject, type TestContext, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { makePushDevice, startPushService } from '#tests/support/pushService.ts';
import { startSmtp } from '#tests/support/smtp.ts';

/** The work of a killed process is begun anew by another when its lease ends, after half a minute. */
const PATIENCE = { timeout: 90_000 };
/** The titles listed one after the other. */
const titles = ['Kalachuchi', 'Sampaguita'];

async function call(server: ChildServer, token: string, method: string, address: string, body?: object) {
  const answer = await fetch(`${server.url}${address}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status}`);
  return ((await answer.json()) as { data: never }).data;
}

const draft = (title: string) => ({
  title,
  description: 'Near the park.',
  price: 9_000_000,
  type: 'condo',
  listing_type: 'sale',
  location: { address: '5 Rizal Drive, Bonifacio Global City', city: 'Taguig', province: 'Metro Manila' },
  details: { area_sqm: 60, bedrooms: 2 },
  features: [],
  images: [],
});

type OnTestFinished = TestContext['onTestFinished'];

/** People who each keep a search that matches every listing, an agent, and servers on one database. */
async function startServers(
  onTestFinished: OnTestFinished,
  processes: number,
  people: number,
  environment: Record<string, string>,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'silong-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = processes > 1 ? await startPostgres() : undefined;
  if (postgres) onTestFinished(() => postgres.stop());
  else cpSync(inject('templates').empty ?? '', folder, { recursive: true });
  const app = await createApp({ env: testEnv(folder, postgres?.url), log: pino({ level: 'silent' }) });
  const agent = await signIn(app.context, await buildUser(app.context, { role: 'agent' }));
  const seekers = await Promise.all(Array.from({ length: people }, () => buildUser(app.context)));
  const tokens = await Promise.all(seekers.map((person) => signIn(app.context, person)));
  await app.close();

  const all = { DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '', ...environment };
  const servers = await Promise.all(Array.from({ length: processes }, () => createChildServer(all)));
  for (const server of servers) {
    onTestFinished(() => server.kill());
    await server.start();
  }
  const [first, last] = [servers[0], servers.at(-1)] as [ChildServer, ChildServer];
  for (const token of tokens)
    await call(last, token, 'POST', '/api/saved-searches', {
      name: 'Condos in Taguig',
      query: '?type=condo&location=Taguig&max_price=10000000',
      frequency: 'instant',
    });
  /** The number of notifications of each listing in each person's bell. */
  const bells = () =>
    Promise.all(
      tokens.map(async (token) => {
        const notices: { message: string }[] = await call(last, token, 'GET', '/api/notifications');
        return titles.map((title) => notices.filter(({ message }) => message.includes(title)).length);
      }),
    );
  return { agent, seekers, tokens, first, last, bells };
}

// All at once, each with an `expect` of its own: most of the time is spent waiting for a lease to end.
const places: [string, number][] = [
  ['one process on SQLite', 1],
  ['two processes on PostgreSQL', 2],
];

test.for(places)(
  'alerts and history are whole, each once, when a process is killed as it says yes: %s',
  { concurrent: true, timeout: 300_000 },
  async ([, processes], { expect, onTestFinished }) => {
    const smtp = await startSmtp();
    onTestFinished(() => smtp.close());
    // More recipients than one batch, so that a kill falls between.
    const { agent, seekers, tokens, first, last, bells } = await startServers(onTestFinished, processes, 24, {
      SMTP_URL: smtp.url,
    });
    const ids: number[] = [];
    for (const title of titles) {
      const { id } = await call(first, agent, 'POST', '/api/properties', draft(title));
      ids.push(id);
      await first.kill();
      await first.start();
    }
    await expect.poll(bells, PATIENCE).toEqual(tokens.map(() => [1, 1]));
    const [changed = 0] = ids;
    await call(first, agent, 'PUT', `/api/properties/${changed}`, { price: 8_000_000 });
    await first.kill();
    await first.start();

    // Notifications: the first listing as new, and once more with its lower price.
    await expect.poll(bells, PATIENCE).toEqual(tokens.map(() => [2, 1]));
    const isMailed = () =>
      seekers.map(({ email }) => smtp.mails.filter(({ raw }) => raw.includes(email)).length > 0);
    await expect.poll(isMailed, PATIENCE).toEqual(seekers.map(() => true));

    const history: { events: { kind: string; price: number; previous_price: number | null }[] } = await call(
      last,
      agent,
      'GET',
      `/api/properties/${changed}/history`,
    );
    expect(history.events.map(({ kind, price, previous_price }) => [kind, price, previous_price])).toEqual([
      ['price', 8_000_000, 9_000_000],
      ['listed', 9_000_000, null],
    ]);
    // Notifications sent before the last kill were not sent again since.
    expect(await bells()).toEqual(tokens.map(() => [2, 1]));
  },
);

test.for(places)(
  'every push reaches its device though a process is killed while some wait and some are under way: %s',
  { concurrent: true, timeout: 300_000 },
  async ([, processes], { expect, onTestFinished }) => {
    const service = await startPushService();
    onTestFinished(() => service.close());
    // Each with one device: more than a process sends at once, so that some wait while others are under way.
    const { agent, tokens, first, last, bells } = await startServers(onTestFinished, processes, 16, {
      NODE_OPTIONS: service.nodeOptions,
    });
    const devices = tokens.map((_token, at) => makePushDevice(`device-${at}`));
    for (const [at, token] of tokens.entries()) {
      await call(last, token, 'POST', '/api/push/subscriptions', devices[at]?.body);
      await call(last, token, 'PUT', '/api/settings', { notifications: { push: true } });
    }
    /** The number of pushes of each listing to each device. */
    const told = () =>
      devices.map((device) => {
        const messages = service.received
          .filter((push) => device.body.endpoint.endsWith(push.path))
          .map(({ body }) => String(device.decrypt(body).message));
        return titles.map((title) => messages.filter((message) => message.includes(title)).length);
      });

    // Killed as it answers: no work is begun yet.
    await call(first, agent, 'POST', '/api/properties', draft('Kalachuchi'));
    await first.kill();
    await first.start();
    await expect.poll(() => told().every(([one = 0]) => one > 0), PATIENCE).toBe(true);

    // Killed while some are on their way, without knowledge of their arrival.
    const before = service.received.length;
    service.isSilent = true;
    await call(first, agent, 'POST', '/api/properties', draft('Sampaguita'));
    await expect.poll(() => service.received.length, PATIENCE).toBeGreaterThan(before);
    await first.kill();
    const answered = service.received.length;
    expect(answered - before).toBeLessThan(tokens.length);
    service.isSilent = false;
    // Of two, the other one does the rest.
    if (processes === 1) await first.start();
    const isTaken = () =>
      devices.map(({ body }) =>
        service.received.slice(answered).some((push) => body.endpoint.endsWith(push.path)),
      );
    await expect.poll(isTaken, PATIENCE).toEqual(devices.map(() => true));
    expect(told().every((counts) => counts.every((count) => count > 0))).toBe(true);

    expect(await bells()).toEqual(tokens.map(() => [1, 1]));
  },
);

test.for(places)(
  'a webhook is told of every listing, under one id each, though the process is killed before and meanwhile: %s',
  { concurrent: true, timeout: 300_000 },
  async ([, processes], { expect, onTestFinished }) => {
    const receiver = await startPushService();
    onTestFinished(() => receiver.close());
    const { agent, first } = await startServers(onTestFinished, processes, 0, {
      NODE_OPTIONS: receiver.nodeOptions,
    });
    const hook: { id: number } = await call(first, agent, 'POST', '/api/webhooks', {
      url: 'https://push.example/listings',
      events: ['listing.created'],
    });
    /** The ids under which each listing was delivered. */
    const told = () =>
      titles.map((title) => {
        const about = receiver.received.filter(({ body }) => body.toString().includes(title));
        return new Set(about.map(({ headers }) => headers['silong-delivery'])).size;
      });

    // Killed as it answers: no work is begun yet.
    await call(first, agent, 'POST', '/api/properties', draft('Kalachuchi'));
    await first.kill();
    await first.start();
    await expect.poll(told, PATIENCE).toEqual([1, 0]);

    // Killed while it is on its way, without knowledge of its arrival.
    receiver.isSilent = true;
    await call(first, agent, 'POST', '/api/properties', draft('Sampaguita'));
    await expect.poll(told, PATIENCE).toEqual([1, 1]);
    await first.kill();
    const before = receiver.received.length;
    receiver.isSilent = false;
    await first.start();
    const log = async () => {
      const { deliveries }: { deliveries: { status: string }[] } = await call(
        first,
        agent,
        'GET',
        `/api/webhooks/${hook.id}/deliveries`,
      );
      return deliveries.map(({ status }) => status);
    };
    await expect.poll(log, PATIENCE).toEqual(['delivered', 'delivered']);
    expect(receiver.received.length).toBeGreaterThan(before);
    expect(told()).toEqual([1, 1]);
  },
);
