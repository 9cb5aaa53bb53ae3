// @databases full

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditHolds, countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin', name: 'Ada Admin' });
});

afterAll(() => server.close());

let drafts = 0;
const draft = (changes: object = {}) => {
  drafts += 1;
  return {
    name: `New Person ${drafts}`,
    email: `new${drafts}@example.com`,
    phone: null,
    role: 'user',
    status: 'active',
    password: 'secret words',
    ...changes,
  };
};
const fieldsOf = ({ user }: Person) => ({
  name: user.name,
  email: user.email,
  phone: user.phone,
  role: user.role,
  status: user.status,
});
const profileOf = (id: number) => server.context.db.models.AgentProfile.findByPk(id);
const statusOf = async (person: Person) => (await person.get('/api/auth/profile')).status;

describe('creating', () => {
  test('an account that can sign in', async () => {
    const body = draft({ email: ' Mixed.Case@Example.com ', phone: ' ' });
    const { status, body: answer } = await admin.post('/api/admin/users', body);
    expect(status).toBe(201);
    expect(answer.data).toMatchObject({
      name: body.name,
      email: 'mixed.case@example.com',
      phone: null,
      role: 'user',
      status: 'active',
      experience: null,
      application_status: null,
    });
    expect(await server.login('mixed.case@example.com', 'secret words')).toBeTruthy();
    expect(await newestAudit(server.context)).toMatchObject({
      actor_id: admin.id,
      actor_name: 'Ada Admin',
      action: 'user.create',
      entity_type: 'user',
      entity_id: answer.data.id,
      before: null,
      after: { email: 'mixed.case@example.com', role: 'user' },
    });
    expect((await newestAudit(server.context))?.address).toContain('127.0.0.1');
  });

  test('an active agent is an approved one, a pending one waits for a decision', async () => {
    const active = await admin.post('/api/admin/users', draft({ role: 'agent' }));
    expect(active.body.data).toMatchObject({ application_status: 'approved', experience: '0 years' });
    expect((await server.request('GET', `/api/agents/${active.body.data.id}`)).status).toBe(200);

    const waiting = await admin.post('/api/admin/users', draft({ role: 'agent', status: 'pending' }));
    expect(waiting.body.data.application_status).toBe('pending');
    const list = await admin.get('/api/admin/pending-agents');
    expect(list.body.data.map(({ id }: { id: number }) => id)).toContain(waiting.body.data.id);
  });

  test('an address is given once, also to two at the same moment', async () => {
    const body = draft();
    const answers = await Promise.all([
      admin.post('/api/admin/users', body),
      admin.post('/api/admin/users', body),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const again = await admin.post('/api/admin/users', { ...body, email: body.email.toUpperCase() });
    expect(again).toMatchObject({
      status: 409,
      body: { error: 'Email already exists', code: 'email_exists' },
    });
  });

  test.each([
    [{ name: '  ' }, 'name', 'Name is required'],
    [{ email: 'nobody' }, 'email', 'Invalid email format'],
    [{ password: '12345' }, 'password', 'Password must be at least 6 characters'],
    [{ password: undefined }, 'password', undefined],
    [{ role: 'owner' }, 'role', undefined],
    [{ status: 'gone' }, 'status', undefined],
  ])('refuses %j', async (changes, path, message) => {
    const before = await countAudit(server.context);
    const { status, body } = await admin.post('/api/admin/users', draft(changes));
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(path);
    if (message) expect(body.error).toBe(message);
    expect(await countAudit(server.context)).toBe(before);
  });
});

describe('changing', () => {
  test('only what differs goes to the audit log', async () => {
    const person = await enter(server, { phone: '0917' });
    const body = { ...fieldsOf(person), name: 'Another Name', phone: '' };
    const answer = await admin.put(`/api/admin/users/${person.id}`, body);
    expect(answer).toMatchObject({ status: 200, body: { data: { name: 'Another Name', phone: null } } });
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'user.update',
      before: { name: person.user.name, phone: '0917' },
      after: { name: 'Another Name', phone: null },
    });
    const before = await countAudit(server.context);
    await admin.put(`/api/admin/users/${person.id}`, body);
    expect(await countAudit(server.context)).toBe(before);
    expect(await statusOf(person)).toBe(200);
  });

  test('a blank password keeps the one there is, a new one signs the person out', async () => {
    const person = await enter(server);
    await admin.put(`/api/admin/users/${person.id}`, { ...fieldsOf(person), password: '' });
    expect(await statusOf(person)).toBe(200);
    await admin.put(`/api/admin/users/${person.id}`, { ...fieldsOf(person), password: 'quite another' });
    expect(await statusOf(person)).toBe(401);
    expect(await server.login(person.user.email, 'quite another')).toBeTruthy();
    expect(await newestAudit(server.context)).toMatchObject({ after: { password: 'changed' } });
    expect(await auditHolds(server.context, 'quite another')).toBe(false);
    expect(await auditHolds(server.context, 'argon2')).toBe(false);
  });

  test('an address somebody else has is refused', async () => {
    const [one, other] = [await enter(server), await enter(server)];
    const body = { ...fieldsOf(one), email: other.user.email };
    const answer = await admin.put(`/api/admin/users/${one.id}`, body);
    expect(answer).toMatchObject({ status: 409, body: { error: 'Email already exists' } });
  });

  test('the role makes somebody an agent, and takes an agent out of the directory', async () => {
    const person = await enter(server);
    await admin.put(`/api/admin/users/${person.id}`, { ...fieldsOf(person), role: 'agent' });
    expect((await profileOf(person.id))?.application_status).toBe('approved');
    expect((await server.request('GET', `/api/agents/${person.id}`)).status).toBe(200);
    await admin.put(`/api/admin/users/${person.id}`, fieldsOf(person));
    expect((await server.request('GET', `/api/agents/${person.id}`)).status).toBe(404);
    expect((await person.get('/api/properties/my/list')).status).toBe(403);
  });

  test('nobody has this id', async () => {
    const answer = await admin.put('/api/admin/users/999999', draft());
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('ending what somebody can do', () => {
  test.each(['suspended', 'inactive'] as const)('%s signs out everywhere at once', async (status) => {
    const person = await enter(server);
    const { socket } = await openSocket(server.url, person.token);
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    const answer = await admin.put(`/api/admin/users/${person.id}/status`, { status });
    expect(answer).toMatchObject({ status: 200, body: { data: { status } } });
    await gone;
    expect(await statusOf(person)).toBe(401);
    const action = status === 'suspended' ? 'user.suspend' : 'user.deactivate';
    expect(await newestAudit(server.context)).toMatchObject({
      action,
      before: { status: 'active' },
      after: { status },
    });
    const login = await server.request('POST', '/api/auth/login', {
      body: { email: person.user.email, password: 'correct horse' },
    });
    expect(login).toMatchObject({ status: 403, body: { code: `account_${status}` } });
    await admin.put(`/api/admin/users/${person.id}/status`, { status: 'active' });
    expect(await server.login(person.user.email, 'correct horse')).toBeTruthy();
  });

  test('a new password signs out everywhere at once', async () => {
    const person = await enter(server);
    const { socket } = await openSocket(server.url, person.token);
    const gone = new Promise((resolve) => socket.once('disconnect', resolve));
    const path = `/api/admin/users/${person.id}/password`;
    expect((await admin.put(path, { newPassword: 'short' })).status).toBe(400);
    expect((await admin.put(path, { newPassword: ' spaced out ' })).status).toBe(200);
    await gone;
    expect(await statusOf(person)).toBe(401);
    expect(await server.login(person.user.email, ' spaced out ')).toBeTruthy();
    expect(await newestAudit(server.context)).toMatchObject({ action: 'user.password', after: null });
  });

  test('an agent leaves the directory with the listings, and comes back with them', async () => {
    const agent = await enter(server, { role: 'agent' });
    const { id } = await buildProperty(server.context, { agent_id: agent.id });
    const rejected = { moderation_status: 'rejected' as const, moderation_reason: 'No permit' };
    const hidden = await buildProperty(server.context, { agent_id: agent.id, ...rejected });
    const seen = async () => [
      (await server.request('GET', `/api/agents/${agent.id}`)).status,
      (await server.request('GET', `/api/properties/${id}`)).status,
      (await server.request('GET', `/api/properties/${hidden.id}`)).status,
    ];
    expect(await seen()).toEqual([200, 200, 404]);
    const path = `/api/admin/users/${agent.id}`;
    await admin.put(`${path}/status`, { status: 'suspended' });
    expect(await seen()).toEqual([404, 404, 404]);
    await admin.put(`${path}/status`, { status: 'active' });
    expect(await seen()).toEqual([200, 200, 404]);
    await admin.put(path, { ...fieldsOf(agent), role: 'user' });
    expect(await seen()).toEqual([404, 404, 404]);
    await admin.put(path, fieldsOf(agent));
    expect(await seen()).toEqual([200, 200, 404]);
  });
});

describe('the last active admin', () => {
  let alone: TestServer;
  let last: Person;

  beforeEach(async () => {
    alone = await startTestServer({ data: 'empty' });
    last = await enter(alone, { role: 'admin' });
    return () => alone.close();
  });

  test('stays one', async () => {
    await enter(alone, { role: 'admin', status: 'suspended' });
    const path = `/api/admin/users/${last.id}`;
    const refused = { status: 409, body: { success: false, code: 'last_admin' } };
    expect(await last.put(path, { ...fieldsOf(last), role: 'user' })).toMatchObject(refused);
    expect(await last.put(path, { ...fieldsOf(last), status: 'pending' })).toMatchObject(refused);
    expect(await last.put(`${path}/status`, { status: 'suspended' })).toMatchObject(refused);
    expect(await last.put(`${path}/status`, { status: 'inactive' })).toMatchObject(refused);
    expect((await last.put(path, { ...fieldsOf(last), name: 'Renamed' })).status).toBe(200);
    expect(await countAudit(alone.context)).toBe(1);
  });

  test('is one of two who take each other’s role at once', async () => {
    const other = await enter(alone, { role: 'admin' });
    const demote = (by: Person, of: Person) =>
      by.put(`/api/admin/users/${of.id}`, { ...fieldsOf(of), role: 'user' });
    const answers = await Promise.all([demote(last, other), demote(other, last)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { User } = alone.context.db.models;
    expect(await User.count({ where: { role: 'admin', status: 'active' } })).toBe(1);
  });
});

test('admins cannot be deleted', async () => {
  const other = await enter(server, { role: 'admin' });
  const answer = await server.request('DELETE', `/api/admin/users/${other.id}`, { token: admin.token });
  expect(answer).toMatchObject({ status: 403, body: { code: 'admin_not_deletable' } });
  await admin.put(`/api/admin/users/${other.id}/status`, { status: 'inactive' });
});
