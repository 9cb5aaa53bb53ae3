// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectedAnalytics, loadAllRows } from '#tests/support/analyticsOracle.ts';
import { analyticsScene } from '#tests/support/analyticsScene.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PATH = '/api/agents/analytics';
const NOW = '2026-03-15T04:00:00.000Z';
const JANUARY = { from: '2026-01-01', to: '2026-01-31' };
const FEBRUARY = { from: '2026-02-01', to: '2026-02-28' };
/** The last millisecond of January in Manila, and the one after it. */
const JANUARY_ENDS = '2026-01-31T15:59:59.999Z';
const FEBRUARY_BEGINS = '2026-01-31T16:00:00.000Z';

let server: TestServer;
let agent: Person;
let client: Person;
let scene: ReturnType<typeof analyticsScene>;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(NOW) });
  client = await enter(server);
});
beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
  scene = analyticsScene(server.context, { agentId: agent.id, clientId: client.id });
});
afterAll(() => server.close());

interface Range {
  from: string;
  to: string;
}

/** The answer, once it has been found equal to a count by hand. */
async function figures(range: Range | null = null, who = agent) {
  const { body } = await who.get(PATH + (range ? `?from=${range.from}&to=${range.to}` : ''));
  const { topProperties, ...rest } = body.data;
  const { top, ...expected } = expectedAnalytics(await loadAllRows(server.context), who.id, range);
  expect(rest).toEqual(expected);
  expect(
    topProperties.map(({ id, views, inquiries }: (typeof top)[number]) => ({ id, views, inquiries })),
  ).toEqual(top);
  return body.data;
}

const monthly = (data: { trends: { monthly: { month: string }[] } }, month: string) =>
  data.trends.monthly.find((row) => row.month === month);

describe('the border of a month is midnight in Manila', () => {
  test('for everything that is counted', async () => {
    for (const at of [JANUARY_ENDS, FEBRUARY_BEGINS]) {
      const { id } = await scene.listing({ created_at: new Date(at), price: 1_000_000.5 });
      await scene.history(id, 1_000_000.5, [['sold', at]]);
      await scene.view(id, at);
      await scene.inquiry(at, null, id);
      await scene.talk([['user', at]]);
    }
    const all = await figures();
    const one = { newListings: 1, soldProperties: 1, newConversations: 1, revenue: 1_000_000.5 };
    expect(monthly(all, '2026-01')).toEqual({ month: '2026-01', ...one });
    expect(monthly(all, '2026-02')).toEqual({ month: '2026-02', ...one });
    for (const range of [JANUARY, FEBRUARY]) {
      const { overview, trends, topProperties } = await figures(range);
      expect(overview).toMatchObject({ totalRevenue: 1_000_000.5, totalViews: 1, totalConversations: 1 });
      expect(trends.monthly).toHaveLength(1);
      expect(topProperties[0]).toMatchObject({ views: 1, inquiries: 1 });
      expect(topProperties[1]).toMatchObject({ views: 0, inquiries: 0 });
    }
    expect((await figures({ from: '2026-01-31', to: '2026-02-01' })).overview.totalViews).toBe(2);
  });

  test('a month without anything stands among the others', async () => {
    const { trends } = await figures({ from: '2025-11-20', to: '2026-02-03' });
    expect(trends.monthly.map(({ month }: { month: string }) => month)).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
    ]);
    expect(trends.monthly[1]).toEqual({
      month: '2025-12',
      newListings: 0,
      soldProperties: 0,
      newConversations: 0,
      revenue: 0,
    });
  });
});

describe('a listing', () => {
  test('sold twice is sold once, the last time and for the last price', async () => {
    const { id } = await scene.listing();
    await scene.history(id, 7_000_000, [['sold', '2026-01-10T00:00:00Z']]);
    await scene.history(id, 6_500_000, [
      ['available', '2026-01-20T00:00:00Z'],
      ['sold', '2026-02-05T00:00:00Z'],
    ]);
    expect((await figures(JANUARY)).overview.totalRevenue).toBe(0);
    const { overview, trends } = await figures(FEBRUARY);
    expect(overview).toMatchObject({ soldProperties: 1, totalRevenue: 6_500_000 });
    expect(trends.monthly[0]).toMatchObject({ soldProperties: 1, revenue: 6_500_000 });
  });

  test('put back on offer is not sold, in no month', async () => {
    const { id } = await scene.listing();
    await scene.history(id, 7_000_000, [
      ['sold', '2026-02-05T00:00:00Z'],
      ['available', '2026-03-01T00:00:00Z'],
    ]);
    const { overview, performanceMetrics, trends } = await figures(FEBRUARY);
    expect(overview).toMatchObject({ soldProperties: 0, totalRevenue: 0, activeProperties: 1 });
    expect(performanceMetrics.conversionRate).toBe(0);
    expect(trends.monthly[0]).toMatchObject({ soldProperties: 0, revenue: 0 });
  });

  test('sold once and let later brings one month’s rent only', async () => {
    const { id } = await scene.listing();
    await scene.history(id, 5_000_000, [['sold', '2026-01-05T00:00:00Z']]);
    await scene.history(id, 30_000, [
      ['available', '2026-01-06T00:00:00Z'],
      ['rented', '2026-02-07T00:00:00Z'],
    ]);
    const { overview, trends } = await figures();
    expect(overview).toMatchObject({ soldProperties: 0, rentedProperties: 1, totalRevenue: 30_000 });
    expect(monthly({ trends }, '2026-02')).toMatchObject({ soldProperties: 0, revenue: 30_000 });
  });

  test('that an admin has hidden is the agent’s, but not active', async () => {
    await scene.listing({ moderation_status: 'rejected' });
    await scene.listing();
    expect((await figures()).overview).toMatchObject({ totalProperties: 2, activeProperties: 1 });
  });

  test('that is deleted takes its sale and its views along; the inquiry was answered all the same', async () => {
    const { id } = await scene.listing();
    await scene.history(id, 9_000_000, [['sold', '2026-02-05T00:00:00Z']]);
    await scene.view(id, '2026-02-01T00:00:00Z');
    await scene.inquiry('2026-02-02T00:00:00Z', '2026-02-02T00:30:00Z', id);
    expect((await figures()).overview).toMatchObject({ totalRevenue: 9_000_000, totalViews: 1 });
    const gone = await server.request('DELETE', `/api/properties/${id}`, { token: agent.token });
    expect(gone.status).toBe(200);
    const { overview, performanceMetrics, topProperties } = await figures();
    expect(overview).toMatchObject({ totalProperties: 0, soldProperties: 0, totalRevenue: 0, totalViews: 0 });
    expect(performanceMetrics).toMatchObject({ inquiryResponseRate: 100, medianFirstResponseMinutes: 30 });
    expect(topProperties).toEqual([]);
  });
});

