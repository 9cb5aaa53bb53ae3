// @databases full

import type { Model, ModelStatic } from 'sequelize';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientRefresh } from '#server/features/clients/jobs.ts';
import { eraseDueAccounts } from '#server/features/privacy/jobs.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const PASSWORD = 'a-good-password';
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
});

afterAll(() => server.close());

/** A user with an account made the usual way, so that the password is known. */
async function register(name: string): Promise<Person> {
  const email = `${name.toLowerCase()}-${Math.random().toString(36).slice(2)}@silong.example`;
  const { body } = await server.request('POST', '/api/auth/register', {
    body: { name, email, password: PASSWORD },
  });
  const { token, user } = body.data;
  const call = (method: string) => (path: string, sent?: unknown) =>
    server.request(method, path, { token, ...(sent === undefined ? {} : { body: sent }) });
  return { id: user.id, user, token, get: call('GET'), post: call('POST'), put: call('PUT') };
}

const ask = (person: Person, body: object = { password: PASSWORD }) => person.post('/api/privacy/erasure', body);
const decide = (id: number, body: object, by = admin) => by.put(`/api/admin/erasure-requests/${id}`, body);

describe('one’s own data', () => {
  test('everything kept about the caller is in the file, no secret and nobody else’s', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Andrea' });
    const maria = await register('Maria');
    const other = await register('Jose');
    const listing = await buildProperty(server.context, { agent_id: agent.id });
    expect((await maria.post(`/api/favorites/${listing.id}`)).status).toBeLessThan(300);
    const search = { name: 'Lofts', query: 'search=loft', frequency: 'daily' };
    expect((await maria.post('/api/saved-searches', search)).status).toBe(201);
    await maria.post('/api/conversations', {
      agentId: agent.id,
      subject: 'A question',
      initialMessage: 'Maria asks something',
    });
    await other.post('/api/conversations', {
      agentId: agent.id,
      subject: 'Another',
      initialMessage: 'Jose asks something',
    });
    const { rows } = (await agent.get('/api/desk/queue?view=all')).body.data;
    for (const { id, name } of rows) {
      await agent.post(`/api/desk/clients/${id}/notes`, { text: `Noted about ${name}` });
      await agent.put(`/api/desk/clients/${id}`, { wishes: 'A garden', stage: 'offer' });
    }
    const answer = await maria.get('/api/privacy/data');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toContain('silong-my-data.json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = JSON.stringify(answer.body);
    expect(answer.body.account[0].email).toBe(maria.user.email);
    expect(answer.body.favorites).toMatchObject([{ property_id: listing.id }]);
    expect(answer.body.saved_searches).toMatchObject([search]);
    expect(text).toContain('Maria asks something');
    expect(text).not.toContain('Jose');
    // An agent's notes are in the agent's file, without the person that they are about.
    expect(text).not.toMatch(/Noted about|A garden|person_key/);
    const kept = (await agent.get('/api/privacy/data')).body;
    expect(kept.client_notes).toHaveLength(2);
    expect(kept.client_changes).toHaveLength(2);
    expect(kept.clients).toMatchObject([{ wishes: 'A garden' }, { wishes: 'A garden' }]);
    expect(Object.keys(kept.clients[0])).not.toContain('user_id');
    expect(JSON.stringify(kept.clients)).not.toMatch(/person_key|@/);
    expect(text).not.toMatch(/password_hash|token_hash|argon2/);
    expect((await server.request('GET', '/api/privacy/data')).status).toBe(401);
  });
});

