import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBackupSchedule, createBackupService, isDue, nextDue } from '#server/features/backups/service.ts';
import { backupPath } from '#tests/support/backups.ts';
import { buildUser, signIn } from '#tests/support/factories/users.ts';
import { type Person, personOf } from '#tests/support/people.ts';
import { saveSystemSettings } from '#tests/support/systemSettings.ts';
import { startTestServer, type TestServer } from '#tests/support/testServer.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const start = new Date('2026-03-31T04:00:00.000Z').getTime();

describe('the clock', () => {
  const day = (text: string) => new Date(`${text}T04:00:00.000Z`);

  test.each([
    ['daily', '2026-03-31', '2026-04-01'],
    ['weekly', '2026-03-31', '2026-04-07'],
    ['monthly', '2026-02-15', '2026-03-15'],
    ['monthly', '2026-01-31', '2026-02-28'],
    ['monthly', '2026-12-31', '2027-01-31'],
  ] as const)('%s, after %s comes %s', (frequency, last, next) => {
    expect(nextDue(day(last), frequency)).toEqual(day(next));
  });

  test('a first backup is due at once; after a failure it is tried again in an hour', () => {
    const at = new Date(start);
    expect(isDue({ made: null, failed: null }, 'daily', at)).toBe(true);
    expect(isDue({ made: null, failed: new Date(start - HOUR + 1) }, 'daily', at)).toBe(false);
    expect(isDue({ made: null, failed: new Date(start - HOUR) }, 'daily', at)).toBe(true);
    expect(isDue({ made: new Date(start - DAY + 1), failed: null }, 'daily', at)).toBe(false);
  });
});

describe('the schedule', () => {
  let server: TestServer;
  let admin: Person;
  let clock = start;

  beforeEach(async () => {
    clock = start;
    server = await startTestServer({ data: 'empty', now: () => new Date(clock) });
    // Signed in for longer than the days that pass here.
    const user = await buildUser(server.context, { role: 'admin' });
    admin = personOf(server, user, await signIn(server.context, user, { remember: true }));
  });

  afterEach(async () => {
    vi.restoreAllMocks();
    await server.close();
  });

  /** As another process, or this one after a restart, would come to it. */
  const check = () => createBackupSchedule(server.context, createBackupService(server.context)).check();
  const list = async () => (await admin.get('/api/admin/settings/backups')).body.data;

  test('does nothing until it is switched on', async () => {
    expect(await check()).toBe(false);
    await saveSystemSettings(admin, 'backup', { autoBackup: true });
    expect(await check()).toBe(true);
    expect(await list()).toMatchObject([{ kind: 'scheduled', created_at: '2026-03-31T04:00:00.000Z' }]);
  });

  test('makes one a period, whoever asks and whatever became of the file', async () => {
    await saveSystemSettings(admin, 'backup', { autoBackup: true, backupFrequency: 'weekly' });
    const tries = await Promise.all([check(), check(), check()]);
    expect(tries).toContain(true);
    expect(await list()).toHaveLength(1);
    const [{ name }] = await list();
    await rm(backupPath(server.context.env, name));
    clock += 7 * DAY - 1;
    await check();
    expect(await list()).toHaveLength(0);
    clock += 1;
    await check();
    expect(await list()).toHaveLength(1);
    await saveSystemSettings(admin, 'backup', { backupFrequency: 'daily' });
    clock += DAY;
    await check();
    expect(await list()).toHaveLength(2);
  });

  test('keeps the newest of its own, and every one an admin asked for', async () => {
    await saveSystemSettings(admin, 'backup', { autoBackup: true, keep: 2 });
    await admin.post('/api/admin/settings/backup');
    for (let day = 0; day < 4; day += 1) {
      await check();
      clock += DAY;
    }
    const files: { kind: string; created_at: string }[] = await list();
    expect(files.map(({ kind, created_at }) => [kind, created_at.slice(0, 10)])).toEqual([
      ['scheduled', '2026-04-03'],
      ['scheduled', '2026-04-02'],
      ['manual', '2026-03-31'],
    ]);
  });

  test('tells the admins of a failure, once, and tries again an hour later', async () => {
    await saveSystemSettings(admin, 'backup', { autoBackup: true });
    const { db, media } = server.context;
    const row = {
      hash: 'a'.repeat(64),
      width: 1,
      height: 1,
      bytes: 1,
      uploaded_by: null,
      created_at: new Date(clock),
    };
    await db.transaction((transaction) => db.models.Media.create(row, { transaction }));
    const read = vi.spyOn(media.store, 'read');
    read.mockRejectedValue(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    expect(await check()).toBe(true);
    expect(await check(), 'not at once').toBe(false);
    clock += HOUR;
    expect(await check()).toBe(true);
    const notices = async () => {
      const { body } = await admin.get('/api/notifications');
      return body.data.filter(({ title }: { title: string }) => title === 'Backup Failed');
    };
    await expect
      .poll(notices)
      .toMatchObject([{ type: 'error', message: expect.stringContaining('The disk is full') }]);
    read.mockRestore();
    clock += HOUR;
    expect(await check()).toBe(true);
    expect(await list()).toHaveLength(1);
  });
});
