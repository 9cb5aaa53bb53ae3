// @run full

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Decrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyBackup } from '#server/backup/readBackup.ts';
import { EnvironmentError, readEnv } from '#server/env.ts';
import { say } from '#server/languages.ts';
import { hashBytes } from '#server/media/store.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import {
  backupPath,
  type EmptyPlace,
  makeEmptyPlace,
  readFolder,
  runRestore,
  storePicture,
  unpackBackup,
} from '#tests/support/backups.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { readStoredRows } from '#tests/support/storedRows.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

vi.setConfig({ testTimeout: 120_000 });

const ALL = '/api/admin/settings/backups';

let folder: string;
let server: TestServer;
let admin: Person;
let place: EmptyPlace;
let identity: string;
let picture: string;
let backup: BackupFile;
let whole: Buffer;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'silong-age-'));
  identity = await generateIdentity();
  const backupPublicKey = await identityToRecipient(identity);
  server = await startTestServer({ data: 'empty', env: { backupPublicKey } });
  admin = await enter(server, { role: 'admin' });
  // More than one of the pieces in which age encrypts.
  for (let shade = 0; shade < 6; shade += 1) picture = await storePicture(server.context, shade * 40);
  const replies = Array.from({ length: 800 }, (_, at) => ({
    agent_id: admin.id,
    title: `Reply ${at}`,
    text: randomBytes(100).toString('hex'),
  }));
  const { db } = server.context;
  await db.transaction(() => db.models.SavedReply.bulkCreate(replies));
  backup = (await admin.post('/api/admin/settings/backup')).body.data;
  whole = await readFile(backupPath(server.context.env, backup.name));
  await writeFile(keyFile(), `# created by a test\n${identity}\n`);
  place = await makeEmptyPlace();
});

