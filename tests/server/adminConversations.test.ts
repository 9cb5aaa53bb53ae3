// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
let admin: Person;
let agent: Person;
let ana: Person;
let now = new Date('2026-03-18T04:00:00.000Z');

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
});

afterAll(() => server.close());

beforeEach(async () => {
  now = new Date(now.getTime() + 1000);
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent', name: 'Märco Lim' });
  ana = await enter(server, { name: 'Ana Reyes' });
});

async function begin(by = ana, body: object = {}): Promise<number> {
  const draft = { agentId: agent.id, initialMessage: 'Is it still free?', subject: 'The loft', ...body };
  const answer = await by.post('/api/conversations', draft);
  expect(answer.status).toBe(201);
  return answer.body.data.conversation.id;
}

const idsOf = async (query: string) => {
  const { status, body } = await admin.get(`/api/admin/conversations?${query}`);
  expect(status).toBe(200);
  return body.data.conversations.map(({ id }: { id: number }) => id);
};

describe('reading a private conversation', () => {
  test('gives its words, and keeps who read them and why', async () => {
    const id = await begin();
    await agent.post(`/api/conversations/${id}/messages`, { content: 'It is' });
    const reason = 'Ana reported an insult';
    const { status, body } = await admin.get(
      `/api/admin/conversations/${id}?reason=${encodeURIComponent(reason)}`,
    );
    expect(status).toBe(200);
    expect(body.data.conversation).toMatchObject({
      id,
      subject: 'The loft',
      user: { id: ana.id, name: 'Ana Reyes', email: ana.user.email },
      agent: { id: agent.id, name: 'Märco Lim' },
      message_count: 2,
    });
    expect(body.data.messages).toMatchObject([
      { content: 'Is it still free?', sender_type: 'user', sender_name: 'Ana Reyes', read_at: null },
      { content: 'It is', sender_type: 'agent', sender_name: 'Märco Lim' },
    ]);
    expect(await newestAudit(server.context)).toMatchObject({
      actor_id: admin.id,
      action: 'conversation.read',
      entity_type: 'conversation',
      entity_id: id,
      reason,
    });
    const own = await ana.get(`/api/conversations/${id}`);
    expect(own.body.data.unread_count).toBe(1);
  });

  test.each(['', '?reason=', '?reason=%20%20'])('without a reason (%j) gives nothing', async (query) => {
    const id = await begin();
    const before = await countAudit(server.context);
    const answer = await admin.get(`/api/admin/conversations/${id}${query}`);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'reason' }] } });
    expect(answer.body.error).toBe('Please say why you need to read this conversation');
    expect(await countAudit(server.context)).toBe(before);
  });

  test('that is not there leaves no entry', async () => {
    const before = await countAudit(server.context);
    expect((await admin.get('/api/admin/conversations/999999?reason=Looking')).status).toBe(404);
    expect(await countAudit(server.context)).toBe(before);
  });
});

describe('the status', () => {
  test.each(['suspended', 'closed'])('%s stops the writing and is told to both at once', async (status) => {
    const id = await begin();
    const sockets = [await openSocket(server.url, ana.token), await openSocket(server.url, agent.token)];
    const answer = await admin.put(`/api/admin/conversations/${id}/status`, { status });
    expect(answer).toMatchObject({ status: 200, body: { data: { id, status } } });
    for (const socket of sockets) {
      expect(await socket.waitFor('conversation_changed')).toEqual([{ conversationId: id, status }]);
      socket.close();
    }
    const refused = await ana.post(`/api/conversations/${id}/messages`, { content: 'Hello?' });
    expect(refused).toMatchObject({ status: 409, body: { code: `conversation_${status}` } });
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'conversation.status',
      entity_id: id,
      before: { status: 'active' },
      after: { status },
    });
    await admin.put(`/api/admin/conversations/${id}/status`, { status: 'active' });
    expect((await ana.post(`/api/conversations/${id}/messages`, { content: 'Hello' })).status).toBe(201);
  });

  test('refuses what is none, and what is not there; the same again writes nothing', async () => {
    const id = await begin();
    const path = `/api/admin/conversations/${id}/status`;
    expect((await admin.put(path, { status: 'open' })).status).toBe(400);
    expect((await admin.put('/api/admin/conversations/999999/status', { status: 'closed' })).status).toBe(404);
    const before = await countAudit(server.context);
    expect((await admin.put(path, { status: 'active' })).status).toBe(200);
    expect(await countAudit(server.context)).toBe(before);
  });
});

