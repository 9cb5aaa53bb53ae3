import { Transaction } from 'sequelize';
import { readAll } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { followUp } from '../followUps.ts';
import { matches, matchesByReading } from '../list/filterSql.ts';
import { parseUnknownLocation } from '../list/searchText.ts';

export function handleListingLinks(context: ServerContext): void {
  context.jobs.handle('linkListings', {
    run: ({ buildingId }) => findNaming(context, buildingId),
    apply: ({ buildingId }, ids) => linkListings(context, buildingId, ids),
  });
}

/**
 * Listings without a building whose address contains the name as a part between commas. Titles are not searched: a
 * title may mention a neighbouring building.
 */
async function findNaming({ db }: ServerContext, buildingId: number): Promise<number[]> {
  const building = await db.models.Building.findByPk(buildingId);
  if (!building || building.merged_into_id !== null) return [];
  const terms = parseUnknownLocation(building.folded_name);
  if (terms.length === 0) return [];
  const rows = await readAll<{ id: number; address: string }>(db, (sql) => {
    // SQLite's index holds public listings only; other rows are scanned.
    const words = sql.dialect === 'sqlite' ? matchesByReading(sql, terms) : matches(sql, terms);
    return `SELECT p.id, p.address FROM properties p
      WHERE p.city_slug = ${sql.bind(building.city_slug)} AND p.building_id IS NULL AND ${words}`;
  });
  return rows
    .filter(({ address }) =>
      address.split(',').some((part) => foldBuildingName(part) === building.folded_name),
    )
    .map(({ id }) => id);
}

async function linkListings(context: ServerContext, buildingId: number, ids: number[]): Promise<void> {
  const { Building, Property } = context.db.models;
  const building = await Building.findByPk(buildingId, { lock: Transaction.LOCK.KEY_SHARE });
  if (!building || building.merged_into_id !== null || ids.length === 0) return;
  const listings = await Property.findAll({
    attributes: ['id'],
    where: { id: ids, building_id: null },
    order: [['id', 'ASC']],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  const linked = listings.map(({ id }) => id);
  // No change by the agent: `updated_at` stays.
  await Property.update({ building_id: buildingId }, { where: { id: linked }, silent: true });
  await followUp(context, 'buildingChanged', { ids: linked });
}
