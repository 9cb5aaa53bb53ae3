// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confirmationRequests } from '#server/features/properties/jobs.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const SECOND = 1_000;
const DAY = 86_400_000;
const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;
let agent: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
  other = await enter(server, { role: 'agent' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
});

const listings = () => server.context.db.models.Property;
const store = (work: () => Promise<unknown>) => server.context.db.transaction(work);

/** Sessions do not expire meanwhile. */
async function pass(ms: number): Promise<string> {
  clock += ms;
  const times = { created_at: new Date(clock), last_used_at: new Date(clock) };
  await store(() => server.context.db.models.Session.update(times, { where: {} }));
  return new Date(clock).toISOString();
}

async function post(changes: object = {}): Promise<number> {
  const draft = {
    title: 'Loft in Poblacion',
    description: 'Bright, with a balcony.',
    price: 8_500_000,
    location: { address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
    details: { area_sqm: 54 },
    ...changes,
  };
  const { status, body } = await agent.post('/api/properties', draft);
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
}

async function change(id: number, changes: object, person = agent): Promise<void> {
  const { status, body } = await person.put(`/api/properties/${id}`, changes);
  expect([status, body.error]).toEqual([200, undefined]);
}

const confirm = (id: number, person = agent) => person.post(`/api/properties/${id}/confirm`, {});
const historyOf = (id: number, person?: Person) =>
  server.request('GET', `/api/properties/${id}/history`, { token: person?.token });
const eventsOf = async (id: number) => (await historyOf(id)).body.data.events;
const listingOf = async (id: number) => (await server.request('GET', `/api/properties/${id}`)).body.data;

describe('the history of a listing', () => {
  test('tells each change of price and status and each confirmation, newest first, and nothing else', async () => {
    const at = [await pass(DAY)];
    const id = await post();
    at.push(await pass(DAY));
    await change(id, { price: 8_000_000 });
    await pass(DAY);
    await change(id, { title: 'Another title', features: ['Pool'], images: [], details: { bedrooms: 3 } });
    await change(id, { price: 8_000_000, status: 'available' });
    at.push(await pass(DAY));
    expect((await confirm(id)).status).toBe(200);
    at.push(await pass(DAY));
    await change(id, { status: 'sold', price: 7_900_000 });
    at.push(await pass(DAY));
    expect((await agent.put('/api/properties/my/status', { ids: [id], status: 'available' })).status).toBe(200);
    await pass(DAY);
    for (const status of ['inactive', 'active'])
      expect(
        (await admin.put(`/api/admin/properties/${id}/status`, { status, reason: 'To be looked at' })).status,
      ).toBe(200);

    const blank = { previous_price: null, status: 'available' };
    expect(await eventsOf(id)).toEqual([
      { ...blank, at: at[4], kind: 'status', price: 7_900_000 },
      { at: at[3], kind: 'status', price: 7_900_000, previous_price: null, status: 'sold' },
      { at: at[3], kind: 'price', price: 7_900_000, previous_price: 8_000_000, status: 'sold' },
      { ...blank, at: at[2], kind: 'confirmed', price: 8_000_000 },
      { ...blank, at: at[1], kind: 'price', price: 8_000_000, previous_price: 8_500_000 },
      { ...blank, at: at[0], kind: 'listed', price: 8_500_000 },
    ]);
    expect(await listingOf(id)).toMatchObject({ confirmed_at: at[2], fresh_at: at[4] });
  });

  test('begins for what a file brought in as for what was typed', async () => {
    const csv =
      'title,description,price,address,city,province,area_sqm\r\nFrom a File,Bright.,4500000,1 Ayala Avenue,Makati,Metro Manila,60';
    const { body } = await agent.post('/api/properties/my/import', { csv, mode: 'all', drafts: false });
    expect(body.data.imported).toBe(1);
    const made = await listings().findOne({ where: { agent_id: agent.id } });
    expect(await eventsOf(made?.id ?? 0)).toEqual([
      {
        at: new Date(clock).toISOString(),
        kind: 'listed',
        price: 4_500_000,
        previous_price: null,
        status: 'available',
      },
    ]);
  });

  test('does not tell a slip that was taken back in time; the rows stay', async () => {
    const id = await post();
    const prices = async () => (await eventsOf(id)).filter(({ kind }: { kind: string }) => kind === 'price');
    await pass(DAY);
    await change(id, { price: 850_000, expected_price: 8_500_000 });
    expect(await prices(), 'seen until it is mended').toHaveLength(1);
    await pass(19 * SECOND);
    await change(id, { price: 8_500_000, expected_price: 850_000 });
    expect(await prices()).toEqual([]);
    // Changed again at once: no correction this time.
    await pass(SECOND);
    await change(id, { price: 8_000_000, expected_price: 8_500_000 });
    expect(await prices()).toMatchObject([{ price: 8_000_000, previous_price: 8_500_000 }]);
    // Too late, and from the form, a price that returns is news.
    await pass(21 * SECOND);
    await change(id, { price: 8_500_000, expected_price: 8_000_000 });
    await pass(SECOND);
    await change(id, { price: 8_000_000 });
    expect(await prices()).toHaveLength(3);
    const rows = await server.context.db.models.PropertyEvent.findAll({
      where: { property_id: id },
      order: ['id'],
    });
    expect(rows.map(({ previous_price, price }) => [previous_price, price])).toEqual([
      [8_500_000, 850_000],
      [850_000, 8_500_000],
      [8_500_000, 8_000_000],
      [8_000_000, 8_500_000],
      [8_500_000, 8_000_000],
    ]);
  });

  test('is bounded, and confirmations push no price out of it', async () => {
    const id = await post();
    const rows = Array.from({ length: 300 }, (_, at) => ({
      property_id: id,
      kind: 'confirmed' as const,
      price: 1,
      status: 'available' as const,
      changed_at: new Date(clock + at),
    }));
    const price = { property_id: id, price: 2, previous_price: 1, status: 'available' as const };
    const priced = Array.from({ length: 250 }, (_, at) => ({
      ...price,
      kind: 'price' as const,
      changed_at: new Date(clock - at),
    }));
    await store(() => server.context.db.models.PropertyEvent.bulkCreate([...rows, ...priced]));
    const events: { kind: string }[] = await eventsOf(id);
    expect(events).toHaveLength(200);
    expect(events.filter(({ kind }) => kind === 'confirmed')).toHaveLength(20);
  });

  test('of a hidden listing is for its agent and for admins alone', async () => {
    const id = await post();
    await store(() => listings().update({ moderation_status: 'rejected' }, { where: { id } }));
    expect((await historyOf(id)).status).toBe(404);
    expect((await historyOf(id, other)).status).toBe(404);
    for (const person of [agent, admin]) expect((await historyOf(id, person)).status).toBe(200);
    expect((await historyOf(2_000_000_000)).status).toBe(404);
    expect((await server.request('GET', '/api/properties/x/history')).status).toBe(400);
  });
});

describe('a confirmation', () => {
  test('is its agent’s alone, and of what is available', async () => {
    const id = await post();
    expect((await server.request('POST', `/api/properties/${id}/confirm`)).status).toBe(401);
    for (const person of [other, admin, await enter(server)]) expect((await confirm(id, person)).status).toBe(403);
    await change(id, { status: 'pending' });
    const { status, body } = await confirm(id);
    expect([status, body.code]).toEqual([409, 'not_available']);
    expect(body.error).toContain('Pending');
    expect(await listingOf(id)).toMatchObject({ confirmed_at: null });
  });

  test('leaves the listing as it is, and a second tap says nothing new', async () => {
    const id = await post();
    const { updated_at } = await listingOf(id);
    const at = await pass(DAY);
    expect((await confirm(id)).body.data).toMatchObject({ confirmed_at: at, fresh_at: at, updated_at });
    await pass(5 * SECOND);
    expect((await confirm(id)).body.data).toMatchObject({ confirmed_at: at });
    expect((await eventsOf(id)).filter(({ kind }: { kind: string }) => kind === 'confirmed')).toHaveLength(1);
  });

  test('of several is of all or of none', async () => {
    const [one, two] = [await post(), await post()];
    const at = await pass(DAY);
    const all = (ids: number[]) => agent.put('/api/properties/my/confirmed', { ids });
    await store(() => listings().update({ agent_id: other.id }, { where: { id: two } }));
    expect((await all([one, two])).status).toBe(403);
    expect(await listingOf(one)).toMatchObject({ confirmed_at: null });
    await store(() => listings().update({ agent_id: agent.id }, { where: { id: two } }));
    expect((await all([one, two])).body.data).toEqual({ ids: [one, two], confirmed_at: at });
    const row = (id: number) => listings().findByPk(id);
    expect([(await row(one))?.confirmed_at, (await row(two))?.confirmed_at]).toEqual(
      [at, at].map((time) => new Date(time)),
    );
  });
});

describe('agents are asked', () => {
  const sweep = (servers = 1) =>
    Promise.all(
      Array.from({ length: servers }, () =>
        confirmationRequests(server.context).run(new AbortController().signal),
      ),
    ).then(() => server.context.jobs.flush());
  const asked = async (person = agent) => {
    const notices: { title: string; message: string; action: { url: string } }[] = (
      await person.get('/api/notifications')
    ).body.data;
    return notices.filter(({ title }) => title === 'Still Available?');
  };
  const toConfirm = async () =>
    (await agent.get('/api/properties/my/rows?to_confirm=1')).body.data.properties.map(
      ({ id }: { id: number }) => id,
    );

  test('after a month without a sign, in one notice for all, once a week, whichever server does it', async () => {
    const [quiet, saved, priced, sold, hidden] = [
      await post(),
      await post(),
      await post(),
      await post(),
      await post(),
    ];
    await store(() => listings().update({ moderation_status: 'inactive' }, { where: { id: hidden } }));
    await pass(DAY);
    await change(sold, { status: 'sold' });
    await pass(28 * DAY);
    await change(saved, { title: 'Other words' });
    await change(priced, { price: 8_400_000 });
    await sweep();
    expect(await asked()).toEqual([]);
    expect(await toConfirm()).toEqual([]);

    await pass(DAY);
    expect(await toConfirm()).toEqual([saved, quiet]);
    await sweep(3);
    expect(await asked()).toMatchObject([
      {
        message: '2 listings: not confirmed for 30 days. Confirm them, or mark what is sold or rented.',
        action: { url: '/desk/listings?to_confirm=1' },
      },
    ]);
    await agent.put(`/api/notifications/${(await agent.get('/api/notifications')).body.data[0].id}/read`, {});
    await pass(6 * DAY);
    await sweep();
    expect(await asked()).toHaveLength(1);
    await agent.put('/api/properties/my/confirmed', { ids: [saved] });
    await pass(DAY);
    await sweep(2);
    expect((await asked()).map(({ message }) => message)).toContain(
      'Loft in Poblacion: not confirmed for 30 days. Confirm it, or mark what is sold or rented.',
    );
    expect(await asked()).toHaveLength(2);
    await confirm(quiet);
    await pass(22 * DAY);
    expect(await toConfirm()).toEqual([priced]);
  });

  test('of nothing any more once they have said it before the notice is written', async () => {
    const id = await post();
    await pass(31 * DAY);
    const { jobs } = server.context;
    await confirm(id);
    await store(() => jobs.add('confirmationNotice', { agentId: agent.id }));
    await jobs.flush();
    expect(await asked()).toEqual([]);
  });
});

test('what nobody stood by for 60 days comes after what fits as well by relevance; newest first stays so', async () => {
  const word = 'Zarzuela';
  const stale = await post({ title: `${word} one` });
  const sold = await post({ title: `${word} two` });
  const fresh = await post({ title: `${word} three` });
  const at = (id: number, day: number) =>
    store(() =>
      listings().update({ created_at: new Date(clock - day * DAY) } as object, {
        where: { id },
        silent: true,
      }),
    );
  await at(stale, 61);
  await at(sold, 62);
  await at(fresh, 100);
  await change(sold, { status: 'sold' });
  await store(() => listings().update({ fresh_at: null }, { where: { id: sold } }));
  await confirm(fresh);
  const order = async (sort: string) => {
    const { body } = await server.request('GET', `/api/properties?search=${word}&sort=${sort}`);
    return body.data.properties.map(({ id }: { id: number }) => id);
  };
  expect(await order('newest')).toEqual([stale, sold, fresh]);
  expect(await order('relevance')).toEqual([sold, fresh, stale]);
});
