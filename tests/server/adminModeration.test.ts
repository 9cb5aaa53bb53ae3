// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let agent: Person;
let visitor: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
  visitor = await enter(server);
});

let made = 0;
async function build(overrides: Parameters<typeof buildProperty>[1] = {}) {
  made += 1;
  const draft = { title: `Zarzuela ${made}`, agent_id: agent.id, ...overrides };
  const listing = await buildProperty(server.context, draft);
  // Made behind the server's back: its memory would lack it.
  server.context.bus.publish('listingChanged', { propertyId: listing.id });
  return listing;
}
const moderate = (id: number, status: string, reason?: string) =>
  admin.put(`/api/admin/properties/${id}/status`, { status, ...(reason ? { reason } : {}) });
const get = (path: string, token?: string) => server.request('GET', path, { token });
const etagOfList = async () => (await get('/api/properties?limit=100')).headers.get('etag');

/** Where a visitor could meet a listing, and whether it is there. */
async function publicPlaces({ id, title }: { id: number; title: string }) {
  const word = encodeURIComponent(title);
  const holds = async (path: string, token?: string) => {
    const { status, body } = await get(path, token);
    return status === 200 && JSON.stringify(body.data).includes(`"id":${id},"title"`);
  };
  const list = await get('/api/properties?limit=100');
  return {
    list: await holds('/api/properties?limit=100'),
    search: await holds(`/api/properties?search=${word}`),
    map: await holds('/api/properties/map'),
    byIds: await holds(`/api/properties/by-ids?ids=${id}`),
    detail: (await get(`/api/properties/${id}`)).status === 200,
    agentProfile: await holds(`/api/agents/${agent.id}/properties`),
    favorites: await holds('/api/favorites/properties', visitor.token),
    quickSearch: await holds(`/api/search?q=${word}`, visitor.token),
    activeListings: (await get(`/api/agents/${agent.id}`)).body.data.active_listings === 1,
    total: list.body.data.pagination.total as number,
  };
}

describe('hiding a listing', () => {
  test.each(['inactive', 'pending', 'rejected'])(
    'as %s takes it out of every public place at once',
    async (status) => {
      const listing = await build();
      await visitor.post(`/api/favorites/${listing.id}`);
      const before = await publicPlaces(listing);
      expect(Object.entries(before).filter(([, isThere]) => !isThere)).toEqual([]);
      const etagBefore = await etagOfList();
      expect(await etagOfList()).toBe(etagBefore);

      expect((await moderate(listing.id, status, 'The photos show another building')).status).toBe(200);
      const hidden = await publicPlaces(listing);
      expect(Object.entries({ ...hidden, total: false }).filter(([, isThere]) => isThere)).toEqual([]);
      expect(hidden.total).toBe(before.total - 1);
      expect(await etagOfList()).not.toBe(etagBefore);
      const { body } = await get('/api/favorites', visitor.token);
      expect(JSON.stringify(body.data)).toContain(String(listing.id));

      await moderate(listing.id, 'active');
      expect(await publicPlaces(listing)).toEqual(before);
    },
  );

  test('tells the agent why, and keeps the reason', async () => {
    const listing = await build();
    const socket = await openSocket(server.url, agent.token);
    const reason = 'The price is that of another listing';
    const { body } = await moderate(listing.id, 'rejected', reason);
    expect(body.data).toMatchObject({
      id: listing.id,
      status: 'rejected',
      listing_status: 'available',
      moderation_reason: reason,
    });
    const own = await agent.get(`/api/properties/my/list?search=%23${listing.id}`);
    expect(own.body.data.properties).toMatchObject([{ moderation_status: 'rejected', moderation_reason: reason }]);
    const [notice] = await socket.waitFor('notification');
    expect(notice).toMatchObject({ type: 'error', title: 'Listing Rejected' });
    expect(notice?.message).toBe(`${listing.title} was rejected: ${reason}`);
    socket.close();
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'property.moderate',
      entity_type: 'property',
      entity_id: listing.id,
      reason,
      before: { moderation_status: 'active', moderation_reason: null },
      after: { moderation_status: 'rejected', moderation_reason: reason },
    });
    const back = await moderate(listing.id, 'active');
    expect(back.body.data.moderation_reason).toBeNull();
  });

  test.each(['inactive', 'rejected'])('as %s needs a reason', async (status) => {
    const listing = await build();
    for (const reason of [undefined, '   ']) {
      const answer = await moderate(listing.id, status, reason);
      expect(answer).toMatchObject({
        status: 400,
        body: { error: 'Please give a reason. The agent will see it.', issues: [{ path: 'reason' }] },
      });
    }
    expect((await get(`/api/properties/${listing.id}`)).status).toBe(200);
  });

  test('refuses what is no status, and a listing that is not there', async () => {
    const listing = await build();
    expect((await moderate(listing.id, 'sold')).status).toBe(400);
    expect((await moderate(999_999, 'active')).status).toBe(404);
  });

  test('the same once more writes nothing', async () => {
    const listing = await build();
    await moderate(listing.id, 'inactive', 'Sold elsewhere');
    const before = await countAudit(server.context);
    expect((await moderate(listing.id, 'inactive', 'Sold elsewhere')).status).toBe(200);
    expect(await countAudit(server.context)).toBe(before);
  });
});

