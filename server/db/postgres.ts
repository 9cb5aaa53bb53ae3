import type { Socket } from 'node:net';
import pg from 'pg';
import { type Options, Sequelize } from 'sequelize';
import { type DatabaseLimits, DatabaseUnavailableError, deadlinesOf, hasDeadlines } from './deadlines.ts';

/** A farewell that is not answered by then is not waited for. */
const END_LIMIT_MS = 1_000;
/** TCP detects a vanished host, also without statements. */
const KEEP_ALIVE_MS = 10_000;

const LONG_WORK = 'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0';
const USUAL_WORK = 'RESET statement_timeout; RESET lock_timeout; RESET idle_in_transaction_session_timeout';

interface PostgresClientConfig extends pg.ClientConfig {
  /** Milliseconds that PostgreSQL may be silent while an answer is due; 0 or undefined: without a limit. */
  query_timeout?: number | undefined;
}

/**
 * A connection that is closed when PostgreSQL falls silent (frozen, or its host vanished), so that nothing waits on
 * it for ever and no pool reuses it. pg's own `query_timeout` leaves it open, with the answer still due.
 */
export class PostgresClient extends pg.Client {
  private readonly silenceMs: number;
  private isForLongWork = false;

  constructor({ query_timeout = 0, ...config }: PostgresClientConfig = {}) {
    super({ ...config, keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_MS });
    this.silenceMs = query_timeout;
    // The next statement reports a broken connection; without a listener the error would end the process.
    this.on('error', () => undefined);
    this.once('connect', () => {
      this.socket.setTimeout(this.silenceMs);
      this.socket.on('timeout', () => {
        // Missing in pg's types: no statement is running.
        const { readyForQuery } = this as unknown as { readyForQuery: boolean };
        if (!readyForQuery) this.socket.destroy(new DatabaseUnavailableError('PostgreSQL does not answer'));
      });
    });
  }

  /** Lifts the deadlines of this connection, or restores them. */
  async setDeadlines(areInForce: boolean): Promise<void> {
    if (this.isForLongWork === !areInForce) return;
    this.socket.setTimeout(this.silenceMs);
    await this.query(areInForce ? USUAL_WORK : LONG_WORK);
    if (!areInForce) this.socket.setTimeout(0);
    this.isForLongWork = !areInForce;
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | void {
    setTimeout(() => this.socket.destroy(), END_LIMIT_MS).unref();
    return callback ? super.end(callback) : super.end();
  }

  private get socket() {
    return this.connection.stream as Socket;
  }
}

/** More are planned each time, so that connections do not grow for ever. */
const MOST_KEPT = 300;
const kept = new Map<string, string>();

/**
 * Marks a statement to be kept parsed and planned by the connections: reading a row by its key takes PostgreSQL a
 * fraction of its planning. Only for look-ups by keys: a filtered page is several times faster with a plan for its
 * own values, which all other statements get.
 * @returns the statement.
 */
export function keepPlan(sql: string): string {
  if (!kept.has(sql) && kept.size < MOST_KEPT) kept.set(sql, `kept_${kept.size}`);
  return sql;
}

/** A hand-written statement in the driver's form. */
export const statementOf = (sql: string, parameters: readonly unknown[]): pg.QueryConfig => {
  const name = kept.get(sql);
  return { text: sql, values: [...parameters], ...(name && { name }) };
};

/** Sequelize on PostgreSQL. @param limits undefined: without any deadline, for administrators' commands. */
export function openPostgres(
  databaseUrl: string,
  schema: string | undefined,
  limits: DatabaseLimits | undefined,
  options: Options,
): Sequelize {
  const deadlines = limits && deadlinesOf(limits);
  const sequelize = new Sequelize(databaseUrl, {
    ...options,
    dialect: 'postgres',
    dialectModule: { Client: PostgresClient, types: pg.types },
    // Without it Sequelize's ALTER TABLE names the default schema.
    ...(schema ? { schema } : {}),
    pool: { max: limits?.poolMax ?? 10, min: 0, acquire: deadlines?.connection ?? 20_000 },
    dialectOptions: {
      ...(schema && { options: `-c search_path=${schema}` }),
      application_name: 'silong',
      ...(deadlines && {
        statement_timeout: deadlines.statement,
        lock_timeout: deadlines.lock,
        idle_in_transaction_session_timeout: deadlines.idleInTransaction,
        connectionTimeoutMillis: deadlines.connection,
        query_timeout: deadlines.silence,
      }),
    },
  });
  if (limits)
    sequelize.addHook('afterPoolAcquire', (connection) =>
      (connection as PostgresClient).setDeadlines(hasDeadlines()),
    );
  return sequelize;
}
