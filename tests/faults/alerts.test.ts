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
import { startSmtp } from '#tests/support/smtp.ts';

/** Each keeps a search that every listing comes to: more than are told at once, so that a kill falls between. */
const SEEKERS = 24;
/** What a killed process had begun is begun anew by another when its lease ends, after half a minute. */
const PATIENCE = { timeout: 70_000 };

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
  'alerts and history are whole, each once, when a process is killed as it says yes: %s',
  async (_, processes) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-alerts-'));
    cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = processes > 1 ? await startPostgres() : undefined;
    if (postgres) cleanUps.push(() => postgres.stop());
    const smtp = await startSmtp();
    cleanUps.push(() => smtp.close());

    const app = await createApp({ env: testEnv(folder, postgres?.url), log: pino({ level: 'silent' }) });
    const agent = await signIn(app.context, await buildUser(app.context, { role: 'agent' }));
    const seekers = await Promise.all(Array.from({ length: SEEKERS }, () => buildUser(app.context)));
    const tokens = await Promise.all(seekers.map((person) => signIn(app.context, person)));
    await app.close();

    const environment = { DATA_DIR: folder, DATABASE_URL: postgres?.url ?? '', SMTP_URL: smtp.url };
    const servers = await Promise.all(
      Array.from({ length: processes }, () => createChildServer(environment)),
    );
    for (const server of servers) {
      cleanUps.push(() => server.kill());
      await server.start();
    }
    const [first, last] = [servers[0], servers.at(-1)] as [ChildServer, ChildServer];
    for (const token of tokens)
      await call(last, token, 'POST', '/api/saved-searches', {
        name: 'Condos in Taguig',
        query: '?type=condo&location=Taguig&max_price=10000000',
        frequency: 'instant',
      });

    const titles = ['Kalachuchi', 'Sampaguita'];
    const ids: number[] = [];
    for (const title of titles) {
      const { id } = await call(first, agent, 'POST', '/api/properties', draft(title));
      ids.push(id);
      await first.kill();
      await first.start();
    }
    const [changed = 0] = ids;
    await call(first, agent, 'PUT', `/api/properties/${changed}`, { price: 8_000_000 });
    await first.kill();
    await first.start();

    const bells = () =>
      Promise.all(
        tokens.map(async (token) => {
          const notices: { message: string }[] = await call(last, token, 'GET', '/api/notifications');
          return titles.map((title) => notices.filter(({ message }) => message.includes(title)).length);
        }),
      );
    // The first listing is told of as new, and once more with its lower price.
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
    // What had been told before the last kill was not told again since.
    expect(await bells()).toEqual(tokens.map(() => [2, 1]));
  },
  200_000,
);
