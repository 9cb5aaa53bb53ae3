// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobPayloads } from '#server/jobs/payloads.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;
let other: Person;
let ids: number[];
const taken: JobPayloads['takenNotice'][] = [];
const changed: number[] = [];

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
  other = await enter(server, { role: 'agent' });
  server.context.jobs.handle('takenNotice', { apply: async (payload) => void taken.push(payload) });
  server.context.bus.subscribe('listingChanged', ({ propertyId }) => void changed.push(propertyId));
});

afterAll(() => server.close());

beforeEach(async () => {
  const listings = [];
  for (const status of ['available', 'pending', 'sold'] as const)
    listings.push(await buildProperty(server.context, { agent_id: agent.id, status }));
  ids = listings.map(({ id }) => id);
  taken.length = 0;
  changed.length = 0;
});

const setStatus = (body: object, person = agent) => person.put('/api/properties/my/status', body);

const statuses = async () => {
  const rows = await server.context.db.models.Property.findAll({ where: { id: ids }, order: ['id'] });
  return rows.map(({ status }) => status);
};

const history = async () => {
  const rows = await server.context.db.models.PropertyStatusChange.findAll({
    where: { property_id: ids },
    order: ['property_id', 'id'],
  });
  return rows.map(({ property_id, from_status, to_status, price, changed_by }) => ({
    at: ids.indexOf(property_id),
    from_status,
    to_status,
    price,
    changed_by,
  }));
};

describe('marking several listings at once', () => {
  test('is stored, kept as history and told exactly as one change is', async () => {
    const answer = await setStatus({ ids: [...ids, ids[0]], status: 'sold' });
    expect(answer).toMatchObject({ status: 200, body: { data: { ids, changed: 2 } } });
    expect(await statuses()).toEqual(['sold', 'sold', 'sold']);
    const entry = { to_status: 'sold', price: 5_000_000, changed_by: agent.id };
    expect(await history()).toEqual([
      { at: 0, from_status: 'available', ...entry },
      { at: 1, from_status: 'pending', ...entry },
    ]);
    await server.context.jobs.flush();
    // Jobs of one commit begin together, and none waits for another.
    const inOrder = taken.toSorted((one, next) => one.propertyId - next.propertyId);
    expect(inOrder).toEqual(ids.slice(0, 2).map((propertyId) => ({ propertyId, status: 'sold' })));
    expect(changed).toEqual(ids.slice(0, 2));
  });

  test('back to available is no sale', async () => {
    expect((await setStatus({ ids, status: 'available' })).body.data.changed).toBe(2);
    expect(await statuses()).toEqual(['available', 'available', 'available']);
    expect(taken).toEqual([]);
  });

  test('changes nothing when one of them is not the agent’s', async () => {
    const shown = await buildProperty(server.context, { agent_id: other.id });
    const hidden = await buildProperty(server.context, { agent_id: other.id, moderation_status: 'rejected' });
    expect((await setStatus({ ids: [...ids, shown.id], status: 'sold' })).status).toBe(403);
    expect((await setStatus({ ids: [...ids, hidden.id], status: 'sold' })).status).toBe(404);
    expect((await setStatus({ ids: [...ids, 99_999_999], status: 'sold' })).status).toBe(404);
    await settle();
    expect(await statuses()).toEqual(['available', 'pending', 'sold']);
    expect(await history()).toEqual([]);
    expect([taken, changed]).toEqual([[], []]);
  });

  test('also reaches the agent’s own hidden listings', async () => {
    const hidden = await buildProperty(server.context, { agent_id: agent.id, moderation_status: 'inactive' });
    expect((await setStatus({ ids: [hidden.id], status: 'rented' })).status).toBe(200);
    expect((await hidden.reload()).status).toBe('rented');
  });

  test('is for approved agents, and says what is wrong with what was sent', async () => {
    const person = await enter(server);
    const applicant = await enter(server, { role: 'agent', application: 'pending' });
    for (const stranger of [person, applicant])
      expect((await setStatus({ ids, status: 'sold' }, stranger)).status).toBe(403);
    expect((await server.request('PUT', '/api/properties/my/status', { body: { ids } })).status).toBe(401);
    expect((await setStatus({ ids: [], status: 'sold' })).body.error).toBe('Choose at least one property');
    expect((await setStatus({ ids, status: 'gone' })).status).toBe(400);
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    expect((await setStatus({ ids: many, status: 'sold' })).body.error).toBe('Choose at most 500 properties');
  });

  test('two calls about the same listings at once both end', async () => {
    const [first, second] = await Promise.all([
      setStatus({ ids, status: 'sold' }),
      setStatus({ ids: ids.toReversed(), status: 'available' }),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(new Set(await statuses()).size).toBe(1);
  });
});
