import { existsSync } from 'node:fs';
import path from 'node:path';
import { type BackupBucket, openBackupBucket } from '#server/backup/bucket.ts';
import { backupFolder, listBackups, readName, type StoredBackup } from '#server/backup/folder.ts';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { BackupCopyModel } from '#server/db/models.ts';
import { toIso } from '#server/db/sql.ts';
import type { ObjectStorage } from '#server/env.ts';
import type { ServerContext } from '#server/features/context.ts';
import { keepWords, sayKept } from '#server/languages.ts';
import type { BackupFile } from '#shared/contracts/backups.ts';
import { msg } from '#shared/messages.ts';

const MINUTE_MS = 60_000;

/**
 * Copies each backup to the configured bucket, and retries every minute. The bucket keeps as many scheduled backups
 * as the server; copies of others are removed when an admin deletes the backup. Files that disappear from the folder
 * otherwise stay in the bucket.
 */
export function createBackupCopies(context: ServerContext) {
  const { env, db, jobs, log, now, systemSettings } = context;
  const { BackupCopy } = db.models;
  const folder = backupFolder(env.dataDir);

  /** @returns whether any copy was missing. */
  async function check(signal = new AbortController().signal): Promise<boolean> {
    const storage = env.backupStorage;
    if (!storage) return false;
    const work = () => copyAll(storage, signal);
    return (await tryAdvisoryLock(db, advisoryLockIds.backupCopy, work)) ?? false;
  }

  async function copyAll(storage: ObjectStorage, signal: AbortSignal): Promise<boolean> {
    const rows = await readCopies(context);
    const deleted = [...rows.values()].filter((row) => row.is_deleted);
    const missing = (await listBackups(folder)).filter(({ name }) => !rows.get(name)?.copied_at);
    if (deleted.length === 0 && missing.length === 0) return false;
    const bucket = await openBackupBucket(storage, signal);
    for (const row of deleted) {
      await bucket.remove(row.file_name);
      await db.transaction(() => row.destroy());
    }
    // A backup that always fails must not block the others: the least tried first, of these the newest.
    const attemptsOf = ({ name }: StoredBackup) => rows.get(name)?.attempts ?? 0;
    for (const file of missing.sort((one, other) => attemptsOf(one) - attemptsOf(other)))
      if (!(await copy({ bucket, name: storage.bucket, signal }, file, rows.get(file.name)))) {
        // The bucket may be full.
        if (!signal.aborted) await prune(bucket).catch(() => undefined);
        return true;
      }
    await prune(bucket);
    return true;
  }

  /** @returns whether to continue with the next backup. */
  async function copy(
    { bucket, name: bucketName, signal }: { bucket: BackupBucket; name: string; signal: AbortSignal },
    { name, bytes, sha256 }: StoredBackup,
    row: BackupCopyModel | undefined,
  ): Promise<boolean> {
    const attempted_at = now();
    const tried = { file_name: name, attempted_at, is_deleted: false };
    try {
      await bucket.upload(path.join(folder, name), name, sha256);
    } catch (cause) {
      if (signal.aborted) return false;
      const attempts = (row?.attempts ?? 0) + 1;
      const error = msg('The bucket {bucket} refused the upload: {reason}', {
        bucket: bucketName,
        reason: reasonOf(cause),
      });
      log.error({ err: cause, name, attempts }, 'backup: could not be copied');
      await db.transaction(async () => {
        await BackupCopy.upsert({ ...tried, attempts, copied_at: null, error: keepWords(error) });
        // Once for each backup; Settings shows the state meanwhile.
        if (attempts === 1) await jobs.add('backupNotice', { what: 'copy', file: name, reason: error });
      });
      return false;
    }
    // The backup may have been deleted during the upload.
    const is_deleted = !existsSync(path.join(folder, name));
    await db.transaction(() =>
      BackupCopy.upsert({ ...tried, attempts: 0, copied_at: now(), error: null, is_deleted }),
    );
    log.info({ name, bytes }, 'backup: copied');
    return true;
  }

  /** Keeps as many scheduled backups as the server, counted among those in the bucket. */
  async function prune(bucket: BackupBucket): Promise<void> {
    const { keep } = systemSettings.current().backup;
    const names = new Set((await bucket.list()).filter((name) => readName(name)));
    const scheduled = [...names].filter((name) => readName(name)?.kind === 'scheduled');
    for (const name of scheduled.sort().reverse().slice(keep)) {
      await bucket.remove(name);
      names.delete(name);
      log.info({ name }, 'backup: an old copy was removed');
    }
    const local = new Set((await listBackups(folder)).map(({ name }) => name));
    const gone = [...(await readCopies(context)).keys()].filter((name) => !local.has(name) && !names.has(name));
    await db.transaction(() => BackupCopy.destroy({ where: { file_name: gone } }));
  }

  return { name: 'copyBackups', everyMs: MINUTE_MS, run: check, check };
}

/** The name of a failure in S3's SDK or Node: 'AccessDenied', 'TimeoutError', 'ECONNREFUSED', 'HTTP 502'. */
function reasonOf(cause: unknown): string {
  const { name, code, message, $metadata } = cause as Partial<Error> & {
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const isNamed = name && !/^(Error|AggregateError|Unknown|UnknownError)$/.test(name);
  if (isNamed) return name;
  return $metadata?.httpStatusCode ? `HTTP ${$metadata.httpStatusCode}` : (code ?? message ?? '');
}

async function readCopies({ db }: Pick<ServerContext, 'db'>): Promise<Map<string, BackupCopyModel>> {
  return new Map((await db.models.BackupCopy.findAll()).map((row) => [row.file_name, row]));
}

/** Backups with the state of their copies. */
export async function withCopies(
  context: Pick<ServerContext, 'db' | 'env'>,
  files: readonly StoredBackup[],
  language: string,
): Promise<BackupFile[]> {
  if (!context.env.backupStorage) return files.map((file) => ({ ...file, copy: null }));
  const rows = await readCopies(context);
  return files.map((file) => ({ ...file, copy: presentCopy(rows.get(file.name), language) }));
}

function presentCopy(row: BackupCopyModel | undefined, language: string): BackupFile['copy'] {
  if (row?.copied_at) return { state: 'copied', copied_at: toIso(row.copied_at), error: null };
  const error = row?.error ? sayKept(language, row.error) : null;
  return { state: error ? 'failed' : 'waiting', copied_at: null, error };
}

/** An admin deleted a backup: its copy is removed with the next check. */
export async function releaseCopy({ db }: Pick<ServerContext, 'db'>, name: string): Promise<void> {
  await db.transaction(() => db.models.BackupCopy.update({ is_deleted: true }, { where: { file_name: name } }));
}
