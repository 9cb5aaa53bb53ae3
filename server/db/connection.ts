import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Model,
  type ModelStatic,
  type Options,
  type QueryOptions,
  QueryTypes,
  type Sequelize,
  Transaction,
  UniqueConstraintError,
} from 'sequelize';
import { type DatabaseLimits, deadlinesOf, hasDeadlines, WriteQueue } from './deadlines.ts';
import { defineModels, type Models } from './models.ts';
import { keepPlan, openPostgres, PostgresClient, statementOf } from './postgres.ts';
import type { ReadPositions } from './replicas.ts';
import { interruptSqlite, openSqlite, type SqliteRows, watchFile } from './sqlite.ts';
import { TransactionTimeoutError } from './unavailable.ts';

export type Dialect = 'sqlite' | 'postgres';

/** Characters of a statement that PostgreSQL's connections keep. */
const LONGEST_KEPT = 1_500;

export interface Database {
  dialect: Dialect;
  sequelize: Sequelize;
  models: Models;
  /**
   * Rows of a hand-written SELECT, straight from the driver: for the hot reads, where building model instances
   * costs more than the query. Parameters are `$1`, `$2` … on both databases.
   */
  readRows<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * The same for what may take seconds, and nobody waits for: on SQLite it has a connection of its own, so that what requests read
   * does not queue behind it.
   */
  readRowsAside<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * The same in the running transaction, for the hot writes: what a statement RETURNs, or reads of what was written before.
   * Hooks of models are not called. @throws {Error} none is running.
   */
  writeRows<Row>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /**
   * This database for reading what may be a moment old: its `readRows` and `readRowsAside` may ask a replica while a request
   * that only reads is served, see replicas.ts. Everything else of it is the primary's, and all of it where there is none.
   */
  replica: Database;
  /** Null without replicas. */
  positions: ReadPositions | null;
  /**
   * All writes go through here. What the work asks of models and of `sequelize.query` belongs to the transaction
   * without being handed it, until it ends; `readRows` stays outside. SQLite has one writer: writes queue in the
   * process instead of meeting a locked file (which would also hold up every read behind them on the shared
   * connection), so a transaction inside another one would wait for itself: it is refused, on both databases.
   * The first one of a request stores the request's idempotency key, unless it is bookkeeping.
   * @throws {DatabaseUnavailableError} its turn did not come in time, or the disk is full.
   * @throws {TransactionTimeoutError} the work took too long, and was rolled back.
   */
  transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    options?: TransactionOptions,
  ): Promise<Result>;
  /**
   * To be called before another machine is asked (object storage, a mail server): inside a transaction everybody's writes
   * would wait for its answer. @throws {Error} a transaction is running.
   */
  refuseInTransaction(): void;
  isInTransaction(): boolean;
  /**
   * A connection to PostgreSQL outside of the pool, which whoever asked for it has to end. It tells by its 'end' event
   * that it broke. @throws {Error} it cannot be made; SQLite has none.
   */
  connect(): Promise<PostgresClient>;
  /** Runs once the surrounding transaction is committed, never when it is rolled back: then `otherwise` does. */
  afterCommit(work: () => void, otherwise?: () => void): void;
  /** Calls after each commit that changed rows of these models, in this process and through the models. */
  onChange(models: readonly Models[keyof Models][], listener: () => void): void;
  /** Calls after what may have changed rows of these tables was committed by this process, through models or not. */
  onWrite(tables: readonly string[], listener: () => void): void;
  /** How busy it is at this moment. */
  stats(): DatabaseStats;
  close(): Promise<void>;
}

interface DatabaseStats {
  /** Connections of the pool. SQLite has none. */
  used: number;
  idle: number;
  /** Work that waits for a connection, or on SQLite for its turn to write. */
  waiting: number;
}

interface TransactionOptions {
  /**
   * Not the change that a request asks for, but something noted before it or whatever becomes of it: a failed attempt,
   * the use of a session. The request's idempotency key is left to the change.
   */
  isBookkeeping?: boolean;
  /** Nobody waits for it: on SQLite it gives way to the changes of requests. */
  isAside?: boolean;
}

