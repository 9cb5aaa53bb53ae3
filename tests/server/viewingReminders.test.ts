// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { viewingReminders } from '#server/features/viewings/jobs.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
/** 10 AM in Manila. */
const now = new Date('2026-03-18T02:00:00.000Z');
const later = (hours: number) => new Date(now.getTime() + hours * HOUR);

let server: TestServer;
let clock = now;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => clock });
});

afterAll(() => server.close());

beforeEach(async () => {
  clock = now;
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server);
  // Data of earlier tests stays as it is.
  const { db } = server.context;
  await db.transaction(() => db.models.Viewing.destroy({ where: {} }));
});

const confirmed = async (hours: number): Promise<number> => {
  const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id, title: 'Loft' });
  const draft = { property_id, starts_at: later(hours).toISOString() };
  const { id } = (await ana.post('/api/viewings', draft)).body.data;
  expect((await agent.put(`/api/viewings/${id}`, { status: 'confirmed' })).status).toBe(200);
  return id;
};
const sweep = () => viewingReminders(server.context).run(new AbortController().signal);
/** Sessions do not expire meanwhile. */
async function setClock(hours: number): Promise<void> {
  clock = later(hours);
  const { db } = server.context;
  const times = { created_at: clock, last_used_at: clock };
  await db.transaction(() => db.models.Session.update(times, { where: {} }));
}
/** Runs the recurring job at a time, on this many servers at once. */
async function sweepAt(hours: number, servers = 1): Promise<void> {
  await setClock(hours);
  await Promise.all(Array.from({ length: servers }, sweep));
  await server.context.jobs.flush();
}
const told = async (person: Person) => {
  const notices: { title: string }[] = (await person.get('/api/notifications?limit=100')).body.data;
  const titles = notices.map(({ title }) => title).reverse();
  return titles.filter((title) => /^(Viewing (T|W)|How Did)/.test(title));
};
const mailedTo = ({ user }: Person) =>
  server.context.db.models.OutgoingMail.findAll({ where: { recipient: user.email }, order: ['id'] });
const remindersTo = async (person: Person) =>
  (await mailedTo(person)).map(({ subject }) => subject).filter((subject) => /Viewing (T|W)/.test(subject));

describe('reminders', () => {
  test('come to both a day and an hour before, once each, by bell and mail', async () => {
    await confirmed(48);
    await sweepAt(23.9);
    expect(await told(ana)).toEqual([]);
    await sweepAt(24, 3);
    await sweepAt(25, 2);
    for (const person of [ana, agent]) {
      expect(await told(person)).toEqual(['Viewing Tomorrow']);
      expect(await remindersTo(person)).toHaveLength(1);
    }
    await sweepAt(47, 3);
    await sweepAt(47.5);
    await sweepAt(48.2);
    for (const person of [ana, agent]) {
      expect(await told(person)).toEqual(['Viewing Tomorrow', 'Viewing Within the Hour']);
      expect(await remindersTo(person)).toHaveLength(2);
    }
  });

  test('after a standstill one comes, not both, and none for what has begun', async () => {
    await confirmed(48);
    await sweepAt(47.2);
    expect(await told(ana)).toEqual(['Viewing Within the Hour']);
    await setClock(0);
    await confirmed(50);
    await sweepAt(50.1);
    expect(await told(ana)).toEqual(['Viewing Within the Hour']);
  });

  test('what waited in the queue is not told once the viewing has begun', async () => {
    const id = await confirmed(48);
    await setClock(48.1);
    const { db, jobs } = server.context;
    const late = { viewingId: id, startsAt: later(48).toISOString() };
    await db.transaction(() => jobs.add('viewingReminder', late));
    await jobs.flush();
    expect(await told(ana)).toEqual([]);
  });

  test('what is agreed on late is not told twice, and a moved viewing is recalled anew', async () => {
    const id = await confirmed(5);
    await sweepAt(0.1);
    expect(await told(ana)).toEqual([]);
    await sweepAt(4.1);
    expect(await told(ana)).toEqual(['Viewing Within the Hour']);
    await setClock(4.2);
    const starts_at = later(60).toISOString();
    await agent.put(`/api/viewings/${id}`, { status: 'proposed', starts_at });
    await sweepAt(40);
    expect(await told(ana), 'a proposal is not recalled').toHaveLength(1);
    await setClock(10);
    await ana.put(`/api/viewings/${id}`, { status: 'confirmed' });
    await sweepAt(37);
    await sweepAt(59.5);
    expect((await told(ana)).slice(1)).toEqual(['Viewing Tomorrow', 'Viewing Within the Hour']);
  });

  test('a cancelled viewing is not recalled, and who wants no mail gets the bell alone', async () => {
    const cancelled = await confirmed(49);
    await ana.put(`/api/viewings/${cancelled}`, { status: 'cancelled' });
    await confirmed(48);
    await ana.put('/api/settings', { notifications: { email: false } });
    await sweepAt(26);
    expect(await told(ana)).toEqual(['Viewing Tomorrow']);
    expect(await remindersTo(ana)).toEqual([]);
    expect(await remindersTo(agent)).toHaveLength(1);
  });

  test('change nothing about when the client was last heard of', async () => {
    const id = await confirmed(48);
    const { Viewing } = server.context.db.models;
    const before = (await Viewing.findByPk(id))?.updated_at;
    await sweepAt(30);
    expect((await Viewing.findByPk(id))?.updated_at).toEqual(before);
  });
});

