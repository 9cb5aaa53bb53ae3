import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket, settle, type TestSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let agent: Person;
let ana: Person;
let stranger: Person;
let id: number;
const sockets: TestSocket[] = [];

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

beforeEach(async () => {
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server);
  stranger = await enter(server, { role: 'agent' });
  const started = await ana.post('/api/conversations', { agentId: agent.id, initialMessage: 'Hello' });
  id = started.body.data.conversation.id;
  // Until the events of the first message have been published.
  await settle();
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

afterAll(() => server.close());

async function open(person: Person): Promise<TestSocket> {
  const socket = await openSocket(server.url, person.token);
  sockets.push(socket);
  return socket;
}

const say = (person: Person, content: string) => person.post(`/api/conversations/${id}/messages`, { content });

describe('a message', () => {
  test('reaches both sides once, in all their windows, and nobody else', async () => {
    const [a1, a2, b, other] = [await open(agent), await open(agent), await open(ana), await open(stranger)];
    expect(await a1.ask('join_conversation', id)).toEqual({ success: true });
    expect(await b.ask('join_conversation', String(id))).toEqual({ success: true });
    const { data } = (await say(ana, 'Is it free?')).body;
    for (const socket of [a1, a2, b]) expect(await socket.waitFor('new_message')).toEqual([data]);
    for (const socket of [a1, a2])
      expect(await socket.waitFor('message_notification')).toEqual([
        {
          message: { id: data.id, content: 'Is it free?', created_at: data.created_at },
          senderType: 'user',
          conversationId: id,
        },
      ]);
    await settle();
    for (const socket of [a1, a2, b]) expect(socket.heard('new_message')).toHaveLength(1);
    expect(b.heard('message_notification')).toEqual([]);
    expect([other.heard('new_message'), other.heard('message_notification')]).toEqual([[], []]);
  });

  test('that starts a conversation reaches the agent', async () => {
    const socket = await open(stranger);
    await ana.post('/api/conversations', { agentId: stranger.id, initialMessage: 'Good day' });
    expect(await socket.waitFor('new_message')).toMatchObject([{ content: 'Good day' }]);
  });

  test('sent again with the same client id is not told again', async () => {
    const socket = await open(agent);
    for (let time = 0; time < 3; time += 1)
      await ana.post(`/api/conversations/${id}/messages`, { content: 'Once', client_id: 'client-id-1' });
    await socket.waitFor('new_message');
    await settle();
    expect(socket.heard('new_message')).toHaveLength(1);
    expect(socket.heard('message_notification')).toHaveLength(1);
  });

  test('that was refused is told to nobody', async () => {
    const socket = await open(agent);
    await say(stranger, 'Let me in');
    await say(ana, ' ');
    await settle();
    expect(socket.heard('new_message')).toEqual([]);
  });

  test('of a person whose session ended reaches no socket of theirs', async () => {
    const socket = await open(agent);
    await agent.post('/api/auth/logout');
    await say(ana, 'Are you there?');
    await settle();
    expect(socket.socket.connected).toBe(false);
    expect(socket.heard('new_message')).toEqual([]);
  });
});

describe('read marks', () => {
  test('are seen by the other side', async () => {
    const socket = await open(ana);
    const sent = await say(ana, 'Two');
    const read = await agent.get(`/api/conversations/${id}/messages`);
    const upToId = sent.body.data.id;
    expect(await socket.waitFor('messages_read')).toEqual([
      { conversationId: id, readerId: agent.id, upToId, read_at: read.body.data.at(-1).read_at },
    ]);
    await agent.put(`/api/conversations/${id}/read`);
    await settle();
    expect(socket.heard('messages_read'), 'nothing was left to read').toHaveLength(1);
  });
});

describe('a change of status', () => {
  test('is told to both', async () => {
    const [a, b, other] = [await open(agent), await open(ana), await open(stranger)];
    server.context.bus.publish('conversationStatusChanged', {
      conversationId: id,
      status: 'suspended',
      participantIds: [ana.id, agent.id],
    });
    for (const socket of [a, b])
      expect(await socket.waitFor('conversation_changed')).toEqual([{ conversationId: id, status: 'suspended' }]);
    server.context.bus.publish('conversationStatusChanged', {
      conversationId: id,
      status: 'closed',
      participantIds: [null, null],
    });
    await settle();
    expect(other.heard('conversation_changed')).toEqual([]);
  });
});

describe('joining', () => {
  test.each([
    ['somebody else’s conversation', () => id, 'not_found'],
    ['one that does not exist', () => 2_147_483_647, 'not_found'],
    ['text', () => 'conversation:1', 'invalid_input'],
    ['an object', () => ({ id }), 'invalid_input'],
    ['a list', () => [id], 'invalid_input'],
    ['truth', () => true, 'invalid_input'],
    ['nothing', () => null, 'invalid_input'],
    ['a huge number', () => 1e300, 'invalid_input'],
    ['half a number', () => 1.5, 'invalid_input'],
  ])('%s is refused', async (_what, make, code) => {
    const socket = await open(stranger);
    expect(await socket.ask('join_conversation', make())).toMatchObject({ success: false, code });
    socket.socket.emit('typing', { conversationId: id, isTyping: true });
    const listener = await open(ana);
    await listener.ask('join_conversation', id);
    await say(agent, 'Between us');
    await listener.waitFor('new_message');
    await settle();
    expect(socket.heard('new_message')).toEqual([]);
    expect(listener.heard('user_typing')).toEqual([]);
  });
});

describe('typing', () => {
  const typing = (isTyping: boolean, userId = 0) => ({ conversationId: id, userId, isTyping });

  test('shows to the other side as the token’s user, whatever the field says', async () => {
    const [a, b] = [await open(agent), await open(ana)];
    await a.ask('join_conversation', id);
    // No wait in between: requests of one socket are handled in that order.
    b.socket.emit('join_conversation', id);
    b.socket.emit('typing', typing(true, agent.id));
    b.socket.emit('typing', typing(false, agent.id));
    expect(await a.waitFor('user_typing', 2)).toEqual([
      { conversationId: id, userId: ana.id, isTyping: true },
      { conversationId: id, userId: ana.id, isTyping: false },
    ]);
    expect(b.heard('user_typing'), 'not to oneself').toEqual([]);
  });

  test('shows only where the conversation is open', async () => {
    const [a, elsewhere, b] = [await open(agent), await open(agent), await open(ana)];
    await a.ask('join_conversation', id);
    await b.ask('join_conversation', id);
    b.socket.emit('typing', typing(true));
    await a.waitFor('user_typing');
    // Joined and left without a wait: out.
    a.socket.emit('leave_conversation', id);
    a.socket.emit('join_conversation', id);
    await a.ask('leave_conversation', id);
    b.socket.emit('typing', typing(true));
    await settle();
    expect(a.heard('user_typing')).toHaveLength(1);
    expect(elsewhere.heard('user_typing')).toEqual([]);
  });

  test.each([
    ['without a conversation', { isTyping: true }],
    ['without a state', { conversationId: 1 }],
    ['with text for a state', { conversationId: 1, isTyping: 'yes' }],
    ['as a list', [1, true]],
    ['as nothing', null],
  ])('%s does nothing', async (_what, payload) => {
    const [a, b] = [await open(agent), await open(ana)];
    await a.ask('join_conversation', id);
    await b.ask('join_conversation', id);
    b.socket.emit('typing', payload);
    expect(await b.ask('join', ana.id)).toEqual({ success: true });
    await settle();
    expect(a.heard('user_typing')).toEqual([]);
  });

  test('a flood is cut off, and others are served meanwhile', async () => {
    const [a, b] = [await open(agent), await open(ana)];
    const answers = await Promise.all(Array.from({ length: 400 }, () => b.ask('join_conversation', id)));
    expect(answers.some(({ code }) => code === 'too_many_requests')).toBe(true);
    expect(answers.filter(({ success }) => success).length).toBeGreaterThan(50);
    expect(await a.ask('join_conversation', id)).toEqual({ success: true });
  });
});
