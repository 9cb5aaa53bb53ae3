import { AsyncLocalStorage } from 'node:async_hooks';
import { type Options, type QueryOptions, Sequelize, Transaction, UniqueConstraintError } from 'sequelize';
import { defineModels, type Models } from './models.ts';
import { openSqlite, PreparedReads } from './sqlite.ts';

export type Dialect = 'sqlite' | 'postgres';

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
   * All writes go through here. What the work asks of models and of `sequelize.query` belongs to the transaction
   * without being handed it, until it ends; `readRows` stays outside. SQLite has one writer: writes queue in the
   * process instead of meeting a locked file (which would also hold up every read behind them on the shared
   * connection), so a transaction inside another one would wait for itself: it is refused, on both databases.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Runs once the surrounding transaction is committed, never when it is rolled back. */
  afterCommit(work: () => void): void;
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

/** Sequelize's types leave out how a transaction ended. */
type RunningTransaction = Transaction & { finished?: 'commit' | 'rollback' };

interface ConnectionManager {
  getConnection(options: { type: string }): Promise<unknown>;
  releaseConnection(connection: unknown): void;
  pool?: { using: number; available: number; waiting: number };
}

interface DatabaseOptions {
  /** postgres://…; without it an SQLite file in dataDir. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Of PostgreSQL, where it is not the usual one: tables are made and found in it alone. */
  schema?: string | undefined;
  log?: ((sql: string) => void) | undefined;
}

export function openDatabase({ databaseUrl, dataDir, schema, log }: DatabaseOptions): Database {
  const dialect: Dialect = databaseUrl ? 'postgres' : 'sqlite';
  const shared = { logging: log ?? false, define: { freezeTableName: true } } satisfies Options;
  const sequelize = databaseUrl ? openPostgres(databaseUrl, schema, shared) : openSqlite(dataDir, shared);
  const { connectionManager } = sequelize as unknown as { connectionManager: ConnectionManager };
  const models = defineModels(sequelize);
  const begun = new AsyncLocalStorage<RunningTransaction>();
  // What a transaction started and nobody waited for goes on after its end, and stands on its own then.
  const running = () => {
    const transaction = begun.getStore();
    return transaction?.finished ? undefined : transaction;
  };
  bindQueries(sequelize, running);
  let lastWrite: Promise<unknown> = Promise.resolve();
  let waitingWrites = 0;
  const prepared = new PreparedReads();

  async function readRows<Row>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const connection = await connectionManager.getConnection({ type: 'SELECT' });
    try {
      if (dialect === 'sqlite') return await prepared.all<Row>(connection, sql, parameters);
      const { rows } = await (connection as PostgresConnection).query({ text: sql, values: [...parameters] });
      return rows as Row[];
    } finally {
      connectionManager.releaseConnection(connection);
    }
  }

  async function transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    if (running()) throw new Error('A transaction cannot begin inside another one');
    const workWithKey = (started: Transaction) =>
      begun.run(started, async () => {
        await storeIdempotencyKey(models, started);
        return work(started);
      });
    if (dialect === 'postgres') return sequelize.transaction(workWithKey);
    waitingWrites += 1;
    const result = lastWrite.then(() => {
      waitingWrites -= 1;
      return sequelize.transaction({ type: Transaction.TYPES.IMMEDIATE }, workWithKey);
    });
    lastWrite = result.catch(() => undefined);
    return result;
  }

  return {
    dialect,
    sequelize,
    models,
    readRows,
    transaction,
    afterCommit(work) {
      const transaction = running();
      if (!transaction) throw new Error('There is no transaction to wait for');
      transaction.afterCommit(work);
    },
    stats() {
      const { pool } = connectionManager;
      if (dialect === 'sqlite' || !pool) return { used: 0, idle: 0, waiting: waitingWrites };
      return { used: pool.using, idle: pool.available, waiting: pool.waiting };
    },
    async close() {
      await lastWrite;
      await prepared.close();
      await sequelize.close();
    },
  };
}

/** Gives each statement the running transaction. Sequelize's own `useCLS` would mix those of several databases up. */
function bindQueries(sequelize: Sequelize, running: () => Transaction | undefined): void {
  const query = sequelize.query.bind(sequelize) as (sql: string, options?: QueryOptions) => Promise<unknown>;
  const boundQuery: typeof query = (sql, options) =>
    query(sql, { ...options, transaction: options?.transaction ?? running() });
  sequelize.query = boundQuery as typeof sequelize.query;
}

interface PostgresConnection {
  query(query: { text: string; values: unknown[] }): Promise<{ rows: unknown[] }>;
}

function openPostgres(databaseUrl: string, schema: string | undefined, shared: Options): Sequelize {
  return new Sequelize(databaseUrl, {
    ...shared,
    dialect: 'postgres',
    // Without it Sequelize's ALTER TABLE names the usual schema outright.
    ...(schema ? { schema } : {}),
    pool: { max: 10, min: 0, acquire: 20_000 },
    dialectOptions: {
      // A filtered page planned for its own values is several times faster than the generic plan.
      options: `-c plan_cache_mode=force_custom_plan${schema ? ` -c search_path=${schema}` : ''}`,
      application_name: 'silong',
    },
  });
}

/** A request that came with a key, while it is served. */
interface PendingKey {
  userId: number;
  key: string;
  requestHash: string;
  at: Date;
  /** The key went into a transaction of this request; it need not go into a second one. */
  isStored: boolean;
}

/** The key was used before: what it stands for has been done. */
export class IdempotencyKeyUsedError extends Error {}

const pendingKeys = new AsyncLocalStorage<PendingKey>();

export function runWithIdempotencyKey<Result>(
  pending: PendingKey,
  work: () => Promise<Result>,
): Promise<Result> {
  return pendingKeys.run(pending, work);
}

/**
 * Stores the running request's key together with its change, in the change's own transaction: after a crash there are
 * both or neither, and of two that run at once the second finds the key taken. @throws {IdempotencyKeyUsedError}
 */
async function storeIdempotencyKey(
  { IdempotencyKey }: Pick<Models, 'IdempotencyKey'>,
  transaction: Transaction,
): Promise<void> {
  const pending = pendingKeys.getStore();
  if (!pending || pending.isStored) return;
  try {
    await IdempotencyKey.create(
      {
        user_id: pending.userId,
        key: pending.key,
        request_hash: pending.requestHash,
        created_at: pending.at,
      },
      { transaction },
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new IdempotencyKeyUsedError() : error;
  }
  // Not before: a transaction that is rolled back takes the key along, and the next one has to bring it again.
  transaction.afterCommit(() => {
    pending.isStored = true;
  });
}