describe('what came of a viewing', () => {
  const say = (person: Person, id: number, body: object) => person.put(`/api/viewings/${id}/outcome`, body);

  test('is asked of the agent once, by the bell', async () => {
    const id = await confirmed(30);
    await sweepAt(30.9);
    expect(await told(agent)).not.toContain('How Did It Go?');
    await sweepAt(31, 3);
    await sweepAt(33);
    expect((await told(agent)).filter((title) => title.startsWith('How Did'))).toHaveLength(1);
    expect(await told(ana)).not.toContain('How Did It Go?');
    expect((await mailedTo(agent)).some(({ subject }) => subject.includes('How Did It'))).toBe(false);
    const notices = (await agent.get('/api/notifications')).body.data;
    expect(notices[0].action.url).toBe(`/desk/calendar?day=2026-03-19&viewing=${id}`);
  });

  test('is not asked for what was said already, or is long over', async () => {
    const said = await confirmed(40);
    await setClock(42);
    await say(agent, said, { outcome: 'offer' });
    await sweepAt(43);
    await confirmed(50);
    await sweepAt(24 * 8);
    expect(await told(agent)).not.toContain('How Did It Go?');
  });

  test('is said by its agent alone, once it is over, and can be changed', async () => {
    const id = await confirmed(30);
    expect(await say(agent, id, { outcome: 'no_show' })).toMatchObject({
      status: 409,
      body: { code: 'not_over' },
    });
    await setClock(32);
    expect((await say(ana, id, { outcome: 'no_show' })).status).toBe(403);
    expect((await say(await enter(server, { role: 'agent' }), id, { outcome: 'no_show' })).status).toBe(404);
    expect((await say(agent, id, { outcome: 'maybe' })).status).toBe(400);
    const first = await say(agent, id, { outcome: 'took_place', note: ' Liked the view ' });
    expect(first.body.data).toMatchObject({ outcome: 'took_place', outcome_note: 'Liked the view' });
    const second = await say(agent, id, { outcome: 'offer' });
    expect(second.body.data).toMatchObject({ outcome: 'offer', outcome_note: null });
    // The viewing is the agent's own note.
    const [seen] = (await ana.get('/api/viewings')).body.data;
    expect(seen).toMatchObject({ id, outcome: null, outcome_note: null });
    expect(JSON.stringify((await ana.get('/api/privacy/data')).body)).not.toContain('"offer"');
    expect(JSON.stringify((await agent.get('/api/privacy/data')).body)).toContain('"offer"');
    const open = await confirmed(100);
    await agent.put(`/api/viewings/${open}`, { status: 'cancelled' });
    await setClock(120);
    expect((await say(agent, open, { outcome: 'took_place' })).status).toBe(409);
  });
});
