// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hit, QuickSearchAnswer } from '#shared/contracts/search.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let marco: Person;
let lucia: Person;
let ana: Person;
let stranger: Person;
let admin: Person;
const listings: Record<string, number> = {};

async function list(key: string, values: Parameters<typeof buildProperty>[1]): Promise<void> {
  listings[key] = (await buildProperty(server.context, values)).id;
}

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  marco = await enter(server, { role: 'agent', name: 'Marco Peñalosa', email: 'marco@agents.example' });
  lucia = await enter(server, { role: 'agent', name: 'Lucía Santos', email: 'lucia@agents.example' });
  ana = await enter(server, { name: 'Ana Reyes', email: 'ana@client.example', phone: '+63 917 555 0101' });
  stranger = await enter(server, { name: 'Sam Stranger', email: 'sam@elsewhere.example' });
  admin = await enter(server, { role: 'admin', name: 'Olive Admin' });
  await buildUser(server.context, { role: 'agent', name: 'Marco Applicant', application: 'pending' });
  await buildUser(server.context, { role: 'agent', name: 'Marco Suspended', status: 'suspended' });

  await list('loft', { agent_id: marco.id, title: 'Sunny loft in Poblacion', price: 12_500_000 });
  await list('hidden', { agent_id: marco.id, title: 'Sunny attic', moderation_status: 'pending' });
  await list('rejected', { agent_id: lucia.id, title: 'Sunny cellar', moderation_status: 'rejected' });
  await list('garden', {
    agent_id: lucia.id,
    title: 'Garden house',
    listing_type: 'rent',
    price: 45_000,
    city: 'Parañaque',
  });

  const agentId = marco.id;
  await ana.post('/api/conversations', {
    agentId,
    subject: 'Weekend visit',
    initialMessage: 'Hello',
    property_id: listings.loft,
  });
  await lucia.post('/api/conversations', { agentId, subject: 'Sharing a client', initialMessage: 'Hi' });
  const contact = { message: 'Is it free?', property_interest: 'condo' };
  for (const person of [
    { name: 'Ramón Dela-Cruz', email: 'ramon@walkin.example', phone: '0918 222 3344' },
    { name: 'Ana Reyes', email: 'ANA@client.example', phone: '0917 555 0101' },
  ])
    await server.request('POST', `/api/agents/${agentId}/contact`, { body: { ...contact, ...person } });
});

afterAll(() => server.close());

