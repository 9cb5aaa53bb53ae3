import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeArchive } from '#server/backup/archive.ts';
import { readContents } from '#server/backup/contents.ts';
import { IdentityFileError, readIdentities } from '#server/backup/encryption.ts';
import {
  backupFolder,
  describeBackup,
  listBackups,
  openDraft,
  removeBackup,
  removeDrafts,
  requireDiskSpace,
  rethrowFullDisk,
  type StoredBackup,
} from '#server/backup/folder.ts';
import { verifyBackup } from '#server/backup/readBackup.ts';
import { removeScratch } from '#server/backup/restoreTargets.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { withoutDeadlines } from '#server/db/deadlines.ts';
import type { BackupDrillModel, BackupRunModel } from '#server/db/models.ts';
import { writeAnchor } from '#server/features/auditLog/anchors.ts';
import { type Admin, recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { FileAnswer } from '#server/http/answers.ts';
import { ApiError, ConflictError, found, UnavailableError } from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { keepWords, say, type Words } from '#server/languages.ts';
import type { BackupFile, backupsCalls } from '#shared/contracts/backups.ts';
import type { SystemSettings } from '#shared/contracts/settings.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { type Message, msg } from '#shared/messages.ts';
import { releaseCopy, withCopies } from './copies.ts';
import { drillBackup, listDrills, presentDrill } from './drills.ts';

const SWEEP_POLL_MS = 250;

type Kind = BackupFile['kind'];
type Make = (kind: Kind) => Promise<BackupFile>;

export type BackupService = ReturnType<typeof createBackupService>;

export function createBackupService(context: ServerContext) {
  const { env, db, log, now } = context;
  const folder = backupFolder(env.dataDir);
  const stopping = new AbortController();
  const underway = new Set<Promise<unknown>>();

  /** @throws {UnavailableError} the disk has no room, or the server is stopping. */
  async function make(kind: Kind): Promise<BackupFile> {
    await removeDrafts(folder);
    await requireDiskSpace(context, folder);
    const at = now();
    const start = performance.now();
    log.info({ kind }, 'backup: begun');
    const recipient = env.backupPublicKey;
    const draft = await openDraft(folder, { kind, at, isEncrypted: recipient !== undefined });
    try {
      const { signal } = stopping;
      const sha256 = await withoutPictureCleanup(context, signal, () =>
        withoutDeadlines(() =>
          writeArchive(draft.path, readContents(context, { kind, at }), { at, signal, recipient }),
        ),
      );
      const file = await draft.finish(sha256);
      await writeAnchor(context).catch((error: unknown) =>
        log.error({ err: error }, 'the audit log could not be anchored'),
      );
      log.info({ ...file, seconds: Math.round((performance.now() - start) / 1_000) }, 'backup: done');
      return present(file);
    } catch (error) {
      await draft.discard();
      if (stopping.signal.aborted)
        throw new UnavailableError(msg('The server is stopping, so the backup was canceled'));
      return rethrowFullDisk(error);
    }
  }

  /** `stop` waits for the work. @returns null where the lock is taken: the work did not run. */
  async function runLocked<Result>(lock: number, work: () => Promise<Result>) {
    const running = tryAdvisoryLock(db, lock, async () => ({ result: await work() }));
    const ended = running.catch(() => undefined).finally(() => underway.delete(ended));
    underway.add(ended);
    return running;
  }

  /** Holds the backup lock during the work. @throws {ConflictError} `backup_running`: the work did not run. */
  async function withBackupLock<Result>(work: (make: Make) => Promise<Result>): Promise<Result> {
    const done = await runLocked(advisoryLockIds.backup, () => work(make));
    if (!done) throw new ConflictError(msg('A backup is already being created'), 'backup_running');
    return done.result;
  }

  /** @throws {NotFoundError} @throws {ConflictError} `drill_running`. @throws {UnavailableError} the server is stopping. */
  async function drill(name: string): Promise<BackupDrillModel> {
    const file = found(await describeBackup(folder, name), 'backup');
    const { signal } = stopping;
    const done = await runLocked(advisoryLockIds.restoreDrill, () => drillBackup(context, file, signal)).catch(
      (error: unknown) => {
        throw signal.aborted
          ? new UnavailableError(msg('The server is stopping, so the restore drill was canceled'))
          : error;
      },
    );
    if (!done) throw new ConflictError(msg('A restore drill is already running'), 'drill_running');
    return done.result;
  }

  async function present(file: StoredBackup, language = DEFAULT_LANGUAGE): Promise<BackupFile> {
    const [presented] = await withCopies(context, [file], language);
    return found(presented, 'backup');
  }

  /** @throws {NotFoundError} */
  async function describe(name: string): Promise<BackupFile> {
    return present(found(await describeBackup(folder, name), 'backup'));
  }

  return {
    create: (kind: Kind) => withBackupLock((make) => make(kind)),
    withBackupLock,
    /** Newest first. */
    list: async (language: string) => withCopies(context, await listBackups(folder), language),
    describe,
    download: ({ name, bytes, is_encrypted }: Pick<BackupFile, 'name' | 'bytes' | 'is_encrypted'>) =>
      new FileAnswer(
        createReadStream(path.join(folder, name)),
        is_encrypted ? 'application/octet-stream' : 'application/gzip',
        name,
        bytes,
      ),
    /** @throws {NotFoundError} */
    async verify(name: string): Promise<{ isWhole: boolean; message: string | Words }> {
      await describe(name);
      try {
        const identities = env.backupIdentityFile ? await readIdentities(env.backupIdentityFile) : [];
        return await verifyBackup(path.join(folder, name), identities);
      } catch (error) {
        if (error instanceof IdentityFileError) return { isWhole: false, message: error.sentence };
        throw error;
      }
    },
    drill,
    /** The copy in the bucket is removed later. */
    async remove(name: string) {
      await removeBackup(folder, name);
      await releaseCopy(context, name);
    },
    /** Deletes the oldest scheduled backups above the number in the settings. */
    async prune() {
      const { keep } = context.systemSettings.current().backup;
      const scheduled = (await listBackups(folder)).filter(({ kind }) => kind === 'scheduled');
      for (const { name } of scheduled.slice(keep)) {
        await removeBackup(folder, name);
        log.info({ name }, 'backup: an old one was removed');
      }
    },
    /** Deletes the remains of interrupted backups and drills. */
    async removeLeftovers() {
      await tryAdvisoryLock(db, advisoryLockIds.backup, () => removeDrafts(folder));
      await tryAdvisoryLock(db, advisoryLockIds.restoreDrill, () => removeScratch(env));
    },
    /** Cancels a running backup or drill and removes its files. */
    async stop() {
      stopping.abort();
      await Promise.all(underway);
    },
  };
}

/** Pictures in use when the rows were read must still exist when they are packed. */
async function withoutPictureCleanup<Result>(
  { db }: ServerContext,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await tryAdvisoryLock(db, advisoryLockIds.pictureSweep, async () => ({
      result: await work(),
    }));
    if (done) return done.result;
    await wait(SWEEP_POLL_MS, undefined, { signal });
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A disk that is full now is likely full in a minute too. */
const RETRY_AFTER_MS = HOUR_MS;

type Frequency = SystemSettings['backup']['backupFrequency'];

/** The due time after a backup begun at `last`. A month is a calendar month, in UTC. */
export function nextDue(last: Date, frequency: Frequency): Date {
  if (frequency !== 'monthly') return new Date(last.getTime() + (frequency === 'daily' ? 1 : 7) * DAY_MS);
  const next = new Date(last);
  next.setUTCDate(1);
  next.setUTCMonth(next.getUTCMonth() + 1);
  const daysOfMonth = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  next.setUTCDate(Math.min(last.getUTCDate(), daysOfMonth));
  return next;
}

/** Whether a backup is due, after the last that was made and the last that failed. */
export function isDue(runs: { made: Date | null; failed: Date | null }, frequency: Frequency, at: Date) {
  if (runs.made && at < nextDue(runs.made, frequency)) return false;
  return !runs.failed || at.getTime() >= runs.failed.getTime() + RETRY_AFTER_MS;
}

/** Checks every minute whether a backup is due. Runs are recorded in the database, for all processes. */
export function createBackupSchedule(context: ServerContext, backups: BackupService) {
  const { db, jobs, log, now, systemSettings } = context;
  const { BackupRun } = db.models;

  /** @returns whether a backup was due and tried. */
  async function check(): Promise<boolean> {
    const { autoBackup, backupFrequency } = systemSettings.current().backup;
    const startedAt = now();
    if (!autoBackup || !isDue(await readRuns(), backupFrequency, startedAt)) return false;
    try {
      await backups.withBackupLock(async (make) => {
        // Checked again: another process may just have made it.
        if (!isDue(await readRuns(), backupFrequency, startedAt)) return;
        const { name } = await make('scheduled');
        await record({ started_at: startedAt, ended_at: now(), file_name: name, error: null });
        await backups.prune();
      });
    } catch (error) {
      // Another process or an admin makes a backup: the next check follows in a minute.
      if (error instanceof ApiError && error.code === 'backup_running') return false;
      const reason =
        error instanceof ApiError ? error.sentence : msg('Something went wrong. See the server log for details.');
      log.error({ err: error }, 'the scheduled backup failed');
      const run = { started_at: startedAt, ended_at: now(), file_name: null, error: keepWords(reason) };
      await record(run, reason);
    }
    return true;
  }

  async function readRuns(): Promise<{ made: Date | null; failed: Date | null }> {
    const order: [string, string][] = [['started_at', 'DESC']];
    const made = await BackupRun.findOne({ where: { error: null }, order });
    const newest = await BackupRun.findOne({ order });
    return { made: made?.started_at ?? null, failed: newest?.error ? newest.started_at : null };
  }

  async function record(
    run: Pick<BackupRunModel, 'started_at' | 'ended_at' | 'file_name' | 'error'>,
    reason?: Message,
  ): Promise<void> {
    await db.transaction(async () => {
      await BackupRun.create(run);
      if (reason) await jobs.add('backupNotice', { what: 'backup', reason });
    });
  }

  return { name: 'makeBackups', everyMs: MINUTE_MS, run: check, check };
}

export function backupsService(context: ServerContext, backups: BackupService): Service<typeof backupsCalls> {
  /** A backup contains everybody's data: the audit log records who made, downloaded or deleted it. */
  async function record(admin: Admin, verb: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
    const entry = { action: `backup.${verb}`, entityType: 'backup', entityId: null };
    const file = { name, bytes, sha256 };
    const details = verb === 'delete' ? { before: file } : { after: file };
    await context.db.transaction(() => recordAudit(context, admin, { ...entry, ...details }));
  }

  return {
    async create(admin) {
      const file = await backups.create('manual');
      await record(admin, 'create', file);
      return file;
    },

    list: ({ language }) => backups.list(language),

    async download({ params, ...admin }) {
      const file = await backups.describe(params.name);
      await record(admin, 'download', file);
      return backups.download(file);
    },

    async verify({ params, language }) {
      const { isWhole, message } = await backups.verify(params.name);
      return { isWhole, message: say(language, message) };
    },

    drills: ({ language }) => listDrills(context, language),

    async drill({ params, language, ...admin }) {
      const file = await backups.describe(params.name);
      const drill = await backups.drill(file.name);
      await record(admin, 'drill', file);
      return presentDrill(drill, language);
    },

    async remove({ params, ...admin }) {
      const file = await backups.describe(params.name);
      await backups.remove(file.name);
      await record(admin, 'delete', file);
      return { name: file.name };
    },
  };
}
