import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backupFolder } from '#server/backup/folder.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { createBackupService } from '#server/features/backups/service.ts';
import { hashBytes } from '#server/media/store.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { newestAudit } from '#tests/support/auditTrail.ts';
import { backupPath, readFolder, storePicture, unpackBackup } from '#tests/support/backups.ts';
import { enter, type Person } from '#tests/support/people.ts';
import { settle } from '#tests/support/sockets.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const ONE = '/api/admin/settings/backup';
const ALL = '/api/admin/settings/backups';

let server: TestServer;
let admin: Person;

beforeEach(async () => {
  server = await startTestServer({ data: 'empty' });
  admin = await enter(server, { role: 'admin' });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

async function create(): Promise<BackupFile> {
  const { status, body } = await admin.post(ONE);
  expect(status).toBe(201);
  return body.data;
}

const folder = () => backupFolder(server.context.env.dataDir);
const fileOf = (name: string) => backupPath(server.context.env, name);
const remove = (name: string) => server.request('DELETE', `${ALL}/${name}`, { token: admin.token });
const download = (name: string, token = admin.token) =>
  fetch(`${server.url}${ALL}/${name}`, { headers: { authorization: `Bearer ${token}` } });

/** Work that another process does until it is released. */
async function beAt(lock: number) {
  let end: () => void = () => undefined;
  const untilEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const done = tryAdvisoryLock(server.context.db, lock, () => {
    begin();
    return untilEnd;
  });
  await begun;
  return { done, end };
}

describe('a backup', () => {
  test('is made, listed, downloaded as it is, and deleted; the audit log tells of each', async () => {
    const file = await create();
    expect(file).toMatchObject({
      kind: 'manual',
      name: expect.stringMatching(/^silong-\d{8}T\d{6}Z-manual\.tar\.gz$/),
    });
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'backup.create',
      after: { name: file.name },
    });
    expect((await admin.get(ALL)).body.data).toEqual([file]);

    const answer = await download(file.name);
    expect(answer.headers.get('content-type')).toBe('application/gzip');
    expect(answer.headers.get('content-length')).toBe(String(file.bytes));
    expect(answer.headers.get('content-disposition')).toContain(file.name);
    expect(hashBytes(Buffer.from(await answer.arrayBuffer()))).toBe(file.sha256);
    expect(await newestAudit(server.context)).toMatchObject({ action: 'backup.download' });

    expect((await remove(file.name)).body.data).toEqual({ name: file.name });
    expect((await admin.get(ALL)).body.data).toEqual([]);
    expect(await readdir(folder())).toEqual([]);
    expect(await newestAudit(server.context)).toMatchObject({
      action: 'backup.delete',
      before: { name: file.name },
    });
  });

  test('holds rows and pictures, but neither sessions nor the SMTP password', async () => {
    const hash = await storePicture(server.context, 7);
    await saveSystemSettings(admin, 'email', { smtpPassword: 'k3ep-it-d4rk', smtpPort: 2525 });
    const entries = await unpackBackup(fileOf((await create()).name));
    const names = entries.map(({ name }) => name);
    expect(names.at(0)).toBe('header.json');
    expect(names.slice(-2)).toEqual(['manifest.json', 'seal']);
    expect(names).toContain(`pictures/${hash}.webp`);
    expect(names.some((name) => name.startsWith('tables/users/'))).toBe(true);
    expect(names.some((name) => /tables\/(sessions|password_resets|login_failures)/.test(name))).toBe(false);
    const text = Buffer.concat(entries.map(({ bytes }) => bytes)).toString('latin1');
    expect(text).toContain('2525');
    expect(text).not.toContain('k3ep-it-d4rk');
  });

  test('can be read by nobody else on the machine', async () => {
    const { mode } = await stat(fileOf((await create()).name));
    expect(mode & 0o077).toBe(0);
  });

  test('is found whole, or damaged once a byte of it is another', async () => {
    const { name } = await create();
    const verify = () => admin.post(`${ALL}/${name}/verify`);
    expect((await verify()).body.data).toEqual({
      isWhole: true,
      message: expect.stringMatching(
        /^This backup is complete: created on .* with \d+ rows? in \d+ tables and 0 images\.$/,
      ),
    });
    const bytes = await readFile(fileOf(name));
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    await writeFile(fileOf(name), bytes);
    expect((await verify()).body.data).toMatchObject({ isWhole: false });
  });

  test('is one at a time', async () => {
    const other = await beAt(advisoryLockIds.backup);
    expect(await admin.post(ONE)).toMatchObject({
      status: 409,
      body: { code: 'backup_running', error: 'A backup is already being created' },
    });
    other.end();
    await other.done;
    await create();
  });

  test('waits for the sweep of pictures', async () => {
    const sweep = await beAt(advisoryLockIds.pictureSweep);
    let isMade = false;
    const making = create().then((file) => {
      isMade = true;
      return file;
    });
    await settle(600);
    expect(isMade).toBe(false);
    sweep.end();
    expect((await making).kind).toBe('manual');
    await sweep.done;
  });

  test('that fails leaves nothing behind and says so', async () => {
    await storePicture(server.context, 7);
    vi.spyOn(server.context.media.store, 'read').mockRejectedValue(
      Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
    );
    const { status, body } = await admin.post(ONE);
    expect(status).toBe(503);
    expect(body.error).toContain('The disk is full');
    expect((await readFolder(folder())).size).toBe(0);
    vi.restoreAllMocks();
    await create();
  });

  test('is refused before it is begun where the pictures have no room', async () => {
    const { db } = server.context;
    const huge = { hash: 'f'.repeat(64), width: 1, height: 1, bytes: 2_000_000_000, uploaded_by: null };
    const rows = Array.from({ length: 400 }, (_, at) => ({
      ...huge,
      hash: String(at).padStart(64, '0'),
      created_at: new Date(),
    }));
    await db.transaction((transaction) => db.models.Media.bulkCreate(rows, { transaction }));
    const { status, body } = await admin.post(ONE);
    expect(status).toBe(503);
    expect(body.error).toMatch(
      /^There is not enough disk space for a backup: it needs about [\d,]+ MB, and [\d,]+ MB is free\.$/,
    );
  });

  test('is given up when the server stops', async () => {
    for (let shade = 0; shade < 5; shade += 1) await storePicture(server.context, shade * 40);
    const { store } = server.context.media;
    const read = store.read.bind(store);
    vi.spyOn(store, 'read').mockImplementation(async (name) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return read(name);
    });
    const backups = createBackupService(server.context);
    const making = backups.create('manual');
    await expect.poll(async () => (await readFolder(folder())).size).toBe(1);
    const refused = expect(making).rejects.toThrow('The server is stopping');
    await backups.stop();
    await refused;
    expect((await readFolder(folder())).size).toBe(0);
  });

  test('tells of pictures that are lost, and does without them', async () => {
    const [kept, lost] = [await storePicture(server.context, 1), await storePicture(server.context, 200)];
    await server.context.media.store.remove(`${lost}.webp`);
    const { name } = await create();
    const { body } = await admin.post(`${ALL}/${name}/verify`);
    expect(body.data.isWhole).toBe(true);
    expect(body.data.message).toContain('1 image (1 was already missing)');
    const names = (await unpackBackup(fileOf(name))).map((entry) => entry.name);
    expect(names).toContain(`pictures/${kept}.webp`);
    expect(names).not.toContain(`pictures/${lost}.webp`);
  });
});

