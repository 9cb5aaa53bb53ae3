import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type BaseContext, isOutboundOpen } from '#server/context.ts';
import { toJson } from '#server/db/sql.ts';
import { keepWords, reasonOf, SaidError } from '#server/languages.ts';
import { runWithLogFields } from '#server/observability/log.ts';
import { msg } from '#shared/messages.ts';
import { type ClaimedJob, createJobLeases, LeaseLostError, type Priority, priorities } from './leases.ts';
import { type JobKind, type JobPayloads, outgoing } from './payloads.ts';

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

interface AddOptions {
  priority?: Priority;
  delayMs?: number;
}

const POLL_MS = 2_000;
const RENEWAL_MS = 10_000;
const CLOCK_CHECK_MS = 60_000;
const STALLED_AFTER_MS = 120_000;
/** How long running jobs may take to end when the process stops: before their signal is aborted, and after. */
const GRACE_MS = 2_000;
const ABORT_GRACE_MS = 1_000;

const DEFAULT_RETRY_SECONDS = [2, 10, 60, 300, 900, 3_600, 10_800, 36_000];
const DEFAULT_LIMIT_SECONDS = 120;

// biome-ignore lint/suspicious/noExplicitAny: the payload's type is known where a kind is added and handled
type Handler = JobHandler<any, any> & { recurring?: RecurringJob };

/** Jobs of each priority and below at once in a process: some places are kept for the more urgent ones. */
const LIMITS: readonly number[] = [10, 8, 6, 3];

/** A running job, or one that is stored and not committed yet. */
interface Place {
  kind: string;
  priority: number;
}

interface RunningJob extends Place {
  stopping: AbortController;
  isRecurring: boolean;
  done: Promise<void>;
}

type QueueContext = Pick<BaseContext, 'db' | 'env' | 'log' | 'metrics' | 'now' | 'systemSettings' | 'tracing'>;

/** Durable work: stored with the change that causes it, leased to one process, retried when it fails. */
export class JobQueue {
  private readonly leases;
  private readonly handlers = new Map<string, Handler>();
  private readonly running = new Map<number, RunningJob>();
  private readonly places = new Places();
  /** Jobs begin after the commit of any request, and belong to none. */
  private readonly detached = AsyncLocalStorage.snapshot();
  private isStarted = false;
  private isStopping = false;
  private wasWoken = false;
  private round: Promise<void> | null = null;
  private lastMove = performance.now();
  private timers: NodeJS.Timeout[] = [];
  private stopped: Promise<void> | undefined;

  constructor(private readonly context: QueueContext) {
    this.leases = createJobLeases(context);
  }

