import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { advisoryLockIds } from '#server/db/advisoryLocks.ts';
import { type Database, openDatabase } from '#server/db/connection.ts';
import {
  companions,
  connectToSqlite,
  DataFolderInUseError,
  lockDataFolder,
  sqliteFile,
} from '#server/db/sqlite.ts';
import type { Env } from '#server/env.ts';
import { msg } from '#shared/messages.ts';
import { requireFreeBytes } from './folder.ts';
import { quoteName } from './tables.ts';

/** The database to be replaced, locked while this is open. */
export interface RestoreTarget {
  /** The database's name for people. */
  name: string;
  /** Creates an empty database beside it, without tables. */
  stage(): Promise<Database>;
  /** Swaps the staged database in, in one step. @returns where the old one is kept, for people; null: there was none. */
  swap(): Promise<string | null>;
  /** Releases the lock, and deletes a staged database that was not swapped in. */
  close(): Promise<void>;
}

/** The database cannot be replaced now. The message is a sentence for people. */
export class TargetBusyError extends Error {}

/** @param stamp lower-case letters, digits and underscores. @throws {TargetBusyError} a server or another restore uses it. */
export function openTarget(env: Pick<Env, 'databaseUrl' | 'dataDir'>, stamp: string): Promise<RestoreTarget> {
  return env.databaseUrl ? openPostgresTarget(env.databaseUrl, stamp) : openSqliteTarget(env.dataDir, stamp);
}

const STAGING = /^restore-\w+\.part$/;

async function openSqliteTarget(dataDir: string, stamp: string): Promise<RestoreTarget> {
  const file = sqliteFile(dataDir);
  const hadDatabase = existsSync(file);
  const releaseFolder = await lockDataFolder(dataDir).catch((error: unknown) => {
    throw error instanceof DataFolderInUseError ? serverRuns(file) : error;
  });
  // Commands open the database without the folder.
  const releaseFile = hadDatabase
    ? await lockDatabase(file).catch(async (error: unknown) => {
        await releaseFolder();
        throw error;
      })
    : async () => undefined;
  const staging = path.join(dataDir, `restore-${stamp}.part`);
  let staged: Database | undefined;

  return {
    name: file,
    async stage() {
      await removeFolders(dataDir, STAGING);
      await mkdir(staging, { recursive: true, mode: 0o700 });
      staged = openDatabase({ dataDir: staging });
      return staged;
    },
    async swap() {
      // Moves the write-ahead log into the file that is renamed.
      await staged?.sequelize.query('PRAGMA wal_checkpoint(TRUNCATE)');
      await staged?.close();
      staged = undefined;
      await releaseFile();
      if (!hadDatabase && existsSync(file))
        throw new TargetBusyError(`Meanwhile somebody made a database at ${file}. Stop the server and try again.`);
      const kept = hadDatabase ? await keepOld(file, stamp) : null;
      await rename(sqliteFile(staging), file);
      return kept;
    },
    async close() {
      await staged?.close();
      await releaseFile();
      await releaseFolder();
      await rm(staging, { recursive: true, force: true });
    },
  };
}

const serverRuns = (file: string) => new TargetBusyError(`A server is running on ${file}. Stop it first.`);

/** Locks a database for all other processes. @returns releases the lock. @throws {TargetBusyError} another process uses it. */
async function lockDatabase(file: string): Promise<() => Promise<void>> {
  const database = await connectToSqlite(file);
  try {
    await database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT');
    return database.close;
  } catch (error) {
    await database.close();
    const { message } = error as Error;
    // A database that is damaged beyond opening may be replaced; no process can use it.
    if (/SQLITE_(NOTADB|CORRUPT)/.test(message)) return async () => undefined;
    if (/SQLITE_(BUSY|LOCKED)/.test(message)) throw serverRuns(file);
    throw error;
  }
}

async function keepOld(file: string, stamp: string): Promise<string> {
  const kept = `${file}.before-restore-${stamp}`;
  for (const companion of companions)
    if (existsSync(file + companion)) await rename(file + companion, kept + companion);
  // A link, not a rename: there is a database under the old name at every moment.
  await link(file, kept).catch(() => rename(file, kept));
  return kept;
}

