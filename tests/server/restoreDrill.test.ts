// @databases both
// @run full

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RowsDigest } from '#server/backup/archive.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { createDrillSchedule } from '#server/features/backups/drills.ts';
import { createBackupService } from '#server/features/backups/service.ts';
import { hashBytes } from '#server/media/store.ts';
import type { BackupFile, RestoreDrill } from '#shared/contracts/backups.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { backupPath, packBackup, storePicture, unpackBackup } from '#tests/support/backups.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { readStoredRows } from '#tests/support/storedRows.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/testServer.ts';

const DAY = 24 * 3_600_000;
const DRILLS = '/api/admin/settings/restore-drills';

let server: TestServer;
let admin: Person;
let clock: number;

vi.setConfig({ testTimeout: 90_000 });

async function open(env: TestServerOptions['env'] = {}, data: TestServerOptions['data'] = 'empty') {
  clock = Date.parse('2026-03-18T04:00:00.000Z');
  server = await startTestServer({ data, env, now: () => new Date(clock) });
  const user = await buildUser(server.context, { role: 'admin' });
  admin = personOf(server, user, await signIn(server.context, user, { remember: true }));
}

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

const create = async () => (await admin.post('/api/admin/settings/backup')).body.data as BackupFile;
const drill = (name: string) => admin.post(`/api/admin/settings/backups/${name}/drill`);
const drills = async () => (await admin.get(DRILLS)).body.data as RestoreDrill[];
const fileOf = (name: string) => backupPath(server.context.env, name);

/** The work places of a drill: folders beside the database, or schemas. */
async function scratches(): Promise<string[]> {
  const { dataDir, databaseUrl } = server.context.env;
  const folders = readdirSync(dataDir).filter((name) => name.startsWith('drill'));
  if (!databaseUrl) return folders;
  const { rows } = await withPostgresClient(databaseUrl, (client) =>
    client.query<{ name: string }>("SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'silong%'"),
  );
  return [...folders, ...rows.map(({ name }) => name)];
}

const failures = async () => {
  const { body } = await admin.get('/api/notifications');
  return body.data.filter(({ title }: { title: string }) => title === 'Restore Drill Failed');
};

