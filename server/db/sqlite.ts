import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { access, constants, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { type Options, Sequelize } from 'sequelize';
import sqlite3 from 'sqlite3';
import { StartRefusedError } from '#server/env.ts';
import { DatabaseUnavailableError } from './deadlines.ts';

// The only file that knows the driver.

/** For the lock of another process, where no deadline is given; writes of this process queue. */
const BUSY_TIMEOUT_MS = 10_000;
const MAX_STATEMENTS = 200;
const SPARE = 'spare';

export const sqliteFile = (dataDir: string) => path.join(dataDir, 'silong.sqlite');

/** Sequelize's connections with our settings. @param foreignKeys whether they are enforced, which no transaction can change. */
const configuredDatabase = (busyTimeoutMs: number, foreignKeys: 'ON' | 'OFF') =>
  class extends sqlite3.Database {
    /** A transaction on it failed, perhaps because of the connection (opened while the disk was read-only). */
    isSpent = false;
    private readonly statements = new Statements(this);

    constructor(filename: string, mode?: number, callback?: (error: Error | null) => void) {
      super(filename, mode, callback);
      // For statements without a callback, also Sequelize's: without a listener an error would end the process. The
      // next statement reports a broken connection.
      this.on('error', () => undefined);
      this.configure('busyTimeout', busyTimeoutMs);
      // journal_mode is kept in the file; FULL makes a commit survive a power cut in WAL mode too.
      this.exec(
        `PRAGMA foreign_keys=${foreignKeys}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000; PRAGMA mmap_size=268435456`,
      );
    }

    override run(sql: string, ...rest: unknown[]): this {
      if (sql === 'ROLLBACK;') this.isSpent = true;
      return super.run(sql, ...rest);
    }

    /** Rows of a statement that stays compiled. Parameters are `$1`, `$2` … */
    rowsOf<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
      return this.statements.rowsOf(sql, parameters);
    }

    /** A connection with compiled statements cannot be closed. */
    override close(callback?: (error: Error | null) => void): void {
      this.statements.clear().then(() => super.close(callback), callback);
    }
  };

interface SqliteOptions extends Options {
  busyTimeoutMs?: number | undefined;
  /** False for migrations, which check foreign keys before they commit. */
  foreignKeys?: boolean;
}

/** Sequelize on the SQLite file of a data folder, which is created if missing. */
export function openSqlite(
  dataDir: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, foreignKeys = true, ...options }: SqliteOptions,
): Sequelize {
  makePrivate(dataDir, sqliteFile(dataDir));
  const sequelize = new Sequelize({
    ...options,
    // Sequelize sets it, too, after it has connected.
    ...{ foreignKeys },
    dialect: 'sqlite',
    storage: sqliteFile(dataDir),
    dialectModule: { ...sqlite3, Database: configuredDatabase(busyTimeoutMs, foreignKeys ? 'ON' : 'OFF') },
    // By default a locked database is tried five times, each time for the whole busy time-out.
    retry: { max: 1 },
  });
  const { connectionManager } = sequelize as unknown as { connectionManager: SqliteConnections };
  // Sequelize's default needs a pool, which SQLite lacks: a transaction that could not be ended would stay open.
  connectionManager.destroyConnection = async (connection) => {
    if (connection.uuid) delete connectionManager.connections[connection.uuid];
    // Without a callback the driver throws errors of the close.
    connection.close(() => undefined);
  };
  // Sequelize opens a connection for each transaction and closes it; the last one is kept for the next instead, under
  // a name by which Sequelize closes it in the end.
  connectionManager.releaseConnection = (connection) => {
    const { connections } = connectionManager;
    if (!connection.uuid) return;
    delete connections[connection.uuid];
    if (connection.isSpent || connections[SPARE]) connection.close(() => undefined);
    else connections[SPARE] = connection;
  };
  const getConnection = connectionManager.getConnection.bind(connectionManager);
  connectionManager.getConnection = async (options) => {
    const { [SPARE]: spare } = connectionManager.connections;
    if (spare && options.uuid) {
      delete connectionManager.connections[SPARE];
      connectionManager.connections[options.uuid] = spare;
      return spare;
    }
    try {
      return await getConnection(options);
    } catch (error) {
      // Sequelize would keep a connection that failed to open, and wait for ever to close it.
      if (options.uuid) delete connectionManager.connections[options.uuid];
      throw error;
    }
  };
  return sequelize;
}

type TransactionConnection = sqlite3.Database & { uuid?: string; isSpent: boolean };

interface SqliteConnections {
  connections: Record<string, sqlite3.Database>;
  /** @param options with the connection's name; without a name it is the one for reading. */
  getConnection(options: { uuid?: string }): Promise<unknown>;
  releaseConnection(connection: TransactionConnection): void;
  destroyConnection(connection: TransactionConnection): Promise<void>;
}

export function interruptSqlite(connection: unknown): void {
  (connection as sqlite3.Database).interrupt();
}

/** With less, one change would still fit into the files and another would not. */
const MIN_FREE_BYTES = 1024 * 1024;
const CHECK_EVERY_MS = 1_000;

