// @databases full

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', env: { hasActionLimits: true } });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

const usual = {
  newAccountHours: 24,
  newAccountConversations: 2,
  newAccountInquiries: 2,
  newAccountReports: 2,
  newAccountReviews: 2,
  newAgentDays: 7,
  newAgentListings: 3,
};

beforeEach(() => saveSystemSettings(admin, 'security', usual));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
/** Sequelize keeps `created_at` by itself. */
const setAge = (table: string, id: number, hours: number) =>
  server.context.db.sequelize.query(`UPDATE ${table} SET created_at = :at WHERE id = :id`, {
    replacements: { at: hoursAgo(hours), id },
  });

const draft = {
  title: 'Loft in Poblacion',
  description: 'Bright, with a balcony.',
  price: 8_500_000,
  location: { address: '12 Kalayaan Avenue', city: 'Makati', province: 'Metro Manila' },
  details: { area_sqm: 54 },
};
const csvOf = (rows: number) =>
  [
    'title,description,price,address,city,province,area_sqm',
    ...Array.from({ length: rows }, (_, at) => `Loft ${at},Bright.,4500000,1 Ayala Avenue,Makati,Metro Manila,60`),
  ].join('\r\n');

const acts: Record<string, (person: Person) => Promise<() => Promise<{ status: number; id: number }>>> = {
  conversations: async (person) => async () => {
    const agent = await enter(server, { role: 'agent' });
    const body = { agentId: agent.id, subject: 'A viewing', initialMessage: 'May I see it?' };
    const answer = await person.post('/api/conversations', body);
    return { ...answer, id: answer.body.data?.conversation.id };
  },
  inquiries: async (person) => {
    const agent = await enter(server, { role: 'agent' });
    return async () => {
      const body = { name: 'Ana', email: 'ana@example.com', message: 'Is it free?' };
      const answer = await person.post(`/api/agents/${agent.id}/contact`, body);
      return { ...answer, id: answer.body.data?.id };
    };
  },
  listing_reports: async (person) => async () => {
    const { id } = await buildProperty(server.context);
    const answer = await person.post(`/api/properties/${id}/reports`, { reason: 'scam' });
    return { ...answer, id: answer.body.data?.id };
  },
  reviews: async (person) => async () => {
    const agent = await enter(server, { role: 'agent' });
    const answer = await person.post(`/api/agents/${agent.id}/reviews`, { rating: 5, comment: 'Quick.' });
    return { ...answer, id: answer.body.data?.id };
  },
};

test.each(Object.keys(acts))('a new account may do so much a day: %s', async (table) => {
  const person = await enter(server);
  const act = await (acts[table] as (typeof acts)[string])(person);
  const first = await act();
  expect(first.status).toBe(201);
  expect((await act()).status).toBe(201);
  const refused = await act();
  expect(refused).toMatchObject({ status: 429, body: { code: 'new_account_limit' } });
  expect((refused as unknown as { body: { error: string } }).body.error).toMatch(
    /^A new account can .* 2 .* in 24 hours\.$/,
  );
  const seconds = Number((refused as unknown as { headers: Headers }).headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(23.9 * 3_600);
  expect(seconds).toBeLessThanOrEqual(24 * 3_600);
  // One of them is older than a day: one more may follow.
  await setAge(table, first.id, 24.1);
  expect((await act()).status).toBe(201);
  expect((await act()).status).toBe(429);
  // The account is no longer new.
  await setAge('users', person.id, 24.1);
  expect((await act()).status).toBe(201);
});

test('of several at once no more than the limit pass', async () => {
  const person = await enter(server);
  const act = await (acts.inquiries as (typeof acts)[string])(person);
  const answers = await Promise.all(Array.from({ length: 6 }, act));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429, 429]);
});

test('what exists already may be gone on with', async () => {
  const person = await enter(server);
  const agent = await enter(server, { role: 'agent' });
  const start = { agentId: agent.id, subject: 'A viewing', initialMessage: 'May I see it?' };
  const review = (rating: number) => person.post(`/api/agents/${agent.id}/reviews`, { rating, comment: 'So so.' });
  await saveSystemSettings(admin, 'security', { ...usual, newAccountConversations: 1, newAccountReviews: 1 });
  const { body } = await person.post('/api/conversations', start);
  expect((await person.post('/api/conversations', { ...start, initialMessage: 'Hello?' })).status).toBe(201);
  const path = `/api/conversations/${body.data.conversation.id}/messages`;
  expect((await person.post(path, { content: 'Are you there?' })).status).toBe(201);
  expect((await review(3)).status).toBe(201);
  expect((await review(4)).status).toBe(201);
});

test('a new agent posts so many listings a day, one by one or by a file', async () => {
  const agent = await enter(server, { role: 'agent' });
  expect((await agent.post('/api/properties', draft)).status).toBe(201);
  const tooMany = await agent.post('/api/properties/my/import', { csv: csvOf(3), mode: 'all', drafts: false });
  expect(tooMany).toMatchObject({ status: 429, body: { code: 'new_account_limit' } });
  expect(
    (await agent.post('/api/properties/my/import', { csv: csvOf(2), mode: 'all', drafts: false })).status,
  ).toBe(200);
  expect((await agent.post('/api/properties', draft)).status).toBe(429);
  const own = await server.context.db.models.Property.count({ where: { agent_id: agent.id } });
  expect(own).toBe(3);
  // More than may be posted in any day: when the agent is no longer new.
  const never = await agent.post('/api/properties/my/import', { csv: csvOf(4), mode: 'all', drafts: false });
  expect(Number(never.headers.get('retry-after'))).toBeGreaterThan(6.9 * 24 * 3_600);
  await setAge('users', agent.id, 7 * 24 + 1);
  expect(
    (await agent.post('/api/properties/my/import', { csv: csvOf(4), mode: 'all', drafts: false })).status,
  ).toBe(200);
});

test('0 hours limit nothing, and neither does ACTION_LIMITS=off', async () => {
  const person = await enter(server);
  const act = await (acts.inquiries as (typeof acts)[string])(person);
  await saveSystemSettings(admin, 'security', { ...usual, newAccountHours: 0 });
  for (let time = 0; time < 4; time += 1) expect((await act()).status).toBe(201);
  await saveSystemSettings(admin, 'security', usual);
  expect((await act()).status).toBe(429);
  server.context.env.hasActionLimits = false;
  expect((await act()).status).toBe(201);
  server.context.env.hasActionLimits = true;
});
