// @databases both

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError, ValidationError } from 'sequelize';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { auditAnchorFile } from '#server/backup/folder.ts';
import { checkBackup } from '#server/backup/readBackup.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { readAnchors, writeAnchor } from '#server/features/auditLog/anchors.ts';
import { type AuditAnchor, CHAIN_START, hashEntry, verifyAuditLog } from '#server/features/auditLog/chain.ts';
import { auditKeyFile, readAuditKeys } from '#server/features/auditLog/keys.ts';
import { startAuditChain } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { unguardCell } from '#server/http/csv.ts';
import { auditHolds, newestAudit } from '#tests/support/auditTrail.ts';
import { backupPath } from '#tests/support/backups.ts';
import { buildProperty } from '#tests/support/factories/properties.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
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

/** The database's own refusal. */
const refusalOf = (context: ServerContext, sql: string) =>
  run(context, sql).then(
    () => 'done',
    (error: unknown) => (error instanceof DatabaseError || error instanceof ValidationError ? causeOf(error) : ''),
  );

const causeOf = (error: object) => String('parent' in error ? error.parent : error);

/** A change that needs the database's own keys. */
async function tamper({ context }: TestServer, sql: string): Promise<void> {
  const isSqlite = context.db.dialect === 'sqlite';
  const names = [
    'audit_entries_no_update',
    'audit_entries_no_delete',
    'audit_entries_no_replace',
    'audit_details_no_update',
  ];
  const disable = isSqlite
    ? ['PRAGMA foreign_keys = OFF', ...names.map((name) => `DROP TRIGGER IF EXISTS ${name}`)]
    : ['audit_entries', 'audit_details'].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  for (const statement of [...disable, sql]) await run(context, statement);
}

