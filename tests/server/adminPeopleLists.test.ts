// @databases full

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unguardCell } from '#server/http/csv.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { buildUser } from '#tests/support/factories/users.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let admin: Person;

const people = [
  { name: 'María Peñafrancia', email: 'maria.p@example.com', phone: '+63 917 555 0101' },
  { name: 'Jose Rizal', email: 'pepe@noli.example', phone: '(0918) 555-0202', status: 'suspended' },
  { name: 'ana [QA] 100%', email: 'qa_1@example.com', phone: null, role: 'agent' },
  { name: 'Zenaida Cruz', email: 'zcruz@example.com', phone: '02.8555.0303', status: 'inactive' },
] as const;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin', name: 'Boss', email: 'boss@silong.example', phone: null });
  for (const person of people) await buildUser(server.context, { ...person });
});

afterAll(() => server.close());

const list = async (query: Record<string, string | number>) => {
  const params = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const { status, body } = await admin.get(`/api/admin/users?${params}`);
  expect(status).toBe(200);
  return body.data;
};
const namesOf = async (query: Record<string, string | number>) =>
  (await list(query)).users.map(({ name }: { name: string }) => name);

describe('the search', () => {
  test.each([
    ['maria penafrancia', ['María Peñafrancia']],
    ['PEÑA', ['María Peñafrancia']],
    ['rizal noli', ['Jose Rizal']],
    ['zcruz@example.com', ['Zenaida Cruz']],
    ['0917 555', ['María Peñafrancia']],
    ['639185550202', ['Jose Rizal']],
    ['8555-03', ['Zenaida Cruz']],
    ['[qa]', ['ana [QA] 100%']],
    ['100%', ['ana [QA] 100%']],
    ['qa_1', ['ana [QA] 100%']],
    ['*', []],
    ['%', ['ana [QA] 100%']],
    ['.*', []],
    ["' OR 1=1 --", []],
    ['(', []],
    ['\\', []],
    ['^', []],
    ['nobody', []],
  ])('for %j finds %j', async (search, names) => {
    expect(await namesOf({ search })).toEqual(names);
  });
});

test('filters meet, all means all', async () => {
  expect(await namesOf({ role: 'agent' })).toEqual(['ana [QA] 100%']);
  expect(await namesOf({ status: 'suspended' })).toEqual(['Jose Rizal']);
  expect(await namesOf({ role: 'agent', status: 'suspended' })).toEqual([]);
  expect(await namesOf({ role: 'all', status: 'all', search: '' })).toHaveLength(5);
});

test('orders by each column, both ways, and parts pages', async () => {
  expect(await namesOf({ sort: 'name', order: 'asc' })).toEqual([
    'ana [QA] 100%',
    'Boss',
    'Jose Rizal',
    'María Peñafrancia',
    'Zenaida Cruz',
  ]);
  for (const sort of ['name', 'email', 'role', 'status', 'created_at']) {
    const up = await namesOf({ sort, order: 'asc' });
    expect(await namesOf({ sort, order: 'desc' })).toEqual(up.toReversed());
  }
  const first = await list({ sort: 'name', order: 'asc', limit: 2 });
  expect(first.pagination).toEqual({ page: 1, limit: 2, total: 5, pages: 3, totalPages: 3 });
  expect(await namesOf({ sort: 'name', order: 'asc', limit: 2, page: 3 })).toEqual(['Zenaida Cruz']);
});

test.each(['role=owner', 'status=gone', 'sort=password_hash', 'order=up', 'page=0', 'limit=many'])(
  'refuses %s',
  async (query) => {
    expect((await admin.get(`/api/admin/users?${query}`)).status).toBe(400);
  },
);

test('never hands out a password', async () => {
  expect(JSON.stringify(await list({}))).not.toContain('argon2');
});

test('goes into a file, all pages of what is filtered', async () => {
  const { status, headers, body } = await admin.get('/api/admin/users/export?sort=name&order=asc');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/csv');
  expect(headers.get('content-disposition')).toMatch(/silong-users-\d{4}-\d\d-\d\d\.csv/);
  const lines = String(body).split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines[0]).toContain('id,name,email,phone,role,status');
  expect(lines[4]).toContain(`María Peñafrancia,maria.p@example.com,'+63 917 555 0101`);
  expect(unguardCell("'+63 917 555 0101")).toBe('+63 917 555 0101');
  const one = await admin.get('/api/admin/users/export?search=rizal');
  expect(String(one.body).split('\r\n')).toHaveLength(2);
});

