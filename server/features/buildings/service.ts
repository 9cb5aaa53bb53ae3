import { isDeepStrictEqual } from 'node:util';
import { Op, Transaction, UniqueConstraintError } from 'sequelize';
import type { BuildingModel } from '#server/db/models.ts';
import { lockedInOrder } from '#server/db/sql.ts';
import { type Admin, recordAudit, requireStillAdmin } from '#server/features/auditLog/record.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { followUp } from '#server/features/properties/followUps.ts';
import { buildingMeant, identityOf } from '#server/features/properties/writes/buildings.ts';
import { lockImages, type ReadPictures, readPictures } from '#server/features/properties/writes/pictures.ts';
import { moveSearches } from '#server/features/savedSearches/matching.ts';
import { changeWithPictures, recordPictures } from '#server/features/uploads/service.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import {
  ConflictError,
  ForbiddenError,
  found,
  InvalidInputError,
  TooManyRequestsError,
} from '#server/http/errors.ts';
import type { Service } from '#server/http/routing.ts';
import { isAllowed } from '#shared/adminRoles.ts';
import type {
  adminBuildingsCalls,
  BuildingChanges,
  BuildingPage,
  buildingsCalls,
} from '#shared/contracts/buildings.ts';
import { msg } from '#shared/messages.ts';
import {
  adminBuildings,
  countOffers,
  factColumns,
  findBuildings,
  nameWords,
  presentBuilding,
  readPrices,
} from './reads.ts';

/** More than an account adds in good faith. */
const MAX_ADDED_A_DAY = 50;
const DAY_MS = 24 * 3_600_000;

const NOT_YOURS = msg('Only administrators and agents with a listing in this building can add its details');
const ADMINS_ONLY = msg('This is already filled in. Only an administrator can change it.');

/** Refuses a caller before a large body is read. @throws {ForbiddenError} */
export function authorizeBuildingBody(user: SignedInUser): void {
  if (!user.isApprovedAgent && !isAllowed(user.adminRole, 'listings.moderate'))
    throw new ForbiddenError(msg('Only approved agents can do this'), 'agent_required');
}

/** @param hasListingIn whether the caller has a listing in the building */
function editingOf(user: SignedInUser | null, hasListingIn: boolean): BuildingPage['may_edit'] {
  if (isAllowed(user?.adminRole, 'listings.moderate')) return 'all';
  return user?.isApprovedAgent && hasListingIn ? 'empty' : null;
}

const isEmptyFact = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

