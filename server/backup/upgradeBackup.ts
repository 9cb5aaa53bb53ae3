import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import type { MigrationFailedError, UpgradeSteps } from '#server/db/migrate.ts';
import { toNumber } from '#server/db/sql.ts';
import { type Env, StartRefusedError } from '#server/env.ts';
import type { MediaContext } from '#server/media/service.ts';
import { type ArchiveEntry, type BackupManifest, MANIFEST_NAME, writeArchive } from './archive.ts';
import { readContents } from './contents.ts';
import { backupFolder, findShortage, stampOf } from './folder.ts';

/** Unlike the names of backups that administrators see and the settings prune. */
const NAME = /^before-upgrade-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;
const UNFINISHED = '.unfinished';
const KEPT = 2;
const MEGABYTE = 1024 * 1024;

/** The database is unchanged. */
export class UpgradeBackupError extends StartRefusedError {
  constructor(file: string, reason: string) {
    super(
      `The database was not upgraded, because the backup before it could not be written to ${file} (${reason}). Nothing was changed. Start again when that is mended, or with BACKUP_BEFORE_UPGRADE=off if you have a backup of your own.`,
    );
  }
}

type Context = Pick<MediaContext, 'db' | 'media' | 'log' | 'now'> & {
  env: Pick<Env, 'dataDir' | 'backupPublicKey' | 'backupBeforeUpgrade'>;
};

/**
 * An upgrade whose migrations have not all run. It is stored in the database, so that every process on every machine
 * knows of it, and a restore removes it. It is a view of one row, because backups include all tables.
 */
interface Unfinished {
  /** A file's name; null: BACKUP_BEFORE_UPGRADE=off. */
  backup: string | null;
  /** The digest of all rows in the backup. */
  digest: string;
  executed: number;
}

const VIEW = 'unfinished_upgrade';

/**
 * The backup before an upgrade: every row in the shape before the first migration, in a file that this version and
 * the one before can restore, encrypted like other backups. It contains no pictures: an upgrade changes none. Each
 * upgrade has one, however often it is begun; after success all but the newest two are deleted.
 */
export function upgradeBackup(context: Context): UpgradeSteps {
  const { env, db, log } = context;
  const folder = backupFolder(env.dataDir);
  return {
    /** @throws {UpgradeBackupError} the backup could not be written. */
    async begin(executed) {
      const earlier = await readUnfinished(context);
      // The database is between two versions now.
      if (earlier && earlier.executed < executed) return;
      const written = earlier?.backup && path.join(folder, earlier.backup);
      // The version before may have been in use since.
      if (written && existsSync(written)) {
        log.info({ file: written }, 'the upgrade was begun before: comparing the rows with the file of then');
        if ((await digestRows(context)) === earlier.digest) return;
      }
      if (!env.backupBeforeUpgrade) return noteUnfinished(context, { backup: null, digest: '', executed });
      const file = await writeBackup(context, folder, executed);
      if (written && written !== file) await rm(written, { force: true });
    },
    async explain(failure) {
      log.debug({ err: failure.cause, migration: failure.migration }, 'a migration failed');
      return new UpgradeFailedError(failure, folder, await readUnfinished(context).catch(() => null));
    },
    async finish() {
      if (!(await readUnfinished(context))) return;
      await db.sequelize.query(`DROP VIEW ${VIEW}`);
      log.info('the database is upgraded');
      await deleteOlder(folder).catch((error: unknown) =>
        log.warn({ err: error, folder }, 'older backups of before an upgrade could not be deleted'),
      );
    },
  };
}

/** The migrations before the failed one stay: the earlier version may not know the database any more. */
class UpgradeFailedError extends StartRefusedError {
  constructor({ migration, reason, cause }: MigrationFailedError, folder: string, unfinished: Unfinished | null) {
    super(
      `The upgrade of the database stopped at its migration ${migration}, which failed and was taken back (${reason}): start again once the cause is gone${wayBack(folder, unfinished)}.`,
      { cause },
    );
  }
}

