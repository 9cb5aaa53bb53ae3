import { isDeepStrictEqual } from 'node:util';
import { type CreationAttributes, Transaction } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import { requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import { ConflictError, ForbiddenError, NotFoundError } from '#server/http/errors.ts';
import type {
  BulkConfirmationAnswer,
  BulkStatusAnswer,
  BulkStatusBody,
  PropertyChanges,
  PropertyDraft,
} from '#shared/contracts/propertyWrites.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { followUp } from './followUps.ts';
import { deriveSearchFields } from './list/searchText.ts';
import { initialModeration } from './moderation/service.ts';
import { canEdit, canSee, isOwner, NOT_YOURS } from './policy.ts';
import { holdBuilding, requireBuilding } from './writes/buildings.ts';
import { recordConfirmations, recordPrice } from './writes/history.ts';
import { isOutside, keptDescriptions, mediaFlags } from './writes/pictures.ts';

/** NO KEY UPDATE: favourites and messages that refer to the row may be written meanwhile. */
export function lockForChange({ db }: ServerContext, propertyId: number): Promise<PropertyModel | null> {
  return db.models.Property.findByPk(propertyId, { lock: Transaction.LOCK.NO_KEY_UPDATE });
}

/** Checked if the building or the city changes. @returns undefined: unchanged. */
async function buildingOf(
  context: ServerContext,
  listing: PropertyModel,
  { building_id = listing.building_id, location }: Changes,
): Promise<number | null | undefined> {
  if (building_id === listing.building_id && !location) return undefined;
  const { address, city, province } = listing;
  return requireBuilding(context, building_id, { address, city, province, ...location });
}

/** `image_descriptions`: by address of the picture. */
type Changes = Omit<PropertyChanges, 'image_descriptions'> & {
  image_descriptions?: Record<string, string>;
  feed_images?: string[];
};

/**
 * Changes a locked listing, with the follow-ups. Its pictures are stored addresses, protected from the clean-up.
 * @throws {InvalidInputError} the building is not in its city.
 */
export async function changeListing(
  context: ServerContext,
  caller: SignedInUser,
  listing: PropertyModel,
  changes: Changes,
  noticeDelayMs = 0,
): Promise<void> {
  const before = { status: listing.status, price: listing.price };
  const building_id = await buildingOf(context, listing, changes);
  const { images, image_descriptions = listing.image_descriptions } = changes;
  // The description of a removed picture is removed too.
  const described = images && { image_descriptions: keptDescriptions(image_descriptions, images) };
  const isChanged = await saveChanges(listing, { ...changes, ...described, building_id }, context.now());
  if (listing.status !== before.status)
    await recordStatuses(context, caller, [{ listing, from: before.status }]);
  if (listing.price !== before.price)
    await recordPrice(context, caller, listing, before.price, noticeDelayMs);
  const event = isChanged ? 'changed' : 'savedUnchanged';
  await followUp(context, event, { ids: [listing.id], listing, before, noticeDelayMs });
}

/** Changes several locked listings of the caller; pictures on other servers are fetched later. */
export async function updateListings(
  context: ServerContext,
  caller: SignedInUser,
  updates: readonly { listing: PropertyModel; changes: Changes }[],
): Promise<void> {
  for (const { listing, changes } of updates) {
    await holdBuilding(context, changes.building_id);
    await changeListing(context, caller, listing, changes);
  }
  const withOutside = updates.filter(({ changes }) => changes.images?.some(isOutside));
  const payloads = withOutside.map(({ listing }) => ({ propertyId: listing.id }));
  await context.jobs.addAll('fetchPictures', payloads, { priority: 'bulk' });
}

/** The changes that differ from the listing, by column. */
export function findChanges(
  listing: PropertyModel,
  { location = {}, details = {}, ...own }: Changes,
): [string, unknown][] {
  const { coordinates, ...place } = location;
  const position =
    coordinates === undefined
      ? {}
      : { latitude: coordinates?.lat ?? null, longitude: coordinates?.lng ?? null };
  const given = { ...own, ...place, ...details, ...position };
  // Compared as values: PostgreSQL returns decimals as text, which would count as a change.
  return Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(listing.get(name), value),
  );
}

