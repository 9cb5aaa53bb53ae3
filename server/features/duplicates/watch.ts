import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { ServerContext } from '#server/features/context.ts';
import { createRecurringTask } from '#server/jobs/recurring.ts';
import { compareListing } from './compare.ts';

const MINUTE_MS = 60_000;
/** Waits before comparing: listings are often saved twice in a row, and requests come first. */
const PAUSE_MS = 1_000;
/** Finds changes without an event: from before a crash, or from before listings were compared. */
const CATCH_UP = { firstMs: MINUTE_MS, everyMs: 60 * MINUTE_MS };
const LISTINGS_AT_ONCE = 50;

export interface DuplicateWatch {
  start(): void;
  /** Waits for the listing that is being compared; the others wait for the next start. */
  stop(): Promise<void>;
  /** Compares every listing that changed since it was last looked at. */
  catchUp(): Promise<void>;
}

/** Compares listings with the others in the background, one at a time, after they changed. */
export function createDuplicateWatch(context: ServerContext): DuplicateWatch {
  const { bus, log } = context;
  const catching = createRecurringTask(
    context,
    { ...CATCH_UP, failure: 'could not look for listings to compare' },
    catchUp,
  );
  const changed = new Set<number>();
  let pause: NodeJS.Timeout | undefined;
  let work: Promise<unknown> = Promise.resolve();

  function add({ propertyId }: { propertyId: number }): void {
    if (catching.signal.aborted) return;
    changed.add(propertyId);
    pause ??= setTimeout(() => {
      pause = undefined;
      const ids = [...changed];
      changed.clear();
      enqueue(() => compareAll(ids));
    }, PAUSE_MS).unref();
  }

  /** One at a time: two in parallel could store the same pair. */
  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = work.then(task);
    work = done.catch((error: unknown) => log.error({ err: error }, 'listings could not be compared'));
    return done;
  }

  async function compareAll(ids: readonly number[]): Promise<void> {
    let found = 0;
    for (const id of ids) {
      if (catching.signal.aborted) break;
      found += await compareListing(context, id).catch((error: unknown) => {
        log.error({ err: error, propertyId: id }, 'a listing could not be compared with the others');
        return 0;
      });
    }
    if (found > 0) bus.publish('duplicatesFound', { found });
  }

  async function catchUp(): Promise<void> {
    let last = 0;
    for (;;) {
      const ids = await tryAdvisoryLock(context.db, advisoryLockIds.duplicates, async () => {
        const changedIds = await findChanged(context, last);
        await enqueue(() => compareAll(changedIds));
        return changedIds;
      });
      last = ids?.at(-1) ?? Number.POSITIVE_INFINITY;
      if (!Number.isFinite(last) || catching.signal.aborted) return;
    }
  }

  return {
    start() {
      // Only what this process changed: each looks at its own.
      bus.onPublished('listingChanged', add);
      catching.start();
    },
    async stop() {
      clearTimeout(pause);
      await catching.stop();
      await work;
    },
    catchUp,
  };
}

/** After an id, a batch of listings that differ from what was last looked at. */
async function findChanged({ db }: ServerContext, after: number): Promise<number[]> {
  const rows = await db.readRows<{ id: number }>(
    `SELECT p.id FROM properties p LEFT JOIN compared_listings c ON c.property_id = p.id
      WHERE p.id > $1 AND (c.property_id IS NULL OR c.listing_updated_at <> p.updated_at)
      ORDER BY p.id LIMIT ${LISTINGS_AT_ONCE}`,
    [after],
  );
  return rows.map(({ id }) => id);
}
