import { aloneLocks, runAlone } from '#server/db/advisoryLocks.ts';
import type { ServerContext } from '#server/features/context.ts';
import { createRecurringTask, type RecurringTask } from '#server/jobs/recurring.ts';
import { type LicenseSweep, settleEndingLicenses } from './ending.ts';

const HOUR_MS = 3_600_000;

export interface LicenseUpkeep extends RecurringTask {
  /** Null when another process is at it. */
  sweep(): Promise<LicenseSweep | null>;
}

/** Warns agents whose checked licence ends, and unlists them after it has, about every hour. */
export function createLicenseUpkeep(context: ServerContext): LicenseUpkeep {
  const { db, log } = context;
  const plan = { everyMs: HOUR_MS, isSpread: true, failure: 'could not see to the licences' };
  const task = createRecurringTask(context, plan, async () => {
    log.info({ swept: await sweep() }, 'licences seen to');
  });
  const sweep = () => runAlone(db, aloneLocks.licenses, () => settleEndingLicenses(context, task.signal));
  return { ...task, sweep };
}
