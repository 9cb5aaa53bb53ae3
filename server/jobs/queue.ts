import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { type BaseContext, isOutboundOpen } from '#server/context.ts';
import { toJson } from '#server/db/sql.ts';
import { keepWords, reasonOf, SaidError } from '#server/languages.ts';
import { runWithLogFields } from '#server/observability/log.ts';
import { msg } from '#shared/messages.ts';
import { type ClaimedJob, createJobLeases, LeaseLostError, type Priority, priorities } from './leases.ts';
import { type JobKind, type JobPayloads, outgoing } from './payloads.ts';

/** Trying again would not help: the job is given up at once. */
export class PermanentFailure extends SaidError {}

export interface JobHandler<Payload, Result> {
  /**
   * The part that asks outside (a mail server, the picture store) or takes long: in no transaction. After a crash it may
   * run a second time, under the same `jobId`. Stops early where `signal` is aborted.
   */
  run?(payload: Payload, signal: AbortSignal, jobId: number): Promise<Result>;
  /** The part that changes the database, in the transaction that ends the job: it happens once, or not at all. */
  apply?(payload: Payload, result: Result, jobId: number): Promise<void>;
  /** In the transaction in which the job is given up. */
  giveUp?(payload: Payload, reason: string, jobId: number): Promise<void>;
  /** How many of a kind run at once in a process; urgent ones are not counted. */
  atOnce?: number;
  /** Waits after the first, second … failure; after one more the job is given up. */
  retrySeconds?: readonly number[];
  /** Until it counts as failed. */
  limitSeconds?: number;
  /** While it is false the jobs of a kind wait, and use up none of their attempts. */
  isReady?(): boolean;
}

/** Work that is repeated. Its runs are no attempts, and it is never given up. */
export interface RecurringJob {
  name: string;
  /** From the end of one run to the next, a quarter more or less: what begins together does not stay together. */
  everyMs: number;
  /** To the very first run; by default as long as between runs. */
  firstMs?: number;
  /** Ends early when the signal is aborted: the process stops. */
  run(signal: AbortSignal): Promise<unknown>;
}

interface AddOptions {
  /** By default 'normal'. */
  priority?: Priority;
  /** It is begun so much later. */
  delayMs?: number;
}

/** Work that outlives the process: stored with the change that causes it, leased to one process, tried again when it fails. */
export interface JobQueue {
  /** Stores a job in the running transaction; it is begun once that is committed. @throws {Error} none is running. */
  add<Kind extends JobKind>(kind: Kind, payload: JobPayloads[Kind], options?: AddOptions): Promise<void>;
  /** The same for many, in one statement. */
  addAll<Kind extends JobKind>(
    kind: Kind,
    payloads: readonly JobPayloads[Kind][],
    options?: AddOptions,
  ): Promise<void>;
  /**
   * The same for work that later changes may alter or undo until it is begun: the waiting job of this key is taken back.
   * @param payload made of what that one carried; null: there is nothing to do any more.
   */
  replace<Kind extends JobKind>(
    kind: Kind,
    key: string,
    payload: (waiting: JobPayloads[Kind] | undefined) => JobPayloads[Kind] | null,
    options?: AddOptions,
  ): Promise<void>;
  /** Names who does the work of a kind; to be called before `start`. */
  handle<Kind extends JobKind, Result = void>(
    kind: Kind,
    handler: JobHandler<JobPayloads[Kind], Result>,
  ): void;
  /** One process at a time does it; to be called before `start`. */
  repeat(job: RecurringJob): void;
  /** Begins what is due, and looks again every few seconds. */
  start(): Promise<void>;
  /** Looks at once for what is due. */
  wake(): void;
  /** Lets running jobs end if they are quick; gives the others back, so that the next process begins them at once. */
  stop(): Promise<void>;
  /** Resolves once everything that is due now was tried, or everything of one kind. */
  flush(kind?: JobKind): Promise<void>;
  /** Whether this process still begins and ends jobs. */
  isMoving(): boolean;
}