export function buildingsService(context: ServerContext): Service<typeof buildingsCalls> {
  const { db, now } = context;
  const { Building, Property } = db.models;

  async function hasListingIn({ id: agent_id }: SignedInUser, building: BuildingModel): Promise<boolean> {
    return (await Property.count({ where: { agent_id, building_id: building.id, is_draft: false } })) > 0;
  }

  return {
    async list({ query: { q = '', city } }) {
      const words = nameWords(q);
      // A search without letters or digits matches no name.
      if (q !== '' && words.length === 0) return { buildings: [] };
      return { buildings: await findBuildings(db, words, city ?? null) };
    },

    /** @throws {NotFoundError} no such building. */
    async get({ user, params: { id } }) {
      const building = found(await buildingMeant(db, await Building.findByPk(id)), 'building');
      const [listings, prices, isIn] = await Promise.all([
        countOffers(db, building.id),
        readPrices(db, building.id, now()),
        user ? hasListingIn(user, building) : false,
      ]);
      return { ...presentRow(building), listings, prices, may_edit: editingOf(user, isIn) };
    },

    /**
     * @throws {ForbiddenError} neither an approved agent nor an admin who moderates listings. @throws {ConflictError}
     * `building_exists`. @throws {ApiError} a floor plan is refused; nothing is stored then.
     */
    async create({ user, address, body: draft }) {
      authorizeBuildingBody(user);
      const owner = context.pixels.of(user, address);
      const pictures = await readPictures(context, owner, { floor_plans: draft.floor_plans }, {});
      return changeWithPictures(context, user, pictures.fresh, async () => {
        const caller = await lockCaller(context, user);
        authorizeBuildingBody(caller);
        await requireBelowDailyLimit(context, caller);
        await keepPlans(context, caller, pictures, { floor_plans: [] });
        const { name, city, ...facts } = { ...draft, ...pictures.addresses };
        const building = await Building.create({
          ...columnsOf(facts),
          ...identityOf({ name, city, address: facts.address ?? null }),
          created_by: caller.id,
        }).catch(refuseSecond);
        // Omitted columns are null only after a reload.
        await building.reload();
        await context.jobs.add('linkListings', { buildingId: building.id }, { priority: 'background' });
        const admin = { user: caller, address };
        if (caller.adminRole)
          await recordAudit(context, admin, {
            action: 'building.create',
            entityType: 'building',
            entityId: building.id,
            after: { name, city },
          });
        return presentRow(building);
      });
    },

    /**
     * @throws {NotFoundError} no such building. @throws {ForbiddenError} an agent without a listing in it, or a change
     * of filled-in facts. @throws {ConflictError} `building_exists`: the city has another building of the new name.
     */
    async update({ user, address, params: { id }, body: changes }) {
      authorizeBuildingBody(user);
      const seen = found(await buildingMeant(db, await Building.findByPk(id)), 'building');
      const owner = context.pixels.of(user, address);
      const pictures = await readPictures(context, owner, { floor_plans: changes.floor_plans }, seen);
      return changeWithPictures(context, user, pictures.fresh, async () => {
        const caller = await lockCaller(context, user);
        const building = await lockBuilding(context, seen.id);
        const editing = editingOf(caller, await hasListingIn(caller, building));
        if (editing === null) throw new ForbiddenError(NOT_YOURS);
        await keepPlans(context, caller, pictures, building);
        const given = { ...changes, ...pictures.addresses };
        const before = factsOf(building);
        const { name = building.name, city = building.city } = given;
        building.set(columnsOf(given));
        building.set(identityOf({ name, city, address: building.address }));
        const after = factsOf(building);
        const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
          (column) => !isDeepStrictEqual(before[column], after[column]),
        );
        if (changed.length === 0) return presentRow(building);
        if (editing === 'empty' && changed.some((column) => !isEmptyFact(before[column])))
          throw new ForbiddenError(ADMINS_ONLY);
        await building.save().catch(refuseSecond);
        if (changed.includes('name') || changed.includes('city'))
          await context.jobs.add('linkListings', { buildingId: building.id }, { priority: 'background' });
        await followUp(context, 'buildingChanged', { ids: await listingsIn(context, building.id) });
        const admin = { user: caller, address };
        if (editing === 'all')
          await recordAudit(context, admin, {
            action: 'building.update',
            entityType: 'building',
            entityId: building.id,
            before: pick(before, changed),
            after: pick(after, changed),
          });
        return presentRow(building);
      });
    },
  };
}

