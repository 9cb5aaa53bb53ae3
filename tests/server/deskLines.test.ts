// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Model, ModelStatic, WhereOptions } from 'sequelize';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { clientRefresh } from '#server/features/clients/jobs.ts';
import { refreshClients } from '#server/features/clients/writes.ts';
import { eraseAccount } from '#server/features/users/writes.ts';
import type { DeskRow } from '#shared/contracts/desk.ts';
import { PRIVATE_REVIEWER_NAME } from '#shared/contracts/reviews.ts';
import { openApp } from '#tests/support/backups.ts';
import { expectPlainLines } from '#tests/support/deskOracle.ts';
import { type DeskActs, deskActs } from '#tests/support/deskScene.ts';
import { buildUser, signIn, type UserDraft } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;

let server: TestServer;
let acts: DeskActs;
let agent: Person;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  acts = deskActs(server);
  admin = await enter({ role: 'admin' });
});

afterAll(() => server.close());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  agent = await enter({ role: 'agent' });
});

afterEach(() => void vi.useRealTimers());

/** A user whose session outlives the days of a test. */
async function enter(draft: UserDraft = {}): Promise<Person> {
  const user = await buildUser(server.context, draft);
  return personOf(server, user, await signIn(server.context, user, { remember: true }));
}

const pass = (ms = 60_000) => vi.setSystemTime(Date.now() + ms);
let made = 0;
const newEmail = () => `line${++made}@mail.example`;
const rows = async (of = agent): Promise<DeskRow[]> => (await acts.queue(of)).rows;
const change = (person: Person, values: object) => server.context.db.transaction(() => person.user.update(values));
const keep = (person: Person, privacy: object) =>
  person.put('/api/settings', {
    privacy: { profileVisibility: 'public', showEmail: false, showPhone: false, ...privacy },
  });
const erase = (person: Person) => server.context.db.transaction(() => eraseAccount(server.context, person.id));
async function check(of = agent): Promise<void> {
  const { counts } = await acts.queue(of);
  await expectPlainLines(server.context, of.id, counts);
}

