import { setTimeout as wait } from 'node:timers/promises';
import { Op, Transaction } from 'sequelize';
import { advisoryLockIds, tryAdvisoryLock } from '#server/db/advisoryLocks.ts';
import { lockedInOrder, readAll, readKeys } from '#server/db/sql.ts';
import { PUBLIC_AGENT } from '#server/features/auth/policy.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { RecurringJob } from '#server/jobs/queue.ts';
import { ASK_EVERY_DAYS, daysBefore } from '#shared/freshness.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { followUp } from './followUps.ts';
import { matches, matchesByReading } from './list/conditions.ts';
import { deriveSearchFields, parseLocationWords, SEARCH_VERSION } from './list/searchText.ts';
import { awaitsConfirmation } from './reads/history.ts';

export function handleListingLinks(context: ServerContext): void {
  context.jobs.handle('linkListings', {
    run: ({ buildingId }) => findNaming(context, buildingId),
    apply: ({ buildingId }, ids) => linkListings(context, buildingId, ids),
  });
}

/** Listings without a building whose address has the name between commas; titles may mention a neighbouring building. */
async function findNaming({ db }: ServerContext, buildingId: number): Promise<number[]> {
  const building = await db.models.Building.findByPk(buildingId);
  if (!building || building.merged_into_id !== null) return [];
  const terms = parseLocationWords(building.folded_name);
  if (terms.length === 0) return [];
  const rows = await readAll<{ id: number; address: string }>(db, (sql) => {
    // SQLite's index holds public listings only; other rows are scanned.
    const words = sql.dialect === 'sqlite' ? matchesByReading(sql, terms) : matches(sql, terms);
    return `SELECT p.id, p.address FROM properties p
      WHERE p.city_slug = ${sql.bind(building.city_slug)} AND p.building_id IS NULL AND ${words}`;
  });
  return rows
    .filter(({ address }) => address.split(',').some((part) => foldBuildingName(part) === building.folded_name))
    .map(({ id }) => id);
}

async function linkListings(context: ServerContext, buildingId: number, ids: number[]): Promise<void> {
  const { Building, Property } = context.db.models;
  const building = await Building.findByPk(buildingId, { lock: Transaction.LOCK.KEY_SHARE });
  if (!building || building.merged_into_id !== null || ids.length === 0) return;
  const listings = await Property.findAll({
    attributes: ['id'],
    where: { id: ids, building_id: null },
    ...lockedInOrder('NO_KEY_UPDATE'),
  });
  const linked = listings.map(({ id }) => id);
  // No change by the agent: `updated_at` stays.
  await Property.update({ building_id: buildingId }, { where: { id: linked }, silent: true });
  await followUp(context, 'buildingChanged', { ids: linked });
}

const AGENTS_AT_ONCE = 200;
/** Asks agents, once a week at most, which listings are still available; the time is stored in the locked profile. */
export const confirmationRequests = (context: ServerContext): RecurringJob => ({
  name: 'askForConfirmations',
  everyMs: 3_600_000,
  run: async (signal) => {
    const agentIds = await findAgentsToAsk(context);
    for (const agentId of agentIds) if (!signal.aborted) await askAgent(context, agentId);
  },
});

function findAgentsToAsk({ db, now }: ServerContext): Promise<number[]> {
  return readKeys(
    db,
    (sql) => `SELECT a.user_id AS key FROM agent_profiles a JOIN users u ON u.id = a.user_id
      WHERE ${PUBLIC_AGENT} AND (a.confirmation_asked_at IS NULL
          OR a.confirmation_asked_at <= ${sql.bindTime(daysBefore(now(), ASK_EVERY_DAYS))})
        AND EXISTS (SELECT 1 FROM properties p WHERE p.agent_id = a.user_id AND ${awaitsConfirmation(sql, now())})
      ORDER BY a.confirmation_asked_at, a.user_id LIMIT ${AGENTS_AT_ONCE}`,
  );
}

function askAgent({ db, jobs, now }: ServerContext, agentId: number): Promise<void> {
  return db.transaction(async () => {
    const lock = Transaction.LOCK.NO_KEY_UPDATE;
    const profile = await db.models.AgentProfile.findByPk(agentId, { lock });
    const asked = profile?.confirmation_asked_at;
    if (!profile || (asked && asked > daysBefore(now(), ASK_EVERY_DAYS))) return;
    await profile.update({ confirmation_asked_at: now() }, { silent: true });
    await jobs.add('confirmationNotice', { agentId }, { priority: 'bulk' });
  });
}

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

/** Updates the listings to a changed rule after an upgrade, while the server answers. */
export const searchRefresh = (context: ServerContext): RecurringJob => ({
  name: 'refreshSearchFields',
  everyMs: 5 * 60_000,
  firstMs: 0,
  async run(signal) {
    while (!signal.aborted && (await refreshSearchFields(context))) await wait(20);
  },
});
