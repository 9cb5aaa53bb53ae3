// @databases both
// @run full

import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { App } from '#server/app.ts';
import type { ArchiveEntry } from '#server/backup/archive.ts';
import { verifyBackup } from '#server/backup/readBackup.ts';
import { restoreBackup } from '#server/backup/restore.ts';
import { openTarget } from '#server/backup/restoreTargets.ts';
import type { Env } from '#server/env.ts';
import { say } from '#server/languages.ts';
import { hashBytes } from '#server/media/store.ts';
import {
  backupPath,
  type EmptyPlace,
  makePlaceWithTables,
  openApp,
  packBackup,
  readFolder,
  runRestore,
  storePicture,
  unpackBackup,
} from '#tests/support/backups.ts';
import { enter } from '#tests/support/people.ts';
import { withPostgresClient } from '#tests/support/postgres.ts';
import { readStoredRows } from '#tests/support/storedRows.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let whole: Buffer;
let entries: ArchiveEntry[];
let place: EmptyPlace;
let file: string;

beforeAll(async () => {
  server = await startTestServer({ data: 'empty' });
  const admin = await enter(server, { role: 'admin' });
  for (let shade = 0; shade < 4; shade += 1) await storePicture(server.context, shade * 60);
  const { name } = (await admin.post('/api/admin/settings/backup')).body.data;
  whole = await readFile(backupPath(server.context.env, name));
  entries = await unpackBackup(backupPath(server.context.env, name));
});

afterAll(() => server.close());

/** A system in use, whose server is stopped, and where a file for it is. */
async function makeSystem(): Promise<void> {
  place = await makePlaceWithTables();
  const { app } = await openApp(place.env);
  await writeToIt(app);
  await app.close();
  file = path.join(place.env.dataDir, 'backup.tar.gz');
}

async function writeToIt({ context }: App): Promise<void> {
  const draft = {
    name: 'Ours',
    email: 'ours@example.com',
    password_hash: 'x',
    phone: null,
    avatar_url: null,
  };
  await context.db.transaction((transaction) => context.db.models.User.create(draft, { transaction }));
  await storePicture(context, 99);
}

const change = (name: string, edit: (text: string) => string) =>
  entries.map((entry) =>
    entry.name === name ? { name, bytes: Buffer.from(edit(entry.bytes.toString())) } : entry,
  );
const bytesOf = (name: string, from = entries) =>
  from.find((entry) => entry.name === name)?.bytes ?? Buffer.alloc(0);

/** With a manifest as an attacker would alter it. */
function seal(from: readonly ArchiveEntry[]): ArchiveEntry[] {
  const manifest = { ...JSON.parse(bytesOf('manifest.json').toString()) };
  manifest.header = JSON.parse(bytesOf('header.json', [...from]).toString());
  const bytes = Buffer.from(JSON.stringify(manifest));
  return from.map((entry) => {
    if (entry.name === 'manifest.json') return { ...entry, bytes };
    return entry.name === 'seal' ? { ...entry, bytes: Buffer.from(hashBytes(bytes)) } : entry;
  });
}

const runCommand = (env: Env, ...args: string[]) => runRestore(env, args);

/** All that a restore could have changed. */
async function readSystem() {
  const files = await readFolder(path.join(place.env.dataDir, 'media'));
  const { databaseUrl } = place.env;
  const schemas = databaseUrl
    ? await withPostgresClient(databaseUrl, async (client) => {
        const { rows } = await client.query("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'silong%'");
        return rows;
      })
    : [];
  const names = readdirSync(place.env.dataDir).filter((name) => !/-(wal|shm)$/.test(name));
  return { rows: await readStoredRows(place), files: [...files.keys()].sort(), schemas, names };
}

