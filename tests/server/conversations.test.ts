// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Conversation, Message } from '#shared/contracts/conversations.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const start = new Date('2026-03-18T04:00:00.000Z').getTime();

let server: TestServer;
let clock = start;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  // Each reading of the clock is a later moment, so that the last event is last.
  const now = () => {
    clock += 1;
    return new Date(clock);
  };
  server = await startTestServer({ data: 'empty', now });
});

afterAll(() => server.close());

beforeEach(async () => {
  agent = await enter(server, { role: 'agent', name: 'Marco Lim' });
  ana = await enter(server, { name: 'Ana Reyes' });
});

const begin = (person: Person, body: object = {}) =>
  person.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello', ...body });

async function begun(person = ana, body: object = {}): Promise<number> {
  return (await begin(person, body)).body.data.conversation.id;
}

const say = (person: Person, id: number, content: string, client_id?: string) =>
  person.post(`/api/conversations/${id}/messages`, { content, client_id });
const listOf = async (person: Person) => (await person.get('/api/conversations')).body.data as Conversation[];
const messagesOf = async (person: Person, id: number, query = '') =>
  (await person.get(`/api/conversations/${id}/messages${query}`)).body.data as Message[];
const contentsOf = async (person: Person, id: number, query = '') =>
  (await messagesOf(person, id, query)).map(({ content }) => content);
const unreadOf = async (person: Person, id: number) =>
  (await person.get(`/api/conversations/${id}`)).body.data.unread_count as number;

async function change(id: number, values: object): Promise<void> {
  const { db } = server.context;
  await db.transaction((transaction) => db.models.Conversation.update(values, { where: { id }, transaction }));
}

describe('starting', () => {
  test('stores the conversation with its first message, for both sides', async () => {
    const { id: propertyId } = await buildProperty(server.context, { title: 'Loft in Poblacion' });
    const answer = await begin(ana, { initialMessage: '  Is it free? ', property_id: propertyId });
    expect(answer.status).toBe(201);
    const { conversation, message } = answer.body.data;
    expect(message).toMatchObject({
      conversationId: conversation.id,
      sender_id: ana.id,
      sender_type: 'user',
      content: 'Is it free?',
      read_at: null,
    });
    const common = {
      id: conversation.id,
      subject: 'Property Inquiry',
      status: 'active',
      property: { id: propertyId, title: 'Loft in Poblacion', image: '/media/cover' },
      last_message: {
        id: message.id,
        content: 'Is it free?',
        sender_type: 'user',
        created_at: message.created_at,
      },
      last_message_at: message.created_at,
    };
    expect(conversation).toMatchObject({
      ...common,
      participant: { id: agent.id, name: 'Marco Lim', email: agent.user.email, role: 'agent' },
      own_side: 'user',
      unread_count: 0,
    });
    expect(await listOf(ana)).toEqual([conversation]);
    expect(await listOf(agent)).toMatchObject([
      { ...common, participant: { id: ana.id, name: 'Ana Reyes' }, own_side: 'agent', unread_count: 1 },
    ]);
  });

  test('again with the same subject and listing continues it; another subject does not', async () => {
    const { id: propertyId } = await buildProperty(server.context);
    const first = await begun();
    expect(await begun(ana, { initialMessage: 'Me again' })).toBe(first);
    expect(await contentsOf(agent, first)).toEqual(['Hello', 'Me again']);
    expect(await begun(ana, { subject: 'Something else' })).not.toBe(first);
    expect(await begun(ana, { property_id: propertyId })).not.toBe(first);
    await change(first, { status: 'closed' });
    expect(await begun()).not.toBe(first);
    expect(await listOf(ana)).toHaveLength(4);
  });

  test('many times at once is one conversation with every message', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => begin(ana, { initialMessage: `Message ${at}` })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const ids = new Set(answers.map(({ body }) => body.data.conversation.id));
    expect(ids.size).toBe(1);
    expect((await contentsOf(agent, [...ids][0])).sort()).toEqual(
      Array.from({ length: 6 }, (_, at) => `Message ${at}`),
    );
  });

  test('two agents who write to each other at once share one', async () => {
    const other = await enter(server, { role: 'agent' });
    for (let round = 0; round < 4; round += 1) {
      const subject = `Agent Collaboration ${round}`;
      const both = [
        begin(other, { subject }),
        agent.post('/api/conversations', { agentId: other.id, subject, initialMessage: 'Hi' }),
      ];
      const [one, two] = await Promise.all(both);
      expect(one?.body.data.conversation.id).toBe(two?.body.data.conversation.id);
      expect(one?.body.data.conversation.own_side).not.toBe(two?.body.data.conversation.own_side);
    }
  });

  test('a retry answers what is stored, also after the conversation was closed', async () => {
    const client_id = 'first-try-1';
    const first = (await begin(ana, { client_id })).body.data;
    await change(first.conversation.id, { status: 'closed' });
    const retry = await begin(ana, { client_id });
    expect(retry.body.data.message).toEqual(first.message);
    expect(retry.body.data.conversation.id).toBe(first.conversation.id);
    expect(await listOf(ana)).toHaveLength(1);
    const other = await enter(server, { role: 'agent' });
    const elsewhere = await ana.post('/api/conversations', {
      agentId: other.id,
      initialMessage: 'Hello',
      client_id,
    });
    expect(elsewhere.body.data.conversation.participant.id).toBe(other.id);
  });

  test('goes with writing in it at the same time', async () => {
    const id = await begun();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => [
        say(ana, id, `Say ${at}`),
        begin(ana, { initialMessage: `Begin ${at}` }),
      ]).flat(),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await messagesOf(ana, id)).toHaveLength(11);
  });

  test('is for agents of the directory, and nobody starts one with oneself', async () => {
    const suspended = await enter(server, { role: 'agent', status: 'suspended' });
    for (const { id } of [suspended, ana])
      expect(await begin(await enter(server), { agentId: id })).toMatchObject({
        status: 404,
        body: { error: 'Agent not found' },
      });
    expect(await begin(agent)).toMatchObject({ status: 403, body: { code: 'own_account' } });
  });

  test.each([
    ['no agent', { agentId: undefined }],
    ['an agent that is text', { agentId: '1' }],
    ['no message', { initialMessage: undefined }],
    ['a blank message', { initialMessage: ' \n\t ' }],
    ['a book', { initialMessage: 'x'.repeat(4_001) }],
    ['a blank subject', { subject: ' ' }],
    ['a hidden listing', { property_id: 2_147_483_647 }],
    ['a client id too short', { client_id: 'abc' }],
    ['a client id with spaces', { client_id: 'abc def ghi' }],
    ['a NUL', { initialMessage: 'a\0b' }],
  ])('refuses %s', async (_what, body) => {
    expect(await begin(ana, body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await listOf(ana)).toEqual([]);
  });
});

