import type { BaseContext } from '#server/context.ts';

export interface RecurringTask {
  start(): void;
  /** Waits for the run that is under way. */
  stop(): Promise<void>;
  /** Aborted by `stop`, for runs that can end early. */
  readonly signal: AbortSignal;
}

interface RecurringPlan {
  /** From the end of one run to the next. */
  everyMs: number;
  /** To the first run; by default as long as between runs. */
  firstMs?: number;
  /** Jitter of a quarter of the interval, so that processes started together do not run at the same time. */
  isSpread?: boolean;
  /** What the log says when a run failed; the next one comes all the same. */
  failure: string;
}

/** Work that is repeated while the server runs; a run starts only after the one before has ended. */
export function createRecurringTask(
  { log }: Pick<BaseContext, 'log'>,
  { everyMs, firstMs = everyMs, isSpread = false, failure }: RecurringPlan,
  run: () => Promise<unknown>,
): RecurringTask {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastRun: Promise<unknown> = Promise.resolve();

  function schedule(delayMs: number): void {
    if (stopping.signal.aborted) return;
    timer = setTimeout(
      () => {
        lastRun = run()
          .catch((error: unknown) => log.warn({ err: error }, failure))
          .finally(() => schedule(everyMs));
      },
      isSpread ? delayMs * (0.75 + Math.random() / 2) : delayMs,
    ).unref();
  }

  return {
    start: () => schedule(firstMs),
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await lastRun;
    },
    signal: stopping.signal,
  };
}
