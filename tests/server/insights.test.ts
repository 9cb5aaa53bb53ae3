// @databases full

import type { CreationAttributes } from 'sequelize';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PropertyModel, ViewingModel } from '#server/db/models.ts';
import { timeParameter } from '#server/db/sql.ts';
import { type Advice, type AdviceKind, adviceKinds, adviceRules } from '#shared/contracts/insights.ts';
import { addDays, manilaDay } from '#shared/manilaDays.ts';
import { deskActs } from '#tests/support/deskScene.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { signIn } from '#tests/support/factories/users.ts';
import { enter, type Person, personOf } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** After everything that the tests do and the database stamps. */
const NOW = new Date(Date.now() + 3 * MINUTE);

let now = NOW;
let server: TestServer;
let acts: ReturnType<typeof deskActs>;
const ago = (milliseconds: number) => new Date(NOW.getTime() - milliseconds);

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
  acts = deskActs(server);
});
afterAll(() => server.close());

/** An unremarkable listing: comparable ones cost as much and have as many views. */
async function list(agent: Person, overrides: Partial<CreationAttributes<PropertyModel>> = {}) {
  const listing = await buildProperty(server.context, {
    agent_id: agent.id,
    description: 'x'.repeat(adviceRules.minDescription),
    images: Array.from({ length: adviceRules.minPictures }, (_, at) => `/media/${at}`),
    price: 14_400_000,
    area_sqm: 60,
    view_count: 100,
    created_at: ago(20 * DAY),
    ...overrides,
  });
  await changedAt(listing.id, ago(DAY));
  return listing.id;
}

async function changedAt(id: number, at: Date): Promise<void> {
  const { db } = server.context;
  await db.sequelize.query('UPDATE properties SET fresh_at = $1 WHERE id = $2', {
    bind: [timeParameter(db.dialect, at), id],
  });
}

let viewers = 0;
async function view(property_id: number, count: number, daysAgo: number): Promise<void> {
  const viewed_at = ago(daysAgo * DAY);
  const views = Array.from({ length: count }, () => {
    viewers += 1;
    return { property_id, viewer_key: `viewer ${viewers}`, viewed_on: manilaDay(viewed_at), viewed_at };
  });
  await server.context.db.transaction(() => server.context.db.models.PropertyView.bulkCreate(views));
}

async function show(agent: Person, values: Partial<CreationAttributes<ViewingModel>>): Promise<number> {
  const { Viewing } = server.context.db.models;
  const visitor = await enter(server);
  const property_id = values.property_id ?? (await list(agent));
  const ends_at = values.ends_at ?? ago(HOUR);
  const viewing = { status: 'confirmed' as const, starts_at: new Date(ends_at.getTime() - HOUR), ends_at };
  const row = { ...viewing, agent_id: agent.id, user_id: visitor.id, ...values, property_id };
  return (await server.context.db.transaction(() => Viewing.create(row))).id;
}

/** An inquiry of that time, and the line of its sender. */
async function asked(agent: Person, at: Date): Promise<number> {
  const { Inquiry } = server.context.db.models;
  const from = await enter(server);
  const id = await acts.ask(agent, from);
  await server.context.db.transaction(() =>
    Inquiry.update({ created_at: at, updated_at: at } as object, { where: { id }, silent: true }),
  );
  const { rows } = await acts.queue(agent);
  return rows.find(({ user_id }) => user_id === from.id)?.id ?? 0;
}

async function offered(agent: Person, at: Date, change: object = {}): Promise<number> {
  const { Client } = server.context.db.models;
  const from = await enter(server);
  const inquiry = await acts.ask(agent, from);
  await acts.reply(agent, inquiry);
  const line = (await acts.queue(agent)).rows.find(({ user_id }) => user_id === from.id)?.id ?? 0;
  await acts.change(agent, line, { stage: 'offer', ...change });
  await server.context.db.transaction(() => Client.update({ stage_at: at }, { where: { id: line } }));
  return line;
}

const read = async (agent: Person): Promise<{ advice: Advice[]; has_more: boolean }> =>
  (await agent.get('/api/desk/insights')).body.data;
const keysOf = async (agent: Person) => (await read(agent)).advice.map(({ key }) => key);
const licensed = (agent: Person, license_expires_on: string) =>
  server.context.db.transaction(() =>
    server.context.db.models.AgentProfile.update(
      { license_expires_on, license_checked_at: ago(DAY) },
      { where: { user_id: agent.id } },
    ),
  );

/** Another agent's listings, comparable with the ones that `list` makes. */
async function market(values: Partial<CreationAttributes<PropertyModel>> = {}, count = 5): Promise<void> {
  const other = await enter(server, { role: 'agent' });
  for (let at = 0; at < count; at += 1)
    await list(other, { price: 12_400_000 + at * 1_000_000, view_count: 80 + at * 10, ...values });
}

