import path from 'node:path';
import { Op } from 'sequelize';
import { isEncrypted, readIdentities } from '#server/backup/encryption.ts';
import { backupFolder, listBackups, type StoredBackup } from '#server/backup/folder.ts';
import { checkDigest, describeContents } from '#server/backup/readBackup.ts';
import { proveRestore } from '#server/backup/restore.ts';
import type { BackupDrillModel } from '#server/db/models.ts';
import { toIso } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { ApiError } from '#server/http/errors.ts';
import { keepWords, SaidError, sayKept, type Words } from '#server/languages.ts';
import type { RestoreDrill } from '#shared/contracts/backups.ts';
import { DEFAULT_LANGUAGE } from '#shared/languages.ts';
import { msg } from '#shared/messages.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CHECK_EVERY_MS = 10 * MINUTE_MS;
const FORGET_AFTER_MS = 400 * DAY_MS;
const MAX_LISTED = 20;

/** Restores a backup as a test, under the drill lock, and records the outcome. @throws {Error} aborted: nothing is recorded. */
export async function drillBackup(context: ServerContext, { name }: StoredBackup, signal: AbortSignal) {
  const { env, db, jobs, log, now } = context;
  const started_at = now();
  const found = await attempt(context, path.join(backupFolder(env.dataDir), name), signal).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      log.error({ err: error, name }, 'the restore drill failed');
      return { outcome: 'failed', message: reasonOf(error) } as const;
    },
  );
  const run = { file_name: name, started_at, ended_at: now(), ...found, message: keepWords(found.message) };
  const before = new Date(started_at.getTime() - FORGET_AFTER_MS);
  const row = await db.transaction(async () => {
    await db.models.BackupDrill.destroy({ where: { started_at: { [Op.lt]: before } } });
    if (run.outcome === 'failed')
      await jobs.add('backupNotice', { what: 'drill', file: name, reason: found.message });
    return db.models.BackupDrill.create(run);
  });
  if (run.outcome !== 'failed') log.info({ name, outcome: run.outcome }, 'restore drill: done');
  return row;
}

async function attempt(
  { env }: ServerContext,
  file: string,
  signal: AbortSignal,
): Promise<{ outcome: RestoreDrill['outcome']; message: string | Words }> {
  const identities = env.backupIdentityFile ? await readIdentities(env.backupIdentityFile) : [];
  if (identities.length === 0 && (await isEncrypted(file))) {
    await checkDigest(file);
    const message = msg(
      'Only its SHA-256 could be checked because it is encrypted and the server does not have its identity. To test it on another machine, run “npm run restore -- FILE --identity=FILE” with an empty DATA_DIR.',
    );
    return { outcome: 'checksum', message };
  }
  const manifest = await proveRestore(file, env, { identities, signal });
  const contents = describeContents(manifest);
  return {
    outcome: 'proven',
    message: msg('Restored and compared row by row: {contents}.', { contents }),
  };
}

function reasonOf(error: unknown): string | Words {
  return error instanceof SaidError
    ? error.sentence
    : msg('Something went wrong. See the server log for details.');
}

/** The last drills, newest first. */
export async function listDrills({ db }: ServerContext, language = DEFAULT_LANGUAGE) {
  const rows = await db.models.BackupDrill.findAll({ order: [['id', 'DESC']], limit: MAX_LISTED });
  return rows.map((row) => presentDrill(row, language));
}

export function presentDrill(row: BackupDrillModel, language: string): RestoreDrill {
  const { id, file_name, started_at, ended_at, outcome, message } = row;
  return {
    ...{ id, file_name, outcome },
    message: sayKept(language, message),
    started_at: toIso(started_at),
    ended_at: toIso(ended_at),
  };
}

/** At most once a day, for the newest backup unless it is proven. */
export function createDrillSchedule(context: ServerContext, backups: { drill(name: string): Promise<unknown> }) {
  const { env, db, now } = context;

  /** @returns whether a drill was due and ran. */
  async function check(): Promise<boolean> {
    const [last] = await listDrills(context);
    if (last && now().getTime() < Date.parse(last.started_at) + DAY_MS) return false;
    const [newest] = await listBackups(backupFolder(env.dataDir));
    if (!newest) return false;
    const done = { file_name: newest.name, outcome: ['proven', 'checksum'] };
    if ((await db.models.BackupDrill.count({ where: done })) > 0) return false;
    try {
      await backups.drill(newest.name);
    } catch (error) {
      // Another process or an admin runs a drill, or the backup was just deleted.
      if (error instanceof ApiError && ['drill_running', 'not_found'].includes(error.code)) return false;
      throw error;
    }
    return true;
  }

  return { name: 'drillBackups', everyMs: CHECK_EVERY_MS, run: check, check };
}
