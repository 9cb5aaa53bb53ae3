import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError, ValidationError } from 'sequelize';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { buildMigrator } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { verifyAuditLog } from '#server/features/auditLog/chain.ts';
import type { ServerContext } from '#server/features/context.ts';
import { unguardCell } from '#server/http/csv.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const isOnSqlite = inject('postgresUrl') === undefined;

let server: TestServer;
let admin: Person;
let now = new Date('2026-03-01T00:00:00.000Z');

beforeAll(async () => {
  server = await startTestServer({ data: 'empty', now: () => now });
});

afterAll(() => server.close());

beforeEach(async () => {
  admin = await enter(server, { role: 'admin' });
});

const suspend = async (by: Person = admin) => {
  const person = await enter(server);
  await by.put(`/api/admin/users/${person.id}/status`, { status: 'suspended' });
  return person;
};

const run = ({ db }: ServerContext, sql: string) => db.sequelize.query(sql);

/** What the database itself says to it. */
const refusalOf = (context: ServerContext, sql: string) =>
  run(context, sql).then(
    () => 'done',
    (error: unknown) =>
      error instanceof DatabaseError || error instanceof ValidationError ? causeOf(error) : '',
  );

const causeOf = (error: object) => String('parent' in error ? error.parent : error);

/** What only somebody with the database's own keys can do. */
async function tamper({ context }: TestServer, sql: string): Promise<void> {
  const isSqlite = context.db.dialect === 'sqlite';
  const names = ['audit_entries_no_update', 'audit_entries_no_delete'];
  const disable = isSqlite
    ? names.map((name) => `DROP TRIGGER ${name}`)
    : ['ALTER TABLE audit_entries DISABLE TRIGGER USER'];
  for (const statement of [...disable, sql]) await run(context, statement);
}

describe('the log', () => {
  test('takes no change and no deletion', async () => {
    await suspend();
    expect(await refusalOf(server.context, "UPDATE audit_entries SET reason = 'x'")).toContain('append-only');
    expect(await refusalOf(server.context, 'DELETE FROM audit_entries')).toContain('append-only');
  });

  test.runIf(isOnSqlite)('takes no replacement', async () => {
    await suspend();
    const copy = 'INSERT OR REPLACE INTO audit_entries SELECT * FROM audit_entries';
    expect(await refusalOf(server.context, copy)).toContain('append-only');
  });

  test('stays whole where somebody sent half a character', async () => {
    const { id } = await buildProperty(server.context);
    const body = { status: 'rejected', reason: 'Not a house \ud83c' };
    const { status } = await admin.put(`/api/admin/properties/${id}/status`, body);
    expect(status).toBe(200);
    expect((await verifyAuditLog(server.context.db)).brokenId).toBeNull();
  });

  test('is one chain, however many write at once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => enter(server)));
    const others = [admin, await enter(server, { role: 'admin' }), await enter(server, { role: 'admin' })];
    const answers = await Promise.all(
      people.map((person, at) =>
        others[at % 3]?.put(`/api/admin/users/${person.id}/status`, { status: 'inactive' }),
      ),
    );
    expect(answers.map((answer) => answer?.status)).toEqual(people.map(() => 200));
    const count = await server.context.db.models.AuditEntry.count();
    expect(await verifyAuditLog(server.context.db, 5)).toEqual({
      entries: count,
      brokenId: null,
      message: `${count} entries, chain intact`,
    });
  });

  test('names an actor whose account is gone', async () => {
    const former = await enter(server, { role: 'admin', name: 'Former Admin' });
    await suspend(former);
    await server.context.db.transaction((transaction) =>
      former.user.update({ role: 'user' }, { transaction }),
    );
    await server.request('DELETE', `/api/admin/users/${former.id}`, { token: admin.token });
    const { body } = await admin.get(`/api/admin/audit-log?actor=${former.id}`);
    expect(body.data.entries).toMatchObject([
      { action: 'user.suspend', actor: { id: null, name: 'Former Admin' } },
    ]);
    expect(body.data.actors).toContainEqual({ id: former.id, name: 'Former Admin' });
    expect((await verifyAuditLog(server.context.db)).brokenId).toBeNull();
  });
});