  /** Stores a job in the running transaction; it begins after the commit. @throws {Error} no transaction is running. */
  add<Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind], options?: AddOptions): Promise<void> {
    return this.addAll(kind, [payload], options);
  }

  /** The same for several jobs, in one statement. */
  async addAll<Kind extends JobKind>(
    kind: Kind,
    payloads: readonly JobPayloads[Kind][],
    { priority = 'normal', delayMs = 0 }: AddOptions = {},
  ): Promise<void> {
    if (payloads.length === 0) return;
    let places: Place[] = [];
    let leased: ClaimedJob[] = [];
    const releasePlaces = () => {
      for (const place of places) this.places.taken.delete(place);
    };
    this.context.db.afterCommit(
      () => {
        releasePlaces();
        // A stopping process releases them with all others.
        if (!this.isStopping) for (const job of leased) this.detached(() => this.begin(job));
        if (leased.length < payloads.length) this.wake();
      },
      () => {
        releasePlaces();
        // Other jobs may have found no place meanwhile.
        this.wake();
      },
    );
    if (delayMs === 0) places = this.reservePlaces(kind, priorities[priority], payloads.length);
    leased = await this.leases.add(kind, payloads, priority, delayMs, places.length);
  }

  /**
   * The same for work that later changes may alter or undo until it begins: replaces the waiting job of this key.
   * @param payload made of the waiting job's; null: nothing is left to do.
   */
  async replace<Kind extends JobKind>(
    kind: Kind,
    key: string,
    payload: (waiting: JobPayloads[Kind] | undefined) => JobPayloads[Kind] | null,
    { priority = 'normal', delayMs = 0 }: AddOptions = {},
  ): Promise<void> {
    const next = payload((await this.leases.removeWaiting(key)) as JobPayloads[Kind] | undefined);
    if (!next) return;
    this.context.db.afterCommit(() => this.wake());
    await this.leases.addKeyed(kind, key, next, priority, delayMs);
  }

  /** Registers the handler of a kind; to be called before `start`. */
  handle<Kind extends JobKind, Result = void>(kind: Kind, handler: JobHandler<JobPayloads[Kind], Result>): void {
    this.handlers.set(kind, handler);
  }

  /** Registers repeated work, for one process at a time; to be called before `start`. */
  repeat(recurring: RecurringJob): void {
    const run = (_payload: unknown, signal: AbortSignal) => recurring.run(signal);
    this.handlers.set(recurring.name, { recurring, run, atOnce: 1 });
  }

  /** Begins due jobs, and polls every few seconds. */
  async start(): Promise<void> {
    const { leases, running } = this;
    await leases.resetFutureJobs();
    // Repeated work has one row, for all processes.
    await leases.addRecurring(
      [...this.handlers].flatMap(([kind, { recurring }]) =>
        recurring ? [{ kind, firstMs: recurring.firstMs ?? recurring.everyMs }] : [],
      ),
    );
    this.isStarted = true;
    this.timers = [
      this.every(POLL_MS, async () => this.wake()),
      this.every(RENEWAL_MS, () => leases.renew([...running.keys()])),
      this.every(CLOCK_CHECK_MS, leases.resetFutureJobs),
    ];
    this.wake();
  }

  private every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    const { log } = this.context;
    return setInterval(() => {
      this.detached(work).catch((error: unknown) => log.warn({ err: error }, 'could not see to the jobs'));
    }, ms).unref();
  }

  /** Polls at once. Bound, as it is passed as a listener. */
  readonly wake = (): void => {
    if (!this.isStarted || this.isStopping) return;
    this.wasWoken = true;
    this.round ??= this.detached(() => this.beginDue()).finally(() => {
      this.round = null;
      if (this.wasWoken) this.wake();
    });
  };

  /** Waits for quick running jobs; releases the others, so that the next process begins them at once. */
  stop(): Promise<void> {
    this.stopped ??= this.stopOnce();
    return this.stopped;
  }

  private async stopOnce(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.round;
    const jobs = [...this.running.values()];
    for (const job of jobs) if (job.isRecurring) job.stopping.abort();
    const ended = Promise.all(jobs.map(({ done }) => done));
    await Promise.race([ended, wait(GRACE_MS, undefined, { ref: false })]);
    for (const job of jobs) job.stopping.abort();
    await Promise.race([ended, wait(ABORT_GRACE_MS, undefined, { ref: false })]);
    // After a failure here the jobs begin again once their lease has ended.
    if (this.isStarted)
      await this.leases.releaseAll().catch((error: unknown) => {
        this.context.log.warn({ err: error }, 'jobs were not given back');
      });
  }

  /** Resolves once all jobs due now were tried, or those of one kind. */
  async flush(kind?: JobKind): Promise<void> {
    this.wake();
    for (;;) {
      await this.round;
      const awaited = [...this.running.values()].filter((job) => kind === undefined || job.kind === kind);
      if (awaited.length === 0 && !this.round) return;
      await Promise.all(awaited.map(({ done }) => done));
    }
  }

  /** Whether this process still begins and ends jobs. */
  isMoving(): boolean {
    return performance.now() - this.lastMove < STALLED_AFTER_MS;
  }

  private async beginDue(): Promise<void> {
    while (this.wasWoken && !this.isStopping) {
      this.wasWoken = false;
      try {
        const jobs = await this.claimDue();
        for (const job of jobs) this.begin(job);
        if (jobs.length > 0) this.wasWoken = true;
      } catch (error) {
        this.context.log.warn({ err: error }, 'could not look for jobs');
        return;
      }
    }
  }

  private mayBegin(kind: string, { isReady }: Handler): boolean {
    return (!outgoing.has(kind) || isOutboundOpen(this.context)) && (isReady?.() ?? true);
  }

  /** Reserves places for jobs that begin with their commit, without a poll; none during a poll, whose jobs may have waited longer. */
  private reservePlaces(kind: string, priority: number, wanted: number): Place[] {
    const handler = this.handlers.get(kind);
    if (!this.isStarted || this.isStopping || this.round || !handler || !this.mayBegin(kind, handler)) return [];
    const free = this.places.free(priority);
    const most = priority > 0 ? Math.min(free, this.places.freeOf(kind, handler)) : free;
    const places = Array.from({ length: Math.max(0, Math.min(wanted, most)) }, () => ({ kind, priority }));
    for (const place of places) this.places.taken.add(place);
    return places;
  }

  private async claimDue(): Promise<ClaimedJob[]> {
    const lowest = this.places.lowestFree();
    if (lowest < 0) return [];
    const ready = [...this.handlers].filter(([kind, handler]) => this.mayBegin(kind, handler));
    const open = ready.filter(([kind, handler]) => this.places.freeOf(kind, handler) > 0);
    const claimed = await this.leases.claim({
      lowest,
      running: [...this.running.keys()],
      open: open.map(([kind]) => kind),
      ready: ready.map(([kind]) => kind),
    });
    // Not reached while every place is taken: a queue whose jobs all hang does not move.
    this.lastMove = performance.now();
    return claimed;
  }

  private begin(job: ClaimedJob): void {
    const handler = this.handlers.get(job.kind);
    if (!handler) return;
    const { id, kind, priority } = job;
    const stopping = new AbortController();
    const spanned = () =>
      this.context.tracing.inSpan(`job ${kind}`, { 'messaging.operation.name': 'process' }, () =>
        this.execute(job, handler, stopping.signal),
      );
    const done = runWithLogFields({ jobId: id, job: kind }, spanned).finally(() => {
      this.running.delete(id);
      this.places.taken.delete(runningJob);
      this.lastMove = performance.now();
      this.wake();
    });
    const isRecurring = handler.recurring !== undefined;
    const runningJob: RunningJob = { kind, priority, stopping, isRecurring, done };
    this.running.set(id, runningJob);
    this.places.taken.add(runningJob);
  }

  /** Runs a claimed job to its end, its next attempt, or its giving up. Never rejects. @param signal the process stops. */
  private async execute(job: ClaimedJob, handler: Handler, signal: AbortSignal): Promise<void> {
    const { db, log, metrics } = this.context;
    const payload = toJson<Record<string, unknown>>(job.payload);
    try {
      const { retrySeconds = DEFAULT_RETRY_SECONDS } = handler;
      // More attempts than failures: the job ended the process each time.
      if (!handler.recurring && job.attempts > retrySeconds.length + 1)
        throw new PermanentFailure(msg('The server stopped each time it tried this'));
      const result = await withinLimit(handler, handler.run?.(payload, signal, job.id));
      if (signal.aborted && handler.recurring) return;
      await db.transaction(async () => {
        await handler.apply?.(payload, result, job.id);
        await this.end(job, handler);
      }, transactionOf(job));
      metrics.jobsEnded.inc({ kind: job.kind, outcome: 'done' });
    } catch (error) {
      // A released job counts as not begun.
      if (signal.aborted || error instanceof LeaseLostError) return;
      await this.fail(job, handler, payload, error).catch((failure: unknown) =>
        log.error({ err: failure }, 'the end of a job could not be stored'),
      );
    }
  }

  private end(job: ClaimedJob, { recurring }: Handler): Promise<void> {
    if (!recurring) return this.leases.remove(job);
    const next = this.afterMs(recurring.everyMs * (0.75 + Math.random() / 2));
    return this.leases.release(job, { attempts: 0, last_error: null, next_attempt_at: next });
  }

  private async fail(job: ClaimedJob, handler: Handler, payload: object, error: unknown): Promise<void> {
    const { db, log, metrics } = this.context;
    const { retrySeconds = DEFAULT_RETRY_SECONDS, recurring } = handler;
    const last_error = keepWords(reasonOf(error));
    const seconds = error instanceof PermanentFailure ? undefined : retrySeconds[job.attempts - 1];
    const isGivenUp = seconds === undefined && !recurring;
    log[isGivenUp ? 'error' : 'warn']({ err: error, attempts: job.attempts, isGivenUp }, 'a job failed');
    metrics.jobsEnded.inc({ kind: job.kind, outcome: isGivenUp ? 'given_up' : 'failed' });
    await db.transaction(async () => {
      if (isGivenUp) {
        await this.leases.release(job, { status: 'failed', last_error });
        await handler.giveUp?.(payload, last_error, job.id);
        return;
      }
      const backOffMs = (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
      const waitMs = recurring ? Math.min(backOffMs, recurring.everyMs) : backOffMs;
      await this.leases.release(job, { last_error, next_attempt_at: this.afterMs(waitMs) });
    }, transactionOf(job));
  }

  private afterMs(ms: number): Date {
    return new Date(this.context.now().getTime() + ms);
  }
}