describe('one person', () => {
  test('is who wrote under the address they confirmed; what the agent noted goes with them', async () => {
    const email = newEmail();
    const ana = await enter({ name: 'Ana Reyes', email, isEmailVerified: false });
    await acts.chat(agent, ana);
    pass();
    await acts.ask(agent, email, { name: 'A. Reyes' });
    const [typed, account] = await rows();
    expect([typed?.user_id, account?.user_id]).toEqual([null, ana.id]);
    await acts.note(agent, typed?.id ?? 0, 'Noted of the address');
    await acts.note(agent, account?.id ?? 0, 'Noted of the account');
    await acts.change(agent, typed?.id ?? 0, { stage: 'offer', wishes: 'A garden', budget_max: 5 });
    await acts.change(agent, account?.id ?? 0, { next_action: 'Call', wishes: 'A garage' });

    await change(ana, { email_verified_at: new Date() });
    const joined = await rows();
    expect(joined).toMatchObject([
      { id: account?.id, user_id: ana.id, stage: 'offer', next_action: 'Call', name: 'Ana Reyes' },
    ]);
    const merged = await acts.client(agent, account?.id ?? 0);
    expect(merged).toMatchObject({ wishes: 'A garage\nA garden', budget_max: 5 });
    expect(merged.notes.map(({ text }) => text)).toEqual(['Noted of the account', 'Noted of the address']);
    const { entries } = await acts.timeline(agent, account?.id ?? 0);
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['inquiry', 'message', 'note', 'note', 'stage']);
    expect((await agent.get(`/api/desk/clients/${typed?.id}`)).status).toBe(404);
    await check();

    // After a change of address: inquiries under the old address belong to no account any more, and notes stay.
    await change(ana, { email: newEmail() });
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([null, ana.id]);
    expect((await acts.client(agent, account?.id ?? 0)).notes).toHaveLength(2);
    expect((await acts.timeline(agent, account?.id ?? 0)).entries.map(({ kind }) => kind)).not.toContain(
      'inquiry',
    );
    await check();
    await change(ana, { email });
    expect(await rows()).toHaveLength(1);
    await change(ana, { email_verified_at: null });
    expect(await rows()).toHaveLength(2);
    await check();
  });

  test('is joined also where the account turns to the agent last', async () => {
    const ana = await enter({ email: newEmail() });
    await acts.ask(agent, ana.user.email);
    expect(await rows()).toMatchObject([{ user_id: null }]);
    const [typed] = await rows();
    await acts.note(agent, typed?.id ?? 0, 'Noted');
    await acts.chat(agent, ana);
    const [line, ...others] = await rows();
    expect([line?.user_id, others]).toEqual([ana.id, []]);
    expect((await acts.client(agent, line?.id ?? 0)).notes).toMatchObject([{ text: 'Noted' }]);
    await check();
  });

  test('a private reviewer is never joined to who wrote otherwise, and no row tells of both', async () => {
    const ana = await enter({ name: 'Ana Reyes', email: newEmail() });
    await keep(ana, { profileVisibility: 'private', showEmail: true });
    await acts.chat(agent, ana);
    await acts.ask(agent, ana.user.email);
    pass();
    await acts.review(agent, ana, 'Never on time');
    const [review, account, ...others] = await rows();
    expect(others).toEqual([]);
    expect(review).toMatchObject({
      kind: 'reviewer',
      user_id: null,
      avatar_url: null,
      name: PRIVATE_REVIEWER_NAME,
      last: { kind: 'review', text: 'Never on time' },
    });
    expect(account).toMatchObject({ user_id: ana.id, last: { kind: 'inquiry' } });
    await acts.note(agent, review?.id ?? 0, 'About the review');
    await acts.note(agent, account?.id ?? 0, 'About Ana');
    const shown = JSON.stringify([
      await acts.client(agent, review?.id ?? 0),
      await acts.timeline(agent, review?.id ?? 0),
    ]);
    for (const secret of ['Ana Reyes', ana.user.email, `user-${ana.id}`, 'About Ana'])
      expect(shown).not.toContain(secret);
    const of = JSON.stringify([
      await acts.client(agent, account?.id ?? 0),
      await acts.timeline(agent, account?.id ?? 0),
    ]);
    expect(of).not.toContain('Never on time');
    for (const search of ['reyes', ana.user.email])
      expect((await acts.queue(agent, `view=all&search=${search}`)).rows.map(({ id }) => id)).toEqual([
        account?.id,
      ]);
    await check();

    // A person who shows their name is one person, and so are the notes.
    await keep(ana, { profileVisibility: 'agents-only' });
    expect(await rows()).toMatchObject([{ id: account?.id, last: { text: 'Never on time' } }]);
    expect((await acts.client(agent, account?.id ?? 0)).notes).toHaveLength(2);
    await check();
    await keep(ana, { profileVisibility: 'private' });
    expect((await rows()).map(({ user_id }) => user_id)).toEqual([null, ana.id]);
    await check();
  });

  test('who hides their name after a review leaves no trace of it on what was noted of them', async () => {
    const ana = await enter({ name: 'Ana Reyes' });
    await acts.review(agent, ana, 'Never on time');
    const [named] = await rows();
    await acts.note(agent, named?.id ?? 0, 'Ask what happened');
    pass();
    await keep(ana, { profileVisibility: 'private' });
    const line = (await rows()).find(({ id }) => id === named?.id);
    expect(line).toMatchObject({
      name: 'Ana Reyes',
      last: { kind: 'note', by: 'agent', text: null },
      waiting_for: null,
    });
    const about = JSON.stringify([
      await acts.client(agent, named?.id ?? 0),
      await acts.timeline(agent, named?.id ?? 0),
    ]);
    expect(about).not.toContain('Never on time');
    expect((await rows()).find(({ id }) => id !== named?.id)).toMatchObject({ name: PRIVATE_REVIEWER_NAME });
    await check();
    await acts.chat(agent, ana);
    expect((await rows())[0]).toMatchObject({ id: named?.id, kind: 'client', waiting_for: 'message' });
    await check();
  });
});