test('what a crash left is taken away, and a file put there by hand is listed', async () => {
  const { name } = await create();
  const left = `${fileOf('silong-20260101T000000Z-manual.tar.gz')}.part`;
  await writeFile(left, 'half of it');
  const copy = 'silong-20260102T030405Z-scheduled.tar.gz';
  await writeFile(fileOf(copy), await readFile(fileOf(name)));
  await writeFile(fileOf('notes.txt'), 'ours');
  await createBackupService(server.context).removeLeftovers();
  expect(existsSync(left)).toBe(false);
  const { body } = await admin.get(ALL);
  expect(body.data.map((file: BackupFile) => file.name)).toEqual([name, copy]);
  expect(body.data[1]).toMatchObject({ created_at: '2026-01-02T03:04:05.000Z', kind: 'scheduled' });
  expect(body.data[1].sha256).toBe(body.data[0].sha256);
});

test('only admins see, make, take or delete backups, and only backups', async () => {
  const { name } = await create();
  const agent = await enter(server, { role: 'agent' });
  expect((await agent.post(ONE)).status).toBe(403);
  expect((await agent.get(ALL)).status).toBe(403);
  expect((await download(name, agent.token)).status).toBe(403);
  expect((await server.request('DELETE', `${ALL}/${name}`, { token: agent.token })).status).toBe(403);
  expect((await download('silong-none.tar.gz')).status).toBe(404);
  expect((await download('..%2Fsilong.sqlite')).status).toBe(400);
  expect((await download('silong-..%2F..%2Fx.tar.gz')).status).toBe(400);
  expect((await admin.get(ALL)).body.data).toHaveLength(1);
});
