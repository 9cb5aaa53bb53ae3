import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { QueryTypes } from 'sequelize';
import { toNumber } from '#server/db/sql.ts';
import { type Env, StartRefusedError } from '#server/env.ts';
import type { MediaContext } from '#server/media/service.ts';
import { writeArchive } from './archive.ts';
import { readContents } from './contents.ts';
import { backupFolder } from './folder.ts';

/** Not the name of a backup that admins see, or that their settings delete. */
const NAME = /^before-upgrade-\d{8}T\d{6}Z\.tar\.gz(\.age)?$/;
const UNFINISHED = '.unfinished';
const KEPT = 2;
const MEGABYTE = 1024 * 1024;

/** The database is as it was. */
export class UpgradeBackupError extends StartRefusedError {
  constructor(file: string, reason: string) {
    super(
      `The database was not upgraded, because the backup before it could not be written to ${file} (${reason}). Nothing was changed. Start again when that is mended, or with BACKUP_BEFORE_UPGRADE=off if you have a backup of your own.`,
    );
  }
}

type Context = Pick<MediaContext, 'db' | 'media' | 'log' | 'now'> & {
  env: Pick<Env, 'dataDir' | 'backupPublicKey'>;
};

/**
 * Writes every row of the database, in the shape it has now, to a file that this version and the one before can restore;
 * encrypted as other backups are.
 * Pictures are not in it: an upgrade changes none. The newest two are kept. To be called under the setup lock.
 * @throws {UpgradeBackupError} it could not be written.
 */
export async function backUpBeforeUpgrade(context: Context): Promise<void> {
  const { env, log, now } = context;
  const folder = backupFolder(env.dataDir);
  const at = now();
  const recipient = env.backupPublicKey;
  const stamp = at.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
  const file = path.join(folder, `before-upgrade-${stamp}.tar.gz${recipient ? '.age' : ''}`);
  const draft = file + UNFINISHED;
  log.info({ file }, 'the database is about to be upgraded: writing its rows to a file first');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeUnfinished(folder);
    await requireRoom(context, folder);
    const { signal } = new AbortController();
    const contents = readContents(context, { kind: 'scheduled', at, withPictures: false });
    await writeArchive(draft, contents, { at, signal, recipient });
    await rename(draft, file);
    const { size: bytes } = await stat(file);
    log.info({ file, bytes }, 'the rows are written');
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new UpgradeBackupError(file, reason);
  }
  const made = (await readdir(folder)).filter((each) => NAME.test(each)).sort();
  for (const old of made.slice(0, -KEPT)) await rm(path.join(folder, old), { force: true });
}

/** Of a process that ended while it wrote. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { force: true });
}

const SIZE = {
  sqlite: 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  postgres: 'SELECT pg_database_size(current_database()) AS bytes',
};
/** The upgrade itself needs some as well. */
const RESERVE = 64 * MEGABYTE;

/** Rows are compressed to a fifth and less of what the database takes for them and their indexes. */
async function requireRoom({ db }: Context, folder: string): Promise<void> {
  const [row] = await db.sequelize.query<{ bytes: number | string }>(SIZE[db.dialect], {
    type: QueryTypes.SELECT,
  });
  const needed = toNumber(row?.bytes ?? 0) / 4 + RESERVE;
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < needed)
    throw new Error(
      `it needs about ${Math.ceil(needed / MEGABYTE)} MB, and ${Math.floor((bavail * bsize) / MEGABYTE)} MB are free`,
    );
}
