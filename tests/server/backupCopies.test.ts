import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBackupBucket } from '#server/backup/bucket.ts';
import { hashFile } from '#server/backup/folder.ts';
import { EnvironmentError, readEnv } from '#server/env.ts';
import { createBackupCopies } from '#server/features/backups/copies.ts';
import { createBackupSchedule, createBackupService } from '#server/features/backups/service.ts';
import { hashBytes } from '#server/media/store.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { backupPath } from '#tests/support/backups.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { type S3Server, startS3 } from '#tests/support/s3.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const ALL = '/api/admin/settings/backups';
const DAY = 24 * 3_600_000;

let s3: S3Server;
let server: TestServer;
let admin: Person;
let clock: number;
let tests = 0;

beforeAll(async () => {
  s3 = await startS3();
});

afterAll(() => s3.close());

beforeEach(async () => {
  tests += 1;
  clock = Date.parse('2026-03-18T04:00:00.000Z');
  const backupStorage = { ...s3.storage, prefix: `copies${tests}/` };
  server = await startTestServer({
    data: 'empty',
    env: { backupStorage, stepUpAfterLoginMinutes: 100_000 },
    now: () => new Date(clock),
  });
  const user = await buildUser(server.context, { role: 'admin' });
  admin = personOf(server, user, await signIn(server.context, user, { remember: true }));
});

afterEach(async () => {
  s3.fail(500, 0);
  await server.close();
});

const storage = () => server.context.env.backupStorage ?? s3.storage;
/** As another process, or this one after a restart, would come to it. */
const check = () => createBackupCopies(server.context).check();
const create = async () => (await admin.post('/api/admin/settings/backup')).body.data as BackupFile;
const list = async () => (await admin.get(ALL)).body.data as BackupFile[];
const openBucket = (signal = new AbortController().signal) => openBackupBucket(storage(), signal);
const copied = async () => (await (await openBucket()).list()).filter((name) => !name.endsWith('.sha256')).sort();
const client = () =>
  new S3Client({ ...storage(), forcePathStyle: true, responseChecksumValidation: 'WHEN_REQUIRED' } as never);

async function readCopy(name: string): Promise<Buffer> {
  const { bucket: Bucket, prefix } = storage();
  const { Body } = await client().send(new GetObjectCommand({ Bucket, Key: prefix + name }));
  return Buffer.from((await Body?.transformToByteArray()) ?? []);
}

const notices = async (title: string) => {
  const { body } = await admin.get('/api/notifications');
  return body.data.filter((notice: { title: string }) => notice.title === title);
};

test('a backup is copied once, byte by byte, with its SHA-256 beside it', async () => {
  const { name, sha256, copy } = await create();
  expect(copy).toEqual({ state: 'waiting', copied_at: null, error: null });
  expect(await check()).toBe(true);
  expect((await list())[0]?.copy).toEqual({
    state: 'copied',
    copied_at: '2026-03-18T04:00:00.000Z',
    error: null,
  });
  expect(hashBytes(await readCopy(name))).toBe(sha256);
  expect(String(await readCopy(`${name}.sha256`))).toBe(`${sha256}  ${name}\n`);
  const before = s3.requests.length;
  expect(await check()).toBe(false);
  expect(s3.requests.length).toBe(before);
});

test('a large one goes in parts, and a part that fails leaves nothing behind', async () => {
  const name = 'silong-20260101T000000Z-manual.tar.gz';
  const file = backupPath(server.context.env, name);
  await create();
  await writeFile(file, randomBytes(20 * 1024 * 1024 + 7));
  const bucket = await openBucket();
  await bucket.upload(file, name, await hashFile(file));
  expect((await readCopy(name)).equals(await readFile(file))).toBe(true);
  const parts = s3.requests.filter((request) => /^PUT .*partNumber=/.test(request));
  expect(parts).toHaveLength(3);

  await bucket.remove(name);
  const stop = new AbortController();
  const uploading = (await openBucket(stop.signal)).upload(file, name, await hashFile(file));
  const seen = parts.length;
  await expect
    .poll(() => s3.requests.filter((request) => /partNumber=/.test(request)).length, { interval: 5 })
    .toBeGreaterThan(seen);
  stop.abort();
  await expect(uploading).rejects.toThrow();
  expect(await copied()).toEqual([]);
  expect(s3.requests.some((request) => /^DELETE .*uploadId=/.test(request))).toBe(true);
});