test('deleting takes it away, tells the agent, and is noted', async () => {
  const listing = await build();
  const socket = await openSocket(server.url, agent.token);
  const path = `/api/admin/properties/${listing.id}`;
  const answer = await server.request('DELETE', path, { token: admin.token });
  expect(answer).toMatchObject({ status: 200, body: { data: { id: listing.id } } });
  expect((await get(`/api/properties/${listing.id}`)).status).toBe(404);
  expect((await socket.waitFor('notification'))[0]?.title).toBe('Listing Deleted');
  socket.close();
  expect(await newestAudit(server.context)).toMatchObject({
    action: 'property.delete',
    entity_id: listing.id,
    before: { title: listing.title, price: 5_000_000, agent_id: agent.id },
    after: null,
  });
  expect((await server.request('DELETE', path, { token: admin.token })).status).toBe(404);
});

describe('the list', () => {
  const idsOf = async (query: string) => {
    const { status, body } = await admin.get(`/api/admin/properties?${query}`);
    expect(status).toBe(200);
    return body.data.properties.map(({ id }: { id: number }) => id);
  };

  test('finds hidden ones by word, place, agent and id', async () => {
    const named = await enter(server, { role: 'agent', name: 'Íñigo Quisumbing' });
    const hidden = await build({ title: 'Quixotic loft', moderation_status: 'rejected', agent_id: named.id });
    expect(await idsOf('search=quixotic')).toEqual([hidden.id]);
    expect(await idsOf('search=quixotic%20makati')).toEqual([hidden.id]);
    expect(await idsOf('search=inigo')).toEqual([hidden.id]);
    expect(await idsOf(`search=%23${hidden.id}`)).toEqual([hidden.id]);
    expect(await idsOf('search=quixotic&status=active')).toEqual([]);
    expect(await idsOf('search=quixotic&status=rejected&type=condo&listing_type=sale')).toEqual([hidden.id]);
    expect(await idsOf('search=quixotic&listing_type=rent')).toEqual([]);
    expect(await idsOf('search=!!!')).toEqual([]);
  });

  test('orders by each column, both ways, and parts pages', async () => {
    const all = (await idsOf('limit=100')).length;
    for (const sort of ['title', 'city', 'agent', 'price', 'status', 'created_at']) {
      const up = await idsOf(`limit=100&sort=${sort}&order=asc`);
      expect(up).toHaveLength(all);
      expect(await idsOf(`limit=100&sort=${sort}&order=desc`)).toEqual(up.toReversed());
    }
    const dear = await build({ price: 99_000_000 });
    expect((await idsOf('sort=price&order=desc&limit=1'))[0]).toBe(dear.id);
    expect(await idsOf(`limit=${all}&page=2&sort=price&order=desc`)).toHaveLength(1);
  });

  test('is a file too', async () => {
    const hidden = await build({ title: '=cmd()', moderation_status: 'inactive' });
    const { status, body } = await admin.get('/api/admin/properties/export?status=inactive&search=cmd');
    expect(status).toBe(200);
    const lines = String(body).split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${hidden.id},'=cmd(),condo,sale,5000000,inactive,available`);
  });

  test('one of them, hidden or not', async () => {
    const hidden = await build({ moderation_status: 'pending' });
    const answer = await admin.get(`/api/admin/properties/${hidden.id}`);
    expect(answer.body.data).toMatchObject({
      id: hidden.id,
      status: 'pending',
      listing_status: 'available',
      agent: { id: agent.id },
      details: { bedrooms: 2 },
    });
    expect((await admin.get('/api/admin/properties/999999')).status).toBe(404);
  });

  test.each(['status=sold', 'type=castle', 'sort=search_text', 'limit=0'])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/properties?${query}`)).status).toBe(400);
  });
});
