import { isDeepStrictEqual } from 'node:util';
import { type CreationAttributes, Op, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { PropertyModel } from '#server/db/models.ts';
import { lockedInOrder, pick } from '#server/db/sql.ts';
import { requireWithinNewAccountLimit } from '#server/features/auth/policy.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/caller.ts';
import {
  ConflictError,
  type Fault,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
} from '#server/http/errors.ts';
import { readPart } from '#server/http/request.ts';
import {
  type BulkStatusAnswer,
  type BulkStatusBody,
  type PropertyChanges,
  type PropertyDraft,
  propertyDraft,
} from '#shared/contracts/propertyWrites.ts';
import { MAX_DRAFTS } from '#shared/limits.ts';
import { factNames } from '#shared/listing/facts.ts';
import type { PropertyStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { followUp } from './followUps.ts';
import { type IndexedRow, indexedColumns } from './list/listingIndex.ts';
import { deriveSearchFields } from './list/searchText.ts';
import { initialModeration } from './moderation/service.ts';
import { canEdit, canSee, isOwner, NOT_YOURS } from './policy.ts';
import { holdBuilding, requireBuilding } from './writes/buildings.ts';
import { isOutside, keptDescriptions, mediaFlags } from './writes/pictures.ts';

/** NO KEY UPDATE: favourites and messages that refer to the row may be written meanwhile. */
export const lockForChange = ({ db }: ServerContext, propertyId: number): Promise<PropertyModel | null> =>
  db.models.Property.findByPk(propertyId, { lock: Transaction.LOCK.NO_KEY_UPDATE });

/** `image_descriptions`: by address of the picture. */
type Changes = Omit<PropertyChanges, 'image_descriptions' | 'draft'> & {
  image_descriptions?: Record<string, string>;
  feed_images?: string[];
};

/** Changes a locked listing, with the follow-ups. @throws {InvalidInputError} the building is not in its city. */
export async function changeListing(
  context: ServerContext,
  caller: SignedInUser,
  listing: PropertyModel,
  changes: Changes,
  noticeDelayMs = 0,
): Promise<void> {
  const before = { status: listing.status, price: listing.price };
  const former = indexedFacts(listing);
  const { building_id: wanted = listing.building_id, location } = changes;
  const { address, city, province } = listing;
  const isMoved = wanted !== listing.building_id || location !== undefined;
  const building_id = isMoved
    ? await requireBuilding(context, wanted, { address, city, province, ...location })
    : undefined;
  const { images, image_descriptions = listing.image_descriptions } = changes;
  const described = images && { image_descriptions: keptDescriptions(image_descriptions, images) };
  const isChanged = await saveChanges(listing, { ...changes, ...described, building_id }, context.now());
  if (listing.is_draft) return;
  if (listing.status !== before.status) await recordStatuses(context, caller, [{ listing, from: before.status }]);
  if (listing.price !== before.price) await recordPrice(context, caller, listing, before.price, noticeDelayMs);
  const event = isChanged ? 'changed' : 'savedUnchanged';
  const corrected = isCorrected(former, indexedFacts(listing)) ? former : undefined;
  await followUp(context, event, { ids: [listing.id], listing, before, corrected, noticeDelayMs });
}

function indexedFacts(listing: PropertyModel): IndexedRow {
  const names = Object.keys(indexedColumns);
  return Object.fromEntries(names.map((name) => [name, listing.get(name)])) as unknown as IndexedRow;
}

/** Price and status have notices of their own. */
function isCorrected(former: IndexedRow, current: IndexedRow): boolean {
  const { price, status, fresh_at } = current;
  return !isDeepStrictEqual({ ...former, price, status, fresh_at }, current);
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
export function findChanges(listing: PropertyModel, { location = {}, details = {}, ...own }: Changes) {
  const { coordinates, ...place } = location;
  const position =
    coordinates === undefined ? {} : { latitude: coordinates?.lat ?? null, longitude: coordinates?.lng ?? null };
  const given = { ...own, ...place, ...details, ...position };
  // Compared as values: PostgreSQL returns decimals as text, which would count as a change.
  return Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(listing.get(name), value),
  );
}

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
export function requireEditable(caller: SignedInUser, listing: PropertyModel | null | undefined) {
  if (!listing || !canSee(caller, listing)) throw new NotFoundError('property');
  if (!canEdit(caller, listing)) throw new ForbiddenError(NOT_YOURS);
  return listing;
}

/** `feed_images`: the pictures' addresses in an imported file. */
export type NewListing = Omit<PropertyDraft, 'image_descriptions'> & {
  /** Not to be published yet: it may be unfinished, see `unfinishedProperty`. */
  draft?: boolean | undefined;
  /** By address of the picture. */
  image_descriptions: Record<string, string>;
  feed_images?: string[];
};

/**
 * Stores new listings and drafts of the caller, see `lockCaller`, listings with the first entries of their histories.
 * @param given with stored or fetchable addresses as images; pictures on other servers are fetched later. @returns the
 * ids, in the same order. @throws {TooManyRequestsError} `new_account_limit`. @throws {ConflictError} `too_many_drafts`.
 */
export async function insertListings(
  context: ServerContext,
  caller: SignedInUser,
  given: readonly NewListing[],
): Promise<number[]> {
  const drafts = given.filter(({ draft }) => draft).length;
  await requireMayPost(context, caller, given.length - drafts);
  if (drafts > 0) await requireRoomForDrafts(context, caller, drafts);
  const moderation = await initialModeration(context, caller.id);
  const rows: CreationAttributes<PropertyModel>[] = [];
  for (const listing of given) {
    await holdBuilding(context, listing.building_id);
    const building_id = await requireBuilding(context, listing.building_id, listing.location);
    const state = listing.draft ? unpublished : moderation;
    rows.push({ ...rowOf(listing, caller.id, context.now()), ...state, building_id });
  }
  const listings = await context.db.models.Property.bulkCreate(rows, { returning: true });
  const begun = listings.filter(({ is_draft }) => is_draft);
  if (begun.length > 0) await followUp(context, 'drafted', { ...idsOf(begun), listings: begun });
  await announce(context, caller, without(listings, begun));
  return listings.map(({ id }) => id);
}

const unpublished = { is_draft: true, moderation_status: 'inactive' } as const;

const idsOf = (listings: readonly PropertyModel[]) => ({ ids: listings.map(({ id }) => id) });

async function requireMayPost(context: ServerContext, { id }: SignedInUser, count: number): Promise<void> {
  const account = count > 0 ? await context.db.models.User.findByPk(id) : null;
  if (account) await requireWithinNewAccountLimit(context, account, 'listings', count);
}

/** @throws {ConflictError} `too_many_drafts`. */
async function requireRoomForDrafts({ db }: ServerContext, { id: agent_id }: SignedInUser, more: number) {
  if ((await db.models.Property.count({ where: { agent_id, is_draft: true } })) + more <= MAX_DRAFTS) return;
  throw new ConflictError(
    msg('You can keep at most {max} drafts. Publish or delete some of them first.', { max: MAX_DRAFTS }),
    'too_many_drafts',
  );
}

/** The beginning of their histories, and what follows from new listings. */
async function announce(context: ServerContext, caller: SignedInUser, listings: readonly PropertyModel[]) {
  if (listings.length === 0) return;
  await recordStatuses(
    context,
    caller,
    listings.map((listing) => ({ listing, from: null })),
  );
  await followUp(context, 'created', { ...idsOf(listings), agentId: caller.id, listings });
}

/** @throws {ConflictError} `not_draft`: one of them is published already. */
function requireDrafts(listings: readonly PropertyModel[]): void {
  const posted = listings.find(({ is_draft }) => !is_draft);
  if (posted) throw new ConflictError(msg('{title} is published already', { title: posted.title }), 'not_draft');
}

/** @throws {ConflictError} `is_draft`: what is done with listings is not done with a draft. */
function refuseDrafts(listings: readonly PropertyModel[]): void {
  const draft = listings.find(({ is_draft }) => is_draft);
  if (draft)
    throw new ConflictError(msg('{title} is a draft. Publish it first.', { title: draft.title }), 'is_draft');
}

/**
 * Publishes drafts of the caller, see `lockCaller`, as listings that are new now; drafts with something missing stay.
 * @throws {NotFoundError} one does not exist. @throws {ConflictError} one is published already; nothing is changed then.
 * @throws {TooManyRequestsError} `new_account_limit`.
 */
export async function publishDrafts(context: ServerContext, caller: SignedInUser, ids: readonly number[]) {
  const { Property } = context.db.models;
  await holdBuildingsOf(context, ids);
  const drafts = await lockEditable(context, caller, ids);
  if (!drafts.every((draft) => isOwner(caller, draft))) throw new ForbiddenError(NOT_YOURS);
  requireDrafts(drafts);
  const refused: { draft: PropertyModel; faults: Fault[] }[] = [];
  for (const draft of drafts) {
    const faults = await findFaults(context, draft);
    if (faults.length > 0) refused.push({ draft, faults });
  }
  const finished = without(
    drafts,
    refused.map(({ draft }) => draft),
  );
  await requireMayPost(context, caller, finished.length);
  const moderation = await initialModeration(context, caller.id);
  const at = context.now();
  for (const draft of finished) {
    const posted = { ...moderation, is_draft: false, created_at: at, fresh_at: null };
    // Of the class: an instance keeps the time of its creation.
    await Property.update(posted, { where: { id: draft.id } });
    await draft.reload();
  }
  await announce(context, caller, finished);
  return { published: finished, refused };
}

/** Buildings are locked before listings. */
async function holdBuildingsOf(context: ServerContext, ids: readonly number[]): Promise<void> {
  const seen = await context.db.models.Property.findAll({ attributes: ['building_id'], where: { id: [...ids] } });
  const buildings = new Set(seen.flatMap(({ building_id }) => building_id ?? []));
  for (const id of [...buildings].sort((one, other) => one - other)) await holdBuilding(context, id);
}

/** By the contract of a new listing. */
async function findFaults(context: ServerContext, draft: PropertyModel): Promise<Fault[]> {
  const { address, city, province } = draft;
  try {
    readPart(propertyDraft, bodyOf(draft), 'body');
    await requireBuilding(context, draft.building_id, { address, city, province });
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return error.options.issues ?? [];
  }
}

/** A stored draft as a body would have it. */
function bodyOf(draft: PropertyModel): z.input<typeof propertyDraft> {
  const { title, description, price, type, listing_type, status, features, images, floor_plans } = draft;
  const { address, city, province, latitude, longitude, image_descriptions } = draft;
  const coordinates = latitude === null || longitude === null ? null : { lat: latitude, lng: longitude };
  return {
    ...{ title, description, price, type, listing_type, status, features, images, floor_plans },
    reference: draft.reference,
    video_url: draft.video_url,
    location: { address, city, province, coordinates },
    details: pick(draft, ...factNames),
    image_descriptions: images.map((image) => image_descriptions[image] ?? ''),
  };
}

const without = (all: readonly PropertyModel[], some: readonly PropertyModel[]) =>
  all.filter((one) => !some.includes(one));

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

/** Of listings with their new status. @param changes with the former status; null: the listing is new */
async function recordStatuses(
  { db, now }: ServerContext,
  caller: SignedInUser,
  changes: readonly { listing: PropertyModel; from: PropertyStatus | null }[],
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

/** In the order of the ids. @throws {NotFoundError} one does not exist. @throws {ForbiddenError} one is another agent's. */
async function lockEditable({ db }: ServerContext, caller: SignedInUser, ids: readonly number[]) {
  const found = await db.models.Property.findAll({
    where: { id: [...ids] },
    // In one order: two calls about the same listings would otherwise deadlock.
    ...lockedInOrder('NO_KEY_UPDATE'),
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
export function confirmListings(context: ServerContext, caller: SignedInUser, ids: readonly number[]) {
  const at = context.now();
  return context.db.transaction(async () => {
    const listings = await lockEditable(context, await lockCaller(context, caller), ids);
    if (!listings.every((listing) => isOwner(caller, listing))) throw new ForbiddenError(NOT_YOURS);
    refuseDrafts(listings);
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
      await context.jobs.add('readNotices', { topics: [`confirmation-${caller.id}`], readerIds: [caller.id] });
      await followUp(context, 'confirmed', { ids: unsaid.map(({ id }) => id) });
    }
    return { ids: [...ids], confirmed_at: at.toISOString() };
  });
}

/** Changes all or none. @throws {NotFoundError} one does not exist. @throws {ForbiddenError} one is another agent's. */
export async function setStatuses(
  context: ServerContext,
  caller: SignedInUser,
  { ids, status }: BulkStatusBody,
): Promise<BulkStatusAnswer> {
  const changes = await context.db.transaction(async () => {
    const current = await lockCaller(context, caller);
    const listings = await lockEditable(context, current, ids);
    refuseDrafts(listings);
    const others = listings.filter((listing) => listing.status !== status);
    if (others.length === 0) return [];
    const current_status = { status, fresh_at: context.now() };
    await context.db.models.Property.update(current_status, { where: { id: others.map(({ id }) => id) } });
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

/** @param listing with its new price @param undoMs time within which a return to the former price is a correction */
async function recordPrice(
  { db, now }: ServerContext,
  { id: changed_by }: SignedInUser,
  { id: property_id, price, status }: PropertyModel,
  previous_price: number,
  undoMs: number,
): Promise<void> {
  const { PropertyEvent } = db.models;
  const at = now();
  const since = { [Op.gte]: new Date(at.getTime() - undoMs) };
  const recent =
    undoMs > 0
      ? await PropertyEvent.findAll({
          where: { property_id, kind: 'price', changed_at: since },
          order: [['id', 'ASC']],
        })
      : [];
  // A correction ends the sequence: the present change is a new one.
  const open = recent.slice(recent.findLastIndex(({ takes_back_id }) => takes_back_id !== null) + 1);
  const slip = open.find((event) => event.previous_price === price);
  await PropertyEvent.create({
    property_id,
    kind: 'price',
    price,
    previous_price,
    status,
    takes_back_id: slip?.id ?? null,
    changed_by,
    changed_at: at,
  });
}

/** In the transaction of the change. `updated_at` stays: the listing's contents are unchanged. */
async function recordConfirmations(
  { db }: ServerContext,
  { id: changed_by }: SignedInUser,
  listings: readonly PropertyModel[],
  at: Date,
): Promise<void> {
  const { Property, PropertyEvent } = db.models;
  const where = { id: listings.map(({ id }) => id) };
  await Property.update({ confirmed_at: at, fresh_at: at }, { where, silent: true });
  await PropertyEvent.bulkCreate(
    listings.map(({ id: property_id, price, status }) => ({
      property_id,
      kind: 'confirmed' as const,
      price,
      previous_price: null,
      status,
      changed_by,
      changed_at: at,
    })),
  );
}
