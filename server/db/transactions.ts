import { AsyncLocalStorage } from 'node:async_hooks';
import { type QueryOptions, QueryTypes, type Sequelize, Transaction, UniqueConstraintError } from 'sequelize';
import { hasDeadlines, TransactionTimeoutError } from './deadlines.ts';
import type { Models } from './models.ts';
import { interruptSqlite } from './sqlite.ts';

/** The idempotency key of a request, while the request is served. */
interface PendingKey {
  /** Null: a guest's. */
  userId: number | null;
  key: string;
  requestHash: string;
  at: Date;
  /** A transaction of this request has stored the key; later ones leave it out. */
  isStored: boolean;
  /** The request is answered; work that still runs stores no key. */
  isAnswered: boolean;
}

/** The key was used before: its change is already made. */
export class IdempotencyKeyUsedError extends Error {}

interface KeyStore {
  models: Models;
  afterCommit(work: () => void): void;
}

const pendingKeys = new AsyncLocalStorage<PendingKey>();

export function runWithIdempotencyKey<Result>(pending: PendingKey, work: () => Promise<Result>): Promise<Result> {
  return pendingKeys.run(pending, async () => {
    try {
      return await work();
    } finally {
      pending.isAnswered = true;
    }
  });
}

/** Runs work that is not part of the request's change. */
export const withoutIdempotencyKey = (work: () => void): void => pendingKeys.exit(work);

/** The running request's key, while it is not stored; for callers that store it with the changes of several requests. */
export function currentIdempotencyKey(): PendingKey | undefined {
  const pending = pendingKeys.getStore();
  return pending && !pending.isStored && !pending.isAnswered ? pending : undefined;
}

/**
 * Stores the keys of requests in the running transaction, which also holds their changes: after a crash there are both or
 * neither, and of two simultaneous requests the second finds the key taken.
 * @throws {IdempotencyKeyUsedError} one of them was used.
 */
export async function storeIdempotencyKeys(
  { models, afterCommit }: KeyStore,
  keys: readonly PendingKey[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await models.IdempotencyKey.bulkCreate(
      keys.map(({ userId: user_id, key, requestHash: request_hash, at: created_at }) => {
        return { user_id, key, request_hash, created_at };
      }),
    );
  } catch (error) {
    throw error instanceof UniqueConstraintError ? new IdempotencyKeyUsedError() : error;
  }
  // A rollback removes the keys, and the next transaction stores them again.
  afterCommit(() => {
    for (const pending of keys) pending.isStored = true;
  });
}

/** Sequelize's types leave out the connection and the outcome. */
type RunningTransaction = Transaction & {
  connection: unknown;
  finished?: 'commit' | 'rollback';
  /** The transaction took too long: it is rolled back, and further statements of its work are refused. */
  isOverdue?: boolean;
  writtenTables?: Set<string>;
  rollbackHooks?: (() => void)[];
};

/** The transactions of one database. Statements inside of a transaction's work belong to it without being handed it. */
export class Transactions {
  private readonly begun = new AsyncLocalStorage<RunningTransaction>();
  private readonly isSqlite: boolean;

  /** @param limitMs of a whole transaction. @param onWritten called after writes with the tables that may have changed. */
  constructor(
    private readonly sequelize: Sequelize,
    private readonly limitMs: number | undefined,
    private readonly onWritten: (tables: ReadonlySet<string>) => void,
  ) {
    this.isSqlite = sequelize.getDialect() === 'sqlite';
    this.bindQueries();
  }

  /** Undefined outside of a transaction and after its end, for work that nothing waited for. @throws {TransactionTimeoutError} */
  running(): RunningTransaction | undefined {
    const transaction = this.begun.getStore();
    if (transaction?.isOverdue) throw new TransactionTimeoutError('This transaction took too long and has ended');
    return transaction?.finished ? undefined : transaction;
  }

