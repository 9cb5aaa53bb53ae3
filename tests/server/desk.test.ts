// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type DeskRow, MAX_NOTES, REVIEW_WAITS_DAYS } from '#shared/contracts/desk.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { buildUser, signIn, type UserDraft } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Noon in Manila. */
const NOON = new Date('2026-11-23T04:00:00.000Z').getTime();

let server: TestServer;
let acts: DeskActs;
let agent: Person;
let ana: Person;

/** Each act at a moment of its own. */
const pass = (ms = 60_000) => vi.setSystemTime(Date.now() + ms);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  server = await startTestServer({ data: 'empty' });
  acts = deskActs(server);
});

afterAll(async () => {
  await server.close();
  vi.useRealTimers();
});

/** A user whose session outlives the days of a test. */
async function enter(draft: UserDraft = {}): Promise<Person> {
  const user = await buildUser(server.context, draft);
  return personOf(server, user, await signIn(server.context, user, { remember: true }));
}

let made = 0;
const newEmail = () => `somebody${++made}@mail.example`;

beforeEach(async () => {
  vi.setSystemTime(NOON);
  agent = await enter({ role: 'agent' });
  ana = await enter({ name: 'Ana Reyes', email: newEmail(), phone: '+63 917 555 0101' });
});

const names = (rows: DeskRow[]) => rows.map(({ name }) => name);
async function rowOf(person: Person | string, of = agent): Promise<DeskRow> {
  const { rows } = await acts.queue(of);
  const row = rows.find(({ name, user_id }) =>
    typeof person === 'string' ? name === person : user_id === person.id,
  );
  if (!row) throw new Error('They are not in the queue');
  return row;
}

