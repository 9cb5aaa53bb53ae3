// @databases full

import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareListing } from '#server/features/duplicates/jobs.ts';
import { createPages } from '#server/features/site/pages.ts';
import type { HomeOffers } from '#shared/contracts/duplicates.ts';
import { readDemoPicture } from '#tests/support/demoPictures.ts';
import { buildPicture } from '#tests/support/factories/pictures.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let agents: [Person, Person, Person];

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
  agents = [
    await enter(server, { role: 'agent', name: 'Andrea' }),
    await enter(server, { role: 'agent', name: 'Benjie' }),
    await enter(server, { role: 'agent', name: 'Carla' }),
  ];
});

afterAll(() => server.close());

let homes = -1;
async function photos(): Promise<string[]> {
  homes += 1;
  const place = homes;
  return Promise.all(
    (['facade', 'living', 'kitchen'] as const).map(async (kind) => {
      const bytes = await readDemoPicture(kind, place);
      const { width, height } = await sharp(bytes).metadata();
      return (await buildPicture(server.context, agents[0].id, { bytes, width, height })).url;
    }),
  );
}

let places = 0;
/** Listings of one home by these agents, the first the oldest, each asking a little more. */
async function offer(by: readonly Person[], changes: object = {}) {
  places += 1;
  const images = await photos();
  const listings = [];
  for (const [index, { id }] of by.entries())
    listings.push(
      await buildProperty(server.context, {
        agent_id: id,
        images,
        address: `Unit ${places}, 9 Somewhere Street`,
        latitude: 14 + places / 50,
        price: 5_000_000 * (1 + index / 10),
        floor_level: 12,
        created_at: new Date(Date.UTC(2026, 0, 1 + index)),
        ...changes,
      }),
    );
  for (const { id } of listings) await compareListing(server.context, id);
  return listings.map(({ id }) => id) as [number, number, ...number[]];
}