describe('erasure', () => {
  test('is asked for with the password, once at a time, and can be taken back', async () => {
    const maria = await register('Maria');
    expect((await maria.get('/api/privacy/erasure')).body.data).toBeNull();
    expect(await ask(maria, { password: 'guessed' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password' },
    });
    expect((await ask(maria, {})).status).toBe(400);
    const answers = await Promise.all([ask(maria), ask(maria), ask(maria)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    const withdrawn = await server.request('DELETE', '/api/privacy/erasure', { token: maria.token });
    expect(withdrawn.body.data.status).toBe('withdrawn');
    expect((await server.request('DELETE', '/api/privacy/erasure', { token: maria.token })).body.code).toBe(
      'no_open_request',
    );
    expect((await ask(maria)).status).toBe(201);
  });

  test('admins are told, and only they see and decide', async () => {
    const maria = await register('Maria');
    const { body } = await ask(maria, { password: PASSWORD, reason: 'I moved away' });
    await expect
      .poll(async () => (await admin.get('/api/notifications')).body.data[0]?.title)
      .toBe('Erasure Request');
    const { body: list } = await admin.get('/api/admin/erasure-requests?status=open');
    expect(list.data.requests.at(-1)).toMatchObject({
      id: body.data.id,
      reason: 'I moved away',
      user: { name: 'Maria' },
    });
    for (const person of [maria, await enter(server, { role: 'agent' })]) {
      expect((await person.get('/api/admin/erasure-requests')).status).toBe(403);
      expect((await decide(body.data.id, { decision: 'complete' }, person)).status).toBe(403);
    }
    expect((await decide(body.data.id, { decision: 'refuse' })).body.error).toBe(
      'Please give a reason. The person will see it.',
    );
    expect(
      (await decide(body.data.id, { decision: 'refuse', answer: 'A contract is still running' })).status,
    ).toBe(200);
    expect((await maria.get('/api/privacy/erasure')).body.data).toMatchObject({
      status: 'refused',
      answer: 'A contract is still running',
    });
  });

  test('is real, and leaves the other side whole', async () => {
    const { db } = server.context;
    const agent = await enter(server, { role: 'agent', name: 'Andrea' });
    const maria = await register('Maria');
    const listing = await buildProperty(server.context, { agent_id: agent.id });
    expect((await maria.post(`/api/favorites/${listing.id}`)).status).toBeLessThan(300);
    const started = await maria.post('/api/conversations', {
      agentId: agent.id,
      subject: 'A question',
      initialMessage: 'Is it quiet there?',
    });
    const talk = started.body.data.conversation.id;
    await maria.post(`/api/agents/${agent.id}/contact`, {
      name: 'Maria',
      email: maria.user.email,
      phone: '0917 555 0101',
      message: 'Please call me.',
    });
    const { body } = await ask(maria, { password: PASSWORD, reason: 'Please' });
    const both = await Promise.all([
      decide(body.data.id, { decision: 'complete' }),
      decide(body.data.id, { decision: 'complete' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);

    expect((await maria.get('/api/auth/profile')).status).toBe(401);
    expect(await db.models.User.findByPk(maria.id)).toBeNull();
    const messages = await agent.get(`/api/conversations/${talk}/messages`);
    expect(messages.body.data[0].content).toBe('Is it quiet there?');
    const { body: conversation } = await agent.get(`/api/conversations/${talk}`);
    expect(conversation.data.participant).toMatchObject({ id: null, name: 'Deleted user', email: null });

    // The agents' queues follow within seconds, also of agents that have no window open.
    await clientRefresh(server.context).run(new AbortController().signal);
    // No table names them any more, except the mail that confirms it.
    for (const model of Object.values(db.models) as ModelStatic<Model>[]) {
      const text = JSON.stringify(await model.findAll());
      if (model.name === 'OutgoingMail') continue;
      expect(text, model.name).not.toContain(maria.user.email);
      expect(text, model.name).not.toContain('555 0101');
    }
    const { body: log } = await admin.get('/api/admin/audit-log?action=privacy.erase');
    expect(log.data.entries[0]).toMatchObject({ entity_type: 'user', entity_id: maria.id });
    const { body: list } = await admin.get('/api/admin/erasure-requests?status=completed');
    expect(list.data.requests[0]).toMatchObject({ status: 'completed', user: null, reason: null });
  });

  test('an administrator’s account is handed over first', async () => {
    const boss = await register('Boss');
    await server.context.db.models.User.update({ role: 'admin' }, { where: { id: boss.id } });
    expect(await ask(boss)).toMatchObject({ status: 403, body: { code: 'admin_not_erasable' } });
  });

  test('an account that became an administrator’s since it asked is kept', async () => {
    const maria = await register('Maria');
    const { id } = (await ask(maria)).body.data;
    await server.context.db.models.User.update({ role: 'admin' }, { where: { id: maria.id } });
    const decided = await decide(id, { decision: 'complete' });
    expect(decided).toMatchObject({ status: 403, body: { code: 'admin_not_erasable' } });
    expect(await server.context.db.models.User.findByPk(maria.id)).not.toBeNull();
  });
});

describe('a deletion of the account', () => {
  const DAY_MS = 24 * 3_600_000;
  const schedule = (person: Person) => ask(person, { password: PASSWORD, is_scheduled: true });
  const logIn = ({ user }: Person) =>
    server.request('POST', '/api/auth/login', { body: { email: user.email, password: PASSWORD } });
  const requestOf = (person: Person) =>
    server.context.db.models.ErasureRequest.findOne({ where: { user_id: person.id }, order: [['id', 'DESC']] });
  /** As if the days had passed. */
  const passDays = async (person: Person) =>
    (await requestOf(person))?.update({ erase_at: new Date(server.context.now().getTime() - 1) });
  const mailsTo = async (person: Person) =>
    (await server.context.db.models.OutgoingMail.findAll({ where: { recipient: person.user.email } })).map(
      ({ subject }) => subject,
    );

  test('logs out everywhere, is mailed, and happens after thirty days', async () => {
    const maria = await register('Maria');
    const { status, body } = await schedule(maria);
    expect(status).toBe(201);
    const days = (Date.parse(body.data.erase_at) - Date.parse(body.data.requested_at)) / DAY_MS;
    expect(days).toBe(30);
    expect((await maria.get('/api/auth/profile')).status).toBe(401);
    await expect.poll(() => mailsTo(maria)).toContainEqual(expect.stringContaining('will be deleted'));

    await eraseDueAccounts(server.context);
    expect(await server.context.db.models.User.findByPk(maria.id)).not.toBeNull();
    await passDays(maria);
    await eraseDueAccounts(server.context);
    expect(await server.context.db.models.User.findByPk(maria.id)).toBeNull();
    expect((await logIn(maria)).status).toBe(401);
    const { body: log } = await admin.get('/api/admin/audit-log?action=privacy.erase');
    expect(log.data.entries[0]).toMatchObject({ entity_type: 'user', entity_id: maria.id });
  });

  test('is taken back by logging in, and by that alone', async () => {
    const maria = await register('Maria');
    await schedule(maria);
    const wrong = { email: maria.user.email, password: 'not-the-password' };
    expect((await server.request('POST', '/api/auth/login', { body: wrong })).status).toBe(401);
    expect(await requestOf(maria)).toMatchObject({ status: 'open' });
    const { body } = await logIn(maria);
    expect(await requestOf(maria)).toMatchObject({ status: 'withdrawn' });
    await expect.poll(() => mailsTo(maria)).toContainEqual(expect.stringContaining('account stays'));
    await passDays(maria);
    await eraseDueAccounts(server.context);
    const { token } = body.data;
    expect((await server.request('GET', '/api/auth/profile', { token })).status).toBe(200);
    // It can be asked for again.
    const again = { token, body: { password: PASSWORD, is_scheduled: true } };
    expect((await server.request('POST', '/api/privacy/erasure', again)).status).toBe(201);
  });

  test.each([0, 20, 60])(
    'meets a login in its hour, %d ms before: the account stays and is logged in, or both are refused',
    async (leadMs) => {
      const maria = await register('Maria');
      await schedule(maria);
      await passDays(maria);
      const login = logIn(maria);
      await new Promise((resolve) => setTimeout(resolve, leadMs));
      await eraseDueAccounts(server.context);
      const { status, body } = await login;
      const account = await server.context.db.models.User.findByPk(maria.id);
      if (account === null) return expect(status).toBe(401);
      expect(status).toBe(200);
      expect(await requestOf(maria)).toMatchObject({ status: 'withdrawn' });
      const { token } = body.data;
      expect((await server.request('GET', '/api/auth/profile', { token })).status).toBe(200);
    },
  );

  test('stands in the admins’ list, where an admin may refuse it or hurry; a login keeps an ordinary request', async () => {
    const maria = await register('Maria');
    const { id } = (await schedule(maria)).body.data;
    const { body: list } = await admin.get('/api/admin/erasure-requests?status=open');
    expect(list.data.requests.at(-1)).toMatchObject({ id, erase_at: expect.any(String) });
    expect((await decide(id, { decision: 'complete' })).status).toBe(200);

    const jose = await register('Jose');
    await ask(jose);
    await logIn(jose);
    expect(await requestOf(jose)).toMatchObject({ status: 'open', erase_at: null });
  });
});
