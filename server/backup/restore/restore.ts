import type { Database } from '#server/db/connection.ts';
import { buildMigrator } from '#server/db/migrate.ts';
import type { Env } from '#server/env.ts';
import { fileName } from '#server/media/names.ts';
import { openMediaStore } from '#server/media/openStore.ts';
import { hashBytes, type MediaStore } from '#server/media/store.ts';
import { type BackupManifest, RefusedBackupError } from '../format.ts';
import { type BackupPiece, readBackup } from '../readBackup.ts';
import { describeTables } from '../tables.ts';
import { compareRows, insertRows, restoreLastId } from './loadRows.ts';
import { openPostgresTarget } from './postgresTarget.ts';
import { openSqliteTarget } from './sqliteTarget.ts';
import type { RestoreTarget } from './target.ts';

/**
 * Loads a backup beside the database in use, checks it there, and puts it in its place. When anything goes wrong before
 * that, the database and its pictures are as they were.
 * @returns where the old database is kept; null: there was none.
 */
export async function restoreBackup(
  file: string,
  target: RestoreTarget,
  env: Pick<Env, 'objectStorage' | 'dataDir'>,
): Promise<string | null> {
  const pictures = new PictureLoader(await openMediaStore(env));
  try {
    const staged = await target.stage();
    await loadBackup(staged, readBackup(file), pictures);
    await buildMigrator(staged).up();
    return await target.swap();
  } catch (error) {
    await pictures.undo();
    throw error;
  }
}

async function loadBackup(
  database: Database,
  pieces: AsyncGenerator<BackupPiece>,
  pictures: PictureLoader,
): Promise<void> {
  const { value: first } = await pieces.next();
  if (first?.type !== 'header') throw new RefusedBackupError('it is not a backup of Silong');
  const { migrations } = first.header;
  if (migrations.length > 0) await buildMigrator(database).up({ migrations });
  await database.transaction(async (transaction) => {
    const described = await describeTables(database, transaction);
    const tables = new Map(described.map((table) => [table.name, table]));
    let manifest: BackupManifest | undefined;
    for await (const piece of pieces) {
      if (piece.type === 'picture') await pictures.add(piece.hash, piece.bytes);
      else if (piece.type === 'end') manifest = piece.manifest;
      else if (piece.type === 'rows') {
        const table = tables.get(piece.table);
        if (!table) throw new RefusedBackupError('its tables have another shape than it says');
        await insertRows(database, table, piece.rows, transaction);
      }
    }
    if (!manifest) throw new RefusedBackupError('its end is missing');
    for (const table of manifest.tables) await restoreLastId(database, table, transaction);
    await compareRows(database, manifest, transaction);
  });
}

/**
 * Pictures go straight to where they belong: each is named by its bytes, so it cannot take the place of another one,
 * and the database in use does not know it. Those of the old database stay for as long as that one is kept.
 */
class PictureLoader {
  private readonly added: string[] = [];

  constructor(private readonly store: MediaStore) {}

  async add(hash: string, bytes: Buffer): Promise<void> {
    const name = fileName(hash, null);
    const there = await this.store.read(name);
    if (there && hashBytes(there) === hash) return;
    await this.store.write(name, bytes);
    if (!there) this.added.push(name);
  }

  async undo(): Promise<void> {
    for (const name of this.added) await this.store.remove(name);
  }
}

/**
 * @param stamp names what is staged and what is kept: small letters, digits and underscores.
 * @throws {TargetBusyError} a server runs on it, or another restore.
 */
export function openTarget(env: Pick<Env, 'databaseUrl' | 'dataDir'>, stamp: string): Promise<RestoreTarget> {
  return env.databaseUrl
    ? openPostgresTarget(env.databaseUrl, env.dataDir, stamp)
    : openSqliteTarget(env.dataDir, stamp);
}
