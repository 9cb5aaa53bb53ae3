import { AsyncLocalStorage } from 'node:async_hooks';
import { ConnectionError } from 'sequelize';

/** The database cannot do this now; nothing of it was done, and a later try may succeed. */
export class DatabaseUnavailableError extends Error {
  override readonly name: string = 'DatabaseUnavailableError';
}

/** A transaction exceeded its limit and was rolled back: a fault of its work. */
export class TransactionTimeoutError extends DatabaseUnavailableError {
  override readonly name = 'TransactionTimeoutError';
}

/** Locked by another process, full, not writable, not readable, interrupted. A damaged file is not among them. */
const SQLITE_CODE = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|INTERRUPT|PROTOCOL|NOMEM)/;

/**
 * PostgreSQL: classes 08 (connection) and 53 (no room, no memory, too many connections), 57P01 to 57P05 (shutting down,
 * starting), 57014 (statement time-out), 55P03 (lock time-out), 40001 and 40P01 (serialization, deadlock), 25006 (a
 * standby, or read-only), 25P03 and 25P04 (a transaction stood idle or ran too long), 58030 (disk fault).
 */
const SQLSTATE = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25006|25P0[34]|58030)$/;

const NETWORK_CODE =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** Messages of pg and Sequelize without a code, about a broken or closed connection. */
const CONNECTION_SENTENCE =
  /^Connection terminated|^Client (has encountered a connection error|was closed)|^timeout e(xpired|xceeded)|connection manager was closed/;

/** How deep the cause may lie: Sequelize puts the driver's error into `parent`. */
const MAX_DEPTH = 4;

/** Whether the database is away, overloaded or cannot write, as opposed to a wrong statement. */
export function isDatabaseUnavailable(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > MAX_DEPTH) return false;
  if (error instanceof DatabaseUnavailableError || error instanceof ConnectionError) return true;
  const { code, parent, cause } = error as { code?: unknown; parent?: unknown; cause?: unknown };
  if (typeof code === 'string' && [SQLITE_CODE, SQLSTATE, NETWORK_CODE].some((known) => known.test(code)))
    return true;
  if (CONNECTION_SENTENCE.test(error.message)) return true;
  return isDatabaseUnavailable(parent, depth + 1) || isDatabaseUnavailable(cause, depth + 1);
}

export interface DatabaseLimits {
  /** Connections of this process to PostgreSQL, at most; those of sockets and of advisory locks come on top. */
  poolMax: number;
  /** The other deadlines follow from it. */
  statementTimeoutMs: number;
}

/** For the answer after PostgreSQL itself has cancelled a statement. */
const ANSWER_MARGIN_MS = 2_000;

/** Deadlines in milliseconds. Each is shorter than the one that would hide it. */
export function deadlinesOf({ statementTimeoutMs }: DatabaseLimits) {
  return {
    statement: statementTimeoutMs,
    /** Waiting for a row or an advisory lock of another transaction; on SQLite for the file, held by another process. */
    lock: Math.ceil(statementTimeoutMs / 2),
    /** PostgreSQL: waiting for a free connection of the pool, or for a new one. */
    connection: Math.ceil(statementTimeoutMs / 2),
    /** PostgreSQL does not answer at all: the connection is given up. */
    silence: statementTimeoutMs + ANSWER_MARGIN_MS,
    /** SQLite: waiting for the transactions before this one. */
    queue: statementTimeoutMs,
    transaction: 2 * statementTimeoutMs,
    /** PostgreSQL then ends the connection of a process that stands still. */
    idleInTransaction: 3 * statementTimeoutMs,
  };
}

const unlimited = new AsyncLocalStorage<true>();

/** For migrations, backups and other long work: no deadline applies to its statements. */
export function withoutDeadlines<Result>(work: () => Promise<Result>): Promise<Result> {
  return unlimited.run(true, work);
}

export const hasDeadlines = (): boolean => unlimited.getStore() === undefined;

/** More could not be served before their deadline. */
const MAX_WAITING = 500;
export const TOO_MANY_WAIT = 'Too many changes wait to be written';

/** After so many foreground writes, one background write runs. */
const MAX_SKIPPED = 8;

/** Runs writes one after the other, in the order they came; background writes give way to the others, but not for ever. */
export class WriteQueue {
  private readonly waiting = new Set<() => void>();
  private readonly waitingInBackground = new Set<() => void>();
  private skipped = 0;
  private isBusy = false;
  private idle: Promise<void> = Promise.resolve();
  private markIdle: () => void = () => undefined;

  /** @param waitMs undefined: without a limit. */
  constructor(private readonly waitMs: number | undefined) {}

  /** @throws {DatabaseUnavailableError} too many wait already, or the wait took too long. */
  async run<Result>(work: () => Promise<Result>, isBackground = false): Promise<Result> {
    await this.waitInLine(isBackground ? this.waitingInBackground : this.waiting);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  get length(): number {
    return this.waiting.size + this.waitingInBackground.size;
  }

  /** Resolves once nothing runs or waits. */
  untilIdle(): Promise<void> {
    return this.idle;
  }

  private waitInLine(queue: Set<() => void>): Promise<void> | undefined {
    if (!this.isBusy) {
      this.isBusy = true;
      this.idle = new Promise((resolve) => {
        this.markIdle = resolve;
      });
      return undefined;
    }
    const isLimited = this.waitMs !== undefined && hasDeadlines();
    if (isLimited && queue.size >= MAX_WAITING) throw new DatabaseUnavailableError(TOO_MANY_WAIT);
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        queue.delete(begin);
        reject(new DatabaseUnavailableError('The changes before this one took too long'));
      };
      const timer = isLimited ? setTimeout(giveUp, this.waitMs) : undefined;
      queue.add(begin);
    });
  }

  private next(): void {
    const isBackgroundNext = this.waiting.size === 0 || this.skipped >= MAX_SKIPPED;
    const queue = isBackgroundNext && this.waitingInBackground.size > 0 ? this.waitingInBackground : this.waiting;
    const [begin] = queue;
    this.skipped = queue === this.waiting && this.waitingInBackground.size > 0 ? this.skipped + 1 : 0;
    if (begin) {
      queue.delete(begin);
      begin();
      return;
    }
    this.isBusy = false;
    this.markIdle();
  }
}