/** @returns whether anything has changed. */
async function saveChanges(listing: PropertyModel, changes: Changes, now: Date): Promise<boolean> {
  const changed = findChanges(listing, changes);
  if (changed.length === 0) return false;
  listing.set(Object.fromEntries(changed));
  if (changed.some(([name]) => name === 'price' || name === 'status')) listing.set({ fresh_at: now });
  listing.set({ ...deriveSearchFields(listing), ...mediaFlags(listing) });
  await listing.save();
  return true;
}

/** @throws {NotFoundError} no such listing visible to the caller. @throws {ForbiddenError} another agent's listing. */
export function requireEditable(
  caller: SignedInUser,
  listing: PropertyModel | null | undefined,
): PropertyModel {
  if (!listing || !canSee(caller, listing)) throw new NotFoundError('property');
  if (!canEdit(caller, listing)) throw new ForbiddenError(NOT_YOURS);
  return listing;
}

/** `feed_images`: the pictures' addresses in an imported file. */
export type NewListing = Omit<PropertyDraft, 'image_descriptions'> & {
  /** By address of the picture. */
  image_descriptions: Record<string, string>;
  feed_images?: string[];
};

/**
 * Stores new listings of the caller, see `lockCaller`, with the first entries of their histories.
 * @param drafts with stored or fetchable addresses as images; pictures on other servers are fetched later. @returns the
 * ids, in the drafts' order. @throws {TooManyRequestsError} `new_account_limit`.
 */
export async function insertListings(
  context: ServerContext,
  caller: SignedInUser,
  drafts: readonly NewListing[],
): Promise<number[]> {
  const account = await context.db.models.User.findByPk(caller.id);
  if (account) await requireWithinNewAccountLimit(context, account, 'listings', drafts.length);
  const moderation = await initialModeration(context, caller.id);
  const rows: CreationAttributes<PropertyModel>[] = [];
  for (const draft of drafts) {
    await holdBuilding(context, draft.building_id);
    const building_id = await requireBuilding(context, draft.building_id, draft.location);
    rows.push({ ...rowOf(draft, caller.id, context.now()), ...moderation, building_id });
  }
  const listings = await context.db.models.Property.bulkCreate(rows, { returning: true });
  await recordStatuses(
    context,
    caller,
    listings.map((listing) => ({ listing, from: null })),
  );
  const propertyIds = listings.map(({ id }) => id);
  await followUp(context, 'created', { ids: propertyIds, agentId: caller.id, listings });
  return propertyIds;
}

function rowOf(draft: NewListing, agentId: number, now: Date) {
  const { title, description, price, type, listing_type, status, location, details, features } = draft;
  const { images, image_descriptions, floor_plans, video_url } = draft;
  const { address, city, province, coordinates } = location;
  const searchable = { title, description, type, address, city, province, features };
  return {
    ...searchable,
    ...deriveSearchFields(searchable),
    ...details,
    agent_id: agentId,
    reference: draft.reference ?? null,
    feed_images: draft.feed_images ?? null,
    listing_type,
    status,
    price,
    latitude: coordinates?.lat ?? null,
    longitude: coordinates?.lng ?? null,
    images,
    image_descriptions,
    floor_plans,
    video_url,
    ...mediaFlags(draft),
    created_at: now,
    updated_at: now,
  };
}

interface StatusChange {
  /** With its new status. */
  listing: PropertyModel;
  /** Null: it is new. */
  from: PropertyStatus | null;
}