describe('the log', () => {
  test('takes no change and no deletion', async () => {
    await suspend();
    expect(await refusalOf(server.context, "UPDATE audit_entries SET action = 'x'")).toContain('append-only');
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
    expect((await verifyAuditLog(server.context)).brokenId).toBeNull();
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
    expect(await verifyAuditLog(server.context, { batch: 5 })).toEqual({
      entries: count,
      brokenId: null,
      message: `${count} entries, chain intact`,
    });
  });

  test('names no actor whose account was erased', async () => {
    const former = await enter(server, { role: 'admin', name: 'Former Admin' });
    await suspend(former);
    await server.context.db.transaction((transaction) => former.user.update({ role: 'user' }, { transaction }));
    await server.request('DELETE', `/api/admin/users/${former.id}`, { token: admin.token });
    const { body } = await admin.get(`/api/admin/audit-log?actor=${former.id}`);
    expect(body.data.entries).toMatchObject([
      {
        action: 'user.suspend',
        actor: { id: null, name: `Former account ${former.id}` },
        address: null,
        after: { status: 'suspended' },
        is_erased: true,
      },
    ]);
    expect(body.data.actors).toContainEqual({ id: former.id, name: `Former account ${former.id}` });
    expect(await auditHolds(server.context, 'Former Admin')).toBe(false);
    expect((await verifyAuditLog(server.context)).brokenId).toBeNull();
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

  const verify = (anchors?: AuditAnchor[]) =>
    verifyAuditLog(own.context, { batch: 2, ...(anchors ? { anchors } : {}) });

  test('an empty log and a whole one', async () => {
    expect(await verify()).toMatchObject({ entries: 6, brokenId: null });
    await tamper(own, 'DELETE FROM audit_details');
    await tamper(own, 'DELETE FROM audit_entries');
    expect(await verify()).toMatchObject({ message: '0 entries, chain intact' });
  });

  /** The result of verifying after a change, which is rolled back then. */
  async function verifyAfter(...statements: string[]) {
    const tables = ['audit_entries', 'audit_details'];
    for (const table of tables) await tamper(own, `CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
    for (const sql of statements) await tamper(own, sql);
    const report = await verify();
    for (const table of tables.toReversed()) await tamper(own, `DELETE FROM ${table}`);
    for (const table of tables) {
      await tamper(own, `INSERT INTO ${table} SELECT * FROM kept_${table}`);
      await tamper(own, `DROP TABLE kept_${table}`);
    }
    expect((await verify()).brokenId).toBeNull();
    return report;
  }

  test('names an entry that was changed in any column', async () => {
    const changes = {
      id: '1000',
      actor_id: 'NULL',
      action: "'user.delete'",
      entity_type: "'property'",
      entity_id: '1000',
      created_at: "'2020-01-01 00:00:00.000 +00:00'",
      commitments: "'{}'",
      key_id: 'NULL',
      hash: `'${'0'.repeat(64)}'`,
      previous_hash: `'${'0'.repeat(64)}'`,
    };
    const columns = Object.keys(own.context.db.models.AuditEntry.getAttributes());
    expect(Object.keys(changes).sort()).toEqual(columns.sort());
    for (const [column, value] of Object.entries(changes)) {
      const report = await verifyAfter(`UPDATE audit_entries SET ${column} = ${value} WHERE id = ${ids[3]}`);
      // Under another number it is missing where it was.
      expect(report.brokenId, column).toBe(column === 'id' ? ids[4] : ids[3]);
    }
    const other = await verifyAfter(`UPDATE audit_entries SET key_id = 'f' WHERE id = ${ids[3]}`);
    expect(other.brokenId).toBe(ids[3]);
  });

  test('names an entry whose words are others', async () => {
    const changes = [
      `UPDATE audit_details SET value = '"Somebody Else"' WHERE field = 'actor_name'`,
      `UPDATE audit_details SET value = '{"status":"active","more":1}' WHERE field = 'after'`,
      `UPDATE audit_details SET value = 'no JSON' WHERE field = 'before'`,
      `UPDATE audit_details SET salt = '00' WHERE field = 'address'`,
      `UPDATE audit_details SET field = 'reason' WHERE field = 'address'`,
      `UPDATE audit_details SET entry_id = ${ids[0]}, field = 'reason' WHERE field = 'address'`,
      `DELETE FROM audit_details WHERE field = 'after'`,
    ];
    for (const change of changes) {
      const { brokenId } = await verifyAfter(`${change} AND entry_id = ${ids[3]}`);
      expect(brokenId, change).toBe(change.includes('SET entry_id') ? ids[0] : ids[3]);
    }
  });

  test('names an entry whose words were added to, and the one after an entry that was taken out', async () => {
    const added = `INSERT INTO audit_details (entry_id, field, salt, value) VALUES (${ids[3]}, 'reason', '00', '"x"')`;
    expect(await verifyAfter(added)).toMatchObject({ brokenId: ids[3] });
    for (const [taken, next] of [
      [ids[2], ids[3]],
      [ids[0], ids[1]],
    ]) {
      const report = await verifyAfter(
        `DELETE FROM audit_details WHERE entry_id = ${taken}`,
        `DELETE FROM audit_entries WHERE id = ${taken}`,
      );
      expect(report).toMatchObject({ brokenId: next });
    }
  });

  /** Hashes all entries anew from the first on, as an attacker with the code and the database does. */
  async function chainAnew(key: { id: string; secret: string }): Promise<void> {
    const entries = await own.context.db.models.AuditEntry.findAll({ order: ['id'] });
    let previous = CHAIN_START;
    for (const entry of entries) {
      const facts = entry.get({ plain: true });
      const said = { ...facts, entity_id: facts.entity_id ?? null, actor_id: facts.actor_id ?? null };
      const hash = hashEntry(
        { ...said, commitments: facts.commitments ?? {}, created_at: facts.created_at.toISOString() },
        previous,
        key,
      );
      await tamper(
        own,
        `UPDATE audit_entries SET hash = '${hash}', previous_hash = '${previous}' WHERE id = ${entry.id}`,
      );
      previous = hash;
    }
  }

  test('a chain that was made anew without the key is found, one made with it is not', async () => {
    await tamper(own, `UPDATE audit_entries SET entity_id = 1000 WHERE id = ${ids[0]}`);
    const [key] = readAuditKeys(own.context.env);
    if (!key) throw new Error('There is no key.');
    await chainAnew({ ...key, secret: 'a guess' });
    expect(await verify()).toMatchObject({ brokenId: ids[0], message: expect.stringContaining('changed') });
    await chainAnew(key);
    expect((await verify()).brokenId).toBeNull();
  });

  test('an end that was cut off shows by an anchor', async () => {
    const anchor = await writeAnchor(own.context);
    expect(anchor).toMatchObject({ id: ids[5] });
    expect(await writeAnchor(own.context), 'nothing new').toBeNull();
    const anchors = await readAnchors(auditAnchorFile(own.context.env.dataDir));
    expect(anchors).toEqual([anchor]);
    expect((await verify(anchors)).brokenId).toBeNull();
    await tamper(own, `DELETE FROM audit_details WHERE entry_id >= ${ids[4]}`);
    await tamper(own, `DELETE FROM audit_entries WHERE id >= ${ids[4]}`);
    expect((await verify()).brokenId, 'it looks whole').toBeNull();
    expect(await verify(anchors)).toMatchObject({
      brokenId: ids[4],
      message: expect.stringContaining(`names entry ${ids[5]}`),
    });
    const { code, output } = await runCommand(own.context.env);
    expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining('is missing') });
    // Other entries are written in their place, by the server itself.
    const admin = await enter(own, { role: 'admin' });
    for (let at = 0; at < 3; at += 1) {
      const person = await enter(own);
      await admin.put(`/api/admin/users/${person.id}/status`, { status: 'suspended' });
    }
    expect((await verify()).brokenId).toBeNull();
    expect(await verify(anchors)).toMatchObject({ brokenId: ids[5] });
  });

  test('a backup holds the newest entry and writes it down beside itself; administrators are mailed if they want to be', async () => {
    const admin = await enter(own, { role: 'admin' });
    const anchors = () => readAnchors(auditAnchorFile(own.context.env.dataDir));
    const { body } = await admin.post('/api/admin/settings/backup');
    const [head] = await anchors();
    expect(head).toMatchObject({ id: ids[5] });
    const manifest = await checkBackup(backupPath(own.context.env, body.data.name));
    expect(manifest.audit_head).toEqual({ id: head?.id, hash: head?.hash });
    const { OutgoingMail } = own.context.db.models;
    expect(await OutgoingMail.count()).toBe(0);
    await saveSystemSettings(admin, 'backup', { mailAuditAnchors: true });
    const anchor = await writeAnchor(own.context);
    const mails = await OutgoingMail.findAll({ where: { recipient: admin.user.email } });
    expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(JSON.stringify(anchor))]);
    expect(await anchors()).toEqual([head, anchor]);
  });

  test('what an erased account leaves is verified without it', async () => {
    const admin = await enter(own, { role: 'admin' });
    const lea = await enter(own, { name: 'Lea Magtanggol', phone: '0917 555 7788' });
    const other = await enter(own);
    const rename = async ({ id, user: { email } }: Person, name: string) => {
      const fields = { name, email, phone: '', role: 'user', status: 'active' };
      expect((await admin.put(`/api/admin/users/${id}`, fields)).status).toBe(200);
    };
    await rename(lea, 'Lea Magtanggol-Cruz');
    const listing = await buildProperty(own.context);
    const reason = `Asked for by LEA MAGTANGGOL-CRUZ, ${lea.user.email}`;
    await admin.put(`/api/admin/properties/${listing.id}/status`, { status: 'rejected', reason });
    await rename(other, 'Eulalea Magtanggol-Cruzado');
    expect(await auditHolds(own.context, reason)).toBe(true);
    await own.request('DELETE', `/api/admin/users/${lea.id}`, { token: admin.token });
    for (const mark of ['Lea Magtanggol-Cruz', 'LEA MAGTANGGOL', lea.user.email])
      expect(await auditHolds(own.context, mark), mark).toBe(false);
    expect(await auditHolds(own.context, 'Eulalea Magtanggol-Cruzado')).toBe(true);
    expect(await verify()).toMatchObject({ brokenId: null, message: expect.stringContaining('4 details') });
    // In the erasure itself, no entry can be removed.
    await tamper(own, `DELETE FROM audit_details WHERE field = 'chain'`);
    expect((await verify()).brokenId).not.toBeNull();
  });

  test('a key in the environment is used, and an earlier one still checks what it wrote', async () => {
    const [file] = readAuditKeys(own.context.env);
    const keys = (...auditKeys: string[]) =>
      verifyAuditLog({ db: own.context.db, env: { ...own.context.env, auditKeys } });
    expect(await keys('k'.repeat(32))).toMatchObject({
      brokenId: ids[0],
      message: expect.stringContaining(file?.id ?? ''),
    });
    expect((await keys('k'.repeat(32), file?.secret ?? '')).brokenId).toBeNull();
  });

  test('the file of the key is the owner’s alone; a damaged one is refused in a sentence', async () => {
    const key = auditKeyFile(own.context.env.dataDir);
    if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600);
    writeFileSync(key, 'no key');
    const { code, output, errors } = await runCommand(own.context.env);
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/holds no key of the audit log/);
  });

  test('the command says it, with its exit code', async () => {
    expect(await runCommand(own.context.env)).toMatchObject({
      code: 0,
      output: '6 entries, chain intact, compared with 0 anchors\n',
    });
    await tamper(
      own,
      `UPDATE audit_details SET value = '"x"' WHERE entry_id = ${ids[1]} AND field = 'actor_name'`,
    );
    const { code, output } = await runCommand(own.context.env);
    expect(code).toBe(1);
    expect(output).toContain(`Entry ${ids[1]} is broken`);
  });

  test('the command compares with the anchors it is given', async () => {
    const file = path.join(own.context.env.dataDir, 'mailed.jsonl');
    writeFileSync(file, `${JSON.stringify({ id: 7, hash: 'a'.repeat(64), at: '2026-03-01T00:00:00.000Z' })}\n`);
    const cut = await runCommand(own.context.env, [`--anchors=${file}`]);
    expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('names entry 7') });
    writeFileSync(file, '{"id": 7}');
    const { code, errors } = await runCommand(own.context.env, [`--anchors=${file}`]);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `Line 1 of ${file} is no anchor of the audit log.\n`,
    });
  });

  test('the command compares with what a backup tells of the log', async () => {
    const file = path.join(own.context.env.dataDir, 'manifest.json');
    const admin = await enter(own, { role: 'admin' });
    const { body } = await admin.post('/api/admin/settings/backup');
    const manifest = await checkBackup(backupPath(own.context.env, body.data.name));
    const write = (audit_head: unknown) => writeFileSync(file, JSON.stringify({ ...manifest, audit_head }));
    write(manifest.audit_head);
    expect((await runCommand(own.context.env, [`--anchors=${file}`])).code).toBe(0);
    write({ id: 70, hash: 'a'.repeat(64) });
    const cut = await runCommand(own.context.env, [`--anchors=${file}`]);
    expect(cut).toMatchObject({ code: 1, output: expect.stringContaining('names entry 70') });
    write(null);
    expect(await runCommand(own.context.env, [`--anchors=${file}`])).toMatchObject({
      code: 1,
      errors: `${file} tells of no entry of the audit log.\n`,
    });
  });

  test('the command makes no database where there is none', async () => {
    const dataDir = path.join(own.context.env.dataDir, 'nothing');
    const { code, output } = await runCommand({ dataDir, databaseUrl: undefined });
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('the shape can be taken back and brought again, entries and all', async () => {
    const { db } = own.context;
    const all = await buildMigrator(db).executed();
    const migrator = buildMigrator(db);
    await migrator.down({ to: '0006-admin' });
    await migrator.up();
    expect(await migrator.executed()).toEqual(all);
    expect(await verify(), 'no server has started yet').toMatchObject({
      brokenId: 1,
      message: expect.stringContaining('sealed'),
    });
    await startAuditChain(own.context);
    await startAuditChain(own.context);
    expect(await verify()).toMatchObject({ entries: 7, brokenId: null });
    expect(await refusalOf(own.context, 'DELETE FROM audit_entries')).toContain('append-only');
    expect(await refusalOf(own.context, "UPDATE audit_details SET value = 'x'")).toContain('append-only');
  });

  describe('with entries of before there was a key', () => {
    let gone: Person;

    beforeEach(async () => {
      const { db } = own.context;
      gone = await enter(own, { role: 'admin', name: 'Renato Dimaculangan' });
      await gone.put(`/api/admin/users/${ids[0]}/status`, { status: 'suspended' });
      const migrator = buildMigrator(db);
      await migrator.down({ to: '0026-audit-details-and-contacts' });
      // As it was deleted by the version before, which left the name.
      await db.transaction(() => db.models.User.destroy({ where: { id: gone.id } }));
      expect(JSON.stringify(await run(own.context, 'SELECT * FROM audit_entries'))).toContain('Dimaculangan');
      await migrator.up();
    });

    const earlier = 'UPDATE audit_entries SET entity_id = 1000 WHERE id = 2';

    test('these are sealed at the next start, without the names of people who are gone; a change shows then', async () => {
      await startAuditChain(own.context);
      expect(await verify()).toMatchObject({ brokenId: null });
      expect(await auditHolds(own.context, 'Dimaculangan')).toBe(false);
      const newest = await newestAudit(own.context);
      expect(newest).toMatchObject({
        action: 'audit.seal',
        actor_name: 'System',
        after: { entries: newest?.id && newest.id - 1 },
      });
      // Of an entry whose words are gone.
      const taken = await own.context.db.models.AuditEntry.findOne({ where: { actor_id: gone.id } });
      await tamper(own, `UPDATE audit_entries SET entity_id = 1000 WHERE id = ${taken?.id}`);
      expect(await verify()).toMatchObject({
        message: expect.stringContaining('not those that were sealed'),
      });
    });

    test('a change that was made before the seal is not sealed as right', async () => {
      await tamper(own, earlier);
      expect(await verify()).toMatchObject({ brokenId: 2 });
      await startAuditChain(own.context);
      expect(await verify()).toMatchObject({
        brokenId: expect.any(Number),
        message: expect.stringContaining('Entry 2'),
      });
    });
  });
});

async function runCommand(env: Pick<Env, 'dataDir' | 'databaseUrl'>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [path.join(inject('programs'), 'auditVerify.js'), ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: env.dataDir,
      ...(env.databaseUrl ? { DATABASE_URL: env.databaseUrl } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const [code] = await once(child, 'close');
  return { code, output, errors };
}