function wayBack(folder: string, unfinished: Unfinished | null): string {
  // The backup of a database without accounts.
  if (!unfinished) return '';
  if (!unfinished.backup) return ', or go back with the backup of your own that you made before the upgrade';
  const file = path.join(folder, unfinished.backup);
  const identity = file.endsWith('.age') ? ' --identity=FILE' : '';
  const absent = existsSync(file)
    ? ''
    : ' (a file that is not here now: look on the machine that began the upgrade)';
  return `, or go back to the version before: with every server stopped, run that version’s "npm run restore -- ${file}${identity}"${absent}`;
}

async function readUnfinished({ db: { dialect, sequelize } }: Context): Promise<Unfinished | null> {
  const views =
    dialect === 'sqlite'
      ? "SELECT 1 FROM sqlite_schema WHERE type = 'view' AND name = $1"
      : 'SELECT 1 FROM pg_views WHERE schemaname = current_schema() AND viewname = $1';
  const found = await sequelize.query(views, { type: QueryTypes.SELECT, bind: [VIEW] });
  if (found.length === 0) return null;
  const [row] = await sequelize.query<Unfinished>(`SELECT backup, digest, executed FROM ${VIEW}`, {
    type: QueryTypes.SELECT,
  });
  return row ?? null;
}

/** Replaces an earlier note. */
async function noteUnfinished({ db }: Context, { backup, digest, executed }: Unfinished): Promise<void> {
  const name = backup === null ? 'NULL' : `'${backup}'`;
  await db.transaction(async () => {
    await db.sequelize.query(`DROP VIEW IF EXISTS ${VIEW}`);
    await db.sequelize.query(
      `CREATE VIEW ${VIEW} AS SELECT CAST(${name} AS TEXT) AS backup, '${digest}' AS digest, ${executed} AS executed`,
    );
  });
}

const contentsOf = (context: Context) =>
  readContents(context, { kind: 'scheduled', at: context.now(), withPictures: false });

function digestOf({ bytes }: ArchiveEntry): string {
  const { tables } = JSON.parse(bytes.toString()) as BackupManifest;
  return createHash('sha256').update(JSON.stringify(tables)).digest('hex');
}

async function digestRows(context: Context): Promise<string> {
  let digest = '';
  for await (const entry of contentsOf(context)) if (entry.name === MANIFEST_NAME) digest = digestOf(entry);
  return digest;
}

/** @returns the file. */
async function writeBackup(context: Context, folder: string, executed: number): Promise<string> {
  const { env, log, now } = context;
  const at = now();
  const recipient = env.backupPublicKey;
  const backup = `before-upgrade-${stampOf(at)}.tar.gz${recipient ? '.age' : ''}`;
  const file = path.join(folder, backup);
  const draft = file + UNFINISHED;
  log.info({ file }, 'the database is about to be upgraded: writing its rows to a file first');
  let digest = '';
  async function* contents() {
    for await (const entry of contentsOf(context)) {
      if (entry.name === MANIFEST_NAME) digest = digestOf(entry);
      yield entry;
    }
  }
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(folder);
    await requireRoom(context, folder);
    const { signal } = new AbortController();
    await writeArchive(draft, contents(), { at, signal, recipient });
    // Noted before the file has its name: the database would not know the file, and it would be written again.
    await noteUnfinished(context, { backup, digest, executed });
    await rename(draft, file);
    const { size: bytes } = await stat(file);
    log.info({ file, bytes }, 'the rows are written');
    return file;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpgradeBackupError(file, reason);
  }
}

async function deleteOlder(folder: string): Promise<void> {
  const made = (await readdir(folder)).filter((each) => NAME.test(each)).sort();
  for (const old of made.slice(0, -KEPT)) await rm(path.join(folder, old), { force: true });
}

/** Deletes the drafts of an interrupted process. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { force: true });
}

const SIZE = {
  sqlite: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  postgres: 'SELECT pg_database_size(current_database()) AS bytes',
};

/** Compressed rows take a fifth or less of their space in the database with its indexes. */
async function requireRoom({ db }: Context, folder: string): Promise<void> {
  const [row] = await db.sequelize.query<{ bytes: number | string }>(SIZE[db.dialect], {
    type: QueryTypes.SELECT,
  });
  const shortage = await findShortage(folder, toNumber(row?.bytes ?? 0) / 4);
  if (shortage)
    throw new Error(
      `it needs about ${Math.ceil(shortage.needed / MEGABYTE)} MB, and ${Math.floor(shortage.free / MEGABYTE)} MB are free`,
    );
}
