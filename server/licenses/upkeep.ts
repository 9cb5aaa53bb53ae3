import type { ServerContext } from '#server/context.ts';
import { aloneLocks, runAlone } from '#server/db/alone.ts';
import { type LicenseSweep, settleEndingLicenses } from './ending.ts';

const HOUR_MS = 3_600_000;

export interface LicenseUpkeep {
  start(): void;
  /** Waits for the agent that is being seen to. */
  stop(): Promise<void>;
  /** Null when another process is at it. */
  sweep(): Promise<LicenseSweep | null>;
}

/** Warns agents whose checked licence ends, and unlists them after it has, about every hour. */
export function createLicenseUpkeep(context: ServerContext): LicenseUpkeep {
  const { db, log } = context;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let lastSweep: Promise<unknown> = Promise.resolve();

  const sweepAlone = () =>
    runAlone(db, aloneLocks.licenses, () => settleEndingLicenses(context, stopping.signal));

  function schedule(): void {
    if (stopping.signal.aborted) return;
    // Processes started together do not all come at the same minute.
    const delay = HOUR_MS * (0.75 + Math.random() / 2);
    timer = setTimeout(() => {
      lastSweep = sweepAlone()
        .then((swept) => log.info({ swept }, 'licences seen to'))
        .catch((error: unknown) => log.warn({ err: error }, 'could not see to the licences'))
        .finally(schedule);
    }, delay).unref();
  }

  return {
    start: schedule,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await lastSweep;
    },
    sweep: sweepAlone,
  };
}
