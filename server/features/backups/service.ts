import { createReadStream } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { writeArchive } from '#server/backup/archive.ts';
import { readContents } from '#server/backup/contents.ts';
import {
  backupFolder,
  describeBackup,
  listBackups,
  openDraft,
  removeBackup,
  removeDrafts,
  requireDiskSpace,
  rethrowFullDisk,
} from '#server/backup/folder.ts';
import { verifyBackup } from '#server/backup/readBackup.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ConflictError, NotFoundError, UnavailableError } from '#server/http/errors.ts';
import { FileAnswer } from '#server/http/routing.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';

const SWEEP_POLL_MS = 250;

type Kind = BackupFile['kind'];
/** @throws {UnavailableError} the disk has no room. */
type Make = (kind: Kind) => Promise<BackupFile>;

export interface BackupService {
  /** @throws {ConflictError} `backup_running`. @throws {UnavailableError} the disk has no room. */
  create: Make;
  /** Holds the backup lock while the work runs. @throws {ConflictError} `backup_running`, without having run it. */
  withBackupLock<Result>(work: (make: Make) => Promise<Result>): Promise<Result>;
  /** Newest first. */
  list(): Promise<BackupFile[]>;
  /** @throws {NotFoundError} */
  describe(name: string): Promise<BackupFile>;
  /** The file of a backup there is. */
  download(name: string): FileAnswer;
  /** @throws {NotFoundError} */
  verify(name: string): Promise<{ isWhole: boolean; message: string }>;
  remove(name: string): Promise<void>;
  /** Deletes the oldest scheduled backups beyond those to be kept. */
  prune(): Promise<void>;
  /** Deletes the drafts of a process that ended while it made a backup. */
  removeLeftovers(): Promise<void>;
  /** Gives up a backup that is being made; nothing is left of it. */
  stop(): Promise<void>;
}

export function createBackupService(context: ServerContext): BackupService {
  const { env, db, log, now } = context;
  const folder = backupFolder(env.dataDir);
  const stopping = new AbortController();
  const underway = new Set<Promise<unknown>>();

  async function make(kind: Kind): Promise<BackupFile> {
    await removeDrafts(folder);
    await requireDiskSpace(context, folder);
    const at = now();
    const start = performance.now();
    log.info({ kind }, 'backup: begun');
    const draft = await openDraft(folder, kind, at);
    try {
      const { signal } = stopping;
      const sha256 = await withoutPictureCleanup(context, signal, () =>
        writeArchive(draft.path, readContents(context, { kind, at }), { at, signal }),
      );
      const file = await draft.finish(sha256);
      log.info({ ...file, seconds: Math.round((performance.now() - start) / 1_000) }, 'backup: done');
      return file;
    } catch (error) {
      await draft.discard();
      if (stopping.signal.aborted)
        throw new UnavailableError('The server is stopping; the backup was given up');
      return rethrowFullDisk(error);
    }
  }

  async function withBackupLock<Result>(work: (make: Make) => Promise<Result>): Promise<Result> {
    const running = tryAdvisoryLock(db, advisoryLockIds.backup, async () => ({ result: await work(make) }));
    const ended = running.catch(() => undefined).finally(() => underway.delete(ended));
    underway.add(ended);
    const done = await running;
    if (!done) throw new ConflictError('A backup is being made already', 'backup_running');
    return done.result;
  }

  async function describe(name: string): Promise<BackupFile> {
    const file = await describeBackup(folder, name);
    if (!file) throw new NotFoundError('Backup');
    return file;
  }

  return {
    create: (kind) => withBackupLock((make) => make(kind)),
    withBackupLock,
    list: () => listBackups(folder),
    describe,
    download: (name) => new FileAnswer(createReadStream(path.join(folder, name)), 'application/gzip', name),
    async verify(name) {
      await describe(name);
      return verifyBackup(path.join(folder, name));
    },
    remove: (name) => removeBackup(folder, name),
    async prune() {
      const { keep } = context.systemSettings.current().backup;
      const scheduled = (await listBackups(folder)).filter(({ kind }) => kind === 'scheduled');
      for (const { name } of scheduled.slice(keep)) {
        await removeBackup(folder, name);
        log.info({ name }, 'backup: an old one was removed');
      }
    },
    async removeLeftovers() {
      await tryAdvisoryLock(db, advisoryLockIds.backup, () => removeDrafts(folder));
    },
    async stop() {
      stopping.abort();
      await Promise.all(underway);
    },
  };
}

/** A picture that was in use when the rows were read must still be there when it is packed. */
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
