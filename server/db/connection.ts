import type { Model, ModelStatic, Options, Sequelize, Transaction } from 'sequelize';
import type { Tracing } from '#server/observability/tracing.ts';
import { type DatabaseLimits, deadlinesOf, WriteQueue } from './deadlines.ts';
import { defineModels, type Models } from './models.ts';
import { keepPlan, openPostgres, PostgresClient, statementOf } from './postgres.ts';
import { openSqlite, type SqliteRows, watchFile } from './sqlite.ts';
import {
  currentIdempotencyKey,
  noteWritten,
  storeIdempotencyKeys,
  Transactions,
  tablesWritten,
  withoutIdempotencyKey,
} from './transactions.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Characters of a statement whose plan PostgreSQL's connections keep. */
const LONGEST_KEPT = 1_500;

/** Read-your-writes on replicas; only where there are replicas. */
export interface ReadPositions {
  /** Reads of `db.replica` in the work may use a replica that has replayed `position`, from `note`; null: nothing was changed. */
  allow<Result>(position: string | null, work: () => Promise<Result>): Promise<Result>;
  /** Stores the primary's position with a session: after a change of its owner, before the answer. */
  note(sessionId: number): Promise<void>;
  /** Later reads of this process are not older than now: to be called before caches are emptied. */
  raiseFloor(): void;
}

export interface Database {
  dialect: Dialect;
  sequelize: Sequelize;
  models: Models;
  /** Rows of a hand-written SELECT, straight from the driver, for hot reads. Parameters are `$1`, `$2` … on both databases. */
  readRows<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The same for reads of seconds, which on SQLite have a connection of their own: requests do not queue behind them. */
  readRowsInBackground<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The same in the running transaction, for hot writes with RETURNING; no hooks of models. @throws {Error} none is running. */
  writeRows<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * This database for reads that may be a moment old: its `readRows` and `readRowsInBackground` may ask a replica while a GET
   * is served, see replicas.ts. Everything else is the primary's; without replicas all of it.
   */
  replica: Database;
  /** Null without replicas. */
  positions: ReadPositions | null;
  /**
   * All writes go through here. The statements of models and of `sequelize.query` inside of the work belong to the
   * transaction without being handed it; `readRows` stays outside. SQLite has one writer: writes queue in the process instead
   * of meeting a locked file, which would also hold up every read behind them on the shared connection. A transaction inside
   * another one would wait for itself: it is refused, on both databases. The first transaction of a request stores the
   * request's idempotency key, unless it is bookkeeping.
   * @throws {DatabaseUnavailableError} the queue took too long, or the disk is full.
   * @throws {TransactionTimeoutError} the work took too long, and was rolled back.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /** To be called before requests to another machine, for which all writes would wait. @throws {Error} in a transaction. */
  refuseInTransaction(): void;
  isInTransaction(): boolean;
  /** A connection outside of the pool, for the caller to end; 'end' reports that it broke. @throws {Error} it fails, or on SQLite. */
  connect(): Promise<PostgresClient>;
  /** Runs after the commit of the running transaction; after a rollback `otherwise` runs. */
  afterCommit(work: () => void, otherwise?: () => void): void;
  /** Called after each commit that changed rows of these models, in this process and through the models. */
  onChange(models: readonly Models[keyof Models][], listener: () => void): void;
  /** Called after each commit of this process that may have changed rows of these tables, through models or not. */
  onWrite(tables: readonly string[], listener: () => void): void;
  stats(): DatabaseStats;
  close(): Promise<void>;
}

interface DatabaseStats {
  /** Connections of the pool. SQLite has none. */
  used: number;
  idle: number;
  /** Work that waits for a connection, or on SQLite to write. */
  waiting: number;
}

interface TransactionOptions {
  /** A note that stays without the request's change (a failed attempt); the request's idempotency key is left to the change. */
  isBookkeeping?: boolean;
  /** On SQLite it gives way to the changes of requests. */
  isBackground?: boolean;
}

