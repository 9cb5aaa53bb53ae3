import { mkdirSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { type Options, Sequelize } from 'sequelize';
import sqlite3 from 'sqlite3';
import { DatabaseUnavailableError } from './unavailable.ts';

// The only file that knows the driver: a change to another one ends here.

/** For the lock of another process, where no deadline is given; in this one writes queue. */
const BUSY_TIMEOUT_MS = 10_000;
const MAX_STATEMENTS = 200;

export const sqliteFile = (dataDir: string) => path.join(dataDir, 'silong.sqlite');

/**
 * Sequelize opens a connection for each SQLite transaction; this is where all of them get their settings.
 * @param foreignKeys whether they are enforced: what a transaction has begun with cannot be changed in it.
 */
const configuredDatabase = (busyTimeoutMs: number, foreignKeys: 'ON' | 'OFF') =>
  class extends sqlite3.Database {
    constructor(filename: string, mode?: number, callback?: (error: Error | null) => void) {
      super(filename, mode, callback);
      // Of what is asked without a callback, here and by Sequelize: without a listener it would end the process. What is wrong
      // with the connection is told to whoever asks it next.
      this.on('error', () => undefined);
      this.configure('busyTimeout', busyTimeoutMs);
      // journal_mode is kept in the file; FULL makes a commit survive a power cut in WAL mode too.
      this.exec(
        `PRAGMA foreign_keys=${foreignKeys}; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000; PRAGMA mmap_size=268435456`,
      );
    }
  };

interface SqliteOptions extends Options {
  busyTimeoutMs?: number | undefined;
  /** False for migrations, which check them before they commit. */
  foreignKeys?: boolean;
}

/** Sequelize on the SQLite file of a data folder, which is made where it is missing. */
export function openSqlite(
  dataDir: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, foreignKeys = true, ...options }: SqliteOptions,
): Sequelize {
  mkdirSync(dataDir, { recursive: true });
  const sequelize = new Sequelize({
    ...options,
    // Sequelize asks too, when it has connected.
    ...{ foreignKeys },
    dialect: 'sqlite',
    storage: sqliteFile(dataDir),
    dialectModule: { ...sqlite3, Database: configuredDatabase(busyTimeoutMs, foreignKeys ? 'ON' : 'OFF') },
    // By itself it asks a locked database five times, and each time waits for as long as the busy time-out says.
    retry: { max: 1 },
  });
  const { connectionManager } = sequelize as unknown as { connectionManager: SqliteConnections };
  // Sequelize looks for it in a pool, which SQLite has not: a transaction that could not be ended would stay open.
  connectionManager.destroyConnection = async (connection) => {
    delete connectionManager.connections[connection.uuid];
    // Without a callback the driver throws what goes wrong here.
    connection.close(() => undefined);
  };
  const getConnection = connectionManager.getConnection.bind(connectionManager);
  connectionManager.getConnection = async (options) => {
    try {
      return await getConnection(options);
    } catch (error) {
      // Sequelize would keep what could not be opened, and wait for ever when it is to be closed.
      delete connectionManager.connections[options.uuid];
      throw error;
    }
  };
  return sequelize;
}

type TransactionConnection = sqlite3.Database & { uuid: string };

interface SqliteConnections {
  connections: Record<string, sqlite3.Database>;
  /** @param options it writes into them which connection it is. */
  getConnection(options: { uuid: string }): Promise<unknown>;
  destroyConnection(connection: TransactionConnection): Promise<void>;
}

/** Ends the statement that runs on a connection, if there is one. */
export function interruptSqlite(connection: unknown): void {
  (connection as sqlite3.Database).interrupt();
}

/** With less than that, one change would still find its place in the files and another would not. */
const MIN_FREE_BYTES = 1024 * 1024;
const FREE_CHECK_EVERY_MS = 1_000;

/** @returns throws when the disk of a folder is full; it looks at most once a second. @throws {DatabaseUnavailableError} */
export function watchDisk(dataDir: string): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  return async () => {
    if (performance.now() - checkedAt >= FREE_CHECK_EVERY_MS) {
      checkedAt = performance.now();
      const { bavail, bsize } = await statfs(dataDir);
      isFull = bavail * bsize < MIN_FREE_BYTES;
    }
    if (isFull) throw new DatabaseUnavailableError('The disk is full');
  };
}

/** A connection to a file as it is, without Sequelize and without the server's settings. */
interface SqliteConnection {
  exec(sql: string): Promise<void>;
  all<Row>(sql: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** @throws {Error} the file is missing or cannot be opened. */
export async function connectToSqlite(file: string): Promise<SqliteConnection> {
  const database = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error ? reject(error) : resolve(opened),
    );
  });
  return {
    exec: (sql) =>
      new Promise((resolve, reject) => database.exec(sql, (error) => (error ? reject(error) : resolve()))),
    all: <Row>(sql: string) =>
      new Promise<Row[]>((resolve, reject) =>
        database.all<Row>(sql, (error, rows) => (error ? reject(error) : resolve(rows))),
      ),
    close: () => new Promise((resolve) => database.close(() => resolve())),
  };
}

/**
 * Keeps the SELECTs of Sequelize's connection compiled: planning one among a dozen indexes takes longer than running
 * it. Calls of one statement queue in the driver, which they would do on their connection anyway.
 */
export class PreparedReads {
  private connection: sqlite3.Database | undefined;
  private readonly statements = new LRUCache<string, Promise<sqlite3.Statement>>({
    max: MAX_STATEMENTS,
    // One that never compiled has told its caller why.
    dispose: (statement) => statement.then((compiled) => compiled.finalize()).catch(() => undefined),
  });

  /** @param connection as Sequelize's connection manager gives it; statements are compiled anew for another one. */
  async all<Row>(connection: unknown, sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    if (this.connection !== connection) {
      this.statements.clear();
      this.connection = connection as sqlite3.Database;
    }
    const statement = await this.prepare(connection as sqlite3.Database, sql);
    return new Promise((resolve, reject) => {
      statement.all<Row>(parameters, (error, rows) => (error ? reject(error) : resolve(rows)));
    });
  }

  /** A connection with compiled statements cannot be closed. */
  async close(): Promise<void> {
    const compiled = [...this.statements.values()];
    this.statements.clear();
    await Promise.allSettled(compiled);
  }

  private prepare(connection: sqlite3.Database, sql: string): Promise<sqlite3.Statement> {
    const known = this.statements.get(sql);
    if (known) return known;
    // '?3' is bound by its number in SQLite, '$3' by the order of appearance.
    const numbered = sql.replace(/\$(\d+)/g, '?$1');
    const statement = new Promise<sqlite3.Statement>((resolve, reject) => {
      const compiled = connection.prepare(numbered, (error: Error | null) =>
        error ? reject(error) : resolve(compiled),
      );
    });
    statement.catch(() => this.statements.delete(sql));
    this.statements.set(sql, statement);
    return statement;
  }
}
