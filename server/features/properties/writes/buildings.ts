import { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { BuildingModel } from '#server/db/models.ts';
import { readAll } from '#server/db/sql.ts';
import type { ServerContext } from '#server/features/context.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { type Message, msg } from '#shared/messages.ts';
import { foldText, locatePlaces } from '#shared/places.ts';
import { followUp } from '../followUps.ts';
import { fullTextExpression, matches, matchesByReading } from '../list/query.ts';
import { parseUnknownLocation } from '../list/searchText.ts';

/** The building of a listing; facts about buildings are in the feature `buildings`. */

interface Placed {
  address?: string | null;
  city: string;
  province?: string;
}

/** Key of a city for buildings and listings: its place in the gazetteer, or its name. */
export function cityKey(placed: Placed): string {
  return locatePlaces(placed).citySlug ?? foldText(placed.city).replaceAll(' ', '-');
}

/** The building itself, or the one it was merged into. */
export async function buildingMeant(
  { models }: Pick<Database, 'models'>,
  building: BuildingModel | null,
): Promise<BuildingModel | null> {
  return building?.merged_into_id ? models.Building.findByPk(building.merged_into_id) : building;
}

/** @returns the id of the building or of the one it was merged into; the same id if there is none. */
export async function buildingIdMeant(db: Database, id: number): Promise<number> {
  const [row] = await db.readRows<{ meant: number }>(
    'SELECT COALESCE(merged_into_id, id) AS meant FROM buildings WHERE id = $1',
    [id],
  );
  return row?.meant ?? id;
}

/** The building of that name in the city of a listing. */
export async function findBuildingNamed(
  { db }: Pick<ServerContext, 'db'>,
  name: string,
  placed: Placed,
): Promise<BuildingModel | null> {
  const where = { city_slug: cityKey(placed), folded_name: foldBuildingName(name) };
  return buildingMeant(db, await db.models.Building.findOne({ where }));
}

/**
 * Keeps a building from being merged until the transaction ends; an earlier merge is visible from then on. Always
 * before a listing: merges lock in the same order.
 */
export async function holdBuilding({ db }: ServerContext, id: number | null | undefined): Promise<void> {
  if (id) await db.models.Building.findByPk(id, { lock: Transaction.LOCK.KEY_SHARE });
}

/**
 * The building of a listing, see `holdBuilding`.
 * @returns its id.
 * @throws {InvalidInputError} there is none, or it is in another city than the listing.
 */
export async function requireBuilding(
  { db }: ServerContext,
  buildingId: number | null,
  placed: Placed,
): Promise<number | null> {
  if (buildingId === null) return null;
  const building = await buildingMeant(db, await db.models.Building.findByPk(buildingId));
  if (!building) throw refusal(msg('This building does not exist'));
  if (building.city_slug !== cityKey(placed))
    throw refusal(
      msg('{name} is in {city}. Check the city of the listing, or choose another building.', {
        name: building.name,
        city: building.city,
      }),
    );
  return building.id;
}

const refusal = (message: Message) => new InvalidInputError([{ path: 'building_id', message }]);

export function handleListingLinks(context: ServerContext): void {
  context.jobs.handle('linkListings', {
    run: ({ buildingId }) => findNaming(context, buildingId),
    apply: ({ buildingId }, ids) => linkListings(context, buildingId, ids),
  });
}

/**
 * Listings without a building whose address contains the name as a part between commas. Titles are not searched: a
 * title may mention a building next door.
 */
async function findNaming({ db }: ServerContext, buildingId: number): Promise<number[]> {
  const building = await db.models.Building.findByPk(buildingId);
  if (!building || building.merged_into_id !== null) return [];
  const terms = parseUnknownLocation(building.folded_name);
  if (terms.length === 0) return [];
  const rows = await readAll<{ id: number; address: string }>(db, (sql) => {
    // SQLite's index holds public listings only; other rows are scanned.
    const words =
      sql.dialect === 'sqlite'
        ? matchesByReading(terms, (value) => sql.bind(value))
        : matches(sql.dialect, 'p.id', sql.bind(fullTextExpression(sql.dialect, terms)));
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
