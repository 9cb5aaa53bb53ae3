// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldData } from '#server/features/privacy/jobs.ts';
import type { FraudSignal } from '#shared/contracts/signals.ts';
import { readAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let agents: Person[];
let clock = new Date('2026-03-18T04:00:00.000Z');

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => clock });
  // Rows that Sequelize stamps are as old as the clock of the machine says.
  clock = new Date();
  admin = await enter(server, { role: 'admin' });
  agents = await Promise.all(Array.from({ length: 17 }, () => enter(server, { role: 'agent' })));
});

afterAll(() => server.close());

const looked = () => server.context.jobs.flush('findSignals');
async function signalsOf(person: Person, query = 'status=all&limit=100'): Promise<FraudSignal[]> {
  await looked();
  const { status, body } = await admin.get(`/api/admin/signals?${query}`);
  expect(status).toBe(200);
  return body.data.signals.filter(({ account }: FraudSignal) => account?.id === person.id);
}
const decide = (id: number, body: object) => admin.post(`/api/admin/signals/${id}/decide`, body);

const SPAM = 'Invest in my company today and double your money within a week!';
/** Writes to some of the agents, to each in a new conversation. */
async function writeTo(person: Person, some: readonly Person[], text: string | ((at: number) => string)) {
  for (const [at, agent] of some.entries()) {
    const initialMessage = typeof text === 'string' ? text : text(at);
    const answer = await person.post('/api/conversations', {
      agentId: agent.id,
      subject: `To ${at} ${text}`.slice(0, 90),
      initialMessage,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  }
}

describe('the same text to many', () => {
  test('is told with how many, the words and the conversations, once; case and punctuation do not hide it', async () => {
    const person = await enter(server, { name: 'Sam Spam' });
    await writeTo(person, agents.slice(0, 7), SPAM);
    expect(await signalsOf(person)).toEqual([]);
    const inquiry = { name: 'Sam', email: 'sam@example.com', message: `  ${SPAM.toUpperCase()}...` };
    await person.post(`/api/agents/${agents[7]?.id}/contact`, inquiry);
    const [signal, ...others] = await signalsOf(person);
    expect(others).toEqual([]);
    expect(signal).toMatchObject({
      kind: 'same_text',
      status: 'open',
      facts: { people: 8 },
      account: { name: 'Sam Spam', status: 'active' },
      property: null,
      seen_count: 1,
    });
    expect(signal?.facts.conversations).toHaveLength(5);
    expect(signal?.facts.text).toContain('double your money');
    await writeTo(person, agents.slice(8, 9), SPAM);
    expect(await signalsOf(person)).toMatchObject([{ id: signal?.id, seen_count: 2, facts: { people: 9 } }]);
    await server.context.jobs.flush('signalsNotice');
    const { data } = (await admin.get('/api/notifications')).body;
    expect(data.filter(({ title }: { title: string }) => title === 'Unusual Activity')).toHaveLength(1);
  });

  test('short, different or older texts are nothing', async () => {
    const [short, different, slow] = [await enter(server), await enter(server), await enter(server)];
    await writeTo(short, agents.slice(0, 9), 'Is it available?');
    await writeTo(
      different,
      agents.slice(0, 9),
      (at) => `I have a question about the unit number ${at} on the ${at}th floor.`,
    );
    await writeTo(slow, agents.slice(0, 5), SPAM);
    await server.context.db.sequelize.query('UPDATE conversations SET created_at = :at WHERE user_id = :id', {
      replacements: { at: new Date(clock.getTime() - 25 * 3_600_000), id: slow.id },
    });
    await writeTo(slow, agents.slice(5, 10), SPAM);
    for (const person of [short, different, slow]) expect(await signalsOf(person)).toEqual([]);
  });

  test('dismissed it comes again only when it has grown a lot', async () => {
    const person = await enter(server);
    await writeTo(person, agents.slice(0, 8), SPAM);
    const [signal] = await signalsOf(person);
    expect((await decide(signal?.id ?? 0, { decision: 'dismiss', note: ' A charity ' })).body.data).toMatchObject({
      status: 'dismissed',
      note: 'A charity',
    });
    await writeTo(person, agents.slice(8, 15), SPAM);
    expect(await signalsOf(person)).toMatchObject([{ status: 'dismissed', facts: { people: 8 } }]);
    await writeTo(person, agents.slice(15, 16), SPAM);
    expect(await signalsOf(person)).toMatchObject([
      { id: signal?.id, status: 'open', note: null, decided_at: null, facts: { people: 16 } },
    ]);
  });
});

test('a new agent with many listings at once', async () => {
  const agent = await enter(server, { role: 'agent' });
  const csv = (rows: number) =>
    [
      'title,description,price,address,city,province,area_sqm',
      ...Array.from({ length: rows }, (_, at) => `Loft ${at},Bright.,4500000,1 Rizal Street,Baguio,Benguet,60`),
    ].join('\r\n');
  const post = (person: Person, rows: number) =>
    person.post('/api/properties/my/import', { csv: csv(rows), mode: 'all', drafts: false });
  await post(agent, 19);
  expect(await signalsOf(agent)).toEqual([]);
  await post(agent, 1);
  expect(await signalsOf(agent)).toMatchObject([
    { kind: 'many_listings', facts: { listings: 20, account_age_hours: 0 } },
  ]);
  const old = await enter(server, { role: 'agent' });
  await server.context.db.sequelize.query('UPDATE users SET created_at = :at WHERE id = :id', {
    replacements: { at: new Date(clock.getTime() - 8 * 24 * 3_600_000), id: old.id },
  });
  await post(old, 20);
  expect(await signalsOf(old)).toEqual([]);
});

describe('a price far below the area', () => {
  const place = { city: 'Quezon City', address: '1 Katipunan Avenue', type: 'house' as const, area_sqm: 100 };
  const draft = (price: number, city = 'Quezon City') => ({
    title: 'House with a garden',
    description: 'Quiet.',
    price,
    type: 'house',
    location: { address: '1 Katipunan Avenue', city, province: 'Metro Manila' },
    details: { area_sqm: 100 },
  });

  test('is told with both figures, and goes when the price is mended', async () => {
    const others = await enter(server, { role: 'agent' });
    for (let at = 0; at < 8; at += 1)
      await buildProperty(server.context, { ...place, price: 9_000_000 + at * 250_000, agent_id: others.id });
    const agent = await enter(server, { role: 'agent' });
    const { body } = await agent.post('/api/properties', draft(3_000_000));
    expect(await signalsOf(agent)).toMatchObject([
      {
        kind: 'low_price',
        property: { id: body.data.id, title: 'House with a garden', status: 'active' },
        facts: { price_per_sqm: 30_000, median_per_sqm: 98_750, compared_with: 8, area: 'Quezon City' },
      },
    ]);
    await agent.put(`/api/properties/${body.data.id}`, { price: 8_000_000 });
    expect(await signalsOf(agent)).toEqual([]);
    // A typing error in an edit is found as well.
    await agent.put(`/api/properties/${body.data.id}`, { price: 800_000 });
    expect(await signalsOf(agent)).toMatchObject([{ facts: { price_per_sqm: 8_000 } }]);
    // The subject's signals go with it.
    await server.request('DELETE', `/api/properties/${body.data.id}`, { token: agent.token });
    expect(await signalsOf(agent)).toEqual([]);
  });

  test('says nothing of a usual price, of too few others, and of an agent’s own', async () => {
    const agent = await enter(server, { role: 'agent' });
    await agent.post('/api/properties', draft(5_000_000));
    await agent.post('/api/properties', draft(100_000, 'Malabon'));
    for (let at = 0; at < 8; at += 1)
      await buildProperty(server.context, {
        ...place,
        city: 'Navotas',
        price: 9_000_000,
        agent_id: agent.id,
      });
    await agent.post('/api/properties', draft(100_000, 'Navotas'));
    expect(await signalsOf(agent)).toEqual([]);
  });
});

describe('a decision', () => {
  const open = async () => {
    const person = await enter(server);
    const seen = { first_seen_at: clock, last_seen_at: clock };
    return server.context.db.transaction(() =>
      server.context.db.models.FraudSignal.create({
        kind: 'same_text',
        user_id: person.id,
        facts: { people: 9 },
        ...seen,
      }),
    );
  };

  test('is kept with its note, by whom and when, in the audit log too; of two at once one counts', async () => {
    const { id, user_id } = await open();
    const answers = await Promise.all([
      decide(id, { decision: 'act', note: 'Suspended the account' }),
      decide(id, { decision: 'dismiss' }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const entries = await readAudit(server.context);
    const [entry, ...others] = entries.filter((row) => row.entity_type === 'signal' && row.entity_id === id);
    expect(others).toEqual([]);
    expect(entry?.action).toMatch(/^signal\.(act|dismiss)$/);
    expect(entry?.after).toMatchObject({ kind: 'same_text', user_id, property_id: null });
    const decided = answers.find(({ status }) => status === 200)?.body.data;
    expect(decided).toMatchObject({ decided_by: admin.user.name, decided_at: clock.toISOString() });
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('already_decided');
  });

  test('is for admins, about what there is', async () => {
    const { id } = await open();
    const person = await enter(server);
    expect((await person.post(`/api/admin/signals/${id}/decide`, { decision: 'dismiss' })).status).toBe(403);
    expect((await decide(2_000_000_000, { decision: 'dismiss' })).status).toBe(404);
    for (const body of [{}, { decision: 'accept' }, { decision: 'act', note: 'x'.repeat(1_001) }])
      expect((await decide(id, body)).status).toBe(400);
    expect((await admin.get('/api/admin/signals?status=nonsense')).status).toBe(400);
  });

  test('is forgotten after a year, an open one is not', async () => {
    const [old, waiting] = [await open(), await open()];
    await decide(old.id, { decision: 'dismiss' });
    const before = clock;
    clock = new Date(clock.getTime() + 366 * 24 * 3_600_000);
    await deleteOldData(server.context);
    clock = before;
    const { FraudSignal } = server.context.db.models;
    expect(await FraudSignal.findByPk(old.id)).toBeNull();
    expect(await FraudSignal.findByPk(waiting.id)).not.toBeNull();
  });
});
