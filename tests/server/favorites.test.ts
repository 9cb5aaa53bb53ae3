// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PropertyModel } from '#server/db/models.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { enter } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
});

afterAll(() => server.close());

function buildListing(moderation_status: ModerationStatus = 'active', agent_id: number | null = null) {
  const { db } = server.context;
  const listing = {
    agent_id,
    title: 'Two-bedroom condo in Salcedo Village',
    description: 'Corner unit.',
    type: 'condo' as const,
    listing_type: 'sale' as const,
    moderation_status,
    price: 12_500_000.5,
    address: '118 Leviste Street',
    city: 'Makati',
    province: 'Metro Manila',
    city_slug: 'makati',
    district_slug: null,
    region_slug: 'metro-manila',
    latitude: 14.5605,
    longitude: 121.0229,
    bedrooms: 2,
    bathrooms: 2,
    area_sqm: 84.5,
    furnished: true,
    floor_level: 12,
    images: ['/media/a', '/media/b'],
    features: ['Balcony'],
    search_text: 'condo makati',
  };
  return db.transaction((transaction) => db.models.Property.create(listing, { transaction }));
}

const setModeration = (listing: PropertyModel, moderation_status: ModerationStatus) =>
  server.context.db.transaction((transaction) => listing.update({ moderation_status }, { transaction }));

async function newcomer() {
  const user = await buildUser(server.context);
  const token = await signIn(server.context, user);
  const call = (method: string, path: string) => server.request(method, `/api/favorites${path}`, { token });
  return {
    user,
    add: (id: unknown) => call('POST', `/${id}`),
    remove: (id: unknown) => call('DELETE', `/${id}`),
    list: () => call('GET', ''),
    listings: (query = '') => call('GET', `/properties${query}`),
    async ids(): Promise<number[]> {
      const { body } = await call('GET', '');
      return body.data.map((item: { property_id: number }) => item.property_id);
    },
  };
}

describe('favourites', () => {
  test.each([
    ['GET', ''],
    ['GET', '/properties'],
    ['POST', '/1'],
    ['DELETE', '/1'],
  ])('%s %s needs someone', async (method, path) => {
    const { status, body } = await server.request(method, `/api/favorites${path}`);
    expect(status).toBe(401);
    expect(body.code).toBe('unauthorized');
  });

  test('are added, listed newest first and removed', async () => {
    const me = await newcomer();
    const listings = [await buildListing(), await buildListing(), await buildListing()];
    for (const { id } of listings) {
      clock += 1_000;
      const { status, body } = await me.add(id);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, data: { property_id: id } });
    }
    const [a, b, c] = listings.map(({ id }) => id);
    expect((await me.list()).body.data[0]).toEqual({
      property_id: c,
      created_at: new Date(clock).toISOString(),
    });
    expect(await me.ids()).toEqual([c, b, a]);
    expect((await me.remove(b)).status).toBe(200);
    expect(await me.ids()).toEqual([c, a]);
  });

  test('adding or removing again changes nothing', async () => {
    const me = await newcomer();
    const { id } = await buildListing();
    await me.add(id);
    const [first] = (await me.list()).body.data;
    clock += 60_000;
    expect((await me.add(id)).status).toBe(200);
    expect((await me.list()).body.data).toEqual([first]);
    await me.remove(id);
    expect((await me.remove(id)).status).toBe(200);
    expect(await me.ids()).toEqual([]);
  });

  test('ten taps at once make one favourite', async () => {
    const me = await newcomer();
    const { id } = await buildListing();
    const answers = await Promise.all(Array.from({ length: 10 }, () => me.add(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await me.ids()).toEqual([id]);
  });

  test('ten different ones at once are all kept', async () => {
    const me = await newcomer();
    const listings = await Promise.all(Array.from({ length: 10 }, () => buildListing()));
    await Promise.all(listings.map(({ id }) => me.add(id)));
    expect((await me.ids()).sort((a, b) => a - b)).toEqual(listings.map(({ id }) => id).sort((a, b) => a - b));
  });

  test('of a hidden or missing listing cannot be made', async () => {
    const me = await newcomer();
    const hidden = await Promise.all(
      (['inactive', 'pending', 'rejected'] as const).map((status) => buildListing(status)),
    );
    for (const id of [...hidden.map((listing) => listing.id), 999_999]) {
      const { status, body } = await me.add(id);
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, error: 'Property not found', code: 'not_found' });
    }
    expect(await me.ids()).toEqual([]);
  });

  test.each(['0', '-1', '1.5', 'abc', '99999999999', '%00', '1e3x'])('refuse the id %s', async (id) => {
    const me = await newcomer();
    expect((await me.add(id)).status).toBe(400);
    expect((await me.remove(id)).status).toBe(400);
  });

  test('are one’s own', async () => {
    const me = await newcomer();
    const stranger = await newcomer();
    const { id } = await buildListing();
    await me.add(id);
    expect(await stranger.ids()).toEqual([]);
    await stranger.remove(id);
    expect(await me.ids()).toEqual([id]);
  });

  test('go with a deleted listing', async () => {
    const me = await newcomer();
    const listing = await buildListing();
    await me.add(listing.id);
    await server.context.db.transaction((transaction) => listing.destroy({ transaction }));
    expect(await me.ids()).toEqual([]);
    expect((await me.listings()).body.data.properties).toEqual([]);
  });
});

