import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from './unavailable.ts';

/** As the environment says. */
export interface DatabaseLimits {
  /** Connections of this process to PostgreSQL, at most. Those of sockets and of advisory locks come on top. */
  poolMax: number;
  /** The other deadlines follow from it. */
  statementTimeoutMs: number;
}

/** For the answer to come back after PostgreSQL itself has given a statement up. */
const ANSWER_MARGIN_MS = 2_000;

/** How long what may take, in milliseconds. Each is shorter than the one that would hide it. */
export function deadlinesOf({ statementTimeoutMs }: DatabaseLimits) {
  return {
    statement: statementTimeoutMs,
    /** A row or an advisory lock that another transaction holds; on SQLite the file, held by another process. */
    lock: Math.ceil(statementTimeoutMs / 2),
    /** Of PostgreSQL: a connection of the pool to become free, or a new one to stand. */
    connection: Math.ceil(statementTimeoutMs / 2),
    /** PostgreSQL says nothing at all: the connection is given up. */
    silence: statementTimeoutMs + ANSWER_MARGIN_MS,
    /** Of SQLite: the transactions before this one to end. */
    queue: statementTimeoutMs,
    transaction: 2 * statementTimeoutMs,
    /** Of PostgreSQL, which ends the connection of a process that stands still. */
    idleInTransaction: 3 * statementTimeoutMs,
  };
}

const unlimited = new AsyncLocalStorage<true>();

/** For migrations, backups and other work that takes as long as it takes: no deadline holds in what it asks of the database. */
export function withoutDeadlines<Result>(work: () => Promise<Result>): Promise<Result> {
  return unlimited.run(true, work);
}

export const hasDeadlines = (): boolean => unlimited.getStore() === undefined;

/** More would not be served before their deadline anyway. */
const MAX_WAITING = 500;
export const TOO_MANY_WAIT = 'Too many changes wait to be written';

/** After so many that somebody waits for, one of those that nobody waits for has its turn. */
const PASSED_OVER_AT_MOST = 8;

/**
 * One after the other, in the order they came; what nobody waits for gives way to what somebody does, but not for ever.
 */
export class WriteQueue {
  private readonly waiting = new Set<() => void>();
  private readonly waitingAside = new Set<() => void>();
  private passedOver = 0;
  private isBusy = false;
  private idle: Promise<void> = Promise.resolve();
  private markIdle: () => void = () => undefined;

  /** @param waitMs undefined: as long as it takes. */
  constructor(private readonly waitMs: number | undefined) {}

  /**
   * @param isAside nobody waits for it: it gives way.
   * @throws {DatabaseUnavailableError} too many wait already, or it was not this one's turn in time.
   */
  async run<Result>(work: () => Promise<Result>, isAside = false): Promise<Result> {
    await this.takeTurn(isAside ? this.waitingAside : this.waiting);
    try {
      return await work();
    } finally {
      this.next();
    }
  }

  /** How many wait. */
  get length(): number {
    return this.waiting.size + this.waitingAside.size;
  }

  /** Resolves once nothing runs or waits. */
  untilIdle(): Promise<void> {
    return this.idle;
  }

  private takeTurn(queue: Set<() => void>): Promise<void> | undefined {
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
    const isTurnAside = this.waiting.size === 0 || this.passedOver >= PASSED_OVER_AT_MOST;
    const queue = isTurnAside && this.waitingAside.size > 0 ? this.waitingAside : this.waiting;
    const [begin] = queue;
    this.passedOver = queue === this.waiting && this.waitingAside.size > 0 ? this.passedOver + 1 : 0;
    if (begin) {
      queue.delete(begin);
      begin();
      return;
    }
    this.isBusy = false;
    this.markIdle();
  }
}
