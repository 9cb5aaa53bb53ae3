import { SaidError } from '#server/languages.ts';
import type { Priority } from './leases.ts';
import type { JobKind, JobPayloads } from './payloads.ts';

/** A failure that a retry cannot help: the job is given up at once. */
export class PermanentFailure extends SaidError {}

export interface JobHandler<Payload, Result> {
  /**
   * The part that calls other servers (mail, the picture store) or takes long: outside of a transaction. After a crash it may
   * run a second time, under the same `jobId`. Stops early when `signal` is aborted.
   */
  run?(payload: Payload, signal: AbortSignal, jobId: number): Promise<Result>;
  /** The part that changes the database, in the transaction that ends the job: it happens once or not at all. */
  apply?(payload: Payload, result: Result, jobId: number): Promise<void>;
  /** In the transaction in which the job is given up. */
  giveUp?(payload: Payload, reason: string, jobId: number): Promise<void>;
  /** Jobs of the kind at once in a process; urgent ones are not counted. */
  atOnce?: number;
  /** Pauses after the first, second … failure; after one more failure the job is given up. */
  retrySeconds?: readonly number[];
  /** A longer run counts as failed. */
  limitSeconds?: number;
  /** While false, the jobs of the kind wait and use none of their attempts. */
  isReady?(): boolean;
}

/** Repeated work. Its runs are no attempts, and it is never given up. */
export interface RecurringJob {
  name: string;
  /** From the end of one run to the next, a quarter more or less, so that jobs that begin together drift apart. */
  everyMs: number;
  /** Until the very first run; by default `everyMs`. */
  firstMs?: number;
  /** @param signal aborted when the process stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface AddOptions {
  /** By default 'normal'. */
  priority?: Priority;
  /** Delay of the beginning. */
  delayMs?: number;
}

/** Durable work: stored with the change that causes it, leased to one process, retried when it fails. */
export interface JobQueue {
  /** Stores a job in the running transaction; it begins after the commit. @throws {Error} no transaction is running. */
  add<Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind], options?: AddOptions): Promise<void>;
  /** The same for several jobs, in one statement. */
  addAll<Kind extends JobKind>(
    kind: Kind,
    payloads: readonly JobPayloads[Kind][],
    options?: AddOptions,
  ): Promise<void>;
  /**
   * The same for work that later changes may alter or undo until it begins: replaces the waiting job of this key.
   * @param payload made of the waiting job's; null: nothing is left to do.
   */
  replace<Kind extends JobKind>(
    kind: Kind,
    key: string,
    payload: (waiting: JobPayloads[Kind] | undefined) => JobPayloads[Kind] | null,
    options?: AddOptions,
  ): Promise<void>;
  /** Registers the handler of a kind; to be called before `start`. */
  handle<Kind extends JobKind, Result = void>(
    kind: Kind,
    handler: JobHandler<JobPayloads[Kind], Result>,
  ): void;
  /** Registers repeated work, for one process at a time; to be called before `start`. */
  repeat(job: RecurringJob): void;
  /** Begins due jobs, and polls every few seconds. */
  start(): Promise<void>;
  /** Polls at once. */
  wake(): void;
  /** Waits for quick running jobs; releases the others, so that the next process begins them at once. */
  stop(): Promise<void>;
  /** Resolves once all jobs due now were tried, or those of one kind. */
  flush(kind?: JobKind): Promise<void>;
  /** Whether this process still begins and ends jobs. */
  isMoving(): boolean;
}