/** Sequelize's types leave out its connection and how it ended. */
type RunningTransaction = Transaction & {
  connection: unknown;
  finished?: 'commit' | 'rollback';
  /** It took too long: it is rolled back, and what its work still asks is refused. */
  isOverdue?: boolean;
  /** Tables that its statements write to. */
  writtenTables?: Set<string>;
  rollbackHooks?: (() => void)[];
};

interface ConnectionManager {
  getConnection(options: { type: string; uuid?: string }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
  pool?: { using: number; available: number; waiting: number };
}

interface DatabaseOptions {
  /** postgres://…; without it an SQLite file in dataDir. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Of PostgreSQL, where it is not the usual one: tables are made and found in it alone. */
  schema?: string | undefined;
  /** Without them nothing has a deadline: for commands. */
  limits?: DatabaseLimits | undefined;
  log?: ((sql: string) => void) | undefined;
}

export function openDatabase({ databaseUrl, dataDir, schema, limits, log }: DatabaseOptions): Database {
  const dialect: Dialect = databaseUrl ? 'postgres' : 'sqlite';
  const deadlines = limits && deadlinesOf(limits);
  const shared = { logging: log ?? false, define: { freezeTableName: true } } satisfies Options;
  const sequelize = databaseUrl
    ? openPostgres(databaseUrl, schema, limits, shared)
    : openSqlite(dataDir, { ...shared, busyTimeoutMs: deadlines?.lock });
  const { connectionManager } = sequelize as unknown as { connectionManager: ConnectionManager };
  const models = defineModels(sequelize);
  const begun = new AsyncLocalStorage<RunningTransaction>();
  // What a transaction started and nobody waited for goes on after its end, and stands on its own then.
  const running = () => {
    const transaction = begun.getStore();
    if (transaction?.isOverdue)
      throw new TransactionTimeoutError('This transaction took too long and has ended');
    return transaction?.finished ? undefined : transaction;
  };
  const watched: { tables: readonly string[]; listener: () => void }[] = [];
  bindQueries(sequelize, running, (written) => {
    for (const { tables, listener } of watched) if (tables.some((table) => written.has(table))) listener();
  });
  const writes = new WriteQueue(deadlines?.queue);
  const requireWritable = limits ? watchFile(dataDir) : async () => undefined;
  let aside: Promise<unknown> | undefined;

  async function readRows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = await connectionManager.getConnection({ type: 'SELECT' });
    try {
      return await rowsOf<Row>(connection, sql, parameters);
    } finally {
      connectionManager.releaseConnection(connection);
    }
  }