describe('applications', () => {
  const apply = async (draft = {}) => {
    const person = await enter(server, draft);
    const answer = await person.post('/api/agents/apply', { license_number: 'PRC-0012345', title: 'Broker' });
    expect(answer.status).toBe(201);
    return person;
  };
  const noticesOf = async (person: Person) => {
    const { body } = await person.get('/api/notifications');
    return JSON.stringify(body.data);
  };
  const until = async (isTrue: () => Promise<boolean>) => {
    const deadline = Date.now() + 5_000;
    while (!(await isTrue())) {
      if (Date.now() > deadline) throw new Error('it did not come');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  test('wait, oldest first, with what the applicant wrote', async () => {
    const [first, second] = [await apply(), await apply()];
    const { body } = await admin.get('/api/admin/pending-agents');
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([first.id, second.id]);
    expect(body.data[0]).toMatchObject({
      name: first.user.name,
      license_number: 'PRC-0012345',
      title: 'Broker',
      application_status: 'pending',
      languages: [],
    });
    expect((await admin.get('/api/admin/stats')).body.data.pendingAgents).toBe(2);
  });

  test('approved: an agent of the directory, who is told', async () => {
    const person = await apply();
    const heard = await openSocket(server.url, person.token);
    const answer = await admin.put(`/api/admin/agents/${person.id}/approve`);
    await heard.waitFor('account_changed');
    heard.close();
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { role: 'agent', status: 'active', application_status: 'approved' } },
    });
    expect((await server.request('GET', `/api/agents/${person.id}`)).status).toBe(200);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'agent.approve',
      entity_type: 'user',
      entity_id: person.id,
      before: { role: 'user', application_status: 'pending' },
      after: { role: 'agent', application_status: 'approved' },
    });
    await until(async () => (await noticesOf(person)).includes('Application Approved'));
    const again = await admin.put(`/api/admin/agents/${person.id}/reject`, {});
    expect(again).toMatchObject({ status: 409, body: { code: 'already_decided' } });
  });

  test('rejected: stays a user, is told why, and may apply again', async () => {
    const person = await apply();
    const reason = 'The licence number is not known to the PRC';
    const answer = await admin.put(`/api/admin/agents/${person.id}/reject`, { reason });
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { role: 'user', status: 'active', application_status: 'rejected' } },
    });
    expect(await newestAudit(server.context)).toMatchObject({ action: 'agent.reject', reason });
    await until(async () => (await noticesOf(person)).includes(reason));
    const again = await person.post('/api/agents/apply', { license_number: 'PRC-0054321' });
    expect(again.status).toBe(201);
  });

  test('an account made pending by an admin comes in by approval', async () => {
    const made = await buildUser(server.context, {
      role: 'agent',
      status: 'pending',
      application: 'pending',
    });
    await admin.put(`/api/admin/agents/${made.id}/approve`);
    expect(await server.login(made.email, 'correct horse')).toBeTruthy();
    const other = await buildUser(server.context, {
      role: 'agent',
      status: 'pending',
      application: 'pending',
    });
    const answer = await admin.put(`/api/admin/agents/${other.id}/reject`, {});
    expect(answer.body.data).toMatchObject({ role: 'user', status: 'active' });
  });

  test('are decided once, also by two at once', async () => {
    const person = await apply();
    const answers = await Promise.all([
      admin.put(`/api/admin/agents/${person.id}/approve`),
      admin.put(`/api/admin/agents/${person.id}/reject`, {}),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('do not open a suspended account, and need to be there', async () => {
    const person = await apply();
    await admin.put(`/api/admin/users/${person.id}/status`, { status: 'suspended' });
    const answer = await admin.put(`/api/admin/agents/${person.id}/approve`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'account_closed' } });
    const nobody = await enter(server);
    expect((await admin.put(`/api/admin/agents/${nobody.id}/approve`)).status).toBe(404);
    expect((await admin.put('/api/admin/agents/999999/reject', {})).status).toBe(404);
  });
});
