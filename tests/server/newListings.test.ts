import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Notification } from '#shared/contracts/notifications.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  agent = await enter(server, { role: 'agent' });
});

afterAll(() => server.close());

async function publish(changes: object): Promise<void> {
  const answer = await agent.post('/api/properties', {
    title: 'Two-Bedroom Condo',
    description: 'Near the park.',
    price: 9_000_000,
    type: 'condo',
    listing_type: 'sale',
    location: { address: '5 Rizal Drive, Bonifacio Global City', city: 'Taguig', province: 'Metro Manila' },
    details: { area_sqm: 60 },
    ...changes,
  });
  expect(answer.status).toBe(201);
  await settle();
}

async function told(person: Person): Promise<string[]> {
  const { body } = await person.get('/api/notifications');
  return body.data
    .filter((notice: Notification) => notice.title === 'New Property')
    .map((notice: Notification) => notice.message);
}

test('tells those who saved what they look for, and nobody else', async () => {
  const seeker = await enter(server);
  const tooPoor = await enter(server);
  const elsewhere = await enter(server);
  const quiet = await enter(server);
  const silent = await enter(server);
  const search = { defaultLocation: 'BGC', defaultPropertyType: 'condo', maxBudget: 10_000_000 };
  await seeker.put('/api/settings', { search });
  await tooPoor.put('/api/settings', { search: { ...search, maxBudget: 5_000_000 } });
  await elsewhere.put('/api/settings', { search: { ...search, defaultLocation: 'Makati City' } });
  await quiet.put('/api/settings', { search, notifications: { newProperties: false } });

  await publish({});
  await expect.poll(() => told(seeker)).toEqual(['Two-Bedroom Condo, Taguig: ₱9.0M']);
  for (const person of [tooPoor, elsewhere, quiet, silent, agent]) expect(await told(person)).toEqual([]);

  // Another type, and a price beyond the budget.
  await publish({ type: 'office', title: 'Office' });
  await publish({ price: 12_000_000, title: 'Too dear' });
  expect(await told(seeker)).toHaveLength(1);

  // A budget is for buying: a rent is not held against it.
  await publish({ listing_type: 'rent', price: 60_000, title: 'To let' });
  await expect.poll(() => told(tooPoor)).toEqual(['To let, Taguig: ₱60K/month']);
});