  async function readRowsAside<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    if (dialect === 'postgres') return readRows<Row>(sql, parameters);
    aside ??= connectionManager.getConnection({ type: 'SELECT', uuid: 'aside' });
    // One that could not be opened is tried again.
    const connection = await aside.catch((error: unknown) => {
      aside = undefined;
      throw error;
    });
    return rowsOf<Row>(connection, sql, parameters);
  }

  async function rowsOf<Row>(
    connection: unknown,
    sql: string,
    parameters: readonly unknown[],
  ): Promise<Row[]> {
    if (dialect === 'sqlite') return (connection as SqliteRows).rowsOf<Row>(sql, parameters);
    const { rows } = await (connection as PostgresClient).query(statementOf(sql, parameters));
    return rows as Row[];
  }

  async function writeRows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const transaction = running();
    if (!transaction) throw new Error('There is no transaction to write in');
    noteWritten(transaction, tablesWritten(sql));
    // Those of many rows come seldom again.
    return rowsOf<Row>(transaction.connection, sql.length > LONGEST_KEPT ? sql : keepPlan(sql), parameters);
  }

  async function transaction<Result>(
    work: (transaction: Transaction) => Promise<Result>,
    { isBookkeeping = false, isAside = false }: TransactionOptions = {},
  ): Promise<Result> {
    if (running()) throw new Error('A transaction cannot begin inside another one');
    const workWithKey = async (started: RunningTransaction) => {
      if (!isBookkeeping) await storeIdempotencyKey(database);
      return work(started);
    };
    if (dialect === 'postgres') return runTransaction(workWithKey);
    return writes.run(async () => {
      await requireWritable();
      return runTransaction(workWithKey);
    }, isAside);
  }

  async function runTransaction<Result>(
    work: (transaction: RunningTransaction) => Promise<Result>,
  ): Promise<Result> {
    const options = dialect === 'sqlite' ? { type: Transaction.TYPES.IMMEDIATE } : {};
    const started = (await sequelize.transaction(options)) as RunningTransaction;
    const hooks: ((committed: RunningTransaction) => unknown)[] = [];
    // Sequelize runs its own after a commit that failed, too.
    started.afterCommit = (hook) => void hooks.push(hook);
    let result: Result;
    let isWorking = true;
    try {
      result = await withinLimit(started, () => begun.run(started, () => work(started)));
      isWorking = false;
      await started.commit();
    } catch (error) {
      // A connection that cannot even roll back is closed, which does.
      if (isWorking) await started.rollback().catch(() => undefined);
      for (const hook of started.rollbackHooks ?? []) hook();
      throw error;
    }
    for (const hook of hooks) await hook(started);
    return result;
  }

  /** A work that waits for something outside cannot be stopped: it is left behind, and no statement of it is taken any more. */
  async function withinLimit<Result>(
    started: RunningTransaction,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (!deadlines || !hasDeadlines()) return work();
    const ms = deadlines.transaction;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        started.isOverdue = true;
        if (dialect === 'sqlite') interruptSqlite(started.connection);
        reject(new TransactionTimeoutError(`A transaction took longer than ${ms} ms and was rolled back`));
      }, ms);
    });
    try {
      return await Promise.race([work(), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  const database: Omit<Database, 'replica'> = {
    dialect,
    sequelize,
    models,
    readRows,
    readRowsAside,
    writeRows,
    positions: null,
    transaction,
    isInTransaction: () => running() !== undefined,
    refuseInTransaction() {
      if (running()) throw new Error('Another machine must not be asked while a transaction is open');
    },
    afterCommit(work, otherwise) {
      const transaction = running();
      if (!transaction) throw new Error('There is no transaction to wait for');
      // What is started then (mails, notices) is no part of the request's change.
      transaction.afterCommit(() => pendingKeys.exit(work));
      if (otherwise) transaction.rollbackHooks = [...(transaction.rollbackHooks ?? []), otherwise];
    },
    onChange(changed, listener) {
      const tell = () => {
        const transaction = running();
        if (transaction) transaction.afterCommit(listener);
        else listener();
      };
      for (const model of changed as unknown as readonly ModelStatic<Model>[])
        for (const hook of changeHooks) model.addHook(hook, tell);
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
      // Otherwise every promise of the process would go on carrying it.
      begun.disable();
    },
  };
  return withoutReplica(database);
}

/** The primary stands for a replica of its own. */
export function withoutReplica(database: Omit<Database, 'replica'>): Database {
  const whole = database as Database;
  whole.replica = whole;
  return whole;
}

const changeHooks = [
  'afterSave',
  'afterUpsert',
  'afterDestroy',
  'afterBulkCreate',
  'afterBulkUpdate',
  'afterBulkDestroy',
] as const;

const WRITES = /\b(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+[`"]?(\w+)/gi;

/** What a statement may write to; a name too many does no harm. @param statement as Sequelize is given it: text, or an object with it. */
const tablesWritten = (statement: unknown): string[] => {
  const text = typeof statement === 'string' ? statement : String((statement as { query?: unknown }).query);
  return /^\s*select\b/i.test(text) ? [] : Array.from(text.matchAll(WRITES), ([, table = '']) => table);
};

function noteWritten(transaction: RunningTransaction, tables: readonly string[]): void {
  if (tables.length > 0)
    transaction.writtenTables = new Set([...(transaction.writtenTables ?? []), ...tables]);
}

/** Gives each statement the running transaction. Sequelize's own `useCLS` would mix those of several databases up. */
function bindQueries(
  sequelize: Sequelize,
  running: () => RunningTransaction | undefined,
  onWritten: (tables: ReadonlySet<string>) => void,
): void {
  const query = sequelize.query.bind(sequelize) as (sql: string, options?: QueryOptions) => Promise<unknown>;
  const boundQuery: typeof query = async (sql, options) => {
    // The end of a transaction names its own; so do the statements that are handed one.
    const transaction = (options?.transaction ?? running()) as RunningTransaction | undefined;
    // By itself Sequelize does not look at what is answered to a COMMIT.
    if (sql === 'COMMIT;')
      return query(sql, { ...options, transaction, type: QueryTypes.RAW })
        .then(requireCommitted)
        .finally(() => transaction?.writtenTables && onWritten(transaction.writtenTables));
    const tables = tablesWritten(sql);
    if (tables.length > 0 && !transaction)
      return query(sql, options).finally(() => onWritten(new Set(tables)));
    if (transaction) noteWritten(transaction, tables);
    const asked = query(sql, { ...options, transaction });
    if (sql !== 'ROLLBACK;') return asked;
    // SQLite rolls back by itself when the disk fails, and has nothing to roll back where it could not even begin.
    return asked.catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    });
  };
  sequelize.query = boundQuery as typeof sequelize.query;
}

/** PostgreSQL answers the COMMIT of a transaction in which a statement failed with a rollback, and no error. */
function requireCommitted(answer: unknown): unknown {
  const [, outcome] = Array.isArray(answer) ? (answer as [unknown, { command?: string } | undefined]) : [];
  if (outcome?.command === 'ROLLBACK')
    throw new Error('A statement of the transaction failed, and its failure was passed over');
  return answer;
}

/** A request that came with a key, while it is served. */
interface PendingKey {
  userId: number;
  key: string;
  requestHash: string;
  at: Date;
  /** The key went into a transaction of this request; it need not go into a second one. */
  isStored: boolean;
  /** The request is answered; what it left running stores no key any more. */
  isAnswered: boolean;
}

/** The key was used before: what it stands for has been done. */
export class IdempotencyKeyUsedError extends Error {}

type KeyStore = Pick<Database, 'models' | 'afterCommit'>;

const pendingKeys = new AsyncLocalStorage<PendingKey>();

/** Serves a request whose change is to store this key. */
export function runWithIdempotencyKey<Result>(
  pending: PendingKey,
  work: () => Promise<Result>,
): Promise<Result> {
  return pendingKeys.run(pending, async () => {
    try {
      return await work();
    } finally {
      pending.isAnswered = true;
    }
  });
}

/** The running request's key, where it has to be stored yet: for whoever stores it with the changes of several requests. */
export function currentIdempotencyKey(): PendingKey | undefined {
  const pending = pendingKeys.getStore();
  return pending && !pending.isStored && !pending.isAnswered ? pending : undefined;
}

/**
 * Stores the running request's key together with its change, in the change's own transaction: after a crash there are
 * both or neither, and of two that run at once the second finds the key taken. @throws {IdempotencyKeyUsedError}
 */
async function storeIdempotencyKey(db: KeyStore): Promise<void> {
  const pending = currentIdempotencyKey();
  if (pending) await storeIdempotencyKeys(db, [pending]);
}

/** The same for several requests whose changes share the running transaction. @throws {IdempotencyKeyUsedError} one of them was. */
export async function storeIdempotencyKeys(
  { models, afterCommit }: KeyStore,
  keys: readonly PendingKey[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await models.IdempotencyKey.bulkCreate(
      keys.map(({ userId, key, requestHash, at }) => ({
        user_id: userId,
        key,
        request_hash: requestHash,
        created_at: at,
      })),
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new IdempotencyKeyUsedError() : error;
  }
  // Not before: a transaction that is rolled back takes the keys along, and the next one has to bring them again.
  afterCommit(() => {
    for (const pending of keys) pending.isStored = true;
  });
}