async function find(person: Person, q: string): Promise<QuickSearchAnswer> {
  const answer = await person.get(`/api/search?q=${encodeURIComponent(q)}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

const titles = (hits: Hit[]) => hits.map(({ title }) => title).sort();
const NOTHING = { listings: [], people: [], conversations: [] };

describe('listings', () => {
  test('that are public are found by everyone, by the beginnings of words', async () => {
    const { listings: found } = await find(stranger, 'LOF pobl');
    expect(found).toEqual([
      {
        kind: 'listing',
        id: listings.loft,
        title: 'Sunny loft in Poblacion',
        subtitle: `₱12.5M · Condominium · Makati · #${listings.loft}`,
        url: `/properties/${listings.loft}`,
      },
    ]);
    expect((await find(stranger, 'oft')).listings).toEqual([]);
    expect((await find(stranger, 'paranaque garden')).listings).toMatchObject([
      { subtitle: expect.stringContaining('₱45K/month') },
    ]);
  });

  test('that are hidden are found by their agent and by admins', async () => {
    expect(titles((await find(stranger, 'sunny')).listings)).toEqual(['Sunny loft in Poblacion']);
    expect(titles((await find(ana, 'sunny')).listings)).toEqual(['Sunny loft in Poblacion']);
    const own = (await find(marco, 'sunny')).listings;
    expect(titles(own)).toEqual(['Sunny attic', 'Sunny loft in Poblacion']);
    expect(own.find(({ id }) => id === listings.hidden)?.subtitle).toMatch(/^Pending review · /);
    expect(titles((await find(lucia, 'sunny')).listings)).toEqual(['Sunny cellar', 'Sunny loft in Poblacion']);
    expect(titles((await find(admin, 'sunny')).listings)).toEqual([
      'Sunny attic',
      'Sunny cellar',
      'Sunny loft in Poblacion',
    ]);
  });

  test('are found by their number, and a hidden one only by who may see it', async () => {
    expect((await find(stranger, `#${listings.garden}`)).listings[0]).toMatchObject({ id: listings.garden });
    expect((await find(stranger, String(listings.garden))).listings[0]).toMatchObject({
      id: listings.garden,
    });
    const isHiddenFound = async (person: Person) =>
      (await find(person, `#${listings.hidden}`)).listings.some(({ id }) => id === listings.hidden);
    expect(await Promise.all([stranger, lucia, marco, admin].map(isHiddenFound))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  test('are five at most', async () => {
    for (let at = 0; at < 7; at += 1) await list(`twin ${at}`, { agent_id: lucia.id, title: `Twin ${at}` });
    for (const person of [stranger, lucia, admin]) expect((await find(person, 'twin')).listings).toHaveLength(5);
  });
});

describe('people', () => {
  test('for everyone are the agents of the directory, without case and accents', async () => {
    expect((await find(stranger, 'penal')).people).toEqual([
      {
        kind: 'person',
        id: marco.id,
        title: 'Marco Peñalosa',
        subtitle: 'Agent',
        url: `/agents/${marco.id}`,
      },
    ]);
    expect(titles((await find(stranger, 'LUCIA')).people)).toEqual(['Lucía Santos']);
    // Neither the applicant nor the suspended agent.
    expect(titles((await find(stranger, 'marco')).people)).toEqual(['Marco Peñalosa']);
    expect((await find(marco, 'marco')).people).toEqual([]);
  });

  test('for an agent are their clients too: by name, e-mail and phone, each once', async () => {
    const [byName, ...more] = (await find(marco, 'ana')).people;
    expect(more).toEqual([]);
    expect(byName).toMatchObject({
      title: 'Ana Reyes',
      subtitle: 'Client · ana@client.example · +63 917 555 0101',
      url: expect.stringMatching(/^\/conversations\/\d+$/),
    });
    for (const q of ['ramon', 'dela cruz', 'cruz', 'ramon@walk', '0918 222', '+63918222', '2223344'])
      expect((await find(marco, q)).people, q).toMatchObject([
        {
          title: 'Ramón Dela-Cruz',
          url: expect.stringMatching(/^\/agent-dashboard\?tab=messages&inquiry=\d+$/),
        },
      ]);
  });

  test('for an agent are just the clients whom their own list finds', async () => {
    const visitor = await enter(server, { name: 'Vito Visit', email: 'vito@client.example' });
    const starts_at = new Date(Date.now() + 48 * 3_600_000).toISOString();
    const viewing = await visitor.post('/api/viewings', { property_id: listings.loft, starts_at });
    expect(viewing.status).toBe(201);
    for (const q of ['vito', 'loft', 'eyes', 'poblacion', '0917 555', 'client.example']) {
      const { clients } = (await marco.get(`/api/agents/clients?search=${encodeURIComponent(q)}`)).body.data;
      const { people } = await find(marco, q);
      expect(titles(people), q).toEqual(clients.map(({ name }: { name: string }) => name).sort());
      expect(people.length, q).toBeGreaterThan(0);
    }
    expect((await find(marco, 'vito')).people[0]?.url).toBe(
      `/agent-dashboard?tab=messages&view=clients&client=user-${visitor.id}`,
    );
  });

  test('for an admin are all accounts, by name, e-mail and phone', async () => {
    expect(titles((await find(admin, 'marco')).people)).toEqual([
      'Marco Applicant',
      'Marco Peñalosa',
      'Marco Suspended',
    ]);
    for (const q of ['penalosa', 'PEÑA', 'lucia marc', 'marco@agents', 'agents penalosa'])
      expect(
        (await find(admin, q)).people.map(({ title }) => title),
        q,
      ).toEqual(q.startsWith('lucia') ? [] : ['Marco Peñalosa']);
    expect((await find(admin, '0917555')).people).toEqual([
      {
        kind: 'person',
        id: ana.id,
        title: 'Ana Reyes',
        subtitle: 'User · ana@client.example',
        url: '/admin-dashboard?tab=users&search=ana%40client.example',
      },
    ]);
    expect((await find(admin, 'suspended')).people[0]?.subtitle).toMatch(/ · suspended$/);
  });

  test('who are nobody’s business stay unknown', async () => {
    for (const q of ['ana', 'ramon', 'ana@client.example', '0917555', '0918222', 'sam', 'olive']) {
      expect((await find(stranger, q)).people, q).toEqual([]);
      expect((await find(lucia, q)).people, q).toEqual([]);
    }
  });
});

describe('conversations', () => {
  test('are the caller’s own, by the other person, the subject and the listing', async () => {
    for (const q of ['penal', 'weekend', 'loft', `#${listings.loft}`])
      expect((await find(ana, q)).conversations, q).toMatchObject([
        {
          kind: 'conversation',
          title: 'Marco Peñalosa',
          subtitle: 'Weekend visit · Sunny loft in Poblacion',
        },
      ]);
    expect(titles((await find(marco, 'lucia')).conversations)).toEqual(['Lucía Santos']);
    expect(titles((await find(lucia, 'marco')).conversations)).toEqual(['Marco Peñalosa']);
  });

  test('of others are not found, not even by an admin', async () => {
    for (const person of [stranger, lucia, admin])
      expect((await find(person, 'weekend')).conversations).toEqual([]);
  });
});

describe('the words', () => {
  test('that say too little find nothing', async () => {
    for (const q of ['s', '…', '#', '¤¶§', '"*', "'"]) expect(await find(admin, q), q).toEqual(NOTHING);
  });

  test('are no pattern of the database', async () => {
    for (const q of ['%', '_arco', 'mar*', '[a-z]', "marco' OR 1=1 --", 'a\\b:*|c', '^$.+(?:)'])
      expect((await find(stranger, q)).conversations, q).toEqual([]);
    expect(titles((await find(admin, 'mar*')).people)).toHaveLength(3);
    expect((await find(admin, '_arco')).people).toEqual([]);
  });

  test('must be there and bounded, and so must the caller', async () => {
    expect((await marco.get('/api/search?q=')).status).toBe(400);
    expect((await marco.get('/api/search')).status).toBe(400);
    expect((await marco.get(`/api/search?q=${'x'.repeat(101)}`)).status).toBe(400);
    expect((await server.request('GET', '/api/search?q=loft')).status).toBe(401);
  });
});
