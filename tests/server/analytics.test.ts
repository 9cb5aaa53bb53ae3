// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectedAnalytics, loadAllRows } from '#tests/support/analyticsOracle.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { signIn } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PATH = '/api/agents/analytics';

describe('of the demo data', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ data: 'demo' });
  });
  afterAll(() => server.close());

  const ranges = [null, { from: '2026-01-01', to: '2026-06-30' }, { from: '2025-12-15', to: '2026-02-14' }];

  test('every agent’s figures are those of a count by hand', async () => {
    const { User } = server.context.db.models;
    const agents = await User.findAll({ where: { role: 'agent', status: 'active' }, order: ['id'] });
    expect(agents.length).toBeGreaterThan(10);
    const rows = await loadAllRows(server.context);
    let sales = 0;
    for (const [index, agent] of agents.entries()) {
      const token = await signIn(server.context, agent);
      // Every agent over all time; a few also over ranges whose ends lie inside months.
      for (const range of index < 3 ? ranges : [null]) {
        const query = range ? `?from=${range.from}&to=${range.to}` : '';
        const { status, body } = await server.request('GET', PATH + query, { token });
        expect(status).toBe(200);
        const { topProperties, ...figures } = body.data;
        const { top, ...expected } = expectedAnalytics(rows, agent.id, range);
        expect(figures).toEqual(expected);
        expect(
          topProperties.map(({ id, views, inquiries }: (typeof top)[number]) => ({ id, views, inquiries })),
        ).toEqual(top);
        sales += figures.overview.soldProperties;
      }
    }
    expect(sales).toBeGreaterThan(0);
  });

  test('the files hold the same figures', async () => {
    const token = await server.login('agent@silong.example');
    const { body } = await server.request('GET', PATH, { token });
    const months = await server.request('GET', `${PATH}/export`, { token });
    expect(months.headers.get('content-type')).toContain('text/csv');
    expect(months.headers.get('content-disposition')).toContain('silong-monthly.csv');
    const period = await server.request('GET', `${PATH}/export?from=2026-01-01&to=2026-02-28`, { token });
    expect(period.headers.get('content-disposition')).toContain('silong-monthly-2026-01-01-to-2026-02-28.csv');
    const lines = String(months.body).trim().split('\r\n');
    expect(lines).toHaveLength(13);
    const last = body.data.trends.monthly.at(-1);
    expect(lines.at(-1)).toBe(
      [last.month, last.newListings, last.soldProperties, last.newConversations, last.revenue].join(','),
    );
    const listings = await server.request('GET', `${PATH}/export?table=properties`, { token });
    expect(String(listings.body).trim().split('\r\n')).toHaveLength(body.data.overview.totalProperties + 1);
  });
});