/**
 * @returns a check, at most once a second, that throws DatabaseUnavailableError when the file cannot be written, or
 * not for long: its disk is full, it is read-only, or another file is in its place, which open connections do not
 * notice.
 */
export function watchFile(dataDir: string): () => Promise<void> {
  const file = sqliteFile(dataDir);
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isUsable = true;
  let inode: number | undefined;

  async function check(): Promise<boolean> {
    try {
      const { ino } = await stat(file);
      inode ??= ino;
      await access(file, constants.W_OK);
      const { bavail, bsize } = await statfs(dataDir);
      return ino === inode && bavail * bsize >= MIN_FREE_BYTES;
    } catch {
      return false;
    }
  }

  return async () => {
    if (performance.now() - checkedAt >= CHECK_EVERY_MS) {
      checkedAt = performance.now();
      isUsable = await check();
    }
    if (!isUsable) throw new DatabaseUnavailableError('The disk is full, read-only or not there');
  };
}

/** SQLite's files beside a database in use. */
export const companions = ['-wal', '-shm'];

/** With its parents. Node's `recursive` never ends where a system refuses a folder as if its parent were missing (/proc does). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Makes a database private on this machine: its folder if it is new, the file, and SQLite's companion files, which
 * inherit the file's mode.
 * @throws {StartRefusedError} the folder cannot be made or written to.
 */
function makePrivate(folder: string, file: string): void {
  try {
    makeFolder(folder);
    // Only when there is none: closing a file that is open elsewhere in this process would give up its locks.
    if (!existsSync(file)) writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !existsSync(file))
      throw new StartRefusedError(`DATA_DIR ${folder} cannot be used: ${String(error)}`);
  }
  for (const each of [file, ...companions.map((companion) => file + companion)])
    try {
      if ((statSync(each).mode & 0o077) !== 0) chmodSync(each, 0o600);
    } catch (error) {
      // Deleted meanwhile, or another account's file, who decides on it.
      if (!['ENOENT', 'EPERM'].includes(codeOf(error))) throw error;
    }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Waits so long for a server that is just stopping to release its folder. */
const LOCK_WAIT_MS = 2_000;

/**
 * Locks the data folder of an SQLite database for this process, by SQLite's own lock on a separate file. The
 * operating system releases it when the process ends in any way.
 * @returns releases it.
 * @throws {DataFolderInUseError} another process, or another server in this one, holds it.
 */
export async function lockDataFolder(dataDir: string): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'silong.lock');
  makePrivate(dataDir, file);
  const connection = await connectToSqlite(file);
  try {
    await connection.exec(`PRAGMA busy_timeout=${LOCK_WAIT_MS}; BEGIN EXCLUSIVE`);
    return connection.close;
  } catch (error) {
    await connection.close();
    throw /SQLITE_(BUSY|LOCKED)/.test(String(error)) ? new DataFolderInUseError(dataDir) : error;
  }
}

export class DataFolderInUseError extends StartRefusedError {
  constructor(dataDir: string) {
    super(
      `DATA_DIR ${dataDir} is in use by a server that is running. Stop it first, or give this one a folder of its own.`,
    );
  }
}

/** A connection to a file without Sequelize and without the server's settings. @throws {Error} it is missing or cannot be opened. */
export async function connectToSqlite(file: string) {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  return {
    exec: (sql: string) =>
      new Promise<void>((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve()))),
    all: <Row>(sql: string) =>
      new Promise<Row[]>((resolve, reject) =>
        database.all<Row>(sql, (error, rows) => (error ? reject(error) : resolve(rows))),
      ),
    close: () => new Promise<void>((resolve) => database.close(() => resolve())),
  };
}

export type SqliteRows = Pick<InstanceType<ReturnType<typeof configuredDatabase>>, 'rowsOf'>;

/** Keeps hand-written statements of a connection compiled: planning among a dozen indexes takes longer than running. */
class Statements {
  private readonly compiled = new LRUCache<string, Promise<sqlite3.Statement>>({
    max: MAX_STATEMENTS,
    // A failed compilation was reported to its caller.
    dispose: (statement) => statement.then((one) => one.finalize()).catch(() => undefined),
  });

  constructor(private readonly connection: sqlite3.Database) {}

  async rowsOf<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const statement = await this.compile(sql);
    return new Promise((resolve, reject) => {
      statement.all<Row>(parameters, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  }

  async clear(): Promise<void> {
    const compiled = [...this.compiled.values()];
    this.compiled.clear();
    await Promise.allSettled(compiled);
  }

  private compile(sql: string): Promise<sqlite3.Statement> {
    const known = this.compiled.get(sql);
    if (known) return known;
    // '?3' is bound by its number in SQLite, '$3' by the order of appearance.
    const numbered = sql.replace(/\$(\d+)/g, '?$1');
    const statement = new Promise<sqlite3.Statement>((resolve, reject) => {
      const one = this.connection.prepare(numbered, (error: Error | null) =>
        error ? reject(error) : resolve(one),
      );
    });
    statement.catch(() => this.compiled.delete(sql));
    this.compiled.set(sql, statement);
    return statement;
  }
}
