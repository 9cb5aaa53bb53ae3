import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { createRecurringTask, type RecurringTask } from '#server/jobs/recurring.ts';
import { removeOrphans } from './orphans.ts';
import { findUnused } from './references.ts';
import { removePictures } from './removal.ts';
import type { MediaContext } from './service.ts';

const HOUR_MS = 3_600_000;
/** How long a picture may wait for its form to be saved. */
const GRACE_MS = 24 * HOUR_MS;
/** Every file is looked at for them, and with object storage each look costs. */
const ORPHANS_EVERY_MS = 24 * HOUR_MS;
/** The rest waits for the next time. */
const MAX_PICTURES_A_SWEEP = 2_000;

export interface Sweep {
  /** Pictures no row referred to. */
  unused: number;
  /** Files no row knew of; null when they were not looked for. */
  orphans: number | null;
}

export interface MediaCleanup extends RecurringTask {
  /** Null when another process is running it, or a backup is being made. */
  sweep(): Promise<Sweep | null>;
}

/** Deletes pictures that nothing has referred to for a day, about every hour. */
export function createMediaCleanup(context: MediaContext): MediaCleanup {
  const { db, log, now } = context;
  const plan = { everyMs: HOUR_MS, isSpread: true, failure: 'could not sweep unused pictures' };
  const task = createRecurringTask(context, plan, async () => {
    log.info({ swept: await sweepAlone() }, 'pictures swept');
  });
  let orphansCheckedAt = Number.NEGATIVE_INFINITY;

  async function sweep(): Promise<Sweep> {
    const before = new Date(now().getTime() - GRACE_MS);
    const found = await findUnused(db, before, MAX_PICTURES_A_SWEEP);
    const unused = await removePictures(context, found, before, task.signal);
    if (now().getTime() - orphansCheckedAt < ORPHANS_EVERY_MS) return { unused, orphans: null };
    const orphans = await removeOrphans(context, before, task.signal);
    orphansCheckedAt = now().getTime();
    return { unused, orphans };
  }

  const sweepAlone = () => tryAdvisoryLock(db, advisoryLockIds.pictureSweep, sweep);

  return { ...task, sweep: sweepAlone };
}