/** Removes the remains of an interrupted restore or drill. */
async function removeFolders(dataDir: string, pattern: RegExp): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir))
    if (pattern.test(name)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

const CLIENT_NAME = 'silong-restore';
const STAGING_SCHEMA = 'silong_restore_';
const KEPT_SCHEMA = 'silong_before_restore_';

/**
 * Loads the backup into a separate schema, then exchanges the tables of both schemas in one transaction. The
 * connection holds the lock that every server takes at its start, so that no server can start meanwhile.
 */
async function openPostgresTarget(databaseUrl: string, stamp: string): Promise<RestoreTarget> {
  const client = await connect(databaseUrl);
  const staging = STAGING_SCHEMA + stamp;
  let staged: Database | undefined;
  try {
    await requireAlone(client);
  } catch (error) {
    await client.end();
    throw error;
  }
  const { rows } = await client.query<{ schema: string; name: string }>(
    'SELECT current_schema() AS schema, current_database() AS name',
  );
  const { schema = 'public', name = '' } = rows[0] ?? {};

  return {
    name: `the PostgreSQL database ${name}`,
    async stage() {
      await removeSchemas(client, STAGING_SCHEMA);
      staged = await openSchema(client, databaseUrl, staging);
      return staged;
    },
    async swap() {
      await staged?.sequelize.query('ANALYZE');
      await staged?.close();
      staged = undefined;
      const kept = KEPT_SCHEMA + stamp;
      const hasKept = await inTransaction(client, async () => {
        const wasMoved = await moveAll(client, { from: schema, to: kept, isNew: true });
        await moveAll(client, { from: staging, to: schema, isNew: false });
        await client.query(`DROP SCHEMA ${quoteName(staging)}`);
        return wasMoved;
      });
      return hasKept ? `schema ${kept}` : null;
    },
    async close() {
      await staged?.close();
      await client.query(`DROP SCHEMA IF EXISTS ${quoteName(staging)} CASCADE`);
      await client.end();
    },
  };
}

/** @throws {TargetBusyError} a server runs on the database or is starting, or another restore is underway. */
async function requireAlone(client: pg.Client): Promise<void> {
  const lock = await client.query<{ isOurs: boolean }>(
    `SELECT pg_try_advisory_lock(${advisoryLockIds.setup}) AS "isOurs"`,
  );
  const others = await client.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
      AND application_name LIKE 'silong%'`,
  );
  if (!lock.rows[0]?.isOurs || (others.rowCount ?? 0) > 0)
    throw new TargetBusyError('A server is running on this database. Stop it first.');
}

async function inTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN; SET LOCAL lock_timeout = '20s'");
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Tables with their indexes, sequences and triggers, and functions; extensions' objects stay. */
const MOVABLE = `
  SELECT 'TABLE' AS kind, c.oid, quote_ident(c.relname) AS name FROM pg_class c
  WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r'
  UNION ALL
  SELECT 'FUNCTION', p.oid, quote_ident(p.proname) || '(' || pg_get_function_identity_arguments(p.oid) || ')'
  FROM pg_proc p WHERE p.pronamespace = $1::regnamespace AND p.prokind = 'f'`;

/** @returns whether there was anything. */
async function moveAll(
  client: pg.Client,
  { from, to, isNew }: { from: string; to: string; isNew: boolean },
): Promise<boolean> {
  const { rows } = await client.query<{ kind: string; name: string }>(
    `SELECT kind, name FROM (${MOVABLE}) m
    WHERE NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = m.oid AND d.deptype = 'e')`,
    [quoteName(from)],
  );
  if (rows.length === 0) return false;
  if (isNew) await client.query(`CREATE SCHEMA ${quoteName(to)}`);
  for (const { kind, name } of rows)
    await client.query(`ALTER ${kind} ${quoteName(from)}.${name} SET SCHEMA ${quoteName(to)}`);
  return true;
}

/** Removes the remains of an interrupted restore or drill. @param beginning of the schemas' names. */
async function removeSchemas(client: pg.Client, beginning: string): Promise<void> {
  const { rows } = await client.query<{ nspname: string }>(
    'SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)',
    [beginning],
  );
  for (const { nspname } of rows) await client.query(`DROP SCHEMA ${quoteName(nspname)} CASCADE`);
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: CLIENT_NAME });
  // Without a listener, a connection lost between two statements would end the process; so the next statement fails.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function openSchema(client: pg.Client, databaseUrl: string, schema: string): Promise<Database> {
  await client.query(`CREATE SCHEMA ${quoteName(schema)}`);
  return openDatabase({ databaseUrl, dataDir: '', schema });
}

const SCRATCH = /^drill-\w+\.part$/;
const SCRATCH_SCHEMA = 'silong_drill_';

/** A database for a drill, beside the one in use. Requires the drill lock. @throws {UnavailableError} the disk is full. */
export async function openScratch(env: Pick<Env, 'databaseUrl' | 'dataDir'>) {
  await removeScratch(env);
  const stamp = Date.now().toString(36);
  const { databaseUrl, dataDir } = env;
  const folder = path.join(dataDir, `drill-${stamp}.part`);
  if (!databaseUrl) await requireRoom(dataDir);
  const database = databaseUrl
    ? await withClient(databaseUrl, (client) => openSchema(client, databaseUrl, SCRATCH_SCHEMA + stamp))
    : openDatabase({ dataDir: folder });
  return {
    /** Empty, without any table yet. */
    database,
    async remove(): Promise<void> {
      await database.close();
      await removeScratch(env);
    },
  };
}

/** Removes the databases of drills, also of an interrupted one. */
export async function removeScratch(env: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<void> {
  const { databaseUrl, dataDir } = env;
  if (databaseUrl) await withClient(databaseUrl, (client) => removeSchemas(client, SCRATCH_SCHEMA));
  else await removeFolders(dataDir, SCRATCH);
}

async function withClient<Result>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The rows take space twice, in the file and in its write-ahead log, and the server needs a reserve. */
async function requireRoom(dataDir: string): Promise<void> {
  const { size } = await stat(sqliteFile(dataDir));
  await requireFreeBytes(dataDir, 2 * size, (sizes) =>
    msg('There is not enough room for a restore drill: it needs about {needed}, and {free} are free.', sizes),
  );
}