describe('the list', () => {
  test('is searched by either side, filtered and without words', async () => {
    const one = await begin();
    const maria = await enter(server, { name: 'María Quixote', email: 'mq@example.com' });
    const { id: propertyId } = await buildProperty(server.context, { title: 'Loft in Poblacion' });
    const other = await begin(maria, { property_id: propertyId });
    expect(await idsOf('search=maria%20quixote')).toEqual([other]);
    expect(await idsOf('search=mq@example.com')).toEqual([other]);
    expect((await idsOf('search=marco%20lim')).slice(0, 2).toSorted()).toEqual([one, other].toSorted());
    expect(await idsOf(`search=${encodeURIComponent(ana.user.email)}`)).toEqual([one]);
    expect(await idsOf('search=mq@example.com&status=closed')).toEqual([]);
    const { body } = await admin.get('/api/admin/conversations?search=mq@example.com');
    expect(body.data.conversations[0]).toMatchObject({
      property: { id: propertyId, title: 'Loft in Poblacion' },
      message_count: 1,
      status: 'active',
    });
    expect(JSON.stringify(body)).not.toContain('Is it still free?');
  });

  test('orders by each column, both ways, and parts pages', async () => {
    await begin();
    now = new Date(now.getTime() + 5_000);
    const newest = await begin(await enter(server));
    expect((await idsOf('limit=1'))[0]).toBe(newest);
    const all = (await idsOf('limit=100')).length;
    for (const sort of ['created_at', 'last_message_at', 'status']) {
      const up = await idsOf(`limit=100&sort=${sort}&order=asc`);
      expect(up).toHaveLength(all);
      expect(await idsOf(`limit=100&sort=${sort}&order=desc`)).toEqual(up.toReversed());
    }
    expect(await idsOf('limit=1&page=2')).not.toContain(newest);
    expect((await admin.get('/api/admin/conversations?status=open')).status).toBe(400);
  });

  test('is a file too, without words', async () => {
    const id = await begin();
    const search = encodeURIComponent(ana.user.email);
    const { status, body } = await admin.get(`/api/admin/conversations/export?search=${search}`);
    expect(status).toBe(200);
    const lines = String(body).split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`${id},The loft,active,Ana Reyes,${ana.user.email},Märco Lim`);
    expect(String(body)).not.toContain('Is it still free?');
  });
});

test('the counters count by age and by what was read', async () => {
  const read = async () => (await admin.get('/api/admin/messages/stats')).body.data;
  const { body } = await admin.get('/api/admin/stats');
  const before = await read();
  const id = await begin();
  await agent.get(`/api/conversations/${id}/messages`);
  await agent.post(`/api/conversations/${id}/messages`, { content: 'Yes' });
  expect(await read()).toEqual({
    totalConversations: before.totalConversations + 1,
    totalMessages: before.totalMessages + 2,
    activeConversations: before.activeConversations + 1,
    unreadMessages: before.unreadMessages + 1,
    recentMessages: before.recentMessages + 2,
  });
  const overview = await admin.get('/api/admin/stats');
  expect(overview.body.data.totalMessages).toBe(body.data.totalMessages + 2);

  now = new Date(now.getTime() + DAY_MS + 2);
  admin = await enter(server, { role: 'admin' });
  expect(await read()).toMatchObject({
    recentMessages: 0,
    activeConversations: before.activeConversations + 1,
  });
  now = new Date(now.getTime() + 6 * DAY_MS);
  admin = await enter(server, { role: 'admin' });
  expect(await read()).toMatchObject({ activeConversations: 0 });
});