test('a bucket that fails is told to the admins once and tried again', async () => {
  const { name } = await create();
  s3.fail(403, 1_000);
  expect(await check()).toBe(true);
  expect(await check()).toBe(true);
  expect((await list())[0]?.copy).toEqual({
    state: 'failed',
    copied_at: null,
    error: 'The bucket silong-pictures refused the upload: HTTP 403',
  });
  await expect
    .poll(() => notices('Backup Not Copied'))
    .toMatchObject([{ type: 'error', message: expect.stringContaining(name) }]);
  s3.fail(403, 0);
  expect(await check()).toBe(true);
  expect((await list())[0]?.copy?.state).toBe('copied');
  expect(await copied()).toEqual([name]);
});

test('one backup that cannot be sent does not keep the others waiting', async () => {
  const older = await create();
  clock += DAY;
  const newer = await create();
  // The first request of the newest is refused.
  s3.fail(403, 1);
  await check();
  expect((await list()).map(({ copy }) => copy?.state)).toEqual(['failed', 'waiting']);
  s3.requests.length = 0;
  await check();
  expect(s3.requests[0]).toContain(older.name);
  expect(await copied()).toEqual([older.name, newer.name].sort());
});

test('a bucket that does not answer holds up no stop, and no failure is recorded', async () => {
  await create();
  s3.fail('silence', 1_000);
  const stopping = new AbortController();
  const before = s3.requests.length;
  const checking = createBackupCopies(server.context).check(stopping.signal);
  await expect.poll(() => s3.requests.length, { interval: 5 }).toBeGreaterThan(before);
  stopping.abort();
  await checking;
  expect((await list())[0]?.copy?.state).toBe('waiting');
});

describe('old copies', () => {
  test('go as the scheduled backups do; what an admin asked for stays, and so does what is lost here', async () => {
    await saveSystemSettings(admin, 'backup', { autoBackup: true, keep: 2 });
    const schedule = createBackupSchedule(server.context, createBackupService(server.context));
    const manual = await create();
    for (let day = 0; day < 4; day += 1) {
      await schedule.check();
      await check();
      clock += DAY;
    }
    const scheduled = (await list()).filter(({ kind }) => kind === 'scheduled').map(({ name }) => name);
    expect(scheduled).toHaveLength(2);
    expect(await copied()).toEqual([manual.name, ...scheduled].sort());

    // A disk that is gone, and a new one.
    for (const name of [manual.name, ...scheduled]) await rm(backupPath(server.context.env, name));
    clock += DAY;
    await schedule.check();
    await check();
    const [newest] = await list();
    expect(await copied()).toEqual([manual.name, scheduled[0], newest?.name].sort());
  });

  test('go when an admin deletes the backup', async () => {
    const [kept, gone] = [await create(), await create()];
    await check();
    expect(await copied()).toHaveLength(2);
    await server.request('DELETE', `${ALL}/${gone.name}`, { token: admin.token });
    expect(await check()).toBe(true);
    expect(await copied()).toEqual([kept.name]);
    expect((await (await openBucket()).list()).length).toBe(2);
    expect(await check()).toBe(false);
  });
});

describe('the environment', () => {
  const pictures = {
    S3_BUCKET: 'pictures',
    S3_ENDPOINT: 'http://localhost:9000',
    S3_REGION: 'eu-west-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PREFIX: 'media',
  };
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const backupStorageOf = (variables: Record<string, string>) => readEnv(variables).backupStorage;

  test('takes the pictures’ service and keys for another bucket, unless it has its own', () => {
    expect(backupStorageOf(pictures)).toBeUndefined();
    expect(backupStorageOf({ ...pictures, BACKUP_S3_BUCKET: 'backups' })).toEqual({
      ...{ bucket: 'backups', endpoint: 'http://localhost:9000', region: 'eu-west-1', credentials },
      prefix: '',
    });
    const own = { BACKUP_S3_BUCKET: 'backups', BACKUP_S3_REGION: 'us-west-2', BACKUP_S3_PREFIX: 'silong' };
    expect(backupStorageOf({ ...pictures, ...own })).toEqual({
      ...{ bucket: 'backups', endpoint: undefined, region: 'us-west-2', credentials: undefined },
      prefix: 'silong/',
    });
  });

  test('says what is missing', () => {
    expect(() => readEnv({ BACKUP_S3_PREFIX: 'a' })).toThrow(EnvironmentError);
    expect(() => readEnv({ BACKUP_S3_PREFIX: 'a' })).toThrow(
      'BACKUP_S3_BUCKET must be given, because BACKUP_S3_PREFIX is.',
    );
    expect(() => readEnv({ BACKUP_S3_BUCKET: 'backups', BACKUP_S3_ACCESS_KEY_ID: 'id' })).toThrow(
      'BACKUP_S3_SECRET_ACCESS_KEY must be given, because BACKUP_S3_ACCESS_KEY_ID is.',
    );
  });
});