describe('a restore drill', () => {
  test('proves a backup beside the database in use, which stays as it is', async () => {
    await open({}, 'demo');
    await storePicture(server.context, 7);
    const { name } = await create();
    const before = await readStoredRows(server.context);
    const { status, body } = await drill(name);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ file_name: name, outcome: 'proven' });
    expect(body.data.message).toMatch(/^Restored and compared row by row: created on .* with [\d,]+ rows/);
    expect(await drills()).toEqual([body.data]);
    expect(await newestAudit(server.context)).toMatchObject({ action: 'backup.drill', after: { name } });
    const after = await readStoredRows(server.context);
    for (const [table, rows] of before)
      if (!['backup_drills', 'audit_entries', 'audit_details', 'sessions'].includes(table))
        expect(after.get(table), table).toEqual(rows);
    expect(await scratches()).toEqual([]);
  });

  test('finds a damaged backup, and tells the admins', async () => {
    await open();
    const { name } = await create();
    const bytes = await readFile(fileOf(name));
    await writeFile(fileOf(name), bytes.subarray(0, bytes.length - 20));
    const { body } = await drill(name);
    expect(body.data).toMatchObject({
      outcome: 'failed',
      message: 'This file cannot be restored because it is incomplete.',
    });
    await expect.poll(failures).toMatchObject([{ type: 'error', message: `${name}: ${body.data.message}` }]);
    const headers = { Authorization: `Bearer ${admin.token}`, 'Accept-Language': 'fil' };
    const said = async (path: string) =>
      (await (await fetch(server.url + path, { headers })).json()).data[0].message;
    const filipino = 'Hindi ma-restore ang file na ito dahil hindi ito kumpleto.';
    expect(await said(DRILLS)).toBe(filipino);
    expect(await said('/api/notifications')).toBe(`${name}: ${filipino}`);
    expect(await scratches()).toEqual([]);
  });

  test('finds rows that do not come back as they were, where the file itself is whole', async () => {
    await open();
    const { name } = await create();
    const entries = await unpackBackup(fileOf(name));
    const manifest = JSON.parse(String(entries.at(-2)?.bytes));
    const users = entries.find((entry) => entry.name.startsWith('tables/users/'));
    const settings = {
      category: 'email',
      settings: JSON.stringify({ smtpPassword: 'never in a backup' }),
      created_at: '2026-03-18T04:00:00.000Z',
      updated_at: '2026-03-18T04:00:00.000Z',
    };
    const line = JSON.stringify(settings);
    const digest = new RowsDigest();
    digest.add(line);
    const table = manifest.tables.find((each: { name: string }) => each.name === 'system_settings');
    Object.assign(table, { rows: 1, digest: digest.toString() });
    const last = Buffer.from(JSON.stringify(manifest));
    const changed = entries.flatMap((entry) => {
      if (entry === users)
        return [entry, { name: 'tables/system_settings/000001.ndjson', bytes: Buffer.from(`${line}\n`) }];
      if (entry.name === 'manifest.json') return { ...entry, bytes: last };
      return entry.name === 'seal' ? { ...entry, bytes: Buffer.from(hashBytes(last)) } : entry;
    });
    const other = 'silong-20260319T000000Z-manual.tar.gz';
    await writeFile(fileOf(other), await packBackup(changed));
    expect((await admin.post(`/api/admin/settings/backups/${other}/verify`)).body.data.isWhole).toBe(true);
    expect((await drill(other)).body.data).toMatchObject({
      outcome: 'failed',
      message: 'The table system_settings did not come back as it was.',
    });
    expect((await drill(name)).body.data.outcome).toBe('proven');
  });

  test('can only check the bytes of an encrypted backup without its identity, and says so', async () => {
    const identity = await generateIdentity();
    await open({ backupPublicKey: await identityToRecipient(identity) });
    const { name } = await create();
    expect((await drill(name)).body.data).toMatchObject({
      outcome: 'checksum',
      message: expect.stringMatching(
        /^Only its SHA-256 could be checked because it is encrypted.*--identity=FILE/,
      ),
    });
    const key = path.join(server.context.env.dataDir, 'key.txt');
    server.context.env.backupIdentityFile = key;
    expect((await drill(name)).body.data).toMatchObject({
      outcome: 'failed',
      message: `The identity file ${key} cannot be read.`,
    });
    await writeFile(key, identity);
    expect((await drill(name)).body.data.outcome).toBe('proven');
    const bytes = await readFile(fileOf(name));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(fileOf(name), bytes);
    expect((await drill(name)).body.data.outcome).toBe('failed');
  });

  test('is one at a time, of a backup there is, for admins', async () => {
    await open();
    const { name } = await create();
    let end: () => void = () => undefined;
    let begun: () => void = () => undefined;
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const held = tryAdvisoryLock(server.context.db, advisoryLockIds.restoreDrill, () => {
      begun();
      return new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    await isBegun;
    expect((await drill(name)).body.code).toBe('drill_running');
    end();
    await held;
    expect((await drill('silong-20200101T000000Z-manual.tar.gz')).status).toBe(404);
    expect(await drills()).toEqual([]);
  });

  test('is given up when the server stops, without a trace; what a killed one left goes at the next start', async () => {
    await open({}, 'demo');
    const { name } = await create();
    const backups = createBackupService(server.context);
    const refused = expect(backups.drill(name)).rejects.toThrow('The server is stopping');
    await expect.poll(scratches, { interval: 5 }).toHaveLength(1);
    await backups.stop();
    await refused;
    expect(await scratches()).toEqual([]);
    expect(await drills()).toEqual([]);

    const { dataDir, databaseUrl } = server.context.env;
    if (databaseUrl)
      await withPostgresClient(databaseUrl, (client) => client.query('CREATE SCHEMA silong_drill_killed'));
    else mkdirSync(path.join(dataDir, 'drill-killed.part'));
    expect(await scratches()).toHaveLength(1);
    await createBackupService(server.context).removeLeftovers();
    expect(await scratches()).toEqual([]);
    expect(existsSync(fileOf(name))).toBe(true);
  });
});

describe('the schedule', () => {
  /** As another process, or this one after a restart, would come to it. */
  const check = () => createDrillSchedule(server.context, createBackupService(server.context)).check();

  test('proves the newest backup, once, and the next one a day later', async () => {
    await open();
    expect(await check()).toBe(false);
    await create();
    clock += 1_000;
    const first = await create();
    expect(await check()).toBe(true);
    expect((await drills()).map(({ file_name }) => file_name)).toEqual([first.name]);
    clock += 1_000;
    const second = await create();
    expect(await check(), 'once a day').toBe(false);
    clock += DAY;
    expect(await check()).toBe(true);
    clock += DAY;
    expect(await check(), 'proven already').toBe(false);
    expect((await drills()).map(({ file_name, outcome }) => [file_name, outcome])).toEqual([
      [second.name, 'proven'],
      [first.name, 'proven'],
    ]);
  });

  test('tries one that failed again after a day', async () => {
    await open();
    const { name } = await create();
    const bytes = await readFile(fileOf(name));
    await writeFile(fileOf(name), 'not it');
    expect(await check()).toBe(true);
    expect(await check()).toBe(false);
    await writeFile(fileOf(name), bytes);
    clock += DAY;
    expect(await check()).toBe(true);
    expect((await drills()).map(({ outcome }) => outcome)).toEqual(['proven', 'failed']);
  });
});