export function adminBuildingsService(context: ServerContext): Service<typeof adminBuildingsCalls> {
  const { db } = context;
  const { Building, Property } = db.models;

  return {
    list: ({ query }) => adminBuildings.readPage(db, query),

    /** @throws {NotFoundError} of the first building. @throws {InvalidInputError} of the second, or both are one. */
    async merge({ user, address, ability, params: { id }, body: { into } }) {
      const admin: Admin = { user, address, ability };
      if (id === into)
        throw new InvalidInputError([{ path: 'into', message: msg('Choose another building to keep') }]);
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const rows = await Building.findAll({
          where: { id: [id, into], merged_into_id: null },
          ...lockedInOrder('UPDATE'),
        });
        const [given, kept] = [id, into].map((wanted) => rows.find((row) => row.id === wanted));
        const from = found(given, 'building');
        if (!kept) throw new InvalidInputError([{ path: 'into', message: msg('This building does not exist') }]);
        const ids = await listingsIn(context, id);
        await Property.update({ building_id: into }, { where: { building_id: id }, silent: true });
        await moveSearches(context, id, into);
        const lacking = factColumns.filter((column) => isEmptyFact(kept[column]));
        await kept.update(pick(from, lacking));
        await Building.update({ merged_into_id: into }, { where: { merged_into_id: id } });
        // Its name stays: old links and imported files find the kept building by it.
        await from.update({ merged_into_id: into, floor_plans: [] });
        await followUp(context, 'buildingChanged', { ids });
        await recordAudit(context, admin, {
          action: 'building.merge',
          entityType: 'building',
          entityId: id,
          before: { name: from.name, city: from.city, listings: ids.length },
          after: { merged_into: into, name: kept.name },
        });
      });
      return found(await adminBuildings.readOne(db, 'b.id', into), 'building');
    },

    /** @throws {NotFoundError} no such building. @throws {ConflictError} `building_in_use`. */
    async remove({ user, address, ability, params: { id } }) {
      const admin: Admin = { user, address, ability };
      await db.transaction(async () => {
        await requireStillAdmin(context, admin);
        const { name, city } = await lockBuilding(context, id);
        const count = await Property.count({ where: { building_id: id, is_draft: false } });
        if (count > 0)
          throw new ConflictError(
            msg(
              'This building has {count, plural, one {# listing} other {# listings}}. Merge it into another building instead.',
              { count },
            ),
            'building_in_use',
          );
        await Building.destroy({ where: { [Op.or]: [{ id }, { merged_into_id: id }] } });
        await recordAudit(context, admin, {
          action: 'building.delete',
          entityType: 'building',
          entityId: id,
          before: { name, city },
        });
      });
      return { id };
    },
  };
}

async function keepPlans(
  context: ServerContext,
  caller: SignedInUser,
  { addresses, fresh }: ReadPictures,
  known: Pick<BuildingModel, 'floor_plans'>,
): Promise<void> {
  await recordPictures(context, caller, fresh);
  await lockImages(context, addresses, known);
}

const presentRow = (building: BuildingModel) =>
  presentBuilding(building.get() as BuildingModel & Record<'created_at' | 'updated_at', Date>);

function columnsOf({ coordinates, rules, name: _name, city: _city, ...facts }: BuildingChanges) {
  const position =
    coordinates === undefined ? {} : { latitude: coordinates?.lat ?? null, longitude: coordinates?.lng ?? null };
  const sent = Object.entries({ ...facts, ...rules, ...position });
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}

const pick = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;

const factsOf = (building: BuildingModel) => pick(building, ['name', 'city', ...factColumns] as const);

/** @throws {NotFoundError} no such building, or only its name is left. */
async function lockBuilding({ db }: ServerContext, id: number): Promise<BuildingModel> {
  const building = await db.models.Building.findByPk(id, { lock: Transaction.LOCK.UPDATE });
  return found(building?.merged_into_id === null && building, 'building');
}

function refuseSecond(error: unknown): never {
  throw error instanceof UniqueConstraintError
    ? new ConflictError(msg('This city already has a building with this name'), 'building_exists')
    : error;
}

async function requireBelowDailyLimit({ db, now }: ServerContext, { id }: SignedInUser): Promise<void> {
  const since = new Date(now().getTime() - DAY_MS);
  const where = { created_by: id, created_at: { [Op.gt]: since } };
  if ((await db.models.Building.count({ where })) < MAX_ADDED_A_DAY) return;
  throw new TooManyRequestsError(
    msg('You have added many buildings today. Please continue tomorrow.'),
    DAY_MS / 1_000,
    'too_many_buildings',
  );
}

async function listingsIn({ db }: ServerContext, buildingId: number): Promise<number[]> {
  const where = { building_id: buildingId };
  const listings = await db.models.Property.findAll({ attributes: ['id'], where, order: [['id', 'ASC']] });
  return listings.map(({ id }) => id);
}