describe('messages', () => {
  test('of both sides, in order, as they were written', async () => {
    const id = await begun();
    const answer = await say(agent, id, ' <b>Yes</b> ₱12,500,000 🏠\nsecond line ');
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({
      sender_id: agent.id,
      sender_type: 'agent',
      content: '<b>Yes</b> ₱12,500,000 🏠\nsecond line',
    });
    await say(ana, id, 'Thanks');
    expect(await contentsOf(ana, id)).toEqual(['Hello', '<b>Yes</b> ₱12,500,000 🏠\nsecond line', 'Thanks']);
    expect((await listOf(ana))[0]?.last_message).toMatchObject({ content: 'Thanks', sender_type: 'user' });
  });

  test.each([
    ['nothing', {}],
    ['blanks', { content: ' \n ' }],
    ['a number', { content: 5 }],
    ['a book', { content: 'x'.repeat(4_001) }],
    ['a client id with a slash', { content: 'Hi', client_id: '../../etc' }],
  ])('refuses %s', async (_what, body) => {
    const id = await begun();
    const answer = await ana.post(`/api/conversations/${id}/messages`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await contentsOf(ana, id)).toEqual(['Hello']);
  });

  test('the longest that fits is kept whole', async () => {
    const id = await begun();
    const long = '🏠'.repeat(2_000);
    expect((await say(ana, id, long)).status).toBe(201);
    expect((await contentsOf(agent, id)).at(-1)).toBe(long);
  });

  test('a retry with the same client id is stored once, whoever is faster', async () => {
    const id = await begun();
    const tries = await Promise.all(Array.from({ length: 5 }, () => say(ana, id, 'Once', 'client-id-1')));
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(tries.map(({ body }) => body.data.id)).size).toBe(1);
    await say(agent, id, 'Of the other side', 'client-id-1');
    expect(await contentsOf(ana, id)).toEqual(['Hello', 'Once', 'Of the other side']);
  });

  test('pages upward and catches up downward', async () => {
    const id = await begun();
    for (let at = 1; at <= 9; at += 1) await say(ana, id, `${at}`);
    const all = await messagesOf(ana, id);
    const idOf = (content: string) => all.find((message) => message.content === content)?.id;
    expect(await contentsOf(ana, id, '?limit=3')).toEqual(['7', '8', '9']);
    expect(await contentsOf(ana, id, `?limit=3&before=${idOf('7')}`)).toEqual(['4', '5', '6']);
    expect(await contentsOf(ana, id, `?before=${idOf('2')}`)).toEqual(['Hello', '1']);
    expect(await contentsOf(ana, id, `?before=${idOf('Hello')}`)).toEqual([]);
    expect(await contentsOf(ana, id, `?after=${idOf('6')}`)).toEqual(['7', '8', '9']);
    expect(await contentsOf(ana, id, `?after=${idOf('3')}&limit=2`)).toEqual(['4', '5']);
    expect(await contentsOf(ana, id, '?after=0')).toHaveLength(10);
    for (const query of ['?before=x', '?before=0', '?after=-1', '?limit=0', '?before='])
      expect((await ana.get(`/api/conversations/${id}/messages${query}`)).status, query).toBe(400);
  });
});