describe('a row', () => {
  test('tells who waits, since when and for what', async () => {
    const asked = new Date().toISOString();
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id, title: 'A loft' });
    await acts.ask(agent, ana, { message: `Is it free? ${'x'.repeat(300)}`, property_id });
    const row = await rowOf(ana);
    expect(row).toMatchObject({
      key: `user-${ana.id}`,
      kind: 'client',
      name: 'Ana Reyes',
      stage: 'new',
      waiting_since: asked,
      waiting_for: 'inquiry',
      awaiting_since: null,
      last: { kind: 'inquiry', by: 'client', at: asked },
      property: { id: property_id, title: 'A loft' },
      unread: 0,
      done_at: null,
    });
    expect(row.last.text).toHaveLength(200);
  });

  test('follows a chat: who spoke last, since when, and what is unread', async () => {
    const id = await acts.chat(agent, ana, 'One');
    const first = new Date().toISOString();
    pass();
    await acts.say(ana, id, 'Two');
    expect(await rowOf(ana)).toMatchObject({
      waiting_since: first,
      waiting_for: 'message',
      unread: 2,
      last: { kind: 'message', by: 'client', text: 'Two' },
    });
    pass();
    await acts.say(agent, id, 'Three');
    expect(await rowOf(ana)).toMatchObject({
      waiting_since: null,
      waiting_for: null,
      awaiting_since: new Date().toISOString(),
      stage: 'talking',
      last: { by: 'agent', text: 'Three' },
    });
    // A client was answered, and asks again somewhere else: the client waits, not the agent.
    pass();
    await acts.ask(agent, ana);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: 'inquiry', awaiting_since: null });
  });

  test('of a viewing waits until it was answered, also for a week after its time', async () => {
    const id = await acts.visit(agent, ana, 24);
    const requested = new Date().toISOString();
    expect(await rowOf(ana)).toMatchObject({
      waiting_since: requested,
      waiting_for: 'viewing',
      next_viewing_at: inHours(24),
    });
    vi.setSystemTime(NOON + 25 * HOUR - 1);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: 'viewing' });
    vi.setSystemTime(NOON + 25 * HOUR);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: 'viewing', next_viewing_at: null });
    vi.setSystemTime(NOON + 25 * HOUR + 7 * 24 * HOUR);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: null });
    expect((await acts.queue(agent, '')).rows).toEqual([]);

    const other = await acts.visit(agent, ana, 48);
    pass();
    await acts.decide(agent, other, 'proposed', 72);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: null, awaiting_since: new Date().toISOString() });
    pass();
    await acts.decide(ana, other, 'confirmed');
    expect(await rowOf(ana)).toMatchObject({ stage: 'viewing', awaiting_since: null });
    expect(id).not.toBe(other);
  });

  test.each(['done', 'snoozed'])(
    'about a viewing comes back from %s, unlike what the agent decides',
    async (state) => {
      const viewing = await acts.visit(agent, ana, 48);
      pass();
      await acts.decide(agent, viewing, 'proposed', 72);
      const { id } = await rowOf(ana);
      const putAside = async () => {
        pass();
        await acts.change(agent, id, state === 'done' ? { done: true } : { snoozed_until: inHours(3) });
        pass();
      };
      const needsMe = async () =>
        (await acts.queue(agent, '')).rows.map(({ waiting_for, last }) => [waiting_for, last.by]);
      await putAside();
      await acts.decide(ana, viewing, 'confirmed');
      expect(await needsMe()).toEqual([['viewing_answer', 'client']]);
      expect(await rowOf(ana)).toMatchObject({ done_at: null, snoozed_until: null });
      // The agent has taken note of it.
      pass();
      const note = { channel: 'chat', content: 'See you there.', client_id: `taken-note-${state}` };
      expect((await agent.post(`/api/desk/clients/${id}/replies`, note)).status).toBeLessThan(300);
      expect(await needsMe()).toEqual([]);
      await putAside();
      await acts.decide(ana, viewing, 'cancelled');
      expect(await needsMe()).toEqual([['viewing_answer', 'client']]);
      const again = await acts.visit(agent, ana, 100);
      pass();
      await acts.decide(agent, again, 'confirmed');
      await putAside();
      await acts.decide(agent, again, 'cancelled');
      expect(await needsMe()).toEqual([]);
      expect((await rowOf(ana)).last).toMatchObject({ kind: 'viewing', by: 'agent' });
    },
  );

  test('of a review waits for 14 days or until it is answered', async () => {
    const id = await acts.review(agent, ana);
    expect(await rowOf(ana)).toMatchObject({
      kind: 'reviewer',
      waiting_for: 'review',
      last: { text: 'Quick and kind' },
    });
    vi.setSystemTime(NOON + REVIEW_WAITS_DAYS * DAY);
    expect(await rowOf(ana)).toMatchObject({ waiting_for: null });
    vi.setSystemTime(NOON + DAY);
    const ben = await enter({ name: 'Ben Cruz' });
    const second = await acts.review(agent, ben);
    pass();
    const path = `/api/agents/${agent.id}/reviews/${second}/answer`;
    expect((await agent.put(path, { answer: 'Thank you' })).status).toBe(200);
    expect(await rowOf(ben)).toMatchObject({
      waiting_for: null,
      last: { kind: 'review', by: 'agent', text: 'Thank you' },
    });
    pass();
    const words = { rating: 1, comment: 'I was wrong about them' };
    expect((await ben.post(`/api/agents/${agent.id}/reviews`, words)).status).toBe(201);
    expect(await rowOf(ben)).toMatchObject({
      waiting_for: 'review',
      waiting_since: new Date().toISOString(),
      last: { kind: 'review', by: 'client', text: words.comment },
    });
    expect((await agent.put(path, { answer: 'Thank you' })).status).toBe(200);
    expect(await rowOf(ben)).toMatchObject({ waiting_for: null, last: { by: 'agent' } });
    expect((await server.request('DELETE', path, { token: agent.token })).status).toBe(200);
    expect(await rowOf(ben)).toMatchObject({ waiting_for: 'review', last: { by: 'client' } });
    expect(id).toBeGreaterThan(0);
  });

  test('waits again when the mail to them failed', async () => {
    const email = newEmail();
    const id = await acts.ask(agent, email);
    pass();
    await acts.reply(agent, id);
    const replied = new Date().toISOString();
    const deliver = (reply_delivery: 'queued' | 'sent' | 'failed') =>
      server.context.db.transaction(() =>
        server.context.db.models.Inquiry.update({ reply_delivery }, { where: { id } }),
      );
    await deliver('queued');
    expect(await rowOf('Ana Reyes')).toMatchObject({
      awaiting_since: replied,
      last: { kind: 'reply', by: 'agent', text: 'It is free.' },
    });
    await deliver('failed');
    expect(await rowOf('Ana Reyes')).toMatchObject({
      waiting_since: replied,
      waiting_for: 'delivery',
      awaiting_since: null,
    });
    await deliver('sent');
    expect(await rowOf('Ana Reyes')).toMatchObject({ waiting_for: null, awaiting_since: replied });
  });

  test('of two agents stands on both desks, as a colleague’s, until one of them is none', async () => {
    const ben = await enter({ role: 'agent', name: 'Ben Cruz' });
    const id = await acts.chat(agent, ben, 'Do you share the loft?');
    expect(await rowOf(ben)).toMatchObject({ kind: 'colleague', waiting_for: 'message', unread: 1 });
    expect(await rowOf(agent, ben)).toMatchObject({ kind: 'colleague', waiting_for: null, unread: 0 });
    pass();
    await acts.say(agent, id, 'I do');
    expect(await rowOf(agent, ben)).toMatchObject({ waiting_for: 'message', unread: 1 });
    expect((await acts.timeline(agent, (await rowOf(ben)).id)).entries).toMatchObject([
      { kind: 'message', by: 'agent' },
      { kind: 'message', by: 'client' },
    ]);
    await server.context.db.transaction(() => ben.user.update({ role: 'user' }));
    expect(await rowOf(ben)).toMatchObject({ kind: 'client' });
    expect((await ben.get('/api/desk')).status).toBe(403);
    await server.context.db.transaction(() => ben.user.update({ role: 'agent' }));
    expect(await rowOf(ben)).toMatchObject({ kind: 'colleague' });
    // A new agent finds the people of earlier conversations.
    await acts.chat(agent, ana);
    await acts.queue(agent);
    await server.context.db.transaction(() => ana.user.update({ role: 'agent' }));
    await server.context.db.transaction(() =>
      server.context.db.models.AgentProfile.create({ user_id: ana.id, application_status: 'approved' }),
    );
    expect(await rowOf(agent, ana)).toMatchObject({ kind: 'colleague' });
    expect(await rowOf(ana)).toMatchObject({ kind: 'colleague' });
  });

  test('of a suspended or closed conversation waits for nobody', async () => {
    const id = await acts.chat(agent, ana);
    const set = (status: 'active' | 'closed' | 'suspended') =>
      server.context.db.transaction(() =>
        server.context.db.models.Conversation.update({ status }, { where: { id } }),
      );
    await set('suspended');
    expect(await rowOf(ana)).toMatchObject({ waiting_for: null });
    await set('active');
    expect(await rowOf(ana)).toMatchObject({ waiting_for: 'message' });
    await set('closed');
    expect(await rowOf(ana)).toMatchObject({ waiting_for: null, awaiting_since: null });
  });

  test('keeps the viewing of a listing that is gone', async () => {
    const viewing = await acts.visit(agent, ana);
    await acts.queue(agent);
    const found = await server.context.db.models.Viewing.findByPk(viewing, { rejectOnEmpty: true });
    const answer = await server.request('DELETE', `/api/properties/${found.property_id}`, {
      token: agent.token,
    });
    expect(answer.status).toBe(200);
    expect(await acts.queue(agent)).toMatchObject({
      rows: [{ user_id: ana.id, last: { kind: 'viewing' }, waiting_for: null, next_viewing_at: null }],
      counts: { needs_me: 0, today: 0 },
    });
    expect(await server.context.db.models.Viewing.findByPk(viewing)).toMatchObject({ status: 'cancelled' });
  });
});