describe('answers', () => {
  test('inquiries nobody answered lower the rate and leave the median alone', async () => {
    await scene.inquiry('2026-01-10T00:00:00Z', '2026-01-10T00:20:00Z');
    // An inquiry of January, answered in February: January's inquiry counts as answered.
    await scene.inquiry('2026-01-31T15:00:00Z', '2026-02-01T15:00:00Z');
    await scene.inquiry('2026-01-12T00:00:00Z');
    const { overview, performanceMetrics } = await figures(JANUARY);
    expect(performanceMetrics).toMatchObject({ inquiryResponseRate: 66.7, medianFirstResponseMinutes: 730 });
    expect(overview.newInquiries).toBe(1);
    expect((await figures(FEBRUARY)).performanceMetrics).toMatchObject({
      inquiryResponseRate: null,
      medianFirstResponseMinutes: null,
    });
  });

  test('in a chat the first answer after the client’s first words counts, exactly to the millisecond', async () => {
    await scene.talk([
      ['agent', '2026-02-01T00:00:00Z'],
      ['user', '2026-02-01T01:00:00Z'],
      ['user', '2026-02-01T01:05:00Z'],
      ['agent', '2026-02-01T01:12:21.000Z'],
      ['agent', '2026-02-01T02:00:00Z'],
    ]);
    // 12.35 minutes; a hair less would be 12.3.
    expect((await figures()).performanceMetrics.medianFirstResponseMinutes).toBe(12.4);
    await scene.talk([['user', '2026-02-02T00:00:00Z']]);
    await scene.talk([['agent', '2026-02-03T00:00:00Z']]);
    const { performanceMetrics } = await figures();
    expect(performanceMetrics).toMatchObject({ responseRate: 2.3, medianFirstResponseMinutes: 12.4 });
    // The middle two of an even number, chats and inquiries together.
    await scene.inquiry('2026-02-02T00:00:00Z', '2026-02-02T00:20:39Z');
    expect((await figures()).performanceMetrics.medianFirstResponseMinutes).toBe(16.5);
  });

  test('a suspended or closed conversation counts, but not as active', async () => {
    await scene.talk([['user', '2026-02-01T00:00:00Z']], { status: 'suspended' });
    await scene.talk([['user', '2026-02-01T00:00:00Z']], { status: 'closed' });
    await scene.talk([['user', '2026-02-01T00:00:00Z']]);
    expect((await figures()).overview).toMatchObject({ totalConversations: 3, activeConversations: 1 });
  });

  test('a talk among agents is that of the one it was begun with', async () => {
    const colleague = await enter(server, { role: 'agent' });
    await scene.talk(
      [
        ['user', '2026-02-01T00:00:00Z'],
        ['agent', '2026-02-01T00:10:00Z'],
      ],
      { starterId: colleague.id },
    );
    expect((await figures()).performanceMetrics.medianFirstResponseMinutes).toBe(10);
    expect((await figures(null, colleague)).overview.totalConversations).toBe(0);
  });
});

test('scheduled viewings are confirmed, to come, and one’s own', async () => {
  const { id } = await scene.listing();
  const other = await enter(server, { role: 'agent' });
  await scene.book(id, 'confirmed', NOW);
  await scene.book(id, 'confirmed', '2026-03-16T02:00:00Z');
  await scene.book(id, 'confirmed', '2026-03-15T03:00:00Z');
  await scene.book(id, 'requested', '2026-03-17T02:00:00Z');
  await scene.book(id, 'cancelled', '2026-03-17T04:00:00Z');
  await scene.book(id, 'confirmed', '2026-03-18T02:00:00Z', other.id);
  expect((await figures()).overview.scheduledViewings).toBe(2);
});
