import { AsyncLocalStorage } from 'node:async_hooks';
import { DatabaseUnavailableError } from './unavailable.ts';

/** From the environment. */
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

  /**
   * @param isBackground gives way to the others.
   * @throws {DatabaseUnavailableError} too many wait already, or the wait took too long.
   */
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
    const queue =
      isBackgroundNext && this.waitingInBackground.size > 0 ? this.waitingInBackground : this.waiting;
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
