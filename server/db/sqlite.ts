import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { type Options, Sequelize } from 'sequelize';
import sqlite3 from 'sqlite3';

// The only file that knows the driver: a change to another one ends here.

const BUSY_TIMEOUT_MS = 10_000;
const MAX_STATEMENTS = 200;

export const sqliteFile = (dataDir: string) => path.join(dataDir, 'silong.sqlite');

/** Sequelize opens a connection for each SQLite transaction; this is where all of them get their settings. */
class ConfiguredDatabase extends sqlite3.Database {
  constructor(filename: string, mode?: number, callback?: (error: Error | null) => void) {
    super(filename, mode, callback);
    this.configure('busyTimeout', BUSY_TIMEOUT_MS);
    // journal_mode is kept in the file; FULL makes a commit survive a power cut in WAL mode too.
    this.exec(
      'PRAGMA foreign_keys=ON; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000; PRAGMA mmap_size=268435456',
    );
  }
}

/** Of migrations: what a transaction has begun with cannot be changed in it. */
class UnenforcingDatabase extends ConfiguredDatabase {
  constructor(filename: string, mode?: number, callback?: (error: Error | null) => void) {
    super(filename, mode, callback);
    this.exec('PRAGMA foreign_keys=OFF');
  }
}

/**
 * Sequelize on the SQLite file of a data folder, which is made where it is missing. With `foreignKeys: false` its
 * connections do not enforce them.
 */
export function openSqlite(dataDir: string, options: Options & { foreignKeys?: boolean }): Sequelize {
  mkdirSync(dataDir, { recursive: true });
  return new Sequelize({
    ...options,
    dialect: 'sqlite',
    storage: sqliteFile(dataDir),
    dialectModule: {
      ...sqlite3,
      Database: options.foreignKeys === false ? UnenforcingDatabase : ConfiguredDatabase,
    },
  });
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