describe('the listings themselves', () => {
  test('are whole, and the same as the listing call shows', async () => {
    const agent = await buildUser(server.context, {
      role: 'agent',
      name: 'Ana Reyes',
      phone: '0917 555 0101',
    });
    const me = await newcomer();
    const { id } = await buildListing('active', agent.id);
    await me.add(id);
    const { status, body, headers } = await me.listings();
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.data.pagination).toEqual({ page: 1, limit: 20, total: 1, pages: 1, totalPages: 1 });
    expect(body.data.properties[0]).toMatchObject({
      id,
      price: 12_500_000.5,
      images: ['/media/a', '/media/b'],
      details: { area_sqm: 84.5, furnished: true },
      agent: { id: agent.id, name: 'Ana Reyes', phone: '0917 555 0101' },
    });
    const one = await server.request('GET', `/api/properties/${id}`);
    expect(body.data.properties[0]).toEqual(one.body.data);
  });

  test('come page by page, newest favourite first', async () => {
    const me = await newcomer();
    const ids: number[] = [];
    for (let at = 0; at < 7; at += 1) ids.push((await buildListing()).id);
    // Favoured in another order than they were listed in.
    const favoured = ids.toSorted((a, b) => (a % 3) - (b % 3) || a - b);
    for (const id of favoured) {
      clock += 1_000;
      await me.add(id);
    }
    const seen: number[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await me.listings(`?page=${page}&limit=3`);
      expect(body.data.pagination).toEqual({ page, limit: 3, total: 7, pages: 3, totalPages: 3 });
      seen.push(...body.data.properties.map((property: { id: number }) => property.id));
    }
    expect(seen).toEqual(favoured.toReversed());
    const beyond = await me.listings('?page=4&limit=3');
    expect(beyond.body.data).toMatchObject({ properties: [], pagination: { total: 7 } });
  });

  test('leave out what is hidden, and show it again when it is back', async () => {
    const me = await newcomer();
    const listing = await buildListing();
    const { id: other } = await buildListing();
    await me.add(listing.id);
    await me.add(other);
    await setModeration(listing, 'inactive');
    const { body } = await me.listings();
    expect(body.data.properties.map((property: { id: number }) => property.id)).toEqual([other]);
    expect(body.data.pagination.total).toBe(1);
    expect(
      (await me.ids()).sort((a, b) => a - b),
      'its id stays',
    ).toEqual([listing.id, other]);
    await setModeration(listing, 'active');
    expect((await me.listings()).body.data.pagination.total).toBe(2);
  });

  test('are asked for with two queries, however many there are', async () => {
    const me = await newcomer();
    for (let at = 0; at < 5; at += 1) await me.add((await buildListing()).id);
    const { db } = server.context;
    const original = db.readRows;
    const queries: string[] = [];
    db.readRows = (sql, parameters) => {
      queries.push(sql);
      return original(sql, parameters);
    };
    await me.listings();
    db.readRows = original;
    expect(queries.filter((sql) => !/FROM (sessions|listing_changes)/.test(sql))).toHaveLength(2);
  });

  test.each(['?page=0', '?page=x', '?limit=0', '?page='])('refuse %s', async (query) => {
    const me = await newcomer();
    expect((await me.listings(query)).status).toBe(400);
  });

  test('lower a limit that is too high', async () => {
    const me = await newcomer();
    expect((await me.listings('?limit=5000')).body.data.pagination.limit).toBe(100);
  });
});