  /** Commits after the work, and rolls back when it fails. @throws {TransactionTimeoutError} the work took too long. */
  async run<Result>(work: (transaction: RunningTransaction) => Promise<Result>): Promise<Result> {
    const options = this.isSqlite ? { type: Transaction.TYPES.IMMEDIATE } : {};
    const started = (await this.sequelize.transaction(options)) as RunningTransaction;
    const hooks: ((committed: RunningTransaction) => unknown)[] = [];
    // Sequelize would run its own hooks after a failed commit, too.
    started.afterCommit = (hook) => void hooks.push(hook);
    let result: Result;
    let isWorking = true;
    try {
      result = await this.withinLimit(started, () => this.begun.run(started, () => work(started)));
      isWorking = false;
      await started.commit();
    } catch (error) {
      // A connection that cannot roll back is closed, which does.
      if (isWorking) await started.rollback().catch(() => undefined);
      for (const hook of started.rollbackHooks ?? []) hook();
      throw error;
    }
    for (const hook of hooks) await hook(started);
    return result;
  }

  /** Work that waits for something outside cannot be stopped: it is abandoned, and its later statements are refused. */
  private async withinLimit<Result>(started: RunningTransaction, work: () => Promise<Result>): Promise<Result> {
    const ms = this.limitMs;
    if (ms === undefined || !hasDeadlines()) return work();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        started.isOverdue = true;
        if (this.isSqlite) interruptSqlite(started.connection);
        reject(new TransactionTimeoutError(`A transaction took longer than ${ms} ms and was rolled back`));
      }, ms);
    });
    try {
      return await Promise.race([work(), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Gives each statement the running transaction. Sequelize's own `useCLS` would mix the transactions of several databases up. */
  private bindQueries(): void {
    const { sequelize, onWritten } = this;
    const query = sequelize.query.bind(sequelize) as (sql: string, options?: QueryOptions) => Promise<unknown>;
    const boundQuery: typeof query = async (sql, options) => {
      // COMMIT and ROLLBACK name their transaction, and so do some other statements.
      const transaction = (options?.transaction ?? this.running()) as RunningTransaction | undefined;
      // By itself Sequelize ignores the answer to a COMMIT.
      if (sql === 'COMMIT;')
        return query(sql, { ...options, transaction, type: QueryTypes.RAW })
          .then(requireCommitted)
          .finally(() => transaction?.writtenTables && onWritten(transaction.writtenTables));
      const tables = tablesWritten(sql);
      if (tables.length > 0 && !transaction) return query(sql, options).finally(() => onWritten(new Set(tables)));
      if (transaction) noteWritten(transaction, tables);
      const asked = query(sql, { ...options, transaction });
      if (sql !== 'ROLLBACK;') return asked;
      // SQLite rolls back by itself when the disk fails, and has nothing to roll back where BEGIN failed.
      return asked.catch((error: unknown) => {
        if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
      });
    };
    sequelize.query = boundQuery as typeof sequelize.query;
  }

  /** Otherwise every promise of the process would go on carrying the storage. */
  close(): void {
    this.begun.disable();
  }
}

const WRITES = /\b(?:insert(?:\s+or\s+\w+)?\s+into|update|delete\s+from)\s+[`"]?(\w+)/gi;

/** Tables a statement may write to; a superfluous name does no harm. @param statement text, or Sequelize's object with it. */
export const tablesWritten = (statement: unknown): string[] => {
  const text = typeof statement === 'string' ? statement : String((statement as { query?: unknown }).query);
  return /^\s*select\b/i.test(text) ? [] : Array.from(text.matchAll(WRITES), ([, table = '']) => table);
};

export function noteWritten(transaction: RunningTransaction, tables: readonly string[]): void {
  if (tables.length > 0) transaction.writtenTables = new Set([...(transaction.writtenTables ?? []), ...tables]);
}

/** PostgreSQL answers the COMMIT of a transaction with a failed statement by a rollback, without an error. */
function requireCommitted(answer: unknown): unknown {
  const [, outcome] = Array.isArray(answer) ? (answer as [unknown, { command?: string } | undefined]) : [];
  if (outcome?.command === 'ROLLBACK')
    throw new Error('A statement of the transaction failed, and its failure was passed over');
  return answer;
}