describe('at the edges', () => {
  let server: TestServer;
  let agent: Person;
  let now = new Date('2026-02-10T04:00:00Z');

  beforeAll(async () => {
    server = await startTestServer({ data: 'empty', now: () => now });
    agent = await enter(server, { role: 'agent' });
  });
  afterAll(() => server.close());

  const read = async (query = '') => (await agent.get(PATH + query)).body.data;
  const month = async (name: string) =>
    (await read()).trends.monthly.find((figures: { month: string }) => figures.month === name);
  const setStatus = async (id: number, status: string, at: string) => {
    now = new Date(at);
    expect((await agent.put(`/api/properties/${id}`, { status })).status).toBe(200);
    now = new Date('2026-02-10T04:00:00Z');
  };
  const listing = (price: number) =>
    buildProperty(server.context, {
      agent_id: agent.id,
      price,
      created_at: new Date('2026-01-05T00:00:00Z'),
    });

  test('an agent without anything has zeros, and no rate of nothing', async () => {
    expect(await read()).toMatchObject({
      overview: { totalProperties: 0, totalRevenue: 0, soldThisMonth: 0 },
      performanceMetrics: {
        conversionRate: 0,
        inquiryResponseRate: null,
        medianFirstResponseMinutes: null,
      },
      topProperties: [],
    });
  });

  test('the month is Manila’s: 1:30 in the morning of 1 February is February', async () => {
    const { id } = await listing(4_000_000);
    await setStatus(id, 'sold', '2026-01-31T17:30:00Z');
    expect(await month('2026-01')).toMatchObject({ soldProperties: 0, revenue: 0 });
    expect(await month('2026-02')).toMatchObject({ soldProperties: 1, revenue: 4_000_000 });
    expect((await read()).overview).toMatchObject({ soldThisMonth: 1, monthlyRevenue: 4_000_000 });
    expect((await read('?from=2026-01-01&to=2026-01-31')).overview.totalRevenue).toBe(0);
    expect((await read('?from=2026-02-01&to=2026-02-01')).overview.totalRevenue).toBe(4_000_000);

    // Put back on offer, it was never sold; sold again, it counts once and at its new time and price.
    await setStatus(id, 'available', '2026-02-03T00:00:00Z');
    expect((await read()).overview).toMatchObject({ soldProperties: 0, totalRevenue: 0, soldThisMonth: 0 });
    now = new Date('2026-02-04T00:00:00Z');
    expect((await agent.put(`/api/properties/${id}`, { price: 3_900_000 })).status).toBe(200);
    await setStatus(id, 'sold', '2026-02-05T00:00:00Z');
    expect((await read()).overview).toMatchObject({
      soldProperties: 1,
      totalRevenue: 3_900_000,
      soldThisMonth: 1,
    });
  });

  test('a rented listing brings one month’s price', async () => {
    const before = (await read()).overview.totalRevenue;
    const { id } = await listing(25_000);
    await setStatus(id, 'rented', '2026-02-06T00:00:00Z');
    const { overview, performanceMetrics } = await read();
    expect(overview.totalRevenue).toBe(before + 25_000);
    expect(overview.rentedProperties).toBe(1);
    expect(performanceMetrics.conversionRate).toBe(100);
  });

  test('the first answer counts, not the latest', async () => {
    const ask = async () => {
      const { body } = await server.request('POST', `/api/agents/${agent.id}/contact`, {
        body: { name: 'Ana', email: 'ana@silong.example', message: 'Is it free?' },
      });
      const { db } = server.context;
      // Rows are stamped by the real clock; this one was written at the test's own time.
      await db.sequelize.query(
        `UPDATE inquiries SET created_at = '2026-02-10 04:00:00.000 +00:00' WHERE id = ${body.data.id}`,
      );
      return body.data.id;
    };
    const id = await ask();
    const reply = (minutes: number) => {
      now = new Date(Date.parse('2026-02-10T04:00:00Z') + minutes * 60_000);
      return agent.post(`/api/agents/${agent.id}/contacts/${id}/reply`, { message: 'Yes, it is.' });
    };
    expect((await reply(10)).status).toBe(200);
    expect((await reply(90)).status).toBe(200);
    now = new Date('2026-02-10T04:00:00Z');
    expect((await read()).performanceMetrics).toMatchObject({
      inquiryResponseRate: 100,
      medianFirstResponseMinutes: 10,
    });
    await ask();
    expect((await read()).performanceMetrics.inquiryResponseRate).toBe(50);
    expect((await read()).overview.newInquiries).toBe(1);
  });

  test('everything together equals a count by hand', async () => {
    const { top: _top, ...expected } = expectedAnalytics(await loadAllRows(server.context), agent.id, null);
    expect(await read()).toMatchObject(expected);
  });

  test('they are the caller’s own, and agents’ only', async () => {
    const other = await enter(server, { role: 'agent' });
    expect((await other.get(PATH)).body.data.overview.totalProperties).toBe(0);
    for (const role of ['user', 'admin'] as const)
      expect((await (await enter(server, { role })).get(PATH)).status).toBe(403);
    expect((await server.request('GET', PATH)).status).toBe(401);
  });

  test.each([
    ['?from=2026-02-02&to=2026-02-01', 'from must not be after to'],
    ['?from=2026-02-30&to=2026-03-01', 'Enter a date such as 2026-01-31'],
    ['?from=yesterday&to=2026-03-01', 'Enter a date such as 2026-01-31'],
    ['?from=2026-02-01', 'Enter both from and to'],
    ['?from=1990-01-01&to=2026-02-01', 'The range is too long'],
  ])('%s is refused', async (query, sentence) => {
    for (const path of [PATH, `${PATH}/export`])
      expect(await agent.get(path + query)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', error: sentence },
      });
  });
});