describe('a file that is', () => {
  beforeEach(() => {
    file = path.join(server.context.env.dataDir, 'given.tar.gz');
  });

  const picture = () => entries.find(({ name }) => name.startsWith('pictures/'))?.name ?? '';
  const users = () => entries.find(({ name }) => name.startsWith('tables/users/'))?.name ?? '';
  const flip = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  };

  test.each<[what: string, make: () => Buffer | Promise<Buffer>, told: RegExp]>([
    ['empty', () => Buffer.alloc(0), /incomplete|not a backup/],
    ['something else', () => randomBytes(5_000), /not a backup of Silong/],
    [
      'another archive',
      () => packBackup([{ name: 'notes.txt', bytes: Buffer.from('x') }]),
      /not a backup of Silong/,
    ],
    ['compressed, but no archive', () => gzipSync(randomBytes(5_000)), /damaged/],
    ['cut off in the middle', () => whole.subarray(0, whole.length / 2), /incomplete/],
    ['cut off by a byte', () => whole.subarray(0, whole.length - 1), /incomplete/],
    ['another in one bit near its beginning', () => flip(60), /damaged|changed|incomplete|not a backup/],
    ['another in one bit in the middle', () => flip(Math.floor(whole.length / 2)), /damaged|changed|incomplete/],
    ['another in one bit of its last bytes', () => flip(whole.length - 6), /damaged|incomplete/],
    ['without its end', () => packBackup(entries.slice(0, -2)), /its end is missing/],
    ['without a table', () => packBackup(entries.filter(({ name }) => name !== users())), /changed/],
    ['without a picture', () => packBackup(entries.filter(({ name }) => name !== picture())), /changed/],
    [
      'another in one row',
      () => packBackup(change(users(), (text) => text.replace('@example.com', '@example.org'))),
      /changed/,
    ],
    ['another in one picture', () => packBackup(change(picture(), () => 'RIFF')), /changed/],
    [
      'another in its manifest',
      () => packBackup(change('manifest.json', (text) => text.replace('"rows": 1', '"rows": 2'))),
      /changed/,
    ],
    ['longer than it was', () => packBackup([...entries, { name: 'more', bytes: Buffer.from('x') }]), /added/],
    [
      'of a newer format',
      () => packBackup(seal(change('header.json', (text) => text.replace('"format": 1', '"format": 2')))),
      /newer version/,
    ],
    [
      'of newer tables',
      () =>
        packBackup(seal(change('header.json', (text) => text.replace('0001-initial-tables', '9999-flying-cars')))),
      /newer version.*9999-flying-cars/,
    ],
  ])('%s is refused', async (_what, make, told) => {
    await writeFile(file, await make());
    const { isWhole, message: words } = await verifyBackup(file);
    const message = say('en', words);
    expect(isWhole).toBe(false);
    expect(message).toMatch(/^This file cannot be restored because [^\n]+\.$/);
    expect(message).toMatch(told);
  });

  test('whole is not refused', async () => {
    await writeFile(file, await packBackup(entries));
    expect(await verifyBackup(file)).toMatchObject({ isWhole: true });
  });

  test('not the one that was made is refused by the digest beside it', async () => {
    await writeFile(file, await packBackup(entries));
    const digest = `${file}.sha256`;
    await writeFile(digest, `${hashBytes(whole)}  given.tar.gz\n`);
    expect(say('en', (await verifyBackup(file)).message)).toContain('SHA-256 differs');
    await rm(digest);
  });
});

describe('on a system in use', () => {
  beforeEach(makeSystem);
  afterEach(() => place.remove());

  describe('the command', () => {
    test('changes nothing for a damaged file, and says why in one sentence', async () => {
      await writeFile(file, whole.subarray(0, whole.length - 100));
      const before = await readSystem();
      const { code, output } = await runCommand(place.env, file, '--yes');
      expect(code).toBe(1);
      expect(output.trim().split('\n').at(-1)).toBe('This file cannot be restored because it is incomplete.');
      expect(output).not.toMatch(/ {4}at /);
      expect(await readSystem()).toEqual(before);
    });

    test('changes nothing without a yes, without a file, or with a wrong one', async () => {
      await writeFile(file, whole);
      const before = await readSystem();
      const unasked = await runCommand(place.env, file);
      expect(unasked).toMatchObject({ code: 1, output: expect.stringContaining('add --yes') });
      expect(await runCommand(place.env)).toMatchObject({
        code: 1,
        output: expect.stringContaining('Say which'),
      });
      const none = await runCommand(place.env, `${file}.no`, '--yes');
      expect(none).toMatchObject({ code: 1, output: expect.stringContaining('There is no file') });
      expect(await readSystem()).toEqual(before);
    });

    test('refuses while a server is running', async () => {
      await writeFile(file, whole);
      const { app } = await openApp(place.env);
      try {
        const { code, output } = await runCommand(place.env, file, '--yes');
        expect(code).toBe(1);
        expect(output).toMatch(/A server is running on .*\. Stop it first\./);
        expect(await app.context.db.models.User.count()).toBe(1);
      } finally {
        await app.close();
      }
    });

    test('restores, and says where the old data are', async () => {
      await writeFile(file, whole);
      const { code, output } = await runCommand(place.env, file, '--yes');
      expect(output).toContain('Done. Every row and every picture was checked.');
      expect(output).toContain('before');
      expect(code).toBe(0);
      const users = (await readStoredRows(place)).get('users') ?? [];
      expect(users.map(({ role }) => role)).toEqual(['admin']);
    });
  });

  test('what goes wrong half-way leaves everything as it was', async () => {
    // Cut off after it was checked.
    await writeFile(file, whole.subarray(0, whole.length - 50));
    const before = await readSystem();
    const target = await openTarget(place.env, 'half');
    await expect(restoreBackup(file, target, place.env)).rejects.toThrow('it is incomplete');
    await target.close();
    expect(await readSystem()).toEqual(before);
  });

  test('what a killed restore left is taken away by the next one', async () => {
    await writeFile(file, whole);
    const { dataDir, databaseUrl } = place.env;
    const folder = path.join(dataDir, 'restore-killed.part');
    await mkdir(folder);
    await writeFile(path.join(folder, 'silong.sqlite'), 'half of it');
    if (databaseUrl)
      await withPostgresClient(databaseUrl, (client) => client.query('CREATE SCHEMA silong_restore_killed'));
    expect((await runCommand(place.env, file, '--yes')).code).toBe(0);
    const { schemas, names } = await readSystem();
    if (databaseUrl) expect(schemas.map(({ nspname }) => nspname)).not.toContain('silong_restore_killed');
    else expect(names).not.toContain('restore-killed.part');
  });
});