describe('an account that is erased', () => {
  /** Every text of the Desk's tables. */
  async function stored(): Promise<string> {
    const { Client, ClientNote, ClientChange, ClientMark } = server.context.db.models;
    return JSON.stringify(
      await Promise.all([Client.findAll(), ClientNote.findAll(), ClientChange.findAll(), ClientMark.findAll()]),
    );
  }

  test('leaves nothing of the person; the agent keeps what was asked, of nobody', async () => {
    const email = newEmail();
    const ana = await enter({ name: 'Zenaida Cruz', email });
    const other = await enter({ role: 'agent' });
    await acts.chat(agent, ana);
    await acts.ask(agent, email);
    await acts.review(agent, ana);
    await acts.visit(agent, ana);
    // For this agent she is only an address.
    await acts.ask(other, email);
    const [own] = await rows();
    const [typed] = await rows(other);
    for (const [by, line] of [
      [agent, own],
      [other, typed],
    ] as const) {
      await acts.note(by, line?.id ?? 0, 'Zenaida said so');
      await acts.change(by, line?.id ?? 0, { wishes: 'Zenaida wants a garden', stage: 'offer' });
    }
    await erase(ana);
    const left = await rows();
    expect(left.map(({ kind, user_id, key }) => [kind, user_id, key.split('-')[0]]).sort()).toEqual([
      ['client', null, 'conversation'],
      ['client', null, 'inquiry'],
      ['reviewer', null, 'review'],
    ]);
    expect(left.map(({ waiting_for }) => waiting_for).filter(Boolean)).toEqual(['review']);
    expect(await rows(other)).toMatchObject([{ user_id: null, waiting_for: null }]);
    const text = await stored();
    for (const trace of [email, 'Zenaida', `"user-${ana.id}"`]) expect(text).not.toContain(trace);
    await check();
    await check(other);
  });

  test('leaves nothing either where nobody looks at the queue', async () => {
    const ana = await enter({ name: 'Zenaida Cruz', email: newEmail() });
    await acts.ask(agent, ana.user.email);
    const [typed] = await rows();
    await acts.note(agent, typed?.id ?? 0, 'Zenaida said so');
    await erase(ana);
    await server.context.jobs.flush();
    await clientRefresh(server.context).run(new AbortController().signal);
    for (const trace of [ana.user.email, 'Zenaida']) expect(await stored()).not.toContain(trace);
  });

  test('of an agent takes their lines, notes and marks with it', async () => {
    const ana = await enter({ name: 'Zenaida Cruz' });
    await acts.chat(agent, ana);
    await acts.note(agent, (await rows())[0]?.id ?? 0, 'Likes gardens');
    await acts.ask(agent, ana);
    await erase(agent);
    await refreshClients(server.context, agent.id);
    const { Client, ClientMark } = server.context.db.models;
    expect(await Client.count({ where: { agent_id: agent.id } })).toBe(0);
    expect(await ClientMark.count({ where: { agent_id: agent.id } })).toBe(0);
    expect(await stored()).not.toContain('Likes gardens');
  });
});

/** The same numbers each time; a seed of another day: SEED=… */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const seed = Number(process.env.SEED ?? 20_261_123);

