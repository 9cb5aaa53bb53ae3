// @databases both

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { App } from '#server/app.ts';
import { openDatabase } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import { requireStillAdmin } from '#server/features/auditLog/record.ts';
import { createSessionFinder } from '#server/features/auth/writes/sessions.ts';
import { type AdminRole, adminRoles } from '#shared/adminRoles.ts';
import { auditHolds, countAudit, newestAudit } from '#tests/support/auditTrail.ts';
import { makeEmptyPlace, openApp } from '#tests/support/backups.ts';
import { testEnv } from '#tests/support/demoTemplate.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { openSocket } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

let server: TestServer;
let owner: Person;
let staff: Record<AdminRole, Person>;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  const people = await Promise.all(
    adminRoles.map(async (adminRole) => [
      adminRole,
      await enter(server, { role: 'admin', adminRole, name: `Admin ${adminRole}` }),
    ]),
  );
  staff = Object.fromEntries(people);
  owner = staff.owner;
});

afterAll(() => server.close());

const fieldsOf = ({ user }: Person) => ({
  name: user.name,
  email: user.email,
  phone: user.phone,
  role: user.role,
  status: user.status,
});
const give = (by: Person, to: Person, changes: object) =>
  by.put(`/api/admin/users/${to.id}`, { ...fieldsOf(to), ...changes });
const roleRequired = { status: 403, body: { success: false, code: 'admin_role_required' } };

let drafts = 0;
function draft(changes: object = {}) {
  drafts += 1;
  const email = `role${drafts}@example.com`;
  return { name: `Person ${drafts}`, email, password: 'secret words', role: 'admin', ...changes };
}