describe('reading', () => {
  test('is counted for each side and seen by the other', async () => {
    const id = await begun();
    await say(ana, id, 'Two');
    await say(agent, id, 'Three');
    expect([await unreadOf(ana, id), await unreadOf(agent, id)]).toEqual([1, 2]);
    const read = await messagesOf(agent, id);
    expect(read.map(({ read_at }) => read_at !== null)).toEqual([true, true, false]);
    expect([await unreadOf(ana, id), await unreadOf(agent, id)]).toEqual([1, 0]);
    const seen = await messagesOf(ana, id);
    expect(seen.slice(0, 2)).toEqual(read.slice(0, 2));
    expect(seen[2]?.read_at).not.toBeNull();
    expect(await unreadOf(ana, id)).toBe(0);
  });

  test('by the call for it, once', async () => {
    const id = await begun();
    await say(ana, id, 'Two');
    expect((await agent.put(`/api/conversations/${id}/read`)).body.data).toEqual({ read: 2 });
    expect((await agent.put(`/api/conversations/${id}/read`)).body.data).toEqual({ read: 0 });
    expect((await ana.put(`/api/conversations/${id}/read`)).body.data).toEqual({ read: 0 });
    expect((await messagesOf(ana, id)).every(({ read_at }) => read_at !== null)).toBe(true);
  });

  test('peeking gives the same messages and marks nothing, also for somebody who takes no part', async () => {
    const id = await begun();
    await say(ana, id, 'Is it free?');
    expect(await contentsOf(agent, id, '?peek=1')).toEqual(['Hello', 'Is it free?']);
    expect(await contentsOf(agent, id, '?peek=1&after=0&limit=1')).toEqual(['Hello']);
    expect(await unreadOf(agent, id)).toBe(2);
    expect((await messagesOf(ana, id)).map(({ read_at }) => read_at)).toEqual([null, null]);

    const stranger = await enter(server, { name: 'Ben Cruz' });
    expect((await stranger.get(`/api/conversations/${id}/messages?peek=1`)).status).toBe(404);
    // Only the one word is understood: anything else is refused, not taken for a yes or a no.
    for (const peek of ['0', 'true', ''])
      expect((await agent.get(`/api/conversations/${id}/messages?peek=${peek}`)).status).toBe(400);
    expect(await unreadOf(agent, id)).toBe(2);
    await messagesOf(agent, id);
    expect(await unreadOf(agent, id)).toBe(0);
  });

  test('an older page leaves the newer unread', async () => {
    const id = await begun();
    for (const content of ['1', '2', '3']) await say(ana, id, content);
    const [, , third] = await server.context.db.models.Message.findAll({
      where: { conversation_id: id },
      order: ['id'],
    });
    await messagesOf(agent, id, `?before=${third?.id}`);
    expect(await unreadOf(agent, id)).toBe(2);
    await messagesOf(agent, id, '?limit=1');
    expect(await unreadOf(agent, id)).toBe(0);
  });
});