describe('the list', () => {
  test('is filtered by actor, action, thing and Manila day, newest first', async () => {
    now = new Date('2026-05-10T15:59:59.999Z');
    admin = await enter(server, { role: 'admin' });
    const other = await enter(server, { role: 'admin' });
    const before = await suspend(other);
    now = new Date('2026-05-10T16:00:00.000Z');
    const first = await suspend(other);
    now = new Date('2026-05-11T15:59:59.999Z');
    const second = await suspend();
    now = new Date('2026-05-11T16:00:00.000Z');
    const after = await suspend();
    const idsOf = async (query: string) => {
      const { body } = await admin.get(`/api/admin/audit-log?${query}`);
      return body.data.entries.map((entry: { entity_id: number }) => entry.entity_id);
    };
    expect(await idsOf('from=2026-05-11&to=2026-05-11')).toEqual([second.id, first.id]);
    expect(await idsOf('from=2026-05-12')).toEqual([after.id]);
    expect(await idsOf(`to=2026-05-10&from=2026-05-10`)).toEqual([before.id]);
    expect(await idsOf(`actor=${other.id}&from=2026-05-10`)).toEqual([first.id, before.id]);
    expect(await idsOf(`entity_type=user&entity_id=${first.id}`)).toEqual([first.id]);
    expect(await idsOf('action=user.suspend&from=2026-05-12')).toEqual([after.id]);
    expect(await idsOf('action=user.delete&from=2026-05-10')).toEqual([]);
    expect(await idsOf('from=2026-05-10&limit=2&page=2')).toEqual([first.id, before.id]);

    const { body } = await admin.get('/api/admin/audit-log?from=2026-05-12');
    expect(body.data.entries[0]).toMatchObject({
      actor: { id: admin.id, name: admin.user.name },
      action: 'user.suspend',
      before: { status: 'active' },
      after: { status: 'suspended' },
      reason: null,
      created_at: '2026-05-11T16:00:00.000Z',
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(body.data.pagination).toMatchObject({ total: 1, page: 1 });
    expect(body.data.actions).toContain('user.suspend');
  });

  test.each(['from=yesterday', 'to=2026-02-30', 'actor=x', 'page=0'])('refuses %s', async (query) => {
    expect((await admin.get(`/api/admin/audit-log?${query}`)).status).toBe(400);
  });

  test('goes into a file', async () => {
    const person = await suspend();
    const { status, headers, body } = await admin.get(
      `/api/admin/audit-log/export?entity_id=${person.id}&entity_type=user`,
    );
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toContain('silong-audit-log-');
    const [header, line, ...more] = String(body).split('\r\n');
    expect(header).toContain('id,created_at,actor_id,actor,action');
    expect(unguardCell(line ?? '')).toContain(`user.suspend,user,${person.id}`);
    expect(more).toEqual([]);
  });
});

describe('verifying', () => {
  let own: TestServer;
  let ids: number[];

  beforeEach(async () => {
    own = await startTestServer({ data: 'empty' });
    const actor = await enter(own, { role: 'admin' });
    for (const status of ['suspended', 'active', 'inactive']) {
      const person = await enter(own);
      await actor.put(`/api/admin/users/${person.id}/status`, { status: 'pending' });
      await actor.put(`/api/admin/users/${person.id}/status`, { status });
    }
    const entries = await own.context.db.models.AuditEntry.findAll({ order: ['id'] });
    ids = entries.map(({ id }) => id);
    return () => own.close();
  });

  const verify = () => verifyAuditLog(own.context.db, 2);

  test('an empty log and a whole one', async () => {
    expect(await verify()).toMatchObject({ entries: 6, brokenId: null });
    await tamper(own, 'DELETE FROM audit_entries');
    expect(await verify()).toMatchObject({ message: '0 entries, chain intact' });
  });

  test.each([
    ["reason = 'another'"],
    ["actor_name = 'Somebody Else'"],
    ["created_at = '2020-01-01 00:00:00.000 +00:00'"],
    [`after = '{"status":"active","more":1}'`],
    ['entity_id = 1000'],
  ])('names an entry with another %s', async (change) => {
    await tamper(own, `UPDATE audit_entries SET ${change} WHERE id = ${ids[3]}`);
    expect(await verify()).toMatchObject({ brokenId: ids[3] });
  });

  test('names the entry after one that was taken out', async () => {
    await tamper(own, `DELETE FROM audit_entries WHERE id = ${ids[2]}`);
    expect(await verify()).toMatchObject({ brokenId: ids[3] });
  });

  test('names the first one where the beginning was taken out', async () => {
    await tamper(own, `DELETE FROM audit_entries WHERE id = ${ids[0]}`);
    expect(await verify()).toMatchObject({ brokenId: ids[1] });
  });

  test('the command says it, with its exit code', async () => {
    expect(await runCommand(own.context.env)).toEqual({ code: 0, output: '6 entries, chain intact\n' });
    await tamper(own, `UPDATE audit_entries SET reason = 'x' WHERE id = ${ids[1]}`);
    const { code, output } = await runCommand(own.context.env);
    expect(code).toBe(1);
    expect(output).toContain(`Entry ${ids[1]} is broken`);
  });

  test('the command makes no database where there is none', async () => {
    const dataDir = path.join(own.context.env.dataDir, 'nothing');
    const { code, output } = await runCommand({ dataDir, databaseUrl: undefined });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('the shape can be taken back and brought again, entries and all', async () => {
    const { db } = own.context;
    const all = (await buildMigrator(db).executed()).map(({ name }) => name);
    const migrator = buildMigrator(db);
    await migrator.down({ to: '0006-admin' });
    await migrator.up();
    expect((await migrator.executed()).map(({ name }) => name)).toEqual(all);
    expect(await verify()).toMatchObject({ entries: 6, brokenId: null });
    expect(await refusalOf(own.context, 'DELETE FROM audit_entries')).toContain('append-only');
  });
});

async function runCommand(env: Pick<Env, 'dataDir' | 'databaseUrl'>) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/features/auditLog/verifyCommand.ts'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: env.dataDir,
      ...(env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  const [code] = await once(child, 'close');
  return { code, output };
}