test(`after hundreds of acts the lines are what whole tables add up to (SEED=${seed})`, {
  timeout: 240_000,
}, async () => {
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const { models, transaction } = server.context.db;
  const agents = [agent, await enter({ role: 'agent' }), await enter({ role: 'agent' })];
  const addresses = [newEmail(), newEmail(), newEmail()];
  const people: Person[] = [];
  const join = async () => void people.push(await enter({ email: newEmail(), isEmailVerified: random() < 0.6 }));
  for (let at = 0; at < 6; at += 1) await join();

  const everybody = () => [...people, ...agents];
  const listOf = async (model: ModelStatic<Model>, where: WhereOptions) =>
    (await model.findAll({ where })).map((row) => row.get('id') as number);
  /** Any answer but a failure of the server; a refused call changes nothing. */
  const attempt = async (call: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await call;
    expect(status, JSON.stringify(body)).toBeLessThan(500);
  };
  const update = (work: () => Promise<unknown>) => transaction(work);

  const deeds: Record<string, [weight: number, act: () => Promise<unknown>]> = {
    ask: [
      6,
      () => {
        const known = everybody().map(({ user }) => user.email);
        const email = pick([...addresses, ...known]);
        const body = {
          name: 'Someone',
          email: random() < 0.3 ? email.toUpperCase() : email,
          message: 'Free?',
        };
        const token = random() < 0.5 ? pick(people).token : undefined;
        return attempt(server.request('POST', `/api/agents/${pick(agents).id}/contact`, { body, token }));
      },
    ],
    chat: [
      6,
      () =>
        attempt(
          pick(everybody()).post('/api/conversations', { agentId: pick(agents).id, initialMessage: 'Hello' }),
        ),
    ],
    say: [
      12,
      async () => {
        const by = pick(everybody());
        const ids = (await models.Conversation.findAll()).filter(
          ({ user_id, agent_id }) => by.id === user_id || by.id === agent_id,
        );
        if (ids.length > 0)
          await attempt(by.post(`/api/conversations/${pick(ids).id}/messages`, { content: 'And?' }));
      },
    ],
    visit: [4, () => acts.visit(pick(agents), pick(people), 1 + Math.floor(random() * 40))],
    decide: [
      6,
      async () => {
        const viewings = await models.Viewing.findAll();
        if (viewings.length === 0) return;
        const { id, user_id, agent_id } = pick(viewings);
        const by = everybody().find((person) => person.id === pick([user_id, agent_id]));
        const status = pick(['confirmed', 'proposed', 'declined', 'cancelled']);
        const starts_at = new Date(Date.now() + HOUR * (1 + Math.floor(random() * 40))).toISOString();
        if (by) await attempt(by.put(`/api/viewings/${id}`, { status, starts_at }));
      },
    ],
    review: [
      3,
      () =>
        attempt(
          pick(everybody()).post(`/api/agents/${pick(agents).id}/reviews`, {
            rating: 3,
            comment: `Fine ${random()}`,
          }),
        ),
    ],
    answer: [
      2,
      async () => {
        const by = pick(agents);
        const ids = await listOf(models.Review, { agent_id: by.id });
        if (ids.length > 0)
          await attempt(
            by.put(`/api/agents/${by.id}/reviews/${pick(ids)}/answer`, { answer: pick(['', 'Thanks']) }),
          );
      },
    ],
    reply: [
      6,
      async () => {
        const by = pick(agents);
        const ids = await listOf(models.Inquiry, { agent_id: by.id });
        const at = `/api/agents/${by.id}/contacts/${pick(ids)}`;
        if (ids.length === 0) return;
        if (random() < 0.5) await attempt(by.post(`${at}/reply`, { message: 'Yes', replyMethod: 'email' }));
        else await attempt(by.put(at, { status: pick(['read', 'replied', 'closed', 'new']) }));
      },
    ],
    deliver: [
      3,
      () =>
        update(() =>
          models.Inquiry.update(
            { reply_delivery: pick(['sent', 'failed'] as const) },
            { where: { status: 'replied', id: pick([1, 2, 3, 5, 8, 13, 21, 34]) } },
          ),
        ),
    ],
    hide: [
      3,
      () =>
        keep(pick(people), {
          profileVisibility: pick(['public', 'private', 'agents-only']),
          showEmail: random() < 0.5,
        }),
    ],
    confirm: [4, () => change(pick(people), { email_verified_at: random() < 0.7 ? new Date() : null })],
    move: [
      2,
      () => {
        const free = addresses.filter((address) => !people.some(({ user }) => user.email === address));
        return change(pick(people), { email: free.length > 0 && random() < 0.6 ? pick(free) : newEmail() });
      },
    ],
    promote: [1, () => change(pick(people), { role: random() < 0.5 ? 'agent' : 'user' })],
    moderate: [
      2,
      () =>
        update(() =>
          models.Conversation.update(
            { status: pick(['active', 'active', 'suspended', 'closed'] as const) },
            { where: { id: pick([1, 2, 3, 4, 5, 6, 7, 8, 9]) } },
          ),
        ),
    ],
    unlist: [
      1,
      async () => {
        const [first] = await models.Viewing.findAll({ order: ['id'], limit: 1 });
        if (first?.property_id)
          await update(() => models.Property.destroy({ where: { id: first.property_id ?? 0 } }));
      },
    ],
    erase: [
      1,
      async () => {
        if (people.length < 5) return;
        const [gone] = people.splice(Math.floor(random() * people.length), 1);
        if (gone) await erase(gone);
        await join();
      },
    ],
    set: [
      6,
      async () => {
        const by = pick(agents);
        const ids = await listOf(models.Client, { agent_id: by.id });
        if (ids.length === 0) return;
        const snoozed_until = new Date(Date.now() + HOUR * (1 + Math.floor(random() * 10))).toISOString();
        const next_action_on = new Date(Date.now() + HOUR * 24 * Math.floor(random() * 3))
          .toISOString()
          .slice(0, 10);
        const body = pick([
          { done: true },
          { done: false },
          { snoozed_until },
          { stage: pick(['lost', 'offer', 'new']) },
          { next_action: 'Call', next_action_on },
        ]);
        await attempt(by.put(`/api/desk/clients/${pick(ids)}`, body));
      },
    ],
    note: [
      2,
      async () => {
        const by = pick(agents);
        const ids = await listOf(models.Client, { agent_id: by.id });
        if (ids.length > 0) await attempt(by.post(`/api/desk/clients/${pick(ids)}/notes`, { text: 'Noted' }));
      },
    ],
    look: [4, () => acts.queue(pick(agents))],
    wait: [3, async () => pass(Math.floor(random() * 8 * HOUR))],
  };
  const bag = Object.entries(deeds).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

  const desks = async () => [...agents, ...people.filter(({ user }) => user.role === 'agent')];
  const log: string[] = [];
  for (let at = 0; at < 300; at += 1) {
    pass(1_000 + Math.floor(random() * 60_000));
    const name = pick(bag);
    log.push(name);
    await deeds[name]?.[1]();
    if (at % 25 === 24)
      for (const desk of await desks()) {
        // An agent whose profile was never approved has no call of the Desk, but lines.
        await refreshClients(server.context, desk.id);
        if (agents.includes(desk)) await check(desk);
      }
  }
  const { Client, ClientMark } = models;
  // Enough happened for the comparison to mean something.
  expect(await Client.count({ where: { agent_id: agents.map(({ id }) => id) } })).toBeGreaterThan(20);

  // Derived anew, as by the migration, from marks alone.
  const derived = [
    'agent_id',
    'person_key',
    'kind',
    'user_id',
    'last_at',
    'last_kind',
    'last_id',
    'last_by',
    'next_viewing_at',
    'awaiting_since',
    'waiting_since',
    'waiting_for',
  ];
  const agentIds = async () => listOf(models.User, { role: 'agent' });
  for (const id of await agentIds()) await refreshClients(server.context, id);
  // A reminder is the agent's own, and gone with the line.
  const place = ({ agent_id, person_key }: { agent_id: number; person_key: string }) =>
    `${agent_id} ${person_key}`;
  const reminded = new Set((await Client.findAll()).filter(({ due_since }) => due_since !== null).map(place));
  const snapshot = async () =>
    (
      await Client.findAll({
        attributes: derived,
        where: { agent_id: await agentIds() },
        order: ['agent_id', 'person_key'],
        raw: true,
      })
    )
      .filter(({ last_kind }) => last_kind !== 'note')
      .map((line) => (reminded.has(place(line)) ? place(line) : line));
  const before = await snapshot();
  await transaction(() => Client.destroy({ where: {} }));
  await transaction(() => ClientMark.destroy({ where: {} }));
  // Each record leaves its mark when it is written.
  const marking = { inquiries: 'status', conversations: 'status', viewings: 'status', reviews: 'answer' };
  await transaction(async () => {
    for (const [table, column] of Object.entries(marking))
      await server.context.db.sequelize.query(`UPDATE ${table} SET ${column} = ${column}`);
  });
  for (const id of await agentIds()) await refreshClients(server.context, id);
  expect(await snapshot()).toEqual(before);
});