describe.each([
  ['suspended', 'This conversation was suspended by an administrator'],
  ['closed', 'This conversation is closed'],
])('a %s conversation', (status, sentence) => {
  test('is read by both and written by nobody', async () => {
    const id = await begun();
    await say(ana, id, 'Kept', 'kept-client-id');
    await change(id, { status });
    for (const person of [ana, agent]) {
      expect(await say(person, id, 'More')).toMatchObject({
        status: 409,
        body: { error: sentence, code: `conversation_${status}` },
      });
      expect(await contentsOf(person, id)).toEqual(['Hello', 'Kept']);
      expect((await person.get(`/api/conversations/${id}`)).body.data.status).toBe(status);
    }
    const retry = await say(ana, id, 'Kept', 'kept-client-id');
    expect(retry, 'what is stored already is still acknowledged').toMatchObject({
      status: 201,
      body: { data: { content: 'Kept' } },
    });
    await change(id, { status: 'active' });
    expect((await say(ana, id, 'More')).status).toBe(201);
  });
});

test('a conversation outlives one side’s account', async () => {
  const id = await begun();
  await say(agent, id, 'Yes');
  await server.context.db.transaction((transaction) => agent.user.destroy({ transaction }));
  expect(await listOf(ana)).toMatchObject([
    { id, participant: { id: null, name: 'Deleted user', email: null, role: null } },
  ]);
  expect(await messagesOf(ana, id)).toMatchObject([
    { sender_type: 'user' },
    { sender_id: null, sender_type: 'agent', content: 'Yes' },
  ]);
  expect(await say(ana, id, 'Hello?')).toMatchObject({
    status: 409,
    body: { code: 'conversation_abandoned' },
  });
});

test.each([
  ['a stranger', {}],
  ['another agent', { role: 'agent' }],
  ['an admin', { role: 'admin' }],
] as const)('does not exist for %s', async (_who, draft) => {
  const id = await begun();
  const stranger = await enter(server, draft);
  for (const answer of [
    await stranger.get(`/api/conversations/${id}`),
    await stranger.get(`/api/conversations/${id}/messages`),
    await say(stranger, id, 'Hello'),
    await stranger.put(`/api/conversations/${id}/read`),
  ])
    expect(answer).toMatchObject({ status: 404, body: { error: 'Conversation not found' } });
  expect(await listOf(stranger)).toEqual([]);
  expect(await unreadOf(agent, id)).toBe(1);
});

test('the list has the newest message first, in pages', async () => {
  const ids: number[] = [];
  for (const subject of ['One', 'Two', 'Three']) ids.push(await begun(ana, { subject }));
  await say(agent, ids[0] ?? 0, 'Back to the first');
  const order = async (query = '') =>
    ((await ana.get(`/api/conversations${query}`)).body.data as Conversation[]).map(({ id }) => id);
  expect(await order()).toEqual([ids[0], ids[2], ids[1]]);
  expect(await order('?limit=2')).toEqual([ids[0], ids[2]]);
  expect(await order('?limit=2&page=2')).toEqual([ids[1]]);
});

describe('what was ended', () => {
  const suspended = { status: 409, body: { code: 'conversation_suspended' } };

  test('goes on in no other conversation of the two people, whoever begins it and how', async () => {
    const id = await begun();
    await change(id, { status: 'suspended' });
    const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
    for (const body of [{}, { subject: 'Another' }, { property_id }])
      expect(await begin(ana, body)).toMatchObject(suspended);
    const [row] = (await agent.get('/api/desk/queue?view=all')).body.data.rows;
    const path = `/api/desk/clients/${row.id}/replies`;
    expect(
      await agent.post(path, { channel: 'chat', content: 'Hello again', client_id: 'desk-reply-after' }),
    ).toMatchObject(suspended);
    expect(await listOf(ana)).toHaveLength(1);
    // With others either of them may talk.
    const other = await enter(server, { role: 'agent' });
    expect((await begin(ana, { agentId: other.id })).status).toBe(201);
  });

  test.each(['suspended', 'inactive'] as const)(
    'an account that is %s is written to by nobody',
    async (status) => {
      const id = await begun();
      for (const [writer, gone] of [
        [ana, agent],
        [agent, ana],
      ] as const) {
        const set = (to: 'active' | typeof status) =>
          server.context.db.transaction(() => gone.user.update({ status: to }));
        await set(status);
        expect(await say(writer, id, 'Are you there?')).toMatchObject({
          status: 409,
          body: { code: 'account_inactive' },
        });
        await set('active');
        expect((await say(writer, id, 'And now?')).status).toBe(201);
      }
      expect(await contentsOf(ana, id)).toEqual(['Hello', 'And now?', 'And now?']);
    },
  );
});
