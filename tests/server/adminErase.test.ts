// @databases both

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserModel } from '#server/db/models.ts';
import { auditHolds, newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;
let agent: Person;
let ana: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
});

afterAll(() => server.close());

beforeEach(async () => {
  admin = await enter(server, { role: 'admin' });
  agent = await enter(server, { role: 'agent' });
  ana = await enter(server, { name: 'Ana Reyes', phone: '0917 555 0101' });
});

const remove = (person: { id: number }) =>
  server.request('DELETE', `/api/admin/users/${person.id}`, { token: admin.token });

async function talk(): Promise<number> {
  const draft = { agentId: agent.id, subject: 'The loft', initialMessage: 'Is it free?' };
  const { body } = await ana.post('/api/conversations', draft);
  await agent.post(`/api/conversations/${body.data.conversation.id}/messages`, { content: 'It is' });
  return body.data.conversation.id;
}

/** Everything that can refer to an account, by the foreign keys the database itself knows. */
async function referencesTo({ id }: Pick<UserModel, 'id'>): Promise<Record<string, number>> {
  const { db } = server.context;
  const keys =
    db.dialect === 'sqlite'
      ? await db.readRows<{ table: string; column: string }>(
          `SELECT m.name AS "table", k."from" AS "column" FROM sqlite_master m, pragma_foreign_key_list(m.name) k
          WHERE m.type = 'table' AND k."table" = 'users'`,
        )
      : await db.readRows<{ table: string; column: string }>(
          `SELECT c.conrelid::regclass::text AS "table", a.attname AS "column" FROM pg_constraint c
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
          WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`,
        );
  expect(keys.length).toBeGreaterThan(15);
  const counts = await Promise.all(
    keys.map(async ({ table, column }) => {
      const rows = await db.readRows<{ count: number | string }>(
        `SELECT COUNT(*) AS count FROM ${table} WHERE ${column} = $1`,
        [id],
      );
      return [`${table}.${column}`, Number(rows[0]?.count)] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

describe('deleting somebody', () => {
  test('signs out at once, leaves no reference and is noted', async () => {
    const { id: propertyId } = await buildProperty(server.context, { agent_id: agent.id });
    await talk();
    await ana.post(`/api/favorites/${propertyId}`);
    await ana.post(`/api/properties/${propertyId}/views`);
    await ana.put('/api/settings', { privacy: { showPhone: true } });
    await ana.post(`/api/agents/${agent.id}/reviews`, { rating: 5, comment: 'Very kind' });
    const startsAt = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
    const viewing = await ana.post('/api/viewings', { property_id: propertyId, starts_at: startsAt });
    expect(viewing.status).toBe(201);
    expect(Object.keys(await referencesTo(ana)).length).toBeGreaterThan(5);
    const { socket } = await openSocket(server.url, ana.token);
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    const agentSocket = await openSocket(server.url, agent.token);

    expect(await remove(ana)).toMatchObject({ status: 200, body: { data: { id: ana.id } } });
    await gone;
    await expect
      .poll(
        () =>
          agentSocket
            .heard('notification')
            .map(({ title, message }) => `${title}: ${message}`)
            .join(),
        {
          timeout: 5_000,
        },
      )
      .toMatch(/Viewing Cancelled: .*: the other person has left Silong/);
    agentSocket.close();
    expect((await ana.get('/api/auth/profile')).status).toBe(401);
    expect(await referencesTo(ana)).toEqual({});
    const views = await server.context.db.models.PropertyView.findAll({ where: { property_id: propertyId } });
    expect(views.map(({ viewer_key }) => viewer_key)).toEqual([expect.stringMatching(/^deleted:\d+$/)]);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'user.delete',
      entity_type: 'user',
      entity_id: ana.id,
      before: { role: 'user', status: 'active' },
      after: null,
    });
    for (const mark of ['Ana Reyes', ana.user.email, '0917 555 0101'])
      expect(await auditHolds(server.context, mark)).toBe(false);
    expect((await remove(ana)).status).toBe(404);
  });

  test('leaves the other side its conversation, readable and not writable', async () => {
    const id = await talk();
    await remove(ana);
    const { body } = await agent.get(`/api/conversations/${id}`);
    expect(body.data.participant).toMatchObject({ id: null, name: 'Deleted user', email: null });
    const messages = await agent.get(`/api/conversations/${id}/messages`);
    expect(messages.body.data.map(({ content }: { content: string }) => content)).toEqual([
      'Is it free?',
      'It is',
    ]);
    expect((await agent.post(`/api/conversations/${id}/messages`, { content: 'Hm' })).status).toBe(409);
    const seen = await admin.get(`/api/admin/conversations/${id}?reason=Asked%20to`);
    expect(seen.body.data.conversation.user).toEqual({ id: null, name: 'Deleted user', email: null });
    expect(seen.body.data.messages[0].sender_name).toBe('Deleted user');

    await remove(agent);
    expect((await admin.get(`/api/admin/conversations/${id}?reason=Asked%20to`)).status).toBe(404);
    expect(await server.context.db.models.Message.count({ where: { conversation_id: id } })).toBe(0);
  });

  test('leaves the agent a review and an inquiry without a name', async () => {
    await ana.post(`/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Quick' });
    const inquiry = {
      name: 'Ana Reyes',
      email: ana.user.email,
      phone: '0917 555 0101',
      message: 'Still there?',
    };
    expect((await ana.post(`/api/agents/${agent.id}/contact`, inquiry)).status).toBe(201);
    await remove(ana);
    const reviews = await server.request('GET', `/api/agents/${agent.id}/reviews`);
    expect(reviews.body.data).toMatchObject([{ reviewer_name: 'Deleted user', rating: 4 }]);
    const { body } = await server.request('GET', `/api/agents/${agent.id}`);
    expect(body.data).toMatchObject({ rating: 4, review_count: 1 });
    const inbox = await agent.get(`/api/agents/${agent.id}/contacts`);
    expect(inbox.body.data).toMatchObject([
      { name: 'Deleted user', phone: null, message: 'Still there?', status: 'closed' },
    ]);
    expect(JSON.stringify(inbox.body)).not.toContain(ana.user.email);
  });

  test('who was an agent leaves those who wrote their own words, and nothing nobody can read', async () => {
    const inquiry = { name: 'Ana Reyes', email: ana.user.email, message: 'Still there?' };
    const path = `/api/agents/${agent.id}/contact`;
    expect((await ana.post(path, inquiry)).status).toBe(201);
    expect((await server.request('POST', path, { body: { ...inquiry, name: 'No account' } })).status).toBe(
      201,
    );
    await remove(agent);
    const own = await ana.get('/api/privacy/data');
    expect(own.body.inquiries_sent).toMatchObject([{ agent_id: null, message: 'Still there?' }]);
    await remove(ana);
    expect(await server.context.db.models.Inquiry.count({ where: { agent_id: null } })).toBe(0);
  });

  test('closes what the person had asked for', async () => {
    const asked = await ana.post('/api/privacy/erasure', { password: TEST_PASSWORD, reason: 'I moved' });
    expect(asked.status).toBe(201);
    await remove(ana);
    const requests = await server.context.db.models.ErasureRequest.findAll({ raw: true });
    expect(requests).toMatchObject([{ user_id: null, status: 'completed', reason: null }]);
  });

  test('while both sides write to each other harms nobody', async () => {
    const id = await talk();
    const say = (by: Person) => by.post(`/api/conversations/${id}/messages`, { content: 'And another one' });
    const [gone, ...said] = await Promise.all([
      remove(ana),
      ...Array.from({ length: 8 }, (_, at) => say(at % 2 === 0 ? ana : agent)),
    ]);
    expect(gone.status).toBe(200);
    const expected = new Set([201, 401, 404, 409]);
    expect(said.map(({ status }) => status).filter((status) => !expected.has(status))).toEqual([]);
    expect(await referencesTo(ana)).toEqual({});
  });

  test('unlists an agent’s listings, which stay for an admin to hand over', async () => {
    const listing = await buildProperty(server.context, { agent_id: agent.id });
    expect((await server.request('GET', `/api/properties/${listing.id}`)).status).toBe(200);
    await remove(agent);
    expect((await server.request('GET', `/api/properties/${listing.id}`)).status).toBe(404);
    const { body } = await admin.get(`/api/admin/properties/${listing.id}`);
    expect(body.data).toMatchObject({
      status: 'inactive',
      agent: null,
      moderation_reason: 'Its agent’s account was deleted',
    });
    expect(await referencesTo(agent)).toEqual({});
  });
});
