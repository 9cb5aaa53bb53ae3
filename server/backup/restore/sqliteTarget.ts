import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Database, openDatabase } from '#server/db/connection.ts';
import { connectToSqlite, sqliteFile } from '#server/db/sqlite.ts';
import { type RestoreTarget, TargetBusyError } from './target.ts';

const STAGING = /^restore-\w+\.part$/;
/** What SQLite keeps beside a database while it is in use. */
const COMPANIONS = ['-wal', '-shm'];

export async function openSqliteTarget(dataDir: string, stamp: string): Promise<RestoreTarget> {
  const file = sqliteFile(dataDir);
  const hadDatabase = existsSync(file);
  const release = hadDatabase ? await lockDatabase(file) : async () => undefined;
  const staging = path.join(dataDir, `restore-${stamp}.part`);
  let staged: Database | undefined;

  return {
    name: file,
    async stage() {
      await removeLeftovers(dataDir);
      await mkdir(staging, { recursive: true, mode: 0o700 });
      staged = openDatabase({ dataDir: staging });
      return staged;
    },
    async swap() {
      // All of it into the one file that is renamed.
      await staged?.sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)');
      await staged?.close();
      staged = undefined;
      await release();
      if (!hadDatabase && existsSync(file))
        throw new TargetBusyError(
          `Meanwhile somebody made a database at ${file}. Stop the server and try again.`,
        );
      const kept = hadDatabase ? await keepOld(file, stamp) : null;
      await rename(sqliteFile(staging), file);
      return kept;
    },
    async close() {
      await staged?.close();
      await release();
      await rm(staging, { recursive: true, force: true });
    },
  };
}

/** Shuts everyone else out of a database. @throws {TargetBusyError} somebody is in it. @returns lets them in again. */
async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const database = await connectToSqlite(file);
  try {
    await database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return database.close;
  } catch (error) {
    await database.close();
    const { message } = error as Error;
    // A database that is damaged beyond opening is what a restore is for; nobody can be using it.
    if (/SQLITE_(NOTADB|CORRUPT)/.test(message)) return async () => undefined;
    if (/SQLITE_(BUSY|LOCKED)/.test(message))
      throw new TargetBusyError(`A server is running on ${file}. Stop it first.`);
    throw error;
  }
}

async function keepOld(file: string, stamp: string): Promise<string> {
  const kept = `${file}.before-restore-${stamp}`;
  for (const companion of COMPANIONS)
    if (existsSync(file + companion)) await rename(file + companion, kept + companion);
  // By a second name, not a new one: there is a database under the old name at every moment.
  await link(file, kept).catch(() => rename(file, kept));
  return kept;
}

/** Of a restore that was ended half-way. */
async function removeLeftovers(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir))
    if (STAGING.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}