/** Users wait for urgent jobs. */
const transactionOf = ({ priority }: ClaimedJob) => ({ isBackground: priority > priorities.urgent });

async function withinLimit<Result>(
  { limitSeconds = DEFAULT_LIMIT_SECONDS, recurring }: Handler,
  work: Promise<Result> | undefined,
): Promise<Result | undefined> {
  if (!work || recurring) return work;
  const ended = new AbortController();
  const tooLong = msg('It took longer than {seconds} seconds', { seconds: limitSeconds });
  const late = wait(limitSeconds * 1_000, undefined, { ref: false, signal: ended.signal }).then(
    () => Promise.reject(new SaidError(tooLong)),
    () => undefined,
  );
  return Promise.race([work, late]).finally(() => ended.abort()) as Promise<Result>;
}

/** How many jobs a process runs at once. */
class Places {
  readonly taken = new Set<Place>();

  /** Jobs of this priority that may begin now. */
  free(priority: number): number {
    const taken = [...this.taken];
    const free = LIMITS.slice(0, priority + 1).map(
      (places, least) => places - taken.filter((place) => place.priority >= least).length,
    );
    return Math.max(0, Math.min(...free));
  }

  /** Jobs of a kind that may begin now; urgent ones are not counted. */
  freeOf(kind: string, { atOnce = Number.POSITIVE_INFINITY }: { atOnce?: number }): number {
    return atOnce - [...this.taken].filter((place) => place.kind === kind && place.priority > 0).length;
  }

  /** The least urgent priority with a free place; -1: none. */
  lowestFree(): number {
    const full = LIMITS.findIndex((_, priority) => this.free(priority) === 0);
    return full < 0 ? LIMITS.length - 1 : full - 1;
  }
}