async function recordStatuses(
  { db, now }: ServerContext,
  caller: SignedInUser,
  changes: readonly StatusChange[],
): Promise<void> {
  const rows = changes.map(({ listing, from }) => ({
    property_id: listing.id,
    from_status: from,
    to_status: listing.status,
    price: listing.price,
    changed_by: caller.id,
    changed_at: now(),
  }));
  await db.models.PropertyStatusChange.bulkCreate(rows);
}

/** A price changed in a list can be undone for this time; notices wait for it. */
export const UNDO_MS = 20_000;

/**
 * In the order of the ids.
 * @throws {NotFoundError} a listing does not exist. @throws {ForbiddenError} another agent's listing.
 */
async function lockEditable(
  { db }: ServerContext,
  caller: SignedInUser,
  ids: readonly number[],
): Promise<PropertyModel[]> {
  const found = await db.models.Property.findAll({
    where: { id: [...ids] },
    // In one order: two calls about the same listings would otherwise deadlock.
    order: [['id', 'ASC']],
    lock: Transaction.LOCK.NO_KEY_UPDATE,
  });
  const byId = new Map(found.map((listing) => [listing.id, listing]));
  return ids.map((id) => requireEditable(caller, byId.get(id)));
}

/** A second confirmation within this time is ignored. */
const SAME_CONFIRMATION_MS = 60_000;

/**
 * Confirms that listings are still available; for their own agent only, not for administrators.
 * @throws {NotFoundError} a listing does not exist. @throws {ForbiddenError} another agent's listing. @throws
 * {ConflictError} a listing is not marked as available. Nothing is changed then.
 */
export function confirmListings(
  context: ServerContext,
  caller: SignedInUser,
  ids: readonly number[],
): Promise<BulkConfirmationAnswer> {
  const at = context.now();
  return context.db.transaction(async () => {
    const listings = await lockEditable(context, await lockCaller(context, caller), ids);
    if (!listings.every((listing) => isOwner(caller, listing))) throw new ForbiddenError(NOT_YOURS);
    const taken = listings.find(({ status }) => status !== 'available');
    if (taken)
      throw new ConflictError(
        msg(
          'You can only confirm available listings. {title} is marked {status, select, pending {Pending} sold {Sold} other {Rented}}.',
          { title: taken.title, status: taken.status },
        ),
        'not_available',
      );
    const unsaid = listings.filter(
      ({ confirmed_at, fresh_at }) =>
        !confirmed_at ||
        Number(confirmed_at) !== Number(fresh_at) ||
        at.getTime() - confirmed_at.getTime() >= SAME_CONFIRMATION_MS,
    );
    if (unsaid.length > 0) {
      await recordConfirmations(context, caller, unsaid, at);
      await followUp(context, 'confirmed', { ids: unsaid.map(({ id }) => id) });
    }
    return { ids: [...ids], confirmed_at: at.toISOString() };
  });
}

/**
 * Changes the status of all listings, or of none.
 * @throws {NotFoundError} a listing does not exist. @throws {ForbiddenError} another agent's listing.
 */
export async function setStatuses(
  context: ServerContext,
  caller: SignedInUser,
  { ids, status }: BulkStatusBody,
): Promise<BulkStatusAnswer> {
  const { Property } = context.db.models;
  const changes = await context.db.transaction(async () => {
    const current = await lockCaller(context, caller);
    const listings = await lockEditable(context, current, ids);
    const others = listings.filter((listing) => listing.status !== status);
    if (others.length === 0) return [];
    const current_status = { status, fresh_at: context.now() };
    await Property.update(current_status, { where: { id: others.map(({ id }) => id) } });
    const changed = others.map((listing) => ({ from: listing.status, listing: listing.set(current_status) }));
    await recordStatuses(context, caller, changed);
    for (const { listing, from } of changed) {
      const before = { price: listing.price, status: from };
      await followUp(context, 'statusSet', { ids: [listing.id], listing, before, noticeDelayMs: 0 });
    }
    return changed;
  });
  return { ids, changed: changes.length };
}
