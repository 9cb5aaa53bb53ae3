// @databases full

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Agent } from '#shared/contracts/agents.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let client: Person;
let carla: Person;

/** Rating, reviews, years. */
type Figures = readonly [number, number, number];

const people = [
  ['Ana', 4.5, 2, 3],
  ['Ben', 4.9, 1, 3],
  ['Dino', 4.5, 8, 20],
] as const;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  const { AgentProfile } = server.context.db.models;
  const describe = (user_id: number, [rating, review_count, experience_years]: Figures) =>
    AgentProfile.update({ rating, review_count, experience_years }, { where: { user_id } });
  for (const [name, ...figures] of people)
    await describe((await buildUser(server.context, { name, role: 'agent' })).id, figures);
  carla = await enter(server, { name: 'Carla', role: 'agent' });
  await describe(carla.id, [4.5, 2, 9]);
  admin = await enter(server, { role: 'admin' });
  client = await enter(server);
});

afterAll(() => server.close());

const ask = async (query = '') => (await server.request('GET', `/api/agents${query}`)).body.data;
const names = async (query = '') => (await ask(query)).agents.map(({ name }: Agent) => name);

test('by rating from the top; among equals the more reviewed, then the alphabet', async () => {
  expect(await names()).toEqual(['Ben', 'Dino', 'Ana', 'Carla']);
  expect(await names('?sort=rating&order=desc')).toEqual(await names());
});

test('the direction turns the key only, not what decides among equals', async () => {
  expect(await names('?order=asc')).toEqual(['Dino', 'Ana', 'Carla', 'Ben']);
  expect(await names('?sort=experience')).toEqual(['Dino', 'Carla', 'Ana', 'Ben']);
  expect(await names('?sort=name&order=asc')).toEqual(['Ana', 'Ben', 'Carla', 'Dino']);
  expect(await names('?sort=name')).toEqual(['Dino', 'Carla', 'Ben', 'Ana']);
  expect((await server.request('GET', '/api/agents?sort=price')).status).toBe(400);
});

test('pages of the order that is asked for', async () => {
  expect(await names('?sort=name&order=asc&limit=3&page=2')).toEqual(['Dino']);
  expect(await ask('?limit=3&page=9')).toEqual({
    agents: [],
    pagination: { page: 9, limit: 3, total: 4, pages: 2, totalPages: 2 },
  });
});

test('a page is two reads, and none while nothing has changed', async () => {
  const reads = vi.spyOn(server.context.db, 'readRows');
  // Other reads at the same time: names for suggestions, and changes, once a second.
  const ofList = () => reads.mock.calls.filter(([sql]) => sql.includes('a.experience_years')).length;
  await client.put('/api/auth/profile', { name: `Client ${randomUUID()}` });
  reads.mockClear();
  await ask('?limit=2');
  expect(ofList()).toBe(2);
  // It is cached for a second: requests within it get the same.
  await Promise.all(Array.from({ length: 5 }, () => ask('?limit=2')));
  expect(ofList()).toBeLessThanOrEqual(4);
  expect((await server.request('GET', '/api/agents')).headers.get('etag')).toMatch(/^"/);
  reads.mockRestore();
});

test('what is changed here shows at once', async () => {
  const find = async (name: string) => (await ask()).agents.find((agent: Agent) => agent.name === name);
  expect(await find('Carla')).toMatchObject({ properties_sold: 0, active_listings: 0, response_rate: null });

  const { id } = await buildProperty(server.context, { agent_id: carla.id });
  expect(await find('Carla')).toMatchObject({ active_listings: 1 });
  await carla.put(`/api/properties/${id}`, { status: 'sold' });
  expect(await find('Carla')).toMatchObject({ properties_sold: 1, active_listings: 0 });

  const words = {
    name: 'Client',
    email: 'client@example.com',
    phone: '+63 917 555 0100',
    message: 'Is it free?',
  };
  const inquiry = (await client.post(`/api/agents/${carla.id}/contact`, words)).body.data.id;
  expect(await find('Carla')).toMatchObject({ response_rate: 0 });
  const reply = { message: 'Yes', replyMethod: 'phone' };
  await carla.post(`/api/agents/${carla.id}/contacts/${inquiry}/reply`, reply);
  expect(await find('Carla')).toMatchObject({ response_rate: 100 });

  await client.post(`/api/agents/${carla.id}/reviews`, { rating: 1, comment: 'Slow.' });
  expect(await find('Carla')).toMatchObject({ rating: 1, review_count: 1 });
  await carla.put('/api/auth/profile', { name: 'Clara', specialization: 'Islands' });
  expect(await names('?specialization=islands')).toEqual(['Clara']);

  await admin.put(`/api/admin/users/${carla.id}/status`, { status: 'suspended' });
  expect(await find('Clara')).toBeUndefined();
  expect((await ask()).pagination.total).toBe(3);
});

test('a change that is rolled back drops nothing, and one that is made does so after its commit', async () => {
  const { db } = server.context;
  const told = vi.fn();
  db.onChange([db.models.SavedReply], told);
  const reply = { agent_id: carla.id, title: 'Thanks', text: 'Thank you.' };
  const refused = db.transaction(async () => {
    await db.models.SavedReply.create(reply);
    throw new Error('rolled back');
  });
  await expect(refused).rejects.toThrow('rolled back');
  expect(told).not.toHaveBeenCalled();
  await db.transaction(async () => {
    await db.models.SavedReply.bulkCreate([reply]);
    expect(told).not.toHaveBeenCalled();
  });
  expect(told).toHaveBeenCalledTimes(1);
  await db.transaction(() => db.models.SavedReply.destroy({ where: { agent_id: carla.id } }));
  expect(told).toHaveBeenCalledTimes(2);
});