afterAll(async () => {
  await server.close();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

const keyFile = () => path.join(folder, 'key.txt');
const write = async (name: string, bytes: Buffer | string) => {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
};

async function verified(file: string) {
  const { isWhole, message } = await verifyBackup(file, [identity]);
  return { isWhole, message: say('en', message) };
}

describe('with a public key', () => {
  test('a backup is an age file, which any age tool opens', async () => {
    expect(backup).toMatchObject({
      name: expect.stringMatching(/^silong-\d{8}T\d{6}Z-manual\.tar\.gz\.age$/),
      is_encrypted: true,
      copy: null,
      sha256: hashBytes(whole),
      bytes: whole.length,
    });
    expect(whole.length, 'several pieces').toBeGreaterThan(64 * 1024);
    expect(whole.includes('users')).toBe(false);
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const plain = Buffer.from(await decrypter.decrypt(new Uint8Array(whole)));
    const entries = await unpackBackup(await write('plain.tar.gz', plain));
    expect(entries.map(({ name }) => name)).toContain(`pictures/${picture}.webp`);
    expect((await stat(backupPath(server.context.env, backup.name))).mode & 0o077).toBe(0);
  });

  test('it is listed, downloaded, verified by its SHA-256 and deleted as every other', async () => {
    expect((await admin.get(ALL)).body.data).toEqual([backup]);
    const answer = await fetch(`${server.url}${ALL}/${backup.name}`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(hashBytes(Buffer.from(await answer.arrayBuffer()))).toBe(backup.sha256);
    const verify = async () => (await admin.post(`${ALL}/${backup.name}/verify`)).body.data;
    expect(await verify()).toEqual({
      isWhole: true,
      message: expect.stringMatching(/its SHA-256 matches\..*not read because it is encrypted/),
    });
    const other = (await admin.post('/api/admin/settings/backup')).body.data as BackupFile;
    const file = backupPath(server.context.env, other.name);
    const bytes = await readFile(file);
    bytes[500] = (bytes[500] ?? 0) ^ 1;
    await writeFile(file, bytes);
    const { body } = await admin.post(`${ALL}/${other.name}/verify`);
    expect(body.data).toMatchObject({ isWhole: false, message: expect.stringContaining('SHA-256 differs') });
    const removed = await server.request('DELETE', `${ALL}/${other.name}`, { token: admin.token });
    expect(removed.status).toBe(200);
    expect((await admin.get(ALL)).body.data).toEqual([backup]);
  });

  test('who has the identity reads it through', async () => {
    const file = backupPath(server.context.env, backup.name);
    expect(await verified(file)).toMatchObject({
      isWhole: true,
      message: expect.stringContaining('and 6 images'),
    });
  });
});

describe('an encrypted file that is', () => {
  const flip = (at: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 4;
    return bytes;
  };

  test.each<[string, () => Buffer]>([
    ['cut off', () => whole.subarray(0, whole.length - 1)],
    ['cut off between two pieces', () => whole.subarray(0, headerBytes() + 65_552)],
    ['cut off in its header', () => whole.subarray(0, 100)],
    ['altered in its header', () => flip(60)],
    ['altered in the middle', () => flip(Math.floor(whole.length / 2))],
    ['altered in its last byte', () => flip(whole.length - 1)],
    ['longer than it was', () => Buffer.concat([whole, Buffer.alloc(70_000)])],
  ])('%s is refused', async (what, make) => {
    const file = await write(`${what.replaceAll(' ', '-')}.age`, make());
    const { isWhole, message } = await verified(file);
    expect(message).toMatch(/^This file cannot be restored because it was (cut off|encrypted)[^\n]*\.$/);
    expect(isWhole).toBe(false);
  });

  /** Up to the first encrypted piece. */
  const headerBytes = () => whole.indexOf('\n', whole.indexOf('\n--- ') + 1) + 1 + 16;
});

describe('npm run restore of an encrypted file', () => {
  test('changes nothing without an identity, with a wrong one, or for a file that was cut off', async () => {
    const file = await write('backup.age', whole);
    const cut = await write('cut.age', whole.subarray(0, whole.length - 1));
    const other = await write('other.txt', await generateIdentity());
    const none = await write('none.txt', '# nothing\n');
    for (const [args, told] of [
      [[file], /is encrypted. Name its identity file with --identity=FILE/],
      [[file, `--identity=${other}`], /encrypted for another identity\.$/],
      [[file, `--identity=${none}`], /holds no age identity/],
      [[file, `--identity=${none}.no`], /cannot be read\.$/],
      [[cut, `--identity=${keyFile()}`], /cut off or changed after it was encrypted\.$/],
    ] as const) {
      const { code, output } = await runRestore(place.env, [...args, '--yes']);
      expect(output.trim().split('\n').at(-1)).toMatch(told);
      expect(output).not.toMatch(/ {4}at /);
      expect(code).toBe(1);
    }
    expect([...(await readFolder(place.env.dataDir)).keys()]).toEqual([]);
  });

  test('restores every row and picture with the identity, from the option or the environment', async () => {
    const file = await write('backup.age', whole);
    const first = await runRestore(place.env, [file, '--yes', `--identity=${keyFile()}`]);
    expect(first.output).toContain('Every row and every picture was checked.');
    expect((await readStoredRows(place)).get('users')?.map(({ email }) => email)).toEqual([admin.user.email]);
    expect((await readFolder(path.join(place.env.dataDir, 'media'))).size).toBe(6);
    const second = await runRestore(place.env, [file, '--yes'], { BACKUP_IDENTITY_FILE: keyFile() });
    expect(second.code).toBe(0);
  });
});

test('the environment takes an age recipient, and nothing else', () => {
  const mistake = (BACKUP_PUBLIC_KEY: string) => {
    try {
      readEnv({ BACKUP_PUBLIC_KEY });
      return null;
    } catch (error) {
      return error instanceof EnvironmentError ? error.message : error;
    }
  };
  const key = server.context.env.backupPublicKey ?? '';
  expect(mistake(key)).toBeNull();
  for (const wrong of ['age1abc', `${key}x`, identity, 'ssh-ed25519 AAAA'])
    expect(mistake(wrong)).toMatch(/^BACKUP_PUBLIC_KEY must be an age recipient/);
});
