import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { deriveSearchFields, SEARCH_VERSION } from '../list/searchText.ts';

/** Short enough that the writes of requests wait for a batch no longer than a tenth of a second. */
const BATCH = 50;

interface RefreshOptions {
  /** The rule in force; tests have one of their own. */
  version?: number;
  derive?: typeof deriveSearchFields;
  batch?: number;
}

/**
 * Derives the searchable words and places of some listings anew, whose stored ones come from an earlier rule. Each row
 * says which it has: what a process left undone is found by the next one, and what an older process writes meanwhile too.
 * @returns whether there may be more; null: another process is at it.
 */
export async function refreshSearchFields(
  { db }: Pick<ServerContext, 'db'>,
  { version = SEARCH_VERSION, derive = deriveSearchFields, batch = BATCH }: RefreshOptions = {},
): Promise<boolean | null> {
  const outdated = { search_version: { [Op.lt]: version } };
  // Nearly always there is nothing to do, which costs one look into an index.
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
        // Nothing its agent wrote has changed, and so neither has the time of it.
        await listing.save({ silent: true });
      }
      return listings.length;
    });
    return count === batch;
  });
}

const CHECK_EVERY_MS = 5 * 60_000;
const BETWEEN_BATCHES_MS = 20;

/** Brings the listings up to a changed rule after an upgrade, while the server answers. */
export const searchRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshSearchFields',
  everyMs: CHECK_EVERY_MS,
  firstMs: 0,
  async run(signal) {
    while (!signal.aborted && (await refreshSearchFields(context))) await wait(BETWEEN_BATCHES_MS);
  },
});