interface ConnectionManager {
  getConnection(options: { type: string; uuid?: string }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
  pool?: { using: number; available: number; waiting: number };
}

interface DatabaseOptions {
  /** postgres://…; without it an SQLite file in dataDir. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** The schema on PostgreSQL, in place of the default one. */
  schema?: string | undefined;
  /** Undefined for commands: nothing has a deadline. */
  limits?: DatabaseLimits | undefined;
  log?: ((sql: string) => void) | undefined;
  tracing?: Tracing | undefined;
  onClose?: (() => Promise<void>) | undefined;
}

export function openDatabase(options: DatabaseOptions): Database {
  const { databaseUrl, dataDir, schema, limits, log, tracing, onClose } = options;
  const dialect: Dialect = databaseUrl ? 'postgres' : 'sqlite';
  const deadlines = limits && deadlinesOf(limits);
  const shared = { logging: log ?? false, define: { freezeTableName: true } } satisfies Options;
  const sequelize = databaseUrl
    ? openPostgres(databaseUrl, schema, limits, shared)
    : openSqlite(dataDir, { ...shared, busyTimeoutMs: deadlines?.lock });
  const { connectionManager } = sequelize as unknown as { connectionManager: ConnectionManager };
  const models = defineModels(sequelize);
  const watched: { tables: readonly string[]; listener: () => void }[] = [];
  const transactions = new Transactions(sequelize, deadlines?.transaction, (written) => {
    for (const { tables, listener } of watched) if (tables.some((table) => written.has(table))) listener();
  });
  const running = () => transactions.running();
  const writes = new WriteQueue(deadlines?.queue);
  const requireWritable = limits ? watchFile(dataDir) : async () => undefined;

  const database: Omit<Database, 'replica'> = {
    dialect,
    sequelize,
    models,
    ...rowReaders(dialect, connectionManager),
    async writeRows<Row>(sql: string, parameters: readonly unknown[] = []) {
      const transaction = running();
      if (!transaction) throw new Error('There is no transaction to write in');
      noteWritten(transaction, tablesWritten(sql));
      // Statements of many rows are rarely repeated.
      const statement = sql.length > LONGEST_KEPT ? sql : keepPlan(sql);
      return rowsOf<Row>(dialect, transaction.connection, statement, parameters);
    },
    positions: null,
    async transaction(work, { isBookkeeping = false, isBackground = false } = {}) {
      if (running()) throw new Error('A transaction cannot begin inside another one');
      const run = () =>
        transactions.run(async (started) => {
          const pending = isBookkeeping ? undefined : currentIdempotencyKey();
          if (pending) await storeIdempotencyKeys(database, [pending]);
          return work(started);
        });
      if (dialect === 'postgres') return run();
      return writes.run(async () => {
        await requireWritable();
        return run();
      }, isBackground);
    },
    isInTransaction: () => running() !== undefined,
    refuseInTransaction() {
      if (running()) throw new Error('Another machine must not be asked while a transaction is open');
    },
    afterCommit(work, otherwise) {
      const transaction = running();
      if (!transaction) throw new Error('There is no transaction to wait for');
      // Mails and notices started after the commit are no part of the request's change.
      transaction.afterCommit(() => withoutIdempotencyKey(work));
      if (otherwise) transaction.rollbackHooks = [...(transaction.rollbackHooks ?? []), otherwise];
    },
    onChange(changed, listener) {
      const notify = () => {
        const transaction = running();
        if (transaction) transaction.afterCommit(listener);
        else listener();
      };
      for (const model of changed as unknown as readonly ModelStatic<Model>[])
        for (const hook of changeHooks) model.addHook(hook, notify);
    },
    onWrite: (tables, listener) => void watched.push({ tables, listener }),
    async connect() {
      const client = new PostgresClient({
        connectionString: databaseUrl,
        application_name: 'silong-lock',
        connectionTimeoutMillis: deadlines?.connection,
        query_timeout: deadlines?.silence,
      });
      await client.connect();
      return client;
    },
    stats() {
      const { pool } = connectionManager;
      if (dialect === 'sqlite' || !pool) return { used: 0, idle: 0, waiting: writes.length };
      return { used: pool.using, idle: pool.available, waiting: pool.waiting };
    },
    async close() {
      await writes.untilIdle();
      await sequelize.close();
      transactions.close();
      await onClose?.();
    },
  };
  const whole = database as Database;
  whole.replica = whole;
  if (tracing?.isOn) traceDatabase(whole, tracing);
  return whole;
}

function rowReaders(
  dialect: Dialect,
  connections: ConnectionManager,
): Pick<Database, 'readRows' | 'readRowsInBackground'> {
  let background: Promise<unknown> | undefined;

  async function readRows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = await connections.getConnection({ type: 'SELECT' });
    try {
      return await rowsOf<Row>(dialect, connection, sql, parameters);
    } finally {
      connections.releaseConnection(connection);
    }
  }

  return {
    readRows,
    async readRowsInBackground<Row>(sql: string, parameters: readonly unknown[] = []) {
      if (dialect === 'postgres') return readRows<Row>(sql, parameters);
      background ??= connections.getConnection({ type: 'SELECT', uuid: 'background' });
      // The next call tries to connect again.
      const connection = await background.catch((error: unknown) => {
        background = undefined;
        throw error;
      });
      return rowsOf<Row>(dialect, connection, sql, parameters);
    },
  };
}

async function rowsOf<Row>(
  dialect: Dialect,
  connection: unknown,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row[]> {
  if (dialect === 'sqlite') return (connection as SqliteRows).rowsOf<Row>(sql, parameters);
  const { rows } = await (connection as PostgresClient).query(statementOf(sql, parameters));
  return rows as Row[];
}

const changeHooks = [
  'afterSave',
  'afterUpsert',
  'afterDestroy',
  'afterBulkCreate',
  'afterBulkUpdate',
  'afterBulkDestroy',
] as const;

const STATEMENT = /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i;

/** A span around each transaction and each statement, without its text, which may hold values. */
function traceDatabase(db: Database, { inSpan }: Tracing): void {
  const { readRows, readRowsInBackground, transaction } = db;
  const system = { 'db.system.name': db.dialect === 'postgres' ? 'postgresql' : 'sqlite' };
  const inStatement = <Result>(operation: string, work: () => Promise<Result>) =>
    inSpan(operation, { ...system, 'db.operation.name': operation }, work);

  const query = db.sequelize.query.bind(db.sequelize) as (...args: unknown[]) => Promise<unknown>;
  const tracedQuery: typeof query = (sql, ...rest) => {
    const operation = STATEMENT.exec(String(sql))?.[1]?.toUpperCase();
    return operation ? inStatement(operation, () => query(sql, ...rest)) : query(sql, ...rest);
  };
  db.sequelize.query = tracedQuery as typeof db.sequelize.query;
  db.readRows = (text, parameters) => inStatement('SELECT', () => readRows(text, parameters));
  db.readRowsInBackground = (text, parameters) =>
    inStatement('SELECT', () => readRowsInBackground(text, parameters));
  db.transaction = (work, options) => inSpan('transaction', system, () => transaction(work, options));
}