describe('the queue', () => {
  test('has each client in the views they belong to, in their order, and counts them', async () => {
    const people: Record<string, Person> = {};
    for (const name of ['Early', 'Late', 'Answered', 'Asleep', 'Over', 'Today'])
      people[name] = await enter({ name });
    const { Early, Late, Answered, Asleep, Over, Today } = people as Record<string, Person>;
    for (const person of [Early, Late, Answered, Asleep, Over, Today]) {
      pass();
      const id = await acts.chat(agent, person as Person);
      if (person !== Early && person !== Late && person !== Asleep) {
        pass();
        await acts.say(agent, id, 'Yes');
      }
    }
    pass();
    await acts.decide(agent, await acts.visit(agent, Today as Person, 2), 'confirmed');
    await acts.change(agent, (await rowOf(Asleep as Person)).id, { snoozed_until: inHours(3) });
    await acts.change(agent, (await rowOf(Over as Person)).id, { done: true });
    await acts.change(agent, (await rowOf(Answered as Person)).id, {
      next_action: 'Send the papers',
      next_action_on: '2026-11-23',
    });
    const counts = { needs_me: 2, today: 2, waiting: 1, snoozed: 1, done: 1 };
    const shown = async (view: string) => {
      const part = await acts.queue(agent, `view=${view}`);
      expect(part.counts).toEqual(counts);
      return names(part.rows);
    };
    expect(names((await acts.queue(agent, '')).rows)).toEqual(['Early', 'Late']);
    expect(await shown('needs_me')).toEqual(['Early', 'Late']);
    expect(await shown('today')).toEqual(['Today', 'Answered']);
    expect(await shown('waiting')).toEqual(['Answered']);
    expect(await shown('snoozed')).toEqual(['Asleep']);
    expect(await shown('done')).toEqual(['Over']);
    expect(await shown('all')).toEqual(['Today', 'Over', 'Asleep', 'Answered', 'Late', 'Early']);
    expect((await agent.get('/api/desk')).body.data).toMatchObject({
      counts,
      agenda: [{ user: { name: 'Today' } }],
    });
    // The same number under Clients.
    expect((await agent.get('/api/agents/clients')).body.data.needs_answer).toBe(2);
    expect((await agent.get('/api/agents/clients?needs_answer=true')).body.data.clients).toHaveLength(2);
    // Another day.
    vi.setSystemTime(NOON + DAY);
    expect((await agent.get('/api/desk')).body.data.counts).toEqual({
      ...counts,
      needs_me: 3,
      today: 1,
      snoozed: 0,
    });
  });

  test('has who was put off until now among what is due today, until the agent did something', async () => {
    const [due, back] = [await enter({ name: 'Due' }), await enter({ name: 'Back' })];
    for (const person of [due, back]) {
      const id = await acts.chat(agent, person);
      pass();
      await acts.say(agent, id, 'Yes');
    }
    await acts.change(agent, (await rowOf(due)).id, { next_action_on: '2026-11-23' });
    const { id } = await rowOf(back);
    await acts.change(agent, id, { snoozed_until: inHours(3) });
    const today = async () => {
      const { rows, counts } = await acts.queue(agent, 'view=today');
      expect(counts.today).toBe(rows.length);
      return names(rows);
    };
    expect(await today()).toEqual(['Due']);
    vi.setSystemTime(NOON + 3.5 * HOUR);
    expect(await today()).toEqual(['Due', 'Back']);
    expect((await acts.queue(agent)).rows.find((row) => row.id === id)?.waiting_for).toBe('reminder');
    await acts.change(agent, id, { done: true });
    expect(await today()).toEqual(['Due']);
  });

  test('has today’s viewings of Manila, also past midnight there', async () => {
    await acts.decide(agent, await acts.visit(agent, ana, 11.5), 'confirmed');
    expect((await acts.queue(agent, 'view=today')).rows).toHaveLength(1);
    vi.setSystemTime(NOON + 12.1 * HOUR);
    expect((await acts.queue(agent, 'view=today')).rows).toHaveLength(1);
    const ben = await enter();
    await acts.visit(agent, ben, 23);
    expect((await acts.queue(agent, 'view=today')).rows).toHaveLength(2);
    const cora = await enter();
    await acts.visit(agent, cora, 24);
    expect((await acts.queue(agent, 'view=today')).rows).toHaveLength(2);
    expect((await agent.get('/api/desk')).body.data.agenda).toHaveLength(1);
  });

  test('is read in parts, each row once, also those of one moment', async () => {
    for (let at = 0; at < 7; at += 1) {
      if (at % 3 === 0) pass();
      await acts.ask(agent, newEmail(), { name: `Person ${at}` });
    }
    for (const view of ['needs_me', 'all']) {
      const seen: number[] = [];
      let after: string | null = '';
      do {
        const query: string = `view=${view}&limit=2${after ? `&after=${encodeURIComponent(after)}` : ''}`;
        const part = await acts.queue(agent, query);
        seen.push(...part.rows.map(({ id }) => id));
        after = part.next;
      } while (after);
      expect(seen).toHaveLength(7);
      expect(seen).toEqual((await acts.queue(agent, `view=${view}`)).rows.map(({ id }) => id));
    }
  });

  test('answers just the rows that are asked for, of the agent’s own', async () => {
    await acts.ask(agent, ana);
    const other = await enter({ role: 'agent' });
    await acts.ask(other, ana);
    const [own, foreign] = [await rowOf(ana), await rowOf(ana, other)];
    const { rows, next } = await acts.queue(agent, `ids=${own.id},${foreign.id},2147483647`);
    expect(rows).toEqual([own]);
    expect(next).toBeNull();
  });

  test('finds by name, address, number, listing, wish and note', async () => {
    const { id: property_id } = await buildProperty(server.context, {
      agent_id: agent.id,
      title: 'Skyline Loft',
    });
    await acts.chat(agent, ana, 'Hello', property_id);
    await acts.ask(agent, 'zoe@elsewhere.example', { name: 'Zoe Lim' });
    const row = await rowOf(ana);
    await acts.change(agent, row.id, { wishes: 'A garden for the dog' });
    await acts.note(agent, row.id, 'Works at the harbour');
    const found = async (search: string, by = agent) =>
      names((await acts.queue(by, `view=all&search=${encodeURIComponent(search)}`)).rows);
    for (const search of ['reyes', ana.user.email, '0917 555 0101', 'skyline', 'GARDEN', 'harbour', 'ana loft'])
      expect(await found(search), search).toEqual(['Ana Reyes']);
    expect(await found('zoe@elsewhere')).toEqual(['Zoe Lim']);
    expect(await found('lim')).toEqual(['Zoe Lim']);
    expect(await found('nobody')).toEqual([]);
    expect(await found("%_'--")).toEqual([]);
    expect(await found('reyes', await enter({ role: 'agent' }))).toEqual([]);
    expect((await acts.queue(agent, 'view=done&search=reyes')).rows).toEqual([]);
  });

  test('refuses what it does not know', async () => {
    for (const query of [
      'view=mine',
      'after=yesterday',
      'after=2026-11-23T04:00:00.000Z',
      'after=9999-99-99T99:99:99.999Z,1',
      'after=2026-11-23T04:00:00.000Z,0',
      'after=2026-11-23T04:00:00.000Z,9999999999',
      'limit=0',
      'limit=x',
      'ids=a',
      'ids=0',
      'ids=9999999999',
      `ids=${Array.from({ length: 51 }, (_, at) => at + 1).join(',')}`,
    ]) {
      const answer = await agent.get(`/api/desk/queue?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
      expect(answer.body).toMatchObject({ success: false, code: 'invalid_input' });
    }
  });
});

describe('a client', () => {
  test('has contacts, viewings, chats and the agent’s listings they looked at and saved', async () => {
    const viewing = await acts.visit(agent, ana);
    const chat = await acts.chat(agent, ana);
    const own = await buildProperty(server.context, { agent_id: agent.id, title: 'Own' });
    const foreign = await buildProperty(server.context, { title: 'Of somebody else' });
    for (const { id } of [own, foreign]) {
      await ana.post(`/api/favorites/${id}`);
      expect((await ana.post(`/api/properties/${id}/views`)).status).toBe(200);
    }
    const { id } = await rowOf(ana);
    const looks = async () => (await acts.client(agent, id)).looked_at;
    expect(await acts.client(agent, id)).toMatchObject({
      row: { id, user_id: ana.id },
      contacts: [
        { kind: 'email', value: ana.user.email, confirmed: true },
        { kind: 'phone', value: '+63 917 555 0101', confirmed: false },
      ],
      budget_min: null,
      wishes: null,
      notes: [],
      viewings: [{ id: viewing }],
      conversations: [{ id: chat }],
      looked_at: [{ property: { id: own.id, title: 'Own', price: 5_000_000 } }],
      saved: [{ property: { id: own.id } }],
    });
    const { body } = await ana.get('/api/settings');
    await ana.put('/api/settings', { search: { ...body.data.search, saveHistory: false } });
    expect(await looks()).toEqual([]);
    expect((await acts.client(agent, id)).saved).toHaveLength(1);
  });

  test('who only wrote a review shows what they share, and is not found by what they do not', async () => {
    await acts.review(agent, ana);
    const { id } = await rowOf(ana);
    expect(await acts.client(agent, id)).toMatchObject({ contacts: [] });
    const found = async (search: string) =>
      (await acts.queue(agent, `view=all&search=${encodeURIComponent(search)}`)).rows.length;
    expect([await found('reyes'), await found(ana.user.email), await found('0917 555 0101')]).toEqual([1, 0, 0]);
    expect((await agent.get('/api/agents/clients')).body.data.clients).toEqual([]);
    // An inquiry without an account under their address names no account.
    await acts.ask(agent, ana.user.email);
    expect((await acts.queue(agent)).rows.map(({ user_id }) => user_id).sort()).toEqual([null, ana.id].sort());
    await ana.put('/api/settings', {
      privacy: { profileVisibility: 'public', showEmail: true, showPhone: true },
    });
    expect((await acts.client(agent, id)).contacts).toMatchObject([{ kind: 'email' }, { kind: 'phone' }]);
    // Writing to the agent reveals the writer.
    await ana.put('/api/settings', {
      privacy: { profileVisibility: 'public', showEmail: false, showPhone: false },
    });
    await acts.chat(agent, ana);
    expect((await acts.client(agent, id)).contacts).toMatchObject([{ kind: 'email' }, { kind: 'phone' }]);
    expect((await acts.queue(agent)).rows).toHaveLength(1);
    expect([await found(ana.user.email), await found('0917 555 0101')]).toEqual([1, 1]);
  });

  test('is changed as a whole or not at all', async () => {
    await acts.ask(agent, ana);
    const { id, version } = await rowOf(ana);
    const wanted = {
      budget_min: 1_000_000,
      budget_max: 2_500_000.5,
      wishes: 'A garden',
      next_action: 'Call',
      next_action_on: '2026-12-01',
      stage: 'offer',
    };
    const row = await acts.change(agent, id, wanted);
    expect(row).toMatchObject({ stage: 'offer', next_action: 'Call', next_action_on: '2026-12-01' });
    expect(row.version).toBe(version + 1);
    const { row: _, ...kept } = await acts.client(agent, id);
    expect(kept).toMatchObject({ budget_min: 1_000_000, budget_max: 2_500_000.5, wishes: 'A garden' });
    for (const [body, path] of [
      [{ budget_max: 1 }, 'budget_max'],
      [{ budget_min: -1 }, 'budget_min'],
      [{ budget_min: 1e300 }, 'budget_min'],
      [{ stage: 'asleep' }, 'stage'],
      [{ next_action_on: '2026-02-30' }, 'next_action_on'],
      [{ wishes: 'x'.repeat(1_001) }, 'wishes'],
      [{ next_action: 'x'.repeat(201) }, 'next_action'],
      [{ snoozed_until: 'tomorrow' }, 'snoozed_until'],
      [{ snoozed_until: inHours(-1) }, 'snoozed_until'],
      [{ snoozed_until: inHours(24 * 367) }, 'snoozed_until'],
      [{ snoozed_until: inHours(1), done: true }, 'snoozed_until'],
      [{ done: 'yes' }, 'done'],
      [{ expected_version: 'one' }, 'expected_version'],
    ] as const) {
      const answer = await agent.put(`/api/desk/clients/${id}`, { wishes: 'Nothing', ...body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.issues.map((issue: { path: string }) => issue.path)).toEqual([path]);
    }
    expect((await acts.client(agent, id)).wishes).toBe('A garden');
    expect((await acts.change(agent, id, { wishes: '', budget_min: null })).version).toBe(version + 2);
    expect(await acts.client(agent, id)).toMatchObject({ wishes: null, budget_min: null });
  });

  test('is not changed over what somebody else changed meanwhile', async () => {
    await acts.ask(agent, ana);
    const { id, version } = await rowOf(ana);
    const seen = (await acts.change(agent, id, { stage: 'offer', expected_version: version })).version;
    const late = await agent.put(`/api/desk/clients/${id}`, { stage: 'lost', expected_version: version });
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect((await rowOf(ana)).stage).toBe('offer');
    // The client's acts in between are no change of the agent's.
    pass();
    await acts.chat(agent, ana);
    expect((await acts.change(agent, id, { stage: 'won', expected_version: seen })).stage).toBe('won');
  });

  test('keeps a stage that was set, and goes on by itself only forwards', async () => {
    const chat = await acts.chat(agent, ana);
    pass();
    await acts.say(agent, chat, 'Yes');
    const { id, stage } = await rowOf(ana);
    expect(stage).toBe('talking');
    pass();
    await acts.change(agent, id, { stage: 'new' });
    expect((await rowOf(ana)).stage).toBe('new');
    await acts.change(agent, id, { stage: 'won' });
    pass();
    await acts.say(agent, chat, 'The keys are ready');
    expect((await rowOf(ana)).stage).toBe('won');
    const { entries } = await acts.timeline(agent, id);
    expect(entries.filter(({ kind }) => kind === 'stage')).toMatchObject([
      { from: 'new', to: 'won' },
      { from: 'talking', to: 'new' },
    ]);
  });

  test('who is done is out of the queue until they turn to the agent again; what was new is read', async () => {
    const inquiry = await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    pass();
    expect(await acts.change(agent, id, { done: true })).toMatchObject({ done_at: new Date().toISOString() });
    const status = async () =>
      (await server.context.db.models.Inquiry.findByPk(inquiry, { rejectOnEmpty: true })).status;
    expect(await status()).toBe('read');
    expect(await acts.queue(agent, '')).toMatchObject({ rows: [], counts: { needs_me: 0, done: 1 } });
    pass();
    // The agent's acts leave them there.
    await acts.reply(agent, inquiry);
    expect((await rowOf(ana)).done_at).not.toBeNull();
    pass();
    await acts.chat(agent, ana);
    expect(await rowOf(ana)).toMatchObject({ done_at: null, waiting_for: 'message' });
    // Reverted by hand.
    pass();
    await acts.change(agent, id, { done: true });
    expect((await acts.queue(agent, '')).rows).toEqual([]);
    await acts.change(agent, id, { done: false });
    expect((await acts.queue(agent, '')).rows).toHaveLength(1);
  });

  test('who is put off is back at the hour, or as soon as they write', async () => {
    const chat = await acts.chat(agent, ana);
    pass();
    await acts.say(agent, chat, 'I ask the owner');
    const { id } = await rowOf(ana);
    const until = inHours(2);
    expect(await acts.change(agent, id, { snoozed_until: until })).toMatchObject({ snoozed_until: until });
    expect((await acts.queue(agent, 'view=waiting')).rows).toEqual([]);
    expect((await acts.queue(agent, 'view=snoozed')).rows).toHaveLength(1);
    vi.setSystemTime(Date.parse(until) - 1);
    expect((await acts.queue(agent, '')).rows).toEqual([]);
    vi.setSystemTime(Date.parse(until));
    expect((await acts.queue(agent, '')).rows).toMatchObject([
      { waiting_since: until, waiting_for: 'reminder', snoozed_until: null, awaiting_since: null },
    ]);
    // Until the agent does something about it.
    pass();
    await acts.say(agent, chat, 'The owner agrees');
    expect((await acts.queue(agent, '')).rows).toEqual([]);
    await acts.change(agent, id, { snoozed_until: inHours(2) });
    pass();
    await acts.say(ana, chat, 'Wonderful');
    expect((await acts.queue(agent, '')).rows).toMatchObject([{ waiting_for: 'message', snoozed_until: null }]);
    pass();
    await acts.change(agent, id, { snoozed_until: inHours(2) });
    expect((await acts.queue(agent, '')).rows).toEqual([]);
    expect(await acts.change(agent, id, { snoozed_until: null })).toMatchObject({ waiting_for: 'message' });
  });

  test('has notes, for the agent alone, and so many at most', async () => {
    await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    const path = `/api/desk/clients/${id}/notes`;
    const first = await acts.note(agent, id, 'Likes gardens');
    pass();
    const second = await acts.note(agent, id, 'Has a dog');
    pass();
    const changed = await agent.put(`${path}/${first}`, { text: ' Loves gardens ' });
    expect(changed).toMatchObject({ status: 200, body: { data: { id: first, text: 'Loves gardens' } } });
    expect((await acts.client(agent, id)).notes).toMatchObject([
      { id: second, text: 'Has a dog', author: { id: agent.id } },
      { id: first, text: 'Loves gardens', created_at: new Date(NOON).toISOString() },
    ]);
    for (const text of ['', '   ', 'x'.repeat(4_001), 5, null])
      expect((await agent.post(path, { text })).status).toBe(400);
    const removed = await server.request('DELETE', `${path}/${second}`, { token: agent.token });
    expect(removed).toMatchObject({ status: 200, body: { data: { id: second } } });
    for (const call of [
      () => agent.put(`${path}/${second}`, { text: 'Again' }),
      () => server.request('DELETE', `${path}/${second}`, { token: agent.token }),
      () => agent.put(`${path}/2147483647`, { text: 'Again' }),
    ])
      expect((await call()).status).toBe(404);
    const { ClientNote } = server.context.db.models;
    await server.context.db.transaction(() =>
      ClientNote.bulkCreate(
        Array.from({ length: MAX_NOTES - 1 }, () => ({ client_id: id, author_id: agent.id, text: 'More' })),
      ),
    );
    expect(await agent.post(path, { text: 'One more' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_notes' },
    });
    expect(await ClientNote.count({ where: { client_id: id } })).toBe(MAX_NOTES);
    // Two at once for the last place.
    await server.request('DELETE', `${path}/${first}`, { token: agent.token });
    const both = await Promise.all([agent.post(path, { text: 'One' }), agent.post(path, { text: 'Two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('has read what the agent opens, once it says so', async () => {
    const chat = await acts.chat(agent, ana);
    const other = await enter({ role: 'agent' });
    const foreign = await acts.chat(other, ana);
    const { id } = await rowOf(ana);
    const unread = (conversation_id: number) =>
      server.context.db.models.Message.count({ where: { conversation_id, read_at: null } });
    await acts.client(agent, id);
    await acts.timeline(agent, id);
    expect(await unread(chat)).toBe(1);
    const ear = await openSocket(server.url, ana.token);
    expect((await agent.put(`/api/desk/clients/${id}/read`)).body.data).toEqual({ read: 1 });
    expect(await ear.waitFor('messages_read')).toMatchObject([{ conversationId: chat }]);
    ear.close();
    expect([await unread(chat), await unread(foreign)]).toEqual([0, 1]);
    expect(await rowOf(ana)).toMatchObject({ unread: 0, waiting_for: 'message' });
    expect((await agent.put(`/api/desk/clients/${id}/read`)).body.data).toEqual({ read: 0 });
  });
});

describe('the timeline', () => {
  test('has everything between both, newest first, in parts, also what happened in one moment', async () => {
    const phoned = { name: 'Ana Reyes', email: ana.user.email, phone: '0917 555 0101', message: 'Free?' };
    const asked = await ana.post(`/api/agents/${agent.id}/contact`, phoned);
    const inquiry = asked.body.data.id;
    const viewing = await acts.visit(agent, ana);
    const chat = await acts.chat(agent, ana, 'One');
    await acts.say(ana, chat, 'Two');
    const { id } = await rowOf(ana);
    await acts.note(agent, id, 'A note');
    await acts.change(agent, id, { stage: 'offer' });
    await acts.reply(agent, inquiry, 'phone');
    await acts.review(agent, ana);
    pass();
    await acts.say(agent, chat, 'Three');
    const whole = await acts.timeline(agent, id);
    expect(whole.has_older).toBe(false);
    expect(whole.entries.map(({ kind }) => kind)).toEqual([
      'message',
      'message',
      'reply',
      'note',
      'stage',
      'review',
      'viewing',
      'message',
      'inquiry',
    ]);
    expect(whole.entries).toMatchObject([
      { by: 'agent', message: { content: 'Three' } },
      // Messages of one moment are a millisecond apart.
      { by: 'client', message: { content: 'Two' } },
      { inquiry: { id: inquiry, reply_message: 'It is free.' } },
      { note: { text: 'A note' } },
      { from: 'new', to: 'offer' },
      { review: { comment: 'Quick and kind' } },
      { viewing: { id: viewing } },
      { by: 'client', message: { content: 'One' } },
      { inquiry: { message: 'Free?' } },
    ]);
    for (const limit of [1, 2, 4]) {
      const seen: string[] = [];
      let before = '';
      for (;;) {
        const part = await acts.timeline(agent, id, `?limit=${limit}${before}`);
        seen.push(...part.entries.map((entry) => entry.id));
        const last = part.entries.at(-1);
        expect(part.has_older).toBe(seen.length < 9);
        if (!part.has_older || !last) break;
        before = `&before=${last.at},${last.id}`;
      }
      expect(seen).toEqual(whole.entries.map((entry) => entry.id));
    }
  });

  test('keeps every answer to an inquiry, with what became of each', async () => {
    const { db } = server.context;
    const inquiry = await acts.ask(agent, ana);
    await acts.reply(agent, inquiry, 'email', 'It is free.');
    pass();
    await acts.reply(agent, inquiry, 'email', 'It is taken.');
    const { id } = await rowOf(ana);
    const replies = async () =>
      (await acts.timeline(agent, id)).entries.flatMap((entry) => (entry.kind === 'reply' ? entry.reply : []));
    expect(await replies()).toMatchObject([
      { method: 'email', message: 'It is taken.', delivery: 'queued' },
      { method: 'email', message: 'It is free.', delivery: 'queued' },
    ]);
    expect(await db.models.Inquiry.findByPk(inquiry)).toMatchObject({ reply_message: 'It is taken.' });
    // The delivery state of the earlier mail is pushed to open windows, too.
    const [, first] = await replies();
    const ear = await openSocket(server.url, agent.token);
    await db.transaction(() =>
      db.models.InquiryReply.update({ delivery: 'failed' }, { where: { id: first?.id ?? 0 } }),
    );
    await acts.queue(agent);
    expect(await ear.waitFor('client_changed')).toMatchObject([{ clientId: id }]);
    ear.close();
    expect(await replies()).toMatchObject([{ delivery: 'queued' }, { delivery: 'failed' }]);
  });

  test('refuses what it does not know', async () => {
    await acts.ask(agent, ana);
    const { id } = await rowOf(ana);
    for (const before of [
      'now',
      '2026-11-23T04:00:00.000Z',
      '2026-11-23T04:00:00.000Z,chat-1',
      '2026-13-99T25:61:61.000Z,message-1',
      '2026-11-23T04:00:00.000Z,message-9999999999',
    ]) {
      const answer = await agent.get(`/api/desk/clients/${id}/timeline?before=${before}`);
      expect([before, answer.status]).toEqual([before, 400]);
    }
    expect((await agent.get('/api/desk/clients/x/timeline')).status).toBe(400);
  });
});

test('nobody else reaches a client, a note or what belongs to them, nor changes anything', async () => {
  const chat = await acts.chat(agent, ana);
  const inquiry = await acts.ask(agent, ana);
  const { id } = await rowOf(ana);
  const note = await acts.note(agent, id, 'Private');
  const other = await enter({ role: 'agent' });
  await acts.chat(other, ana);
  const own = await rowOf(ana, other);
  const { Client, ClientNote, ClientChange, Message, Inquiry } = server.context.db.models;
  const stored = async () =>
    JSON.stringify([
      await Client.findByPk(id),
      await ClientNote.findAll({ where: { client_id: id } }),
      await ClientChange.findAll({ where: { client_id: id } }),
      await Message.findAll({ where: { conversation_id: chat } }),
      await Inquiry.findByPk(inquiry),
    ]);
  const before = await stored();
  const path = `/api/desk/clients/${id}`;
  const calls: [method: string, path: string, body?: object][] = [
    ['GET', path],
    ['GET', `${path}/timeline`],
    ['PUT', path, { stage: 'lost', done: true }],
    ['PUT', `${path}/read`],
    ['POST', `${path}/notes`, { text: 'Mine' }],
    ['PUT', `${path}/notes/${note}`, { text: 'Mine' }],
    ['DELETE', `${path}/notes/${note}`],
    // A note of another client, through one's own.
    ['PUT', `/api/desk/clients/${own.id}/notes/${note}`, { text: 'Mine' }],
    ['DELETE', `/api/desk/clients/${own.id}/notes/${note}`],
    ['GET', '/api/desk/clients/2147483647'],
  ];
  for (const [method, at, body] of calls) {
    const asked = async (token?: string) => (await server.request(method, at, { body, token })).status;
    expect([method, at, await asked(other.token)]).toEqual([method, at, 404]);
    expect([method, at, await asked(ana.token)]).toEqual([method, at, 403]);
    expect([method, at, await asked()]).toEqual([method, at, 401]);
  }
  expect(await stored()).toBe(before);
});

test('open windows hear of what changed, and others do not', async () => {
  await acts.ask(agent, ana);
  const { id } = await rowOf(ana);
  const [own, foreign] = [await openSocket(server.url, agent.token), await openSocket(server.url, ana.token)];
  pass();
  await acts.chat(agent, ana);
  await acts.queue(agent);
  expect(await own.waitFor('client_changed')).toEqual([{ clientId: id }]);
  await acts.note(agent, id, 'Noted');
  expect(await own.waitFor('client_changed', 2)).toHaveLength(2);
  expect(foreign.heard('client_changed')).toEqual([]);
  own.close();
  foreign.close();
});
