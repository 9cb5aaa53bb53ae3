import { Transaction } from 'sequelize';
import type { Database } from '#server/db/connection.ts';
import type { BuildingModel } from '#server/db/models.ts';
import type { ServerContext } from '#server/features/context.ts';
import { InvalidInputError } from '#server/http/errors.ts';
import { foldBuildingName } from '#shared/gazetteer/names.ts';
import { type Message, msg } from '#shared/messages.ts';
import { cityKey, locatePlaces } from '#shared/places.ts';

/** The building of a listing; facts about buildings are in the feature `buildings`. */

type Placed = Parameters<typeof cityKey>[0];

/** Raised with every change of `foldBuildingName` and `cityKey`: keys are made anew. */
export const KEY_VERSION = 1;

/** Name and place of a building, and its unique key. */
export function identityOf({ name, city, address }: { name: string; city: string; address: string | null }) {
  return {
    ...{ name, city, key_version: KEY_VERSION },
    folded_name: foldBuildingName(name),
    city_slug: cityKey({ city, address }),
    district_slug: locatePlaces({ address, city }).districtSlug,
  };
}

/** The building itself, or the one it was merged into. */
export const buildingMeant = async ({ models }: Pick<Database, 'models'>, building: BuildingModel | null) =>
  building?.merged_into_id ? models.Building.findByPk(building.merged_into_id) : building;

/** @returns the id of the building or of the one it was merged into; the same id if there is none. */
export async function buildingIdMeant(db: Database, id: number): Promise<number> {
  const [row] = await db.readRows<{ meant: number }>(
    'SELECT COALESCE(merged_into_id, id) AS meant FROM buildings WHERE id = $1',
    [id],
  );
  return row?.meant ?? id;
}

export async function findBuildingNamed({ db }: Pick<ServerContext, 'db'>, name: string, placed: Placed) {
  const where = { city_slug: cityKey(placed), folded_name: foldBuildingName(name) };
  return buildingMeant(db, await db.models.Building.findOne({ where }));
}

/** Keeps a building from being merged until the transaction ends; locked before listings, as by merges. */
export async function holdBuilding({ db }: ServerContext, id: number | null | undefined): Promise<void> {
  if (id) await db.models.Building.findByPk(id, { lock: Transaction.LOCK.KEY_SHARE });
}

/**
 * The id of a listing's building. A draft may have no city yet; it is checked once the draft is published.
 * @throws {InvalidInputError} there is none, or it is in another city.
 */
export async function requireBuilding({ db }: ServerContext, buildingId: number | null, placed: Placed) {
  if (buildingId === null) return null;
  const building = await buildingMeant(db, await db.models.Building.findByPk(buildingId));
  if (!building) throw refusal(msg('This building does not exist'));
  if (placed.city !== '' && building.city_slug !== cityKey(placed))
    throw refusal(
      msg('{name} is in {city}. Check the city of the listing, or choose another building.', {
        name: building.name,
        city: building.city,
      }),
    );
  return building.id;
}

const refusal = (message: Message) => new InvalidInputError([{ path: 'building_id', message }]);