test('each kind of advice is given when its rule holds, in order, and not when it just does not', async () => {
  await market();
  // Too few to compare with, hidden, sold, or another kind of offer.
  await market({ city: 'Pasig', address: '1 Shaw Boulevard' }, 4);
  await market({ city: 'Pasig', address: '2 Shaw Boulevard', moderation_status: 'inactive' }, 1);
  await market({ city: 'Pasig', address: '3 Shaw Boulevard', status: 'sold' }, 1);
  await market({ city: 'Pasig', address: '4 Shaw Boulevard', listing_type: 'rent' }, 1);
  const agent = await enter(server, { role: 'agent' });
  const expected: Record<AdviceKind, number> = {
    client_waiting: await asked(agent, ago(24 * HOUR)),
    license_ending: agent.id,
    offer_without_next_action: await offered(agent, ago(24 * HOUR)),
    views_without_inquiries: await list(agent, { price: 18_720_000, view_count: 620 }),
    viewing_without_outcome: await show(agent, { ends_at: NOW }),
    listing_stale: await list(agent),
    few_views: await list(agent, { view_count: 33 }),
    not_on_map: await list(agent, { latitude: null, longitude: null }),
    few_pictures: await list(agent, { images: ['/media/1', '/media/2', '/media/3', '/media/4'] }),
    short_description: await list(agent, { description: 'x'.repeat(adviceRules.minDescription - 1) }),
  };
  await licensed(agent, addDays(manilaDay(NOW), 30));
  await view(expected.views_without_inquiries, 60, 29);
  await changedAt(expected.listing_stale, ago(30 * DAY));

  // Each of these is just not worth a word.
  await asked(agent, ago(24 * HOUR - MINUTE));
  await offered(agent, ago(24 * HOUR - MINUTE));
  await offered(agent, ago(25 * HOUR), { next_action: 'Send the contract' });
  await offered(agent, ago(25 * HOUR), { done: true });
  await view(await list(agent), 59, 29);
  await view(await list(agent), 60, 30);
  const wanted = await list(agent);
  await view(wanted, 60, 1);
  await acts.ask(agent, await enter(server), { property_id: wanted });
  await show(agent, { ends_at: new Date(NOW.getTime() + MINUTE) });
  await show(agent, { outcome: 'no_show' });
  await show(agent, { status: 'cancelled' });
  await show(agent, { ends_at: ago(30 * DAY) });
  await changedAt(await list(agent), ago(30 * DAY - HOUR));
  await list(agent, { view_count: 34 });
  await list(agent, { view_count: 0, created_at: ago(14 * DAY - HOUR) });
  await list(agent, { view_count: 0, city: 'Pasig', address: '9 Shaw Boulevard' });
  await list(agent, { status: 'sold', images: [], latitude: null, description: 'Sold' });
  await list(agent, { moderation_status: 'inactive', images: [], latitude: null, description: 'Hidden' });

  const { advice, has_more } = await read(agent);
  expect(advice.map(({ key }) => key)).toEqual(adviceKinds.map((kind) => `${kind}-${expected[kind]}`));
  expect(has_more).toBe(false);
  const figures = Object.fromEntries(advice.map((one) => [one.kind, one]));
  expect(figures.views_without_inquiries).toMatchObject({
    views: 60,
    days: 30,
    price_per_sqm: 312_000,
    listing: { id: expected.views_without_inquiries },
    around: { median: 240_000, place: 'Makati' },
    is_dear: true,
  });
  expect(figures.few_views).toMatchObject({ views: 33, days: 20, around: { median: 100, place: 'Makati' } });
  expect(figures.listing_stale).toMatchObject({ days: 30 });
  expect(figures.few_pictures).toMatchObject({ pictures: 4, wanted: 5 });
  expect(figures.short_description).toMatchObject({ characters: 199, wanted: 200 });
  expect(figures.client_waiting).toMatchObject({
    waiting_for: 'inquiry',
    since: ago(24 * HOUR).toISOString(),
  });
  expect(figures.license_ending).toMatchObject({ state: 'expiring', last_day: addDays(manilaDay(NOW), 30) });

  await licensed(agent, addDays(manilaDay(NOW), 31));
  expect(await keysOf(agent)).not.toContain(`license_ending-${agent.id}`);
});

test('without five comparable listings a price is compared with nothing', async () => {
  const agent = await enter(server, { role: 'agent' });
  const id = await list(agent, { city: 'Caloocan', address: '10 Mabini Street' });
  await view(id, 60, 0);
  const { advice } = await read(agent);
  expect(advice).toMatchObject([
    { key: `views_without_inquiries-${id}`, price_per_sqm: 240_000, around: null, is_dear: false },
  ]);
});