describe('what is noted about a favourite', () => {
  test('stays as it was where it is left out, and is its owner’s alone', async () => {
    const person = await enter(server);
    const other = await enter(server);
    const { id } = await buildListing();
    await person.post(`/api/favorites/${id}`);
    expect((await other.put(`/api/favorites/${id}`, { rating: 3 })).status).toBe(404);
    await person.put(`/api/favorites/${id}`, {
      note: ' Ask about dues ',
      tags: [' Near work ', 'near WORK', 'sunny'],
    });
    const answer = await person.put(`/api/favorites/${id}`, { rating: 4 });
    const noted = { property_id: id, note: 'Ask about dues', tags: ['Near work', 'sunny'], rating: 4 };
    expect(answer.body.data).toEqual(noted);
    expect((await person.get('/api/favorites/properties')).body.data).toMatchObject({
      notes: [noted],
      tags: [
        { tag: 'Near work', count: 1 },
        { tag: 'sunny', count: 1 },
      ],
    });
    expect((await person.get('/api/favorites')).body.data).toEqual([
      { property_id: id, created_at: expect.any(String) },
    ]);
    await other.post(`/api/favorites/${id}`);
    expect((await other.get('/api/favorites/properties')).body.data.notes).toEqual([
      { property_id: id, note: null, tags: [], rating: null },
    ]);
    const cleared = await person.put(`/api/favorites/${id}`, { note: '', tags: [], rating: null });
    expect(cleared.body.data).toEqual({ property_id: id, note: null, tags: [], rating: null });
  });

  test.each([
    [{ rating: 0 }, 'rating'],
    [{ rating: 6 }, 'rating'],
    [{ rating: 2.5 }, 'rating'],
    [{ note: 'x'.repeat(1001) }, 'note'],
    [{ tags: ['x'.repeat(31)] }, 'tags.0'],
    [{ tags: [' '] }, 'tags.0'],
    [{ tags: Array.from({ length: 11 }, (_, at) => `tag ${at}`) }, 'tags'],
  ])('%o is refused at its field', async (body, path) => {
    const person = await enter(server);
    const { id } = await buildListing();
    await person.post(`/api/favorites/${id}`);
    const answer = await person.put(`/api/favorites/${id}`, body);
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path]);
  });

  test('chooses and sorts the list', async () => {
    const person = await enter(server);
    const ids: number[] = [];
    for (const [rating, tags] of [
      [2, ['Garden']],
      [5, ['sunny']],
      [null, []],
      [4, ['garden', 'sunny']],
    ] as const) {
      const { id } = await buildListing();
      ids.push(id);
      clock += 1000;
      await person.post(`/api/favorites/${id}`);
      await person.put(`/api/favorites/${id}`, { rating, tags });
    }
    const [first, second, third, fourth] = ids;
    const shown = async (query: string) =>
      (await person.get(`/api/favorites/properties${query}`)).body.data.properties.map(
        (property: { id: number }) => property.id,
      );
    expect(await shown('')).toEqual([fourth, third, second, first]);
    expect(await shown('?sort=rating')).toEqual([second, fourth, first, third]);
    expect(await shown('?tag=GARDEN')).toEqual([fourth, first]);
    expect(await shown('?tag=sunny&rating=5')).toEqual([second]);
    expect(await shown('?rating=4&sort=rating&limit=1&page=2')).toEqual([fourth]);
    expect((await person.get('/api/favorites/properties?rating=9')).status).toBe(400);
  });
});
