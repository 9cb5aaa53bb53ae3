// @databases both

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserModel } from '#server/db/models.ts';
import { auditHolds, newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { TEST_PASSWORD } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { readStoredRows, type StoredRow } from '#tests/support/storedRows.ts';
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

const inDays = (days: number) => new Date(server.context.now().getTime() + days * 24 * 3_600_000).toISOString();

const remove = (person: { id: number }) =>
  server.request('DELETE', `/api/admin/users/${person.id}`, { token: admin.token });

async function talk(): Promise<number> {
  const draft = { agentId: agent.id, subject: 'The loft', initialMessage: 'Is it free?' };
  const { body } = await ana.post('/api/conversations', draft);
  await agent.post(`/api/conversations/${body.data.conversation.id}/messages`, { content: 'It is' });
  return body.data.conversation.id;
}

/** All columns that can refer to an account, by the foreign keys the database itself knows. */
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
    expect((await server.request('POST', path, { body: { ...inquiry, name: 'No account' } })).status).toBe(201);
    await remove(agent);
    const own = await ana.get('/api/privacy/data');
    expect(own.body.inquiries_sent).toMatchObject([{ agent_id: null, message: 'Still there?' }]);
    await remove(ana);
    expect(await server.context.db.models.Inquiry.count({ where: { agent_id: null } })).toBe(0);
  });

  describe('of their name and words nothing is left in any table', () => {
    const MARKS = ['Zenobia', 'Quimbayanon', 'zq@mail.example', 'UNIQUE WORDS'];
    /** Places where the other side keeps its messages, without a name. */
    const KEPT = [
      ...['inquiries.message', 'inquiry_replies.message', 'inquiries.reply_message'],
      ...['viewings.note', 'viewing_events.reason'],
    ];

    /** Tables of which a row holds one of the marks. */
    async function holding(): Promise<string[]> {
      const tables = await readStoredRows(server.context);
      const holds = (row: StoredRow, table: string) =>
        Object.entries(row).some(
          ([column, value]) =>
            !KEPT.includes(`${table}.${column}`) && MARKS.some((mark) => String(value).includes(mark)),
        );
      return [...tables].flatMap(([table, rows]) => (rows.some((row) => holds(row, table)) ? [table] : []));
    }

    async function act(person: Person, acts: [method: 'post' | 'put', path: string, body?: object][]) {
      for (const [method, path, body] of acts)
        expect((await person[method](path, body)).status, path).toBeLessThan(300);
    }

    test('of a client, who wrote, reviewed, applied, joined a list and asked to be erased', async () => {
      const zenobia = await enter(server, { name: 'Zenobia Quimbayanon', email: 'zq@mail.example' });
      const { id: property_id } = await buildProperty(server.context, { agent_id: agent.id });
      const list = (await ana.post('/api/lists', { name: 'Ours', property_id })).body.data;
      const { url } = (await ana.post(`/api/lists/${list.id}/links`)).body.data;
      const own = (await zenobia.post('/api/lists', { name: 'Theirs', property_id })).body.data;
      const asked = { name: 'Zenobia Quimbayanon', email: 'zq@mail.example', message: 'UNIQUE WORDS?' };
      await act(zenobia, [
        ['post', `/api/agents/${agent.id}/contact`, asked],
        ['post', `/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Kind' }],
        ['post', '/api/lists/join', { token: url.split('/').at(-1) }],
        ['post', `/api/lists/${list.id}/items/${list.items[0].id}/comments`, { text: 'Nice' }],
        ['post', `/api/lists/${own.id}/invitations`, { email: 'friend@mail.example' }],
        ['post', '/api/agents/apply', { license_number: '33445' }],
        ['post', '/api/privacy/erasure', { password: TEST_PASSWORD }],
      ]);
      const sent = await server.request('POST', `/api/agents/${agent.id}/contact`, { body: asked });
      expect(sent.status).toBe(201);
      const viewing = await zenobia.post('/api/viewings', {
        property_id,
        starts_at: inDays(3),
        note: 'UNIQUE WORDS',
      });
      await server.context.jobs.flush();
      await act(zenobia, [
        ['put', `/api/viewings/${viewing.body.data.id}`, { status: 'cancelled', reason: 'UNIQUE WORDS' }],
      ]);
      await server.context.jobs.flush();
      expect(await holding()).toEqual(
        expect.arrayContaining(['inquiries', 'notifications', 'outgoing_mails', 'users']),
      );
      const { body } = await agent.get('/api/notifications');
      expect(body.data.map(({ title }: { title: string }) => title)).toEqual(
        expect.arrayContaining(['New Inquiry', 'New Inquiry', 'New Review']),
      );

      expect((await remove(zenobia)).status).toBe(200);
      await server.context.jobs.flush();
      expect(await holding()).toEqual([]);
      const left = (await ana.get('/api/notifications')).body.data;
      expect(left.map(({ title }: { title: string }) => title)).not.toContain('New Member');
    });

    test('of an agent, who answered, listed, invited to an office and handed a client over', async () => {
      const zenobia = await enter(server, {
        name: 'Zenobia Quimbayanon',
        email: 'zq@mail.example',
        role: 'agent',
      });
      await act(ana, [
        ['post', '/api/conversations', { agentId: zenobia.id, subject: 'Loft', initialMessage: 'Is it free?' }],
        ['post', `/api/agents/${zenobia.id}/reviews`, { rating: 4, comment: 'Kind' }],
      ]);
      const inquiry = { name: 'Ana Reyes', email: ana.user.email, message: 'Still there?' };
      await ana.post(`/api/agents/${zenobia.id}/contact`, inquiry);
      await act(zenobia, [
        ['post', '/api/office', { name: 'The Office' }],
        ['post', '/api/office/invitations', { email: agent.user.email }],
      ]);
      await server.context.jobs.flush();
      const [invitation] = (await agent.get('/api/office')).body.data.invitations_to_me;
      const [review] = (await server.request('GET', `/api/agents/${zenobia.id}/reviews`)).body.data;
      await act(agent, [['put', `/api/office/invitations/${invitation.id}`, { answer: 'accepted' }]]);
      const [contact] = (await zenobia.get(`/api/agents/${zenobia.id}/contacts`)).body.data;
      const [row] = (await zenobia.get('/api/desk/queue?view=needs_me')).body.data.rows;
      await act(zenobia, [
        ['put', `/api/agents/${zenobia.id}/reviews/${review.id}/answer`, { answer: 'Thank you' }],
        [
          'post',
          `/api/agents/${zenobia.id}/contacts/${contact.id}/reply`,
          { message: 'UNIQUE WORDS', method: 'email' },
        ],
        ['put', '/api/auth/profile', { license_number: '99887' }],
        ['post', `/api/desk/clients/${row.id}/assignment`, { agent_id: agent.id }],
      ]);
      await server.context.jobs.flush();
      expect(await holding()).toEqual(expect.arrayContaining(['notifications', 'outgoing_mails']));

      expect((await remove(zenobia)).status).toBe(200);
      await server.context.jobs.flush();
      expect(await holding()).toEqual([]);
    });
  });

  describe('of viewings that were booked by a link', () => {
    const asked = { name: 'Ana Reyes', message: 'Is it free?' };
    let property_id: number;

    /** Booked by a sender of an inquiry, without an account. */
    async function book(email: string) {
      property_id = (await buildProperty(server.context, { agent_id: agent.id, title: 'Loft' })).id;
      const { body: inquiry } = await server.request('POST', `/api/agents/${agent.id}/contact`, {
        body: { ...asked, email, property_id },
      });
      const starts_at = inDays(3);
      const offer = { property_id, starts_at: [starts_at], inquiry_id: inquiry.data.id };
      const { body } = await agent.post('/api/desk/slots', offer);
      const path = `/api/slots/${body.data.token}`;
      expect((await server.request('POST', path, { body: { starts_at } })).status).toBe(200);
      await server.context.jobs.flush();
      return path;
    }

    const exported = async (person: Person) => (await person.get('/api/privacy/data')).body;

    test('the agent’s end: the visitor is told, and no row is left that nobody can read', async () => {
      const email = `guest-${agent.id}@mail.example`;
      const path = await book(email);
      const { Viewing, SlotOffer, OutgoingMail } = server.context.db.models;
      expect(await exported(agent)).toMatchObject({
        viewings: [{ property_id, status: 'confirmed' }],
        viewing_events: [{ kind: 'proposed' }, { kind: 'confirmed' }],
        slot_offers: [{ property_id }],
      });
      await remove(agent);
      await server.context.jobs.flush();
      expect((await server.request('GET', path)).status).toBe(404);
      expect(await Viewing.count({ where: { property_id } })).toBe(0);
      expect(await SlotOffer.count({ where: { property_id } })).toBe(0);
      const mail = await OutgoingMail.findOne({ where: { recipient: email }, order: [['id', 'DESC']] });
      expect(mail?.subject).toBe('Viewing Cancelled – Silong');
      expect(mail?.text).toMatch(/Loft, .*: the other person has left Silong/);
      expect(mail?.text).not.toMatch(/slots|Agent/);
    });

    test('the visitor’s end, who had an account by then: cancelled, without the name, and the link is void', async () => {
      const path = await book(ana.user.email);
      expect(await exported(ana)).toMatchObject({
        viewings: [{ property_id, user_id: null }],
        viewing_events: [{ kind: 'proposed' }, { kind: 'confirmed' }],
        slot_offers: [{ property_id }],
      });
      await remove(ana);
      await server.context.jobs.flush();
      expect((await server.request('GET', path)).status).toBe(404);
      const { body } = await agent.get('/api/viewings');
      expect(body.data).toMatchObject([
        {
          status: 'cancelled',
          end_reason: 'account_deleted',
          user: { id: null, name: 'Deleted user', phone: null },
        },
      ]);
      expect(JSON.stringify(body)).not.toContain(ana.user.email);
      const { body: bell } = await agent.get('/api/notifications');
      expect(bell.data).toContainEqual(expect.objectContaining({ title: 'Viewing Cancelled' }));
    });
  });

  test('closes what the person had asked for', async () => {
    const asked = await ana.post('/api/privacy/erasure', { password: TEST_PASSWORD, reason: 'I moved' });
    expect(asked.status).toBe(201);
    await remove(ana);
    const requests = await server.context.db.models.ErasureRequest.findAll({ raw: true });
    expect(requests.at(-1)).toMatchObject({ user_id: null, status: 'completed', reason: null });
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
