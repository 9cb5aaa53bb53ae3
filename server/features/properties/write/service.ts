import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models/properties.ts';
import { lockCaller } from '#server/features/auth/credentials.ts';
import type { ServerContext } from '#server/features/context.ts';
import { savePictures } from '#server/features/uploads/service.ts';
import { requireAccess, type SignedInUser } from '#server/http/access.ts';
import { ConflictError, NotFoundError } from '#server/http/errors.ts';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { OwnProperty, PropertyChanges, PropertyDraft } from '#shared/contracts/propertyWrites.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import { deriveSearchFields } from '../list/searchText.ts';
import { presentOwnProperty } from '../presenter.ts';
import { readListing } from '../reads.ts';
import { lockImages, readPictures } from './pictures.ts';
import {
  announceChange,
  insertListings,
  type ListingChange,
  recordStatuses,
  requireEditable,
} from './steps.ts';

/** @throws {ForbiddenError} no approved agent. @throws {ApiError} one of the images is refused; nothing is stored. */
export async function createListing(
  context: ServerContext,
  caller: SignedInUser,
  draft: PropertyDraft,
): Promise<OwnProperty> {
  const { db, bus } = context;
  const pictures = await readPictures(context, draft.images, []);
  const propertyId = await db.transaction(async (transaction) => {
    requireAccess('agent', await lockCaller(context, caller, transaction));
    await savePictures(context, caller.id, pictures.fresh, transaction);
    await lockImages(context, pictures.addresses, [], transaction);
    const drafts = [{ ...draft, images: pictures.addresses }];
    const [id] = await insertListings(context, caller, drafts, transaction);
    if (id === undefined) throw new Error('The database stored no listing');
    return id;
  });
  bus.publish('listingChanged', { propertyId });
  bus.publish('listingCreated', { propertyId });
  return readOwn(context, propertyId);
}

/**
 * @throws {NotFoundError} there is none, or not for this caller. @throws {ForbiddenError} somebody else's listing.
 * @throws {ConflictError} its status is not the expected one. @throws {ApiError} one of the images is refused. Nothing
 * is changed then.
 */
export async function updateListing(
  context: ServerContext,
  caller: SignedInUser,
  propertyId: number,
  { expected_status, ...changes }: PropertyChanges,
): Promise<OwnProperty> {
  const { db } = context;
  // Asked before pictures are decoded, and again once the row is held.
  const seen = requireEditable(caller, await db.models.Property.findByPk(propertyId));
  const pictures = changes.images && (await readPictures(context, changes.images, seen.images));
  const change = await db.transaction(async (transaction): Promise<ListingChange> => {
    const current = await lockCaller(context, caller, transaction);
    const listing = requireEditable(current, await lockListing(context, propertyId, transaction));
    if (expected_status && listing.status !== expected_status)
      throw new ConflictError(
        `This listing is ${propertyStatusLabel[listing.status as PropertyStatus]} by now; the change was made for ${propertyStatusLabel[expected_status]}.`,
        'changed_meanwhile',
      );
    const before = { status: listing.status, price: listing.price };
    await savePictures(context, caller.id, pictures?.fresh ?? [], transaction);
    await lockImages(context, pictures?.addresses ?? [], listing.images, transaction);
    await saveChanges(listing, { ...changes, images: pictures?.addresses }, transaction);
    if (listing.status !== before.status)
      await recordStatuses(context, caller, [{ listing, from: before.status }], transaction);
    return {
      status: { from: before.status, to: listing.status },
      price: { from: before.price, to: listing.price },
    };
  });
  announceChange(context, propertyId, change);
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

/** Locked as a row that others refer to: favourites and messages about it may be written meanwhile. */
function lockListing(
  { db }: ServerContext,
  propertyId: number,
  transaction: Transaction,
): Promise<PropertyModel | null> {
  return db.models.Property.findByPk(propertyId, { transaction, lock: transaction.LOCK.NO_KEY_UPDATE });
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

async function readOwn({ db }: ServerContext, propertyId: number): Promise<OwnProperty> {
  const row = await readListing(db, propertyId);
  // Deleted a moment after it was written.
  if (!row) throw new NotFoundError('Property');
  return presentOwnProperty(row);
}