const read = async (id: number, person?: Person): Promise<HomeOffers> => {
  const { status, body } = await server.request('GET', `/api/properties/${id}/offers`, {
    token: person?.token,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
};
const idsOf = async (id: number) => (await read(id)).offers.map(({ property_id }) => property_id).toSorted();
const dispute = (id: number, person: Person) => person.post(`/api/properties/${id}/offers/dispute`, {});
const pairOf = async (one: number, other: number) => {
  const { body } = await admin.get('/api/admin/duplicates?status=all&limit=100');
  return body.data.duplicates.find(
    ({ older, newer }: { older: { id: number }; newer: { id: number } }) => older.id === one && newer.id === other,
  );
};
const decide = (id: number, body: object) => admin.put(`/api/admin/duplicates/${id}`, body);
/** Lists are cached for a second. */
const marksOf = async (ids: readonly number[]) => {
  const { body } = await server.request('GET', '/api/properties?limit=100');
  const all: { id: number; offered_by?: number }[] = body.data.properties;
  return ids.map((id) => all.find((one) => one.id === id)?.offered_by);
};

describe('a home that several agents offer', () => {
  test('is found by the rule: each page shows each agent once, whoever confirmed last first', async () => {
    const ids = await offer(agents);
    const [first, second, third] = ids;
    expect((await agents[1].post(`/api/properties/${second}/confirm`, {})).status).toBe(200);
    const { offers, canonical_id, can_dispute } = await read(third ?? 0);
    expect(offers.map(({ property_id, agent, price }) => [property_id, agent.name, price])).toEqual([
      [second, 'Benjie', 5_500_000],
      [third, 'Carla', 6_000_000],
      [first, 'Andrea', 5_000_000],
    ]);
    expect(offers[0]?.confirmed_at).toBe(offers[0]?.fresh_at);
    expect(offers.map(({ agent }) => agent.reply_minutes)).toEqual([null, null, null]);
    expect([canonical_id, can_dispute]).toEqual([first, false]);
    expect((await read(third ?? 0, agents[2])).can_dispute).toBe(true);
    expect(JSON.stringify(offers)).not.toContain('@');
    await expect.poll(() => marksOf(ids)).toEqual([3, 3, 3]);
    // No pair waits for an administrator.
    expect(await pairOf(first, second)).toMatchObject({ status: 'same_home', is_by_rule: true });
    // Search engines get the address of one page; shared links stay the listing's own.
    expect(await createPages(server.context)(`/properties/${third}`, '')).toMatchObject({
      path: `/properties/${third}`,
      canonicalPath: `/properties/${first}`,
    });
    const sitemap = await (await fetch(`${server.url}/sitemaps/properties-1.xml`)).text();
    const listed = ids.filter((id) => sitemap.includes(`/properties/${id}</loc>`));
    expect(listed).toEqual([first]);
  });

  test.each<[string, object]>([
    ['that tell no floor', { floor_level: null }],
    ['of other pictures', { images: [] }],
  ])('units %s wait for an administrator', async (_, changes) => {
    const [one, other] = await offer(agents.slice(0, 2), { ...changes, price: 5_000_000 });
    expect(await idsOf(one)).toEqual([one]);
    const pair = await pairOf(one, other);
    expect(pair).toMatchObject({ status: 'open', is_by_rule: false });
    expect((await decide(pair.id, { decision: 'same_home' })).body.data).toMatchObject({
      status: 'same_home',
      decided_by: admin.user.name,
    });
    expect(await idsOf(one)).toEqual([one, other]);
    expect((await decide(pair.id, { decision: 'same_home' })).body.code).toBe('already_decided');
    const { body } = await admin.get('/api/admin/audit-log?limit=1');
    expect(body.data.entries[0]).toMatchObject({ action: 'duplicate.same_home', entity_id: pair.id });
    // Decided is decided, however little they look alike later.
    await agents[0].put(`/api/properties/${one}`, { price: 90_000_000 });
    await compareListing(server.context, one);
    expect(await idsOf(one)).toEqual([one, other]);
    expect((await decide(pair.id, { decision: 'dismiss' })).status).toBe(200);
    expect(await idsOf(one)).toEqual([one]);
  });

  test('is no longer one when the two are no longer alike, and an agent’s own listings never are', async () => {
    const [one, other] = await offer(agents.slice(0, 2));
    expect(await idsOf(other)).toEqual([one, other]);
    await agents[1].put(`/api/properties/${other}`, { price: 20_000_000 });
    await compareListing(server.context, other);
    expect(await idsOf(other)).toEqual([other]);
    expect(await pairOf(one, other)).toMatchObject({ status: 'open', is_by_rule: false });

    const [own, again] = await offer([agents[0], agents[0]], { price: 5_000_000 });
    const pair = await pairOf(own, again);
    expect(pair).toMatchObject({ status: 'open' });
    const { status, body } = await decide(pair.id, { decision: 'same_home' });
    expect([status, body.issues[0].path]).toEqual([400, 'decision']);
    expect(await marksOf([own, again])).toEqual([undefined, undefined]);
  });

  test('tells nothing of listings that the public does not see, or that are gone', async () => {
    const [one, other, third] = await offer(agents);
    await agents[1].put(`/api/properties/${other}`, { status: 'sold' });
    expect(await idsOf(one)).toEqual([one, third]);
    await server.context.db.transaction(() =>
      server.context.db.models.Property.update({ moderation_status: 'inactive' }, { where: { id: third } }),
    );
    expect(await idsOf(one)).toEqual([one]);
    expect((await server.request('GET', `/api/properties/${third}/offers`)).status).toBe(404);
    expect(await marksOf([one])).toEqual([undefined]);
  });

  test('counts one agent once, also when they list it twice beside another', async () => {
    const [one, other, again] = await offer([agents[0], agents[1], agents[0]]);
    expect((await read(other)).offers).toHaveLength(2);
    expect((await read(again ?? 0)).offers.map(({ property_id }) => property_id)).toContain(again);
    await expect.poll(() => marksOf([one, other, again ?? 0])).toEqual([2, 2, 2]);
  });
});

describe('an agent who says that it is another unit', () => {
  test('stands alone at once, whatever the rule finds, until an administrator decides', async () => {
    const [one, other, third] = await offer(agents);
    expect((await dispute(other, agents[0])).status).toBe(403);
    expect((await dispute(other, agents[1])).body.data).toEqual({ disputed: 2 });
    expect((await dispute(other, agents[1])).body.data).toEqual({ disputed: 0 });
    expect(await idsOf(other)).toEqual([other]);
    expect(await idsOf(one)).toEqual([one, third]);
    for (const id of [one, other]) await compareListing(server.context, id);
    expect(await idsOf(other)).toEqual([other]);
    const pair = await pairOf(one, other);
    expect(pair).toMatchObject({ status: 'open', is_by_rule: false });
    expect(pair.disputed_at).not.toBeNull();
    await server.context.jobs.flush();
    const notices: { title: string }[] = (await admin.get('/api/notifications')).body.data;
    expect(notices.some(({ title }) => title === 'Possible Duplicates')).toBe(true);

    await agents[1].put(`/api/properties/${other}`, { status: 'sold' });
    await compareListing(server.context, other);
    await agents[1].put(`/api/properties/${other}`, { status: 'available' });
    await compareListing(server.context, other);
    expect(await idsOf(other)).toEqual([other]);

    expect((await decide(pair.id, { decision: 'same_home' })).body.data).toMatchObject({ disputed_at: null });
    expect(await idsOf(other)).toEqual([one, other, third]);
  });
});
