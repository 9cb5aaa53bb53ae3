import type { Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models/properties.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import { ForbiddenError, NotFoundError } from '#server/http/errors.ts';
import type { PropertyStatus } from '#shared/contracts/properties.ts';
import type { PropertyDraft } from '#shared/contracts/propertyWrites.ts';
import { initialModeration } from '../agentListings.ts';
import { deriveSearchFields } from '../list/searchText.ts';
import { canEdit, canSee, NOT_YOURS } from '../policy.ts';

/** The steps that changes of listings are made of, of one as of many. */

/** @throws {NotFoundError} there is none, or not for this caller. @throws {ForbiddenError} somebody else's. */
export function requireEditable(
  caller: SignedInUser,
  listing: PropertyModel | null | undefined,
): PropertyModel {
  if (!listing || !canSee(caller, listing)) throw new NotFoundError('Property');
  if (!canEdit(caller, listing)) throw new ForbiddenError(NOT_YOURS);
  return listing;
}

/**
 * Stores new listings of the caller, see `lockCaller`, with the first entries of their histories.
 * @param drafts their images are addresses by now. @returns the ids, in the drafts' order.
 */
export async function insertListings(
  context: ServerContext,
  caller: SignedInUser,
  drafts: readonly PropertyDraft[],
  transaction: Transaction,
): Promise<number[]> {
  const moderation = await initialModeration(context, caller.id, transaction);
  const rows = drafts.map((draft) => ({ ...rowOf(draft, caller.id, context.now()), ...moderation }));
  const listings = await context.db.models.Property.bulkCreate(rows, { transaction, returning: true });
  await recordStatuses(
    context,
    caller,
    listings.map((listing) => ({ listing, from: null })),
    transaction,
  );
  return listings.map(({ id }) => id);
}

function rowOf(draft: PropertyDraft, agentId: number, now: Date) {
  const { title, description, price, type, listing_type, status, location, details, images, features } =
    draft;
  const { address, city, province, coordinates } = location;
  const searchable = { title, description, type, address, city, province, features };
  return {
    ...searchable,
    ...deriveSearchFields(searchable),
    ...details,
    agent_id: agentId,
    listing_type,
    status,
    price,
    latitude: coordinates?.lat ?? null,
    longitude: coordinates?.lng ?? null,
    images,
    created_at: now,
    updated_at: now,
  };
}

export interface StatusChange {
  /** With its new status. */
  listing: PropertyModel;
  /** Null: it is new. */
  from: PropertyStatus | null;
}

export async function recordStatuses(
  { db, now }: ServerContext,
  caller: SignedInUser,
  changes: readonly StatusChange[],
  transaction: Transaction,
): Promise<void> {
  const rows = changes.map(({ listing, from }) => ({
    property_id: listing.id,
    from_status: from,
    to_status: listing.status,
    price: listing.price,
    changed_by: caller.id,
    changed_at: now(),
  }));
  await db.models.PropertyStatusChange.bulkCreate(rows, { transaction });
}

export interface ListingChange {
  status: { from: PropertyStatus; to: PropertyStatus };
  price: { from: number; to: number };
}

/** Tells the rest of the server what became of a listing, once it is stored. */
export function announceChange(
  { bus }: ServerContext,
  propertyId: number,
  { status, price }: ListingChange,
): void {
  bus.publish('listingChanged', { propertyId });
  if (price.from !== price.to) bus.publish('listingRepriced', { propertyId, ...price });
  if (status.from !== status.to && (status.to === 'sold' || status.to === 'rented'))
    bus.publish('listingTaken', { propertyId, status: status.to });
}