describe('the role of an administrator', () => {
  test('is told to themselves, in the list and in its file', async () => {
    for (const role of adminRoles)
      expect((await staff[role].get('/api/auth/profile')).body.data).toMatchObject({
        role: 'admin',
        admin_role: role,
      });
    expect((await (await enter(server)).get('/api/auth/profile')).body.data.admin_role).toBeNull();
    const { users } = (await owner.get('/api/admin/users?search=Admin')).body.data;
    expect(users.map(({ admin_role }: { admin_role: string }) => admin_role).toSorted()).toEqual(
      adminRoles.toSorted(),
    );
    const file = await fetch(`${server.url}/api/admin/users/export?search=Admin%20moderator`, {
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect(await file.text()).toMatch(/,updated_at,admin_role\r\n.*,admin,active,.*,moderator\s*$/);
  });

  test('is the owner’s where none is named, and nobody’s who is no administrator', async () => {
    const create = async (changes: object) =>
      (await owner.post('/api/admin/users', draft(changes))).body.data.admin_role;
    expect(await create({})).toBe('owner');
    expect(await create({ admin_role: null })).toBe('owner');
    expect(await create({ admin_role: 'auditor' })).toBe('auditor');
    expect(await create({ role: 'user', admin_role: 'owner' })).toBeNull();
    const odd = await owner.post('/api/admin/users', draft({ admin_role: 'king' }));
    expect(odd).toMatchObject({ status: 400, body: { issues: [{ path: 'admin_role' }] } });
  });

  test('changes by the owner’s word alone, stays where it is left out, and goes with the role', async () => {
    const person = await enter(server);
    const roleAfter = async (changes: object) => (await give(owner, person, changes)).body.data.admin_role;
    expect(await roleAfter({ role: 'admin', admin_role: 'support' })).toBe('support');
    expect(await newestAudit(server.context)).toMatchObject({
      before: { role: 'user', admin_role: null },
      after: { role: 'admin', admin_role: 'support' },
    });
    expect(await roleAfter({ role: 'admin', name: 'Renamed' })).toBe('support');
    expect(await roleAfter({ role: 'admin', admin_role: 'auditor' })).toBe('auditor');
    expect(await roleAfter({ role: 'user', admin_role: 'owner' })).toBeNull();
    expect(await roleAfter({ role: 'admin' })).toBe('owner');
    await give(owner, person, { role: 'user' });
  });
});

describe('accounts of administrators', () => {
  test('are changed by owners alone', async () => {
    const before = await countAudit(server.context);
    for (const role of adminRoles.filter((each) => each !== 'owner'))
      for (const other of [owner, staff.auditor, staff.support]) {
        const path = `/api/admin/users/${other.id}`;
        expect(await staff[role].put(`${path}/status`, { status: 'active' })).toMatchObject(roleRequired);
        expect(await staff[role].put(`${path}/status`, { status: 'suspended' })).toMatchObject(roleRequired);
        expect(await staff[role].put(`${path}/password`, { newPassword: 'my own words' })).toMatchObject(
          roleRequired,
        );
        expect(await give(staff[role], other, { admin_role: 'owner' })).toMatchObject(roleRequired);
        expect(await staff[role].post('/api/admin/users', draft())).toMatchObject(roleRequired);
      }
    expect(await countAudit(server.context)).toBe(before);
    const suspended = await owner.put(`/api/admin/users/${staff.auditor.id}/status`, { status: 'active' });
    expect(suspended.status).toBe(200);
  });

  test('of others than administrators support opens and closes', async () => {
    const person = await enter(server);
    const path = `/api/admin/users/${person.id}/status`;
    expect((await staff.support.put(path, { status: 'suspended' })).body.data.status).toBe('suspended');
    expect((await staff.support.put(path, { status: 'active' })).body.data.status).toBe('active');
    expect(await staff.moderator.put(path, { status: 'suspended' })).toMatchObject(roleRequired);
    expect(await staff.auditor.put(path, { status: 'suspended' })).toMatchObject(roleRequired);
  });
});

test('support decides on no application by setting a status', async () => {
  const waiting = await enter(server, { role: 'agent', application: 'pending', status: 'pending' });
  const working = await enter(server, { role: 'agent' });
  const set = (by: Person, of: Person, status: string) => by.put(`/api/admin/users/${of.id}/status`, { status });
  expect(await set(staff.support, waiting, 'active')).toMatchObject(roleRequired);
  expect(await set(staff.support, working, 'pending')).toMatchObject(roleRequired);
  expect((await waiting.user.reload()).status).toBe('pending');
  expect((await set(staff.support, working, 'suspended')).status).toBe(200);
  expect((await set(staff.support, working, 'active')).body.data.application_status).toBe('approved');
  expect((await set(owner, waiting, 'active')).body.data.application_status).toBe('approved');
});

describe('the last owner', () => {
  let alone: TestServer;
  let one: Person;
  let other: Person;

  beforeEach(async () => {
    alone = await startTestServer({ data: 'empty' });
    one = await enter(alone, { role: 'admin' });
    await enter(alone, { role: 'admin', adminRole: 'moderator' });
    return () => alone.close();
  });

  const owners = () =>
    alone.context.db.models.User.count({ where: { role: 'admin', admin_role: 'owner', status: 'active' } });
  const isLast = { status: 409, body: { success: false, code: 'last_admin' } };

  test('stays one, whatever other administrators there are', async () => {
    await enter(alone, { role: 'admin', status: 'suspended' });
    const path = `/api/admin/users/${one.id}`;
    expect(await give(one, one, { role: 'user' })).toMatchObject(isLast);
    expect(await give(one, one, { admin_role: 'auditor' })).toMatchObject(isLast);
    expect(await one.put(`${path}/status`, { status: 'inactive' })).toMatchObject(isLast);
    expect((await alone.request('DELETE', path, { token: one.token })).status).toBe(403);
    expect(await owners()).toBe(1);
    expect(await countAudit(alone.context)).toBe(0);
    expect((await give(one, one, { name: 'Renamed' })).status).toBe(200);
  });

  test.each([
    ['take each other’s role', (of: Person) => ({ ...fieldsOf(of), admin_role: 'support' }), ''],
    ['suspend each other', () => ({ status: 'suspended' }), '/status'],
  ])('is one of two who %s at once', async (_what, body, suffix) => {
    other = await enter(alone, { role: 'admin' });
    const act = (by: Person, of: Person) => by.put(`/api/admin/users/${of.id}${suffix}`, body(of));
    const answers = await Promise.all([act(one, other), act(other, one), act(one, one), act(other, other)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(answers.filter(({ status }) => ![200, 401, 403, 409].includes(status))).toEqual([]);
    expect(await owners()).toBe(1);
  });
});

test('what a role includes is asked again once the account is held', async () => {
  const { context } = server;
  const person = await enter(server, { role: 'admin', adminRole: 'moderator' });
  const user = await createSessionFinder(context)(person.token);
  if (!user) throw new Error('nobody is signed in');
  const admin = { user, address: null, ability: 'listings.moderate' } as const;
  const ask = () => context.db.transaction(() => requireStillAdmin(context, admin));
  expect((await ask()).adminRole).toBe('moderator');
  await give(owner, person, { admin_role: 'auditor' });
  await expect(ask()).rejects.toMatchObject({ code: 'admin_role_required' });
});

test('whoever is refused is told who may', async () => {
  const { body } = await staff.support.get('/api/admin/audit-log');
  expect(body).toMatchObject({
    code: 'admin_role_required',
    error: 'Only an owner or an auditor can do this',
  });
  const visitor = await enter(server);
  expect((await visitor.get('/api/admin/audit-log')).body).toMatchObject({ code: 'admin_required' });
});

describe('beside the calls of administrators', () => {
  test('news go to those who can act on them', async () => {
    const applicant = await enter(server, { name: 'Hopeful Applicant' });
    const application = { title: 'Broker', specialization: 'Condos', location: 'Makati' };
    const { status } = await applicant.post('/api/agents/apply', {
      ...application,
      bio: 'Ten years of selling homes.',
      experience_years: 10,
      license_number: 'PRC 4711',
      languages: ['English'],
    });
    expect(status).toBe(201);
    const told = async (person: Person) =>
      JSON.stringify((await person.get('/api/notifications')).body.data).includes('Hopeful Applicant');
    await expect.poll(() => told(owner)).toBe(true);
    expect(await told(staff.moderator)).toBe(true);
    expect(await told(staff.support)).toBe(false);
    expect(await told(staff.auditor)).toBe(false);
  });

  test('the palette finds what the role reads', async () => {
    const agent = await enter(server, { role: 'agent', name: 'Quintin Agent' });
    const listed = { agent_id: agent.id, moderation_status: 'pending' } as const;
    await buildProperty(server.context, { ...listed, title: 'Quaint bungalow' });
    await enter(server, { name: 'Quirino Visitor' });
    const find = async (person: Person, words: string) => {
      const { people, listings } = (await person.get(`/api/search?q=${words}`)).body.data;
      return [people.length, listings.length];
    };
    expect(await Promise.all(adminRoles.map((role) => find(staff[role], 'quirino')))).toEqual([
      [1, 0],
      [0, 0],
      [1, 0],
      [1, 0],
    ]);
    expect(await Promise.all(adminRoles.map((role) => find(staff[role], 'quaint')))).toEqual([
      [0, 1],
      [0, 1],
      [0, 0],
      [0, 1],
    ]);
  });

  test('who wrote a review without a name is known to those who decide on reviews', async () => {
    const agent = await enter(server, { role: 'agent' });
    const writer = await enter(server, { name: 'Shy Writer' });
    await writer.put('/api/settings', { privacy: { profileVisibility: 'private' } });
    await writer.post(`/api/agents/${agent.id}/reviews`, { rating: 4, comment: 'Fine.' });
    const names = async (role: AdminRole) =>
      (await staff[role].get(`/api/agents/${agent.id}/reviews`)).body.data.map(
        ({ reviewer_name }: { reviewer_name: string }) => reviewer_name === 'Shy Writer',
      );
    expect(await Promise.all(adminRoles.map(names))).toEqual([[true], [true], [false], [false]]);
  });
});

describe('a changed role', () => {
  let changed: Person;
  let there: { url: string; close(): Promise<unknown> };

  // On PostgreSQL a second process, to which the change was not made; SQLite belongs to one.
  beforeEach(async () => {
    changed = await enter(server, { role: 'admin', adminRole: 'moderator' });
    const { databaseUrl } = server.context.env;
    if (!inject('postgresUrl') || !databaseUrl) {
      there = { url: server.url, close: async () => undefined };
      return;
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'silong-second-'));
    const { app, url }: { app: App; url: string } = await openApp(testEnv(folder, databaseUrl));
    const close = () => app.close().then(() => rmSync(folder, { recursive: true, force: true }));
    there = { url, close };
  });

  afterEach(async () => {
    await saveSystemSettings(owner, 'application', { maintenanceMode: false });
    await there.close();
  });

  const ask = async (address: string) => {
    const headers = { authorization: `Bearer ${changed.token}` };
    return (await fetch(there.url + address, { headers })).status;
  };

  test('holds from the next call on, and open windows hear of it', async () => {
    expect([await ask('/api/admin/properties'), await ask('/api/admin/users')]).toEqual([200, 403]);
    const window = await openSocket(there.url, changed.token);
    await give(owner, changed, { admin_role: 'support' });
    expect([await ask('/api/admin/properties'), await ask('/api/admin/users')]).toEqual([403, 200]);
    await window.waitFor('account_changed');
    await give(owner, changed, { role: 'user' });
    expect([await ask('/api/admin/users'), await ask('/api/auth/profile')]).toEqual([403, 200]);
    await window.waitFor('account_changed', 2);
    window.close();
    // Once for each change, however many processes there are.
    expect(window.heard('account_changed')).toHaveLength(2);
  });

  test('closes the windows of who was an administrator while the site is closed', async () => {
    await saveSystemSettings(owner, 'application', { maintenanceMode: true });
    await expect
      .poll(async () => (await fetch(`${there.url}/api/properties`)).status, { timeout: 5_000 })
      .toBe(503);
    const window = await openSocket(there.url, changed.token);
    const gone = new Promise((resolve) => window.socket.once('disconnect', resolve));
    await give(owner, changed, { role: 'user' });
    await gone;
    expect(await ask('/api/properties')).toBe(503);
  });
});

test('administrators of the release before are owners', async () => {
  const place = await makeEmptyPlace();
  const db = openDatabase({ databaseUrl: place.env.databaseUrl, dataDir: place.env.dataDir });
  try {
    const migrator = buildMigrator(db);
    await migrator.up({ to: '0022-strong-accounts' });
    const stamps = { created_at: new Date(), updated_at: new Date() };
    const account = { password_hash: 'x', status: 'active', ...stamps };
    await db.sequelize.getQueryInterface().bulkInsert('users', [
      { ...account, id: 1, name: 'Ada', email: 'ada@example.com', role: 'admin' },
      { ...account, id: 2, name: 'Bea', email: 'bea@example.com', role: 'admin', status: 'suspended' },
      { ...account, id: 3, name: 'Ben', email: 'ben@example.com', role: 'agent' },
    ]);
    const read = (columns: string) =>
      db.sequelize.query(`SELECT ${columns} FROM users ORDER BY id`, { type: QueryTypes.SELECT });
    const before = await read('*');
    await migrator.up({ to: '0023-admin-roles' });
    expect(await read('admin_role')).toEqual([
      { admin_role: 'owner' },
      { admin_role: 'owner' },
      { admin_role: null },
    ]);
    await migrator.down({ to: '0023-admin-roles' });
    expect(await read('*')).toEqual(before);
  } finally {
    await db.close();
    await place.remove();
  }
});

test('the audit log holds no trace of a refused change of roles', async () => {
  const person = await enter(server, { name: 'Never An Admin' });
  await give(staff.support, person, { role: 'admin', admin_role: 'owner' });
  await give(staff.auditor, person, { role: 'admin', admin_role: 'owner' });
  expect(await auditHolds(server.context, 'Never An Admin')).toBe(false);
  expect((await person.user.reload()).role).toBe('user');
});
