import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type ChildServer, createChildServer } from '#tests/support/childServer.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { makePushDevice, startPushService } from '#tests/support/pushService.ts';

/** Each with one device: more than a process sends at once, so that some wait while others are under way. */
const SEEKERS = 16;
/** What a killed process had begun is begun anew by another when its lease ends, after half a minute. */
const PATIENCE = { timeout: 90_000 };

const cleanUps: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function call(server: ChildServer, token: string, method: string, address: string, body?: object) {
  const answer = await fetch(`${server.url}${address}`, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.ok, `${method} ${address}: ${answer.status}`).toBe(true);
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

test.each([
  ['one process on SQLite', 1],
  ['two processes on PostgreSQL', 2],
])(
  'every push reaches its device though a process is killed while some wait and some are under way: %s',
  async (_, processes) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-pushes-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = processes > 1 ? await startPostgres() : undefined;
    if (postgres) cleanUps.push(() => postgres.stop());
    const service = await startPushService();
    cleanUps.push(() => service.close());

    const app = await createApp({ env: testEnv(folder, postgres?.url), log: pino({ level: 'silent' }) });
    const agent = await signIn(app.context, await buildUser(app.context, { role: 'agent' }));
    const seekers = await Promise.all(Array.from({ length: SEEKERS }, () => buildUser(app.context)));
    const tokens = await Promise.all(seekers.map((person) => signIn(app.context, person)));
    await app.close();

    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: postgres?.url ?? '',
      NODE_OPTIONS: service.nodeOptions,
    };
    const servers = await Promise.all(
      Array.from({ length: processes }, () => createChildServer(environment)),
    );
    for (const server of servers) {
      cleanUps.push(() => server.kill());
      await server.start();
    }
    const [first, last] = [servers[0], servers.at(-1)] as [ChildServer, ChildServer];
    const devices = tokens.map((_token, at) => makePushDevice(`device-${at}`));
    for (const [at, token] of tokens.entries()) {
      await call(last, token, 'POST', '/api/push/subscriptions', devices[at]?.body);
      await call(last, token, 'PUT', '/api/settings', { notifications: { push: true } });
      await call(last, token, 'POST', '/api/saved-searches', {
        name: 'Condos in Taguig',
        query: '?type=condo&location=Taguig&max_price=10000000',
        frequency: 'instant',
      });
    }
    const titles = ['Kalachuchi', 'Sampaguita'];
    /** How often each device was told of each listing. */
    const told = () =>
      devices.map((device) => {
        const messages = service.received
          .filter((push) => device.body.endpoint.endsWith(push.path))
          .map(({ body }) => String(device.decrypt(body).message));
        return titles.map((title) => messages.filter((message) => message.includes(title)).length);
      });

    // Killed as it says yes: nothing is begun yet.
    await call(first, agent, 'POST', '/api/properties', draft('Kalachuchi'));
    await first.kill();
    await first.start();
    await expect.poll(() => told().every(([one = 0]) => one > 0), PATIENCE).toBe(true);

    // Killed while some are on their way, and nobody knows whether they arrived.
    const before = service.received.length;
    service.isSilent = true;
    await call(first, agent, 'POST', '/api/properties', draft('Sampaguita'));
    await expect.poll(() => service.received.length, PATIENCE).toBeGreaterThan(before);
    await first.kill();
    const answered = service.received.length;
    expect(answered - before).toBeLessThan(SEEKERS);
    service.isSilent = false;
    // Of two, the other one does what is left.
    if (processes === 1) await first.start();
    const isTaken = () =>
      devices.map(({ body }) =>
        service.received.slice(answered).some((push) => body.endpoint.endsWith(push.path)),
      );
    await expect.poll(isTaken, PATIENCE).toEqual(devices.map(() => true));
    expect(told().every((counts) => counts.every((count) => count > 0))).toBe(true);

    const bells = await Promise.all(
      tokens.map(async (token) => {
        const notices: { message: string }[] = await call(last, token, 'GET', '/api/notifications');
        return titles.map((title) => notices.filter(({ message }) => message.includes(title)).length);
      }),
    );
    expect(bells).toEqual(tokens.map(() => [1, 1]));
  },
  300_000,
);