const POLL_MS = 2_000;
const RENEWAL_MS = 10_000;
const CLOCK_CHECK_MS = 60_000;
const STALLED_AFTER_MS = 120_000;
/** How long running jobs may take to end when the process stops: unasked, and after they were asked to. */
const GRACE_MS = 2_000;
const ABORT_GRACE_MS = 1_000;

/** How many jobs of each priority and below a process runs at once: some places are kept for the more urgent ones. */
const slots: readonly number[] = [10, 8, 6, 3];

const DEFAULT_RETRY_SECONDS = [2, 10, 60, 300, 900, 3_600, 10_800, 36_000];
const DEFAULT_LIMIT_SECONDS = 120;

// biome-ignore lint/suspicious/noExplicitAny: what a job carries is known to those who add and handle its kind
type Handler = JobHandler<any, any> & { recurring?: RecurringJob };

interface Place {
  kind: string;
  priority: number;
}

interface RunningJob extends Place {
  stopping: AbortController;
  isRecurring: boolean;
  done: Promise<void>;
}

type QueueContext = Pick<
  BaseContext,
  'db' | 'env' | 'log' | 'metrics' | 'now' | 'systemSettings' | 'tracing'
>;

export function createJobQueue(context: QueueContext): JobQueue {
  const { db, log, metrics, now, tracing } = context;
  const leases = createJobLeases({ db, now });
  const handlers = new Map<string, Handler>();
  const running = new Map<number, RunningJob>();
  /** Places of jobs that are stored and not committed yet. */
  const promised = new Set<Place>();
  /** Jobs are begun from wherever a change is committed, and belong to no request. */
  const detached = AsyncLocalStorage.snapshot();
  let isStarted = false;
  let isStopping = false;
  let wasWoken = false;
  let round: Promise<void> | null = null;
  let lastMove = performance.now();
  let timers: NodeJS.Timeout[] = [];
  let stopped: Promise<void> | undefined;

  function wake(): void {
    if (!isStarted || isStopping) return;
    wasWoken = true;
    round ??= detached(beginDue).finally(() => {
      round = null;
      if (wasWoken) wake();
    });
  }

  async function beginDue(): Promise<void> {
    while (wasWoken && !isStopping) {
      wasWoken = false;
      try {
        const jobs = await claimDue();
        for (const job of jobs) begin(job);
        if (jobs.length > 0) wasWoken = true;
      } catch (error) {
        log.warn({ err: error }, 'could not look for jobs');
        return;
      }
    }
  }

  const mayBegin = (kind: string, { isReady }: Handler): boolean =>
    (!outgoing.has(kind) || isOutboundOpen(context)) && (isReady?.() ?? true);

  const takenPlaces = (): Place[] => [...running.values(), ...promised];

  /** How many jobs of this priority may begin now. */
  function freePlaces(priority: number): number {
    const taken = takenPlaces();
    const free = slots
      .slice(0, priority + 1)
      .map((places, least) => places - taken.filter((place) => place.priority >= least).length);
    return Math.max(0, Math.min(...free));
  }

  /** How many of a kind, urgent ones aside. */
  function freePlacesOf(kind: string, { atOnce = Number.POSITIVE_INFINITY }: Handler): number {
    return atOnce - takenPlaces().filter((place) => place.kind === kind && place.priority > 0).length;
  }

  /**
   * Takes places, as many as are free, for jobs of a kind that are to begin with the commit that stores them, without being
   * looked for. None while others are looked for, which may have waited for longer.
   */
  function takePlaces(kind: string, priority: number, wanted: number): Place[] {
    const handler = handlers.get(kind);
    if (!isStarted || isStopping || round || !handler || !mayBegin(kind, handler)) return [];
    const free = freePlaces(priority);
    const most = priority > 0 ? Math.min(free, freePlacesOf(kind, handler)) : free;
    const places = Array.from({ length: Math.max(0, Math.min(wanted, most)) }, () => ({ kind, priority }));
    for (const place of places) promised.add(place);
    return places;
  }

  /** The least urgent of the jobs that may begin now; -1: none. */
  function lowestToBegin(): number {
    const full = slots.findIndex((_, priority) => freePlaces(priority) === 0);
    return full < 0 ? slots.length - 1 : full - 1;
  }

  async function claimDue(): Promise<ClaimedJob[]> {
    const lowest = lowestToBegin();
    if (lowest < 0) return [];
    const ready = [...handlers].filter(([kind, handler]) => mayBegin(kind, handler));
    const open = ready.filter(([kind, handler]) => freePlacesOf(kind, handler) > 0);
    const claimed = await leases.claim({
      lowest,
      running: [...running.keys()],
      open: open.map(([kind]) => kind),
      ready: ready.map(([kind]) => kind),
    });
    // Not where every place is taken: a queue whose jobs all hang does not move.
    lastMove = performance.now();
    return claimed;
  }

  function begin(job: ClaimedJob): void {
    const handler = handlers.get(job.kind);
    if (!handler) return;
    const stopping = new AbortController();
    const { id, kind } = job;
    const spanned = () =>
      tracing.inSpan(`job ${kind}`, { 'messaging.operation.name': 'process' }, () =>
        work(job, handler, stopping.signal),
      );
    const done = runWithLogFields({ jobId: id, job: kind }, spanned).finally(() => {
      running.delete(id);
      lastMove = performance.now();
      wake();
    });
    const isRecurring = handler.recurring !== undefined;
    running.set(id, { kind, priority: job.priority, stopping, isRecurring, done });
  }

  async function work(job: ClaimedJob, handler: Handler, signal: AbortSignal): Promise<void> {
    const payload = toJson<Record<string, unknown>>(job.payload);
    try {
      const { retrySeconds = DEFAULT_RETRY_SECONDS } = handler;
      // Begun more often than it failed: it took the process down with it.
      if (!handler.recurring && job.attempts > retrySeconds.length + 1)
        throw new PermanentFailure(msg('The server stopped each time it tried this'));
      const result = await withinLimit(handler, handler.run?.(payload, signal, job.id));
      if (signal.aborted && handler.recurring) return;
      await db.transaction(async () => {
        await handler.apply?.(payload, result, job.id);
        await end(job, handler);
      }, ending(job));
      metrics.jobsEnded.inc({ kind: job.kind, outcome: 'done' });
    } catch (error) {
      // What is given back counts as not begun.
      if (signal.aborted || error instanceof LeaseLostError) return;
      await fail(job, handler, payload, error).catch((failure: unknown) =>
        log.error({ err: failure }, 'the end of a job could not be stored'),
      );
    }
  }

  async function withinLimit<Result>(
    { limitSeconds = DEFAULT_LIMIT_SECONDS, recurring }: Handler,
    work: Promise<Result> | undefined,
  ): Promise<Result | undefined> {
    if (!work || recurring) return work;
    const ended = new AbortController();
    const late = wait(limitSeconds * 1_000, undefined, { ref: false, signal: ended.signal }).then(
      () =>
        Promise.reject(
          new SaidError(msg('It took longer than {seconds} seconds', { seconds: limitSeconds })),
        ),
      () => undefined,
    );
    return Promise.race([work, late]).finally(() => ended.abort()) as Promise<Result>;
  }

  function end(job: ClaimedJob, { recurring }: Handler): Promise<void> {
    if (!recurring) return leases.remove(job);
    return leases.release(job, { attempts: 0, last_error: null, next_attempt_at: nextRun(recurring) });
  }

  /** For an urgent job somebody waits. */
  const ending = ({ priority }: ClaimedJob) => ({ isAside: priority > priorities.urgent });

  const nextRun = ({ everyMs }: RecurringJob) =>
    new Date(now().getTime() + everyMs * (0.75 + Math.random() / 2));

  async function fail(
    job: ClaimedJob,
    handler: Handler,
    payload: Record<string, unknown>,
    error: unknown,
  ): Promise<void> {
    const { retrySeconds = DEFAULT_RETRY_SECONDS, recurring } = handler;
    const last_error = keepWords(reasonOf(error));
    const seconds = error instanceof PermanentFailure ? undefined : retrySeconds[job.attempts - 1];
    const isGivenUp = seconds === undefined && !recurring;
    log[isGivenUp ? 'error' : 'warn']({ err: error, attempts: job.attempts, isGivenUp }, 'a job failed');
    metrics.jobsEnded.inc({ kind: job.kind, outcome: isGivenUp ? 'given_up' : 'failed' });
    await db.transaction(async () => {
      if (isGivenUp) {
        await leases.release(job, { status: 'failed', last_error });
        await handler.giveUp?.(payload, last_error, job.id);
        return;
      }
      const backOffMs = (seconds ?? Number.POSITIVE_INFINITY) * 1_000;
      const waitMs = recurring ? Math.min(backOffMs, recurring.everyMs) : backOffMs;
      await leases.release(job, { last_error, next_attempt_at: new Date(now().getTime() + waitMs) });
    }, ending(job));
  }

  /** Each has one row, for all processes. */
  function storeRecurring(): Promise<void> {
    const jobs = [...handlers].flatMap(([kind, { recurring }]) =>
      recurring ? [{ kind, firstMs: recurring.firstMs ?? recurring.everyMs }] : [],
    );
    return leases.addRecurring(jobs);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    for (const timer of timers) clearInterval(timer);
    await round;
    const jobs = [...running.values()];
    for (const job of jobs) if (job.isRecurring) job.stopping.abort();
    const ended = Promise.all(jobs.map(({ done }) => done));
    await Promise.race([ended, wait(GRACE_MS, undefined, { ref: false })]);
    for (const job of jobs) job.stopping.abort();
    await Promise.race([ended, wait(ABORT_GRACE_MS, undefined, { ref: false })]);
    // Without it they are begun again once their lease has ended.
    if (isStarted)
      await leases.giveBack().catch((error: unknown) => log.warn({ err: error }, 'jobs were not given back'));
  }

  const queue: JobQueue = {
    add: (kind, payload, options) => queue.addAll(kind, [payload], options),
    async addAll(kind, payloads, { priority = 'normal', delayMs = 0 } = {}) {
      if (payloads.length === 0) return;
      let places: Place[] = [];
      let leased: ClaimedJob[] = [];
      const letGo = () => {
        for (const place of places) promised.delete(place);
      };
      db.afterCommit(
        () => {
          letGo();
          // Given back with all others where the process is about to stop.
          if (!isStopping) for (const job of leased) detached(begin, job);
          if (leased.length < payloads.length) wake();
        },
        () => {
          letGo();
          // Others may have found no place meanwhile.
          wake();
        },
      );
      if (delayMs === 0) places = takePlaces(kind, priorities[priority], payloads.length);
      leased = await leases.add(kind, payloads, priority, delayMs, places.length);
    },
    async replace(kind, key, payload, { priority = 'normal', delayMs = 0 } = {}) {
      const next = payload((await leases.takeBack(key)) as JobPayloads[typeof kind] | undefined);
      if (!next) return;
      db.afterCommit(wake);
      await leases.addKeyed(kind, key, next, priority, delayMs);
    },
    handle(kind, handler) {
      handlers.set(kind, handler);
    },
    repeat(recurring) {
      const run = (_payload: unknown, signal: AbortSignal) => recurring.run(signal);
      handlers.set(recurring.name, { recurring, run, atOnce: 1 });
    },
    async start() {
      await leases.mendFuture();
      await storeRecurring();
      isStarted = true;
      const often = (work: () => Promise<void>, ms: number) =>
        setInterval(() => {
          detached(work).catch((error: unknown) => log.warn({ err: error }, 'could not see to the jobs'));
        }, ms).unref();
      timers = [
        often(async () => wake(), POLL_MS),
        often(() => leases.renew([...running.keys()]), RENEWAL_MS),
        often(leases.mendFuture, CLOCK_CHECK_MS),
      ];
      wake();
    },
    wake,
    stop() {
      stopped ??= stop();
      return stopped;
    },
    async flush(kind) {
      wake();
      for (;;) {
        await round;
        const awaited = [...running.values()].filter((job) => kind === undefined || job.kind === kind);
        if (awaited.length === 0 && !round) return;
        await Promise.all(awaited.map(({ done }) => done));
      }
    },
    isMoving: () => performance.now() - lastMove < STALLED_AFTER_MS,
  };
  return queue;
}
