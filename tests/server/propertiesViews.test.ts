// @databases full

import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
/** 23:30 in Manila on the 18th. */
const lateEvening = new Date('2026-03-18T15:30:00.000Z');
let clock = lateEvening;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', env: { trustProxy: 1 }, now: () => clock });
});

afterAll(() => server.close());

interface Visitor {
  token?: string;
  address?: string;
  browser?: string;
  headers?: Record<string, string>;
}

async function view(id: number, { token, address = '203.0.113.1', browser = 'Firefox', headers }: Visitor = {}) {
  const { status, body } = await server.request('POST', `/api/properties/${id}/views`, {
    token,
    headers: { 'x-forwarded-for': address, 'user-agent': browser, ...headers },
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const viewsOf = async (id: number) => (await server.request('GET', `/api/properties/${id}`)).body.data.views;

test('a visitor counts once by the network, whatever the browser; another network counts again', async () => {
  const { id, updated_at } = await buildProperty(server.context);
  expect(await viewsOf(id)).toBe(0);
  expect(await view(id)).toEqual({ counted: true, views: 1 });
  expect(await view(id)).toEqual({ counted: false, views: 1 });
  expect(await view(id, { browser: 'Safari' })).toEqual({ counted: false, views: 1 });
  expect(await view(id, { address: '203.0.113.2' })).toEqual({ counted: true, views: 2 });
  expect(await view(id, { address: '2001:db8:1:2::3' })).toEqual({ counted: true, views: 3 });
  expect(await view(id, { address: '2001:db8:1:2:ffff::9' })).toEqual({ counted: false, views: 3 });
  expect(await viewsOf(id)).toBe(3);
  const row = await server.context.db.models.Property.findByPk(id);
  expect(row?.updated_at).toEqual(updated_at);
});

test('a signed-in person counts once, whatever they browse with', async () => {
  const { id } = await buildProperty(server.context);
  const token = await signIn(server.context, await buildUser(server.context));
  expect(await view(id, { token })).toEqual({ counted: true, views: 1 });
  expect(await view(id, { token, browser: 'Safari', address: '203.0.113.9' })).toMatchObject({
    counted: false,
  });
});

test('the listing’s own agent never counts', async () => {
  const agent = await buildAgent(server.context);
  const { id } = await buildProperty(server.context, { agent_id: agent.id });
  const token = await signIn(server.context, agent);
  expect(await view(id, { token })).toEqual({ counted: false, views: 0 });
  const other = await buildProperty(server.context);
  expect(await view(other.id, { token })).toEqual({ counted: true, views: 1 });
});

test.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1',
  'python-requests/2.31',
  'curl/8.4.0',
])('a crawler is no viewer: %s', async (browser) => {
  const { id } = await buildProperty(server.context);
  expect(await view(id, { browser })).toEqual({ counted: false, views: 0 });
  const person = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
  expect(await view(id, { browser: person })).toEqual({ counted: true, views: 1 });
});

test('neither what is fetched ahead nor an admin counts', async () => {
  const { id } = await buildProperty(server.context);
  const uncounted = { counted: false, views: 0 };
  expect(await view(id, { headers: { 'sec-purpose': 'prefetch;prerender' } })).toEqual(uncounted);
  const token = await signIn(server.context, await buildUser(server.context, { role: 'admin' }));
  expect(await view(id, { token })).toEqual(uncounted);
  expect(await view(id)).toEqual({ counted: true, views: 1 });
});

test('the day changes at midnight in Manila', async () => {
  const { id } = await buildProperty(server.context);
  expect(await view(id)).toMatchObject({ counted: true });
  clock = new Date('2026-03-18T15:59:59.999Z');
  expect(await view(id)).toMatchObject({ counted: false });
  clock = new Date('2026-03-18T16:00:00.000Z');
  expect(await view(id)).toEqual({ counted: true, views: 2 });
  clock = lateEvening;
  const days = await server.context.db.models.PropertyView.findAll({
    where: { property_id: id },
    order: ['id'],
  });
  expect(days.map((row) => row.viewed_on)).toEqual(['2026-03-18', '2026-03-19']);
  // A viewer on two days looks like two people.
  expect(new Set(days.map((row) => row.viewer_key)).size).toBe(2);
});

test('twenty calls at once count once', async () => {
  const { id } = await buildProperty(server.context);
  const answers = await Promise.all(Array.from({ length: 20 }, () => view(id)));
  expect(answers.filter((answer) => answer.counted)).toHaveLength(1);
  expect(await viewsOf(id)).toBe(1);
});

test('twenty visitors at once all count', async () => {
  const { id } = await buildProperty(server.context);
  await Promise.all(Array.from({ length: 20 }, (_, at) => view(id, { address: `203.0.113.${at}` })));
  expect(await viewsOf(id)).toBe(20);
});

test('a hidden listing has no views, not even its admin’s', async () => {
  const { id } = await buildProperty(server.context, { moderation_status: 'pending' });
  expect((await server.request('POST', `/api/properties/${id}/views`)).status).toBe(404);
  const token = await signIn(server.context, await buildUser(server.context, { role: 'admin' }));
  expect(await view(id, { token })).toEqual({ counted: false, views: 0 });
});

test('what is stored names no address, and stays the same over a restart', async () => {
  const { id } = await buildProperty(server.context);
  await view(id, { address: '198.51.100.77' });
  const [row] = await server.context.db.models.PropertyView.findAll({ where: { property_id: id } });
  expect(row?.viewer_key).toMatch(/^[0-9a-f]{64}$/);
  const secrets = await server.context.db.models.SystemSetting.findAll({ where: { category: 'viewerKeys' } });
  expect(secrets).toHaveLength(1);
});
