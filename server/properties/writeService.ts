import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'sequelize';
import { lockUser } from '#server/auth/credentials.ts';
import { requireAccess, SessionExpiredError } from '#server/auth/policy.ts';
import type { SignedInUser } from '#server/auth/sessions.ts';
import type { ServerContext } from '#server/context.ts';
import { ForbiddenError, NotFoundError } from '#server/errors.ts';
import { keepPictures } from '#server/uploads/service.ts';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty, PropertyChanges, PropertyDraft } from '#shared/contracts/propertyWrites.ts';
import type { PropertyModel } from './models.ts';
import { canEdit, canSee, NOT_YOURS } from './policy.ts';
import { presentOwnProperty } from './presenter.ts';
import { readListing } from './reads.ts';
import { deriveSearchFields } from './searchText.ts';
import { readPictures } from './writePictures.ts';

/** @throws {ForbiddenError} no approved agent. @throws {ApiError} one of the images is refused; nothing is stored. */
export async function createListing(
  context: ServerContext,
  caller: SignedInUser,
  draft: PropertyDraft,
): Promise<OwnProperty> {
  const { db, bus, now } = context;
  const pictures = await readPictures(context, draft.images, []);
  const { title, description, price, type, listing_type, status, location, details, features } = draft;
  const { address, city, province, coordinates } = location;
  const searchable = { title, description, type, address, city, province, features };
  const propertyId = await db.transaction(async (transaction) => {
    requireAccess('agent', await lockCaller(context, caller, transaction));
    await keepPictures(context, caller.id, pictures.fresh, transaction);
    const listing = await db.models.Property.create(
      {
        ...searchable,
        ...deriveSearchFields(searchable),
        ...details,
        agent_id: caller.id,
        listing_type,
        status,
        price,
        latitude: coordinates?.lat ?? null,
        longitude: coordinates?.lng ?? null,
        images: pictures.addresses,
        created_at: now(),
        updated_at: now(),
      },
      { transaction, silent: true },
    );
    await recordStatus(context, caller, listing, null, transaction);
    return listing.id;
  });
  bus.publish('listingChanged', { propertyId });
  bus.publish('listingCreated', { propertyId });
  return readOwn(context, propertyId);
}

interface Change {
  status: { from: PropertyStatus; to: PropertyStatus };
  price: { from: number; to: number };
}

/**
 * @throws {NotFoundError} there is none, or not for this caller. @throws {ForbiddenError} somebody else's listing.
 * @throws {ApiError} one of the images is refused; nothing is changed.
 */
export async function updateListing(
  context: ServerContext,
  caller: SignedInUser,
  propertyId: number,
  changes: PropertyChanges,
): Promise<OwnProperty> {
  const { db, bus } = context;
  // Asked before pictures are decoded, and again once the row is held.
  const seen = requireEditable(caller, await db.models.Property.findByPk(propertyId));
  const pictures = changes.images && (await readPictures(context, changes.images, seen.images));
  const { status, price } = await db.transaction(async (transaction): Promise<Change> => {
    const current = await lockCaller(context, caller, transaction);
    const listing = requireEditable(current, await lockListing(context, propertyId, transaction));
    const before = { status: listing.status, price: listing.price };
    await keepPictures(context, caller.id, pictures?.fresh ?? [], transaction);
    await saveChanges(listing, { ...changes, images: pictures?.addresses }, transaction);
    if (listing.status !== before.status)
      await recordStatus(context, caller, listing, before.status, transaction);
    return {
      status: { from: before.status, to: listing.status },
      price: { from: before.price, to: listing.price },
    };
  });
  bus.publish('listingChanged', { propertyId });
  if (price.from !== price.to) bus.publish('listingRepriced', { propertyId, ...price });
  if (status.from !== status.to && (status.to === 'sold' || status.to === 'rented'))
    bus.publish('listingTaken', { propertyId, status: status.to });
  return readOwn(context, propertyId);
}

/** @throws {NotFoundError} there is none, or not for this caller. @throws {ForbiddenError} somebody else's listing. */
export async function deleteListing(
  context: ServerContext,
  caller: SignedInUser,
  propertyId: number,
): Promise<{ id: number }> {
  const { db, bus } = context;
  await db.transaction(async (transaction) => {
    const current = await lockCaller(context, caller, transaction);
    const listing = await db.models.Property.findByPk(propertyId, {
      transaction,
      lock: transaction.LOCK.UPDATE,
    });
    await requireEditable(current, listing).destroy({ transaction });
  });
  bus.publish('listingChanged', { propertyId });
  return { id: propertyId };
}

/**
 * The account as it is now, held until the transaction ends. Always before a listing: whoever deletes the account
 * takes the two in this order as well.
 */
async function lockCaller(
  context: ServerContext,
  caller: SignedInUser,
  transaction: Transaction,
): Promise<SignedInUser> {
  const user = await lockUser(context, caller.id, transaction);
  if (user?.status !== 'active') throw new SessionExpiredError();
  const { role } = user;
  if (role !== 'agent') return { ...caller, role, isApprovedAgent: false };
  const where = { user_id: caller.id, application_status: 'approved' as const };
  const approved = await context.db.models.AgentProfile.count({ where, transaction });
  return { ...caller, role, isApprovedAgent: approved > 0 };
}

/** Locked as a row that others refer to: favourites and messages about it may be written meanwhile. */
function lockListing(
  { db }: ServerContext,
  propertyId: number,
  transaction: Transaction,
): Promise<PropertyModel | null> {
  return db.models.Property.findByPk(propertyId, { transaction, lock: transaction.LOCK.NO_KEY_UPDATE });
}

function requireEditable(caller: SignedInUser, listing: PropertyModel | null): PropertyModel {
  if (!listing || !canSee(caller, listing)) throw new NotFoundError('Property');
  if (!canEdit(caller, listing)) throw new ForbiddenError(NOT_YOURS);
  return listing;
}

async function saveChanges(
  listing: PropertyModel,
  { location = {}, details = {}, ...own }: PropertyChanges,
  transaction: Transaction,
): Promise<void> {
  const { coordinates, ...place } = location;
  const position =
    coordinates === undefined
      ? {}
      : { latitude: coordinates?.lat ?? null, longitude: coordinates?.lng ?? null };
  const given = { ...own, ...place, ...details, ...position };
  // Compared as values: PostgreSQL hands decimals over as text, which would count as a change.
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(listing.get(name), value),
  );
  if (changed.length === 0) return;
  listing.set(Object.fromEntries(changed));
  listing.set(deriveSearchFields(listing));
  await listing.save({ transaction });
}

async function recordStatus(
  { db, now }: ServerContext,
  caller: SignedInUser,
  listing: PropertyModel,
  from: PropertyStatus | null,
  transaction: Transaction,
): Promise<void> {
  await db.models.PropertyStatusChange.create(
    {
      property_id: listing.id,
      from_status: from,
      to_status: listing.status,
      price: listing.price,
      changed_by: caller.id,
      changed_at: now(),
    },
    { transaction },
  );
}

async function readOwn({ db }: ServerContext, propertyId: number): Promise<OwnProperty> {
  const row = await readListing(db, propertyId);
  // Deleted a moment after it was written.
  if (!row) throw new NotFoundError('Property');
  return presentOwnProperty(row);
}