test('of a kind three are told, and that there is more', async () => {
  const agent = await enter(server, { role: 'agent' });
  for (let views = 1; views <= 4; views += 1)
    await list(agent, { latitude: null, longitude: null, view_count: views * 100 });
  const { advice, has_more } = await read(agent);
  expect(advice).toHaveLength(3);
  expect(has_more).toBe(true);
  await agent.put(`/api/desk/insights/${advice[0]?.key}`, { dismissed: true });
  const next = await read(agent);
  expect(next.advice).toHaveLength(3);
  expect(next.advice.map(({ key }) => key)).not.toContain(advice[0]?.key);
  expect(next.has_more).toBe(false);
});

test('what is dismissed stays away for 30 days, whatever else is set, and can be taken back', async () => {
  const [agent, other] = [await enter(server, { role: 'agent' }), await enter(server, { role: 'agent' })];
  const id = await list(agent, { images: [] });
  const key = `few_pictures-${id}`;
  const dismiss = (dismissed: boolean, by = agent) => by.put(`/api/desk/insights/${key}`, { dismissed });
  expect((await dismiss(true, other)).status).toBe(200);
  expect(await keysOf(agent)).toEqual([key]);

  const until = new Date(NOW.getTime() + 30 * DAY).toISOString();
  expect((await dismiss(true)).body.data).toEqual({ key, dismissed_until: until });
  expect((await agent.put('/api/settings', { notifications: { push: false } })).status).toBe(200);
  expect(await keysOf(agent)).toEqual([]);
  expect((await agent.get('/api/settings')).body.data.notifications.push).toBe(false);
  expect((await dismiss(false)).body.data).toEqual({ key, dismissed_until: null });
  expect(await keysOf(agent)).toEqual([key]);

  await dismiss(true);
  now = new Date(NOW.getTime() + 30 * DAY);
  try {
    const later = personOf(server, agent.user, await signIn(server.context, agent.user));
    expect(await keysOf(later)).toContain(key);
  } finally {
    now = NOW;
  }
  for (const wrong of ['few_pictures', 'few_pictures-0', 'nothing-1', 'few_pictures-9999999999'])
    expect((await agent.put(`/api/desk/insights/${wrong}`, { dismissed: true })).status, wrong).toBe(400);
});

test('the figures are named by what they count, and sold is not rented', async () => {
  const agent = await enter(server, { role: 'agent' });
  const get = async (query = '') => (await agent.get(`/api/desk/figures${query}`)).body.data;
  expect(await get()).toMatchObject({
    conversations: 0,
    inquiries: 0,
    median_first_answer_minutes: null,
    viewings: { held: 0, no_show: 0, without_outcome: 0 },
    sold: { count: 0, value: 0 },
    rented: { count: 0, monthly_rent: 0 },
  });

  const client = await enter(server);
  const conversation = await acts.chat(agent, client);
  await acts.say(agent, conversation, 'Yes.');
  await acts.say(client, conversation, 'Thank you.');
  await acts.reply(agent, await acts.ask(agent, await enter(server)));
  await acts.ask(agent, await enter(server));
  for (const [price, status] of [
    [5_000_000, 'sold'],
    [7_000_000, 'sold'],
    [30_000, 'rented'],
  ] as const) {
    const listing_type = status === 'sold' ? 'sale' : 'rent';
    const id = await list(agent, { price, listing_type });
    expect((await agent.put(`/api/properties/${id}`, { status })).status).toBe(200);
  }
  const shown = await list(agent);
  for (const outcome of ['took_place', 'offer', 'not_for_them', 'no_show', null] as const)
    await show(agent, { property_id: shown, outcome });
  await show(agent, { property_id: shown, status: 'declined', outcome: null });
  await view(shown, 3, 0);
  await view(shown, 2, 7);
  await view(shown, 4, 30);
  await view(shown, 9, 60);

  const figures = await get();
  expect(figures).toMatchObject({
    conversations: 1,
    messages: 3,
    inquiries: 2,
    answered_inquiries: 1,
    viewings: { held: 3, no_show: 1, without_outcome: 1 },
    sold: { count: 2, value: 12_000_000 },
    rented: { count: 1, monthly_rent: 30_000 },
    views: { last_7_days: { count: 3, before: 2 }, last_30_days: { count: 5, before: 4 } },
  });
  expect(figures.median_first_answer_minutes).toBeLessThan(5);
  expect(figures.views_by_day).toHaveLength(30);
  expect(figures.views_by_day.at(-1)).toEqual({ day: manilaDay(NOW), views: 3, before: 4 });
  expect(await get('?from=2020-01-01&to=2020-12-31')).toMatchObject({
    conversations: 0,
    viewings: { held: 0, no_show: 0, without_outcome: 0 },
    sold: { count: 0, value: 0 },
    views: { last_7_days: { count: 3, before: 2 } },
  });
  expect((await agent.get('/api/desk/figures?from=2020-01-01')).status).toBe(400);
});
