// @databases both

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MOST = 150;
/**
 * Agents whose contact data is not shown yet when the limit comes into force, which in several processes is a
 * moment later.
 */
const BEYOND = 30;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', env: { trustProxy: 1, hasActionLimits: true } });
  const { db, now } = server.context;
  const { User, AgentProfile } = db.models;
  const people = Array.from({ length: MOST + BEYOND }, (_, at) => ({
    name: `Agent ${at}`,
    email: `agent${at}@example.com`,
    phone: `+63 917 000 ${1_000 + at}`,
    password_hash: 'x',
    role: 'agent' as const,
  }));
  await db.transaction(async () => {
    const agents = await User.bulkCreate(people, { returning: true });
    const profile = { application_status: 'approved' as const, decided_at: now() };
    await AgentProfile.bulkCreate(agents.map(({ id: user_id }) => ({ user_id, ...profile })));
  });
});

afterAll(() => server.close());

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

test('who collects contacts by the hundred is told no more of them for an hour, and nobody else notices', async () => {
  const read = async (path: string, address = '203.0.113.7', token?: string) => {
    const { status, body } = await server.request('GET', path, {
      ...from(address),
      ...(token ? { token } : {}),
    });
    expect(status).toBe(200);
    return body.data;
  };
  const pages = [1, 2].map((page) => `/api/agents?sort=name&order=asc&limit=75&page=${page}`);
  const agents: { id: number; email: string }[] = [];
  for (const page of pages) agents.push(...(await read(page)).agents);
  const told = new Set(agents.map(({ id }) => id));
  expect(told.size).toBe(MOST);
  const others = (await read('/api/agents?limit=100&page=2', '198.51.100.1')).agents.concat(
    (await read('/api/agents?limit=100&page=1', '198.51.100.1')).agents,
  ) as { id: number }[];
  const [one = 0, ...beyond] = others.filter(({ id }) => !told.has(id)).map(({ id }) => id);
  // The first contact beyond the limit is still shown; after it no new one is. Contacts shown before stay so:
  // another agent is requested each time.
  await read(`/api/agents/${one}`);
  let two = 0;
  await expect
    .poll(async () => {
      told.add(two || one);
      two = beyond.shift() ?? 0;
      return (await read(`/api/agents/${two}`)).contact_hidden_until;
    })
    .toMatch(/^\d{4}-.*Z$/);
  expect(await read(`/api/agents/${two}`)).toMatchObject({ id: two, email: '', phone: null });
  const first = agents[0];
  expect(await read(`/api/agents/${first?.id}`), 'was told before').toMatchObject({ email: first?.email });
  expect((await read(`/api/agents/${two}`, '198.51.100.9')).email).toMatch(/@example\.com$/);
  const admin = await enter(server, { role: 'admin' });
  expect((await read(`/api/agents/${two}`, '203.0.113.7', admin.token)).email).toMatch(/@example\.com$/);
  const { id: listing } = await buildProperty(server.context, { agent_id: two });
  expect((await read(`/api/properties/${listing}`)).agent).toMatchObject({ email: '', phone: null });
  await expect
    .poll(async () => (await read('/api/properties')).properties[0]?.agent)
    .toMatchObject({ email: '', phone: null });
  const [of] = await read(`/api/agents/${two}/properties`);
  expect(of).toMatchObject({ id: listing, agent: { email: '', phone: null } });
  const list = (await read('/api/agents?limit=100&page=1')).agents.concat(
    (await read('/api/agents?limit=100&page=2')).agents,
  );
  expect(list.filter(({ email }: { email: string }) => email === '')).toHaveLength(MOST + BEYOND - told.size);

  if (!inject('postgresUrl')) return;
  // Another process of the same database counts on.
  const app = await createApp({ env: server.context.env, log: server.context.log, isRepeating: false });
  const port = await app.listen(0, '127.0.0.1');
  const ask = async (id: number | undefined) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/agents/${id}`, from('203.0.113.7'));
    return (await answer.json()).data;
  };
  await ask(two);
  await expect.poll(async () => (await ask(one)).contact_hidden_until).toMatch(/^\d{4}-.*Z$/);
  await app.close();
});

test('an account is counted by itself, in its favourites too', async () => {
  const person = await enter(server);
  const collect = async (path: string) => (await person.get(path)).body.data;
  const { agents } = await collect('/api/agents?sort=name&order=asc&limit=75&page=3');
  const { id: listing } = await buildProperty(server.context, { agent_id: agents[0].id });
  expect((await person.post(`/api/favorites/${listing}`)).status).toBeLessThan(300);
  const other = await enter(server);
  expect((await other.post(`/api/favorites/${listing}`)).status).toBeLessThan(300);
  for (const page of [1, 2]) await other.get(`/api/agents?sort=name&order=asc&limit=75&page=${page}`);
  const favorite = async (who: typeof person) =>
    (await who.get('/api/favorites/properties')).body.data.properties[0]?.agent;
  // The limit comes into force a moment later: an agent asked for before stays told.
  const beyond = agents.slice(1);
  const hiddenUntil = async () =>
    (await other.get(`/api/agents/${beyond.shift()?.id}`)).body.data.contact_hidden_until;
  await expect.poll(hiddenUntil, { interval: 300 }).toMatch(/^\d{4}-.*Z$/);
  expect(await favorite(other)).toMatchObject({ email: '', phone: null });
  expect((await favorite(person)).email).toMatch(/@example\.com$/);
});

test('the bound is off where the bounds per action are', async () => {
  const free = await startTestServer({ data: 'demo', env: { hasActionLimits: false } });
  for (let at = 0; at < 3; at += 1) {
    const { body } = await free.request('GET', '/api/agents?limit=100');
    expect(body.data.agents.every(({ email }: { email: string }) => email !== '')).toBe(true);
  }
  await free.close();
});
