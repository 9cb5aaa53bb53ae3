import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { deriveSearchFields, SEARCH_VERSION } from '../list/searchText.ts';

/** Small enough that requests' writes wait for a tenth of a second at most. */
const BATCH = 50;

interface RefreshOptions {
  /** The present version; tests pass another one. */
  version?: number;
  derive?: typeof deriveSearchFields;
  batch?: number;
}

/**
 * Derives searchable words and places again for some listings with an earlier version. Each row stores its version:
 * the next process continues, also after writes of an older process.
 * @returns whether there may be more; null: another process is at it.
 */
export async function refreshSearchFields(
  { db }: Pick<ServerContext, 'db'>,
  { version = SEARCH_VERSION, derive = deriveSearchFields, batch = BATCH }: RefreshOptions = {},
): Promise<boolean | null> {
  const outdated = { search_version: { [Op.lt]: version } };
  // Usually there is nothing to do, at the cost of one index look-up.
  if (!(await db.models.Property.findOne({ attributes: ['id'], where: outdated }))) return false;
  return tryAdvisoryLock(db, advisoryLockIds.searchRefresh, async () => {
    const count = await db.transaction(async (transaction) => {
      const listings = await db.models.Property.findAll({
        where: outdated,
        order: ['search_version', 'id'],
        limit: batch,
        lock: transaction.LOCK.NO_KEY_UPDATE,
      });
      for (const listing of listings) {
        listing.set(derive(listing));
        // No change by the agent: `updated_at` stays.
        await listing.save({ silent: true });
      }
      return listings.length;
    });
    return count === batch;
  });
}

const CHECK_EVERY_MS = 5 * 60_000;
const BETWEEN_BATCHES_MS = 20;

/** Updates the listings to a changed rule after an upgrade, while the server answers. */
export const searchRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshSearchFields',
  everyMs: CHECK_EVERY_MS,
  firstMs: 0,
  async run(signal) {
    while (!signal.aborted && (await refreshSearchFields(context))) await wait(BETWEEN_BATCHES_MS);
  },
});