/** PostgreSQL lets many write at once, and two servers share it. */
describe.runIf(inject('postgresUrl'))('two servers', () => {
  test('work off what many write at the same moment, and lose nothing', { timeout: 120_000 }, async () => {
    vi.useRealTimers();
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
    const errors: unknown[] = [];
    const { app, url } = await openApp({ ...server.context.env, dataDir: folder });
    const urls = [server.url, url];
    let turn = 0;
    const at = async (method: string, asked: string, token: string | undefined, body?: object) => {
      turn += 1;
      const answer = await fetch(`${urls[turn % 2]}${asked}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      if (answer.status >= 500) errors.push([asked, answer.status, text]);
      return JSON.parse(text);
    };
    try {
      const agents = [agent, await enter({ role: 'agent' })];
      const people: Person[] = [];
      for (let one = 0; one < 8; one += 1)
        people.push(await enter({ email: newEmail(), isEmailVerified: one % 2 === 0 }));
      const lost: Person[] = [];
      for (let one = 0; one < 4; one += 1) lost.push(await enter({ email: newEmail() }));
      const writes: (() => Promise<unknown>)[] = [];
      for (const to of agents) {
        for (const person of [...people, ...lost]) {
          writes.push(async () => {
            const made = await at('POST', '/api/conversations', person.token, {
              agentId: to.id,
              initialMessage: 'Hello',
            });
            const id = made.data?.conversation.id;
            if (id)
              await Promise.all([
                at('POST', `/api/conversations/${id}/messages`, person.token, { content: 'And?' }),
                at('POST', `/api/conversations/${id}/messages`, to.token, { content: 'Yes' }),
              ]);
          });
          writes.push(() =>
            at('POST', `/api/agents/${to.id}/contact`, undefined, {
              name: 'A',
              email: person.user.email,
              message: 'Free?',
            }),
          );
          writes.push(() =>
            at('POST', `/api/agents/${to.id}/contact`, person.token, {
              name: 'A',
              email: person.user.email,
              message: 'Free?',
            }),
          );
          writes.push(() =>
            at('POST', `/api/agents/${to.id}/reviews`, person.token, { rating: 5, comment: 'Good' }),
          );
        }
        for (const one of Array.from({ length: 12 }, (_, index) => index)) {
          writes.push(async () => {
            const part = await at('GET', '/api/desk/queue?view=all', to.token);
            const id = part.data?.rows[one]?.id;
            if (id === undefined) return;
            await Promise.all([
              at('PUT', `/api/desk/clients/${id}`, to.token, { done: one % 2 === 0 }),
              at('POST', `/api/desk/clients/${id}/notes`, to.token, { text: `Note ${one}` }),
              at('GET', '/api/desk', to.token),
            ]);
          });
          writes.push(() => refreshClients(app.context, to.id));
        }
      }
      for (const person of people) {
        writes.push(() => change(person, { email_verified_at: new Date() }));
        writes.push(() =>
          at('PUT', '/api/settings', person.token, {
            privacy: { profileVisibility: 'private', showEmail: false, showPhone: false },
          }),
        );
      }
      for (const person of lost) writes.push(() => at('DELETE', `/api/admin/users/${person.id}`, admin.token));
      const random = randomNumbers(seed);
      const order = writes
        .map((work) => ({ work, place: random() }))
        .sort((one, other) => one.place - other.place);
      for (let from = 0; from < order.length; from += 24)
        await Promise.all(order.slice(from, from + 24).map(({ work }) => work()));
      expect(errors).toEqual([]);
      for (const to of agents) await check(to);
      expect(
        await server.context.db.models.ClientMark.count({ where: { agent_id: agents.map(({ id }) => id) } }),
      ).toBe(0);
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
