import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PropertyModel } from '#server/db/models.ts';
import { buildAgent } from '#tests/support/factories/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

const get = (path: string, options = {}) => server.request('GET', `/api/properties${path}`, options);

/** As a browser asks again; `fetch` would add 'no-cache' to a request with a condition. */
async function getIfChanged(path: string, etag: string) {
  const request = httpGet(`${server.url}/api/properties${path}`, { headers: { 'if-none-match': etag } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return {
    status: response.statusCode,
    bytes: Buffer.concat(chunks).length,
    etag: response.headers.etag,
  };
}

/** Changes a listing as another process would: without a notification to this one. */
const changeElsewhere = (listing: PropertyModel, change: Partial<PropertyModel>) =>
  server.context.db.transaction((transaction) => listing.update(change, { transaction }));

async function change(listing: PropertyModel, values: Partial<PropertyModel>) {
  await changeElsewhere(listing, values);
  server.context.bus.publish('listingChanged', { propertyId: listing.id });
}

describe('a conditional request', () => {
  test.each(['', '/map', '/by-ids?ids=1', '/1'])('of %s is answered 304 while nothing changed', async (path) => {
    const listing = await buildProperty(server.context, { title: 'Before' });
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(first.headers.get('content-type')).toContain('application/json');

    expect(await getIfChanged(path, etag)).toEqual({ status: 304, bytes: 0, etag });

    const shown = await server.context.db.models.Property.findByPk(1, { rejectOnEmpty: true });
    await change(shown, { title: `After ${path}` });
    const changed = await getIfChanged(path, etag);
    expect(changed.status).toBe(200);
    expect(changed.etag).not.toBe(etag);
  });
});

describe('a change made here', () => {
  test('shows at once in the list, its total, the map and the listing', async () => {
    const listing = await buildProperty(server.context, { city: 'Pateros', address: '1 M. Almeda Street' });
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
    const look = async () => ({
      total: (await get('?location=Pateros')).body.data.pagination.total,
      prices: (await get('?location=Pateros')).body.data.properties.map((row: { price: number }) => row.price),
      map: (await get('/map?location=Pateros')).body.data.total,
      one: (await get(`/${listing.id}`)).status,
      byIds: (await get(`/by-ids?ids=${listing.id}`)).body.data.properties.length,
    });
    expect(await look()).toEqual({ total: 1, prices: [5_000_000], map: 1, one: 200, byIds: 1 });
    await change(listing, { price: 4_500_000 });
    expect(await look()).toMatchObject({ prices: [4_500_000] });
    await change(listing, { moderation_status: 'inactive' });
    expect(await look()).toEqual({ total: 0, prices: [], map: 0, one: 404, byIds: 0 });
    await change(listing, { moderation_status: 'active' });
    expect(await look()).toMatchObject({ total: 1, one: 200 });
  });
});

test('another process’s change shows within a few seconds', async () => {
  const listing = await buildProperty(server.context, { city: 'Navotas', address: '1 M. Naval Street' });
  const total = async () => (await get('?location=Navotas')).body.data.pagination.total;
  expect(await total()).toBe(1);
  await changeElsewhere(listing, { moderation_status: 'rejected' });
  await expect.poll(total, { timeout: 7_000, interval: 200 }).toBe(0);
});

const keptHeaders = ({ headers }: TestAnswer) =>
  [...headers].filter(([name]) => !/^(x-request-id|ratelimit|date)$/.test(name));

describe('a response that was just given', () => {
  const address = '/api/properties?location=Navotas';
  const again = (headers = {}) => server.request('GET', address, { headers });

  beforeAll(async () => {
    const listing = await buildProperty(server.context, {
      city: 'Navotas',
      description: 'By the water. '.repeat(100),
    });
    server.context.bus.publish('listingChanged', { propertyId: listing.id });
  });

  test('is given again as it was, with an id of its own', async () => {
    const first = await again();
    const second = await again();
    expect(first.body.data.properties).toHaveLength(1);
    expect(second.body).toEqual(first.body);
    expect(keptHeaders(second)).toEqual(keptHeaders(first));
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
  });

  test('is compressed for those alone who asked for that', async () => {
    const inPlain = { 'accept-encoding': 'identity' };
    const smaller = { 'accept-encoding': 'gzip, deflate' };
    const answers = [await again(inPlain), await again(smaller), await again(), await again(smaller)];
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', null, 'gzip']);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  test('is nobody’s while the site is closed', async () => {
    const { context } = server;
    await again();
    const settings = { ...context.systemSettings.current().application, maintenanceMode: true };
    await context.db.transaction(() =>
      context.db.models.SystemSetting.upsert({ category: 'application', settings }),
    );
    await context.systemSettings.reload();
    expect((await again()).status).toBe(503);
    await context.db.transaction(() =>
      context.db.models.SystemSetting.destroy({ where: { category: 'application' } }),
    );
    await context.systemSettings.reload();
    expect((await again()).status).toBe(200);
  });

  test('tells no contacts once guests may open the pages', async () => {
    const { context } = server;
    const emailOf = ({ body }: TestAnswer) => body.data.properties[0].agent.email;
    expect(emailOf(await again())).toContain('@');
    const settings = { ...context.systemSettings.current().application, publicListingPages: true };
    await context.db.transaction(() =>
      context.db.models.SystemSetting.upsert({ category: 'application', settings }),
    );
    await context.systemSettings.reload();
    expect([emailOf(await again()), emailOf(await again())]).toEqual(['', '']);
    await context.db.transaction(() =>
      context.db.models.SystemSetting.destroy({ where: { category: 'application' } }),
    );
    await context.systemSettings.reload();
    expect(emailOf(await again())).toContain('@');
  });
});

describe('an answer that nobody was given before', () => {
  /** No middleware is left out for callers that have a version already. */
  const wholeWay = (path: string) => get(path, { headers: { 'if-none-match': '"another"' } });

  test.each([
    ['?min_price=7', '?min_price=8'],
    ['/map/clusters?zoom=11&view=120.9,14.4,121.1,14.7', '/map/clusters?zoom=13&view=120.95,14.4,121.05,14.6'],
    ['/facets?bedrooms=2', '/facets?bedrooms=3&sort=price_asc'],
  ])('is told as one that went through all of the middleware (%s)', async (before, path) => {
    expect((await get(before)).status).toBe(200);
    const made = await get(path);
    const full = await wholeWay(path);
    expect(made.status).toBe(200);
    expect(made.body).toEqual(full.body);
    expect(keptHeaders(made)).toEqual(keptHeaders(full));
  });

  test('is another one for each listing, and none for one that is not public', async () => {
    const { context } = server;
    const agent = await buildAgent(context);
    const [one, other] = [
      await buildProperty(context, { agent_id: agent.id }),
      await buildProperty(context, { agent_id: agent.id }),
    ];
    const hidden = await buildProperty(context, { agent_id: agent.id, moderation_status: 'rejected' });
    for (const { id, title } of [one, other, one])
      expect((await get(`/${id}`)).body.data).toMatchObject({ id, title, agent: { email: agent.email } });
    for (const id of [hidden.id, 999_999]) {
      const { status, body } = await get(`/${id}`);
      expect([status, body.error]).toEqual([404, 'Property not found']);
    }
    const mistyped = await get('?min_price=much');
    expect([mistyped.status, mistyped.body.issues[0].path]).toEqual([400, 'min_price']);
    await change(one, { moderation_status: 'rejected' });
    expect((await get(`/${one.id}`)).status).toBe(404);
  });

  test('counts once, whether it can be made or not', async () => {
    const limited = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 5 } });
    try {
      const answers: TestAnswer[] = [];
      for (const query of ['', '?page=2', '?page=none', '?page=3', '?page=none', '?page=4', '?page=none'])
        answers.push(await limited.request('GET', `/api/properties${query}`));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 200, 400, 429, 429]);
      const left = answers.map(({ headers }) => /;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
      expect(left).toEqual(['4', '3', '2', '1', '0', '0', '0']);
    } finally {
      await limited.close();
    }
  });
});

test('a response that is given again counts like any, and tells what is left', async () => {
  const limited = await startTestServer({ data: 'empty', env: { rateLimitPerMinute: 3 } });
  try {
    const answers: TestAnswer[] = [];
    while (answers.length < 5) answers.push(await limited.request('GET', '/api/properties'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    const left = answers.map(({ headers }) => /;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    expect(left).toEqual(['2', '1', '0', '0', '0']);
  } finally {
    await limited.close();
  }
});

describe('a hidden listing', () => {
  test('is shown to its agent and to admins, and kept by no cache', async () => {
    const agent = await buildAgent(server.context);
    const { id } = await buildProperty(server.context, { agent_id: agent.id, moderation_status: 'rejected' });
    for (const person of [agent, await buildUser(server.context, { role: 'admin' })]) {
      const { status, body, headers } = await get(`/${id}`, { token: await signIn(server.context, person) });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ id, agent: { id: agent.id, email: agent.email } });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const stranger = await signIn(server.context, await buildUser(server.context));
    for (const token of [undefined, stranger, await signIn(server.context, await buildAgent(server.context))]) {
      const { status, body } = await get(`/${id}`, { token });
      expect(status).toBe(404);
      expect(body.error).toBe('Property not found');
    }
  });
});

test('a listing whose agent is gone has none', async () => {
  const { id } = await buildProperty(server.context, {
    agent_id: null,
    latitude: null,
    longitude: null,
    images: [],
  });
  const { body } = await get(`/${id}`);
  expect(body.data).toMatchObject({ agent: null, images: [], location: { coordinates: null } });
  expect((await get('/map')).body.data.points.map((point: { id: number }) => point.id)).not.toContain(id);
});
