import { Transaction, UniqueConstraintError } from 'sequelize';
import type { PropertyModel } from '#server/db/models.ts';
import { lockCaller } from '#server/features/auth/writes/passwords.ts';
import type { ServerContext } from '#server/features/context.ts';
import { changeWithPictures, recordPictures } from '#server/features/uploads/service.ts';
import { outliveListing } from '#server/features/viewingHistory/writes.ts';
import { requireAccess } from '#server/http/access.ts';
import { ConflictError, found, InvalidInputError, invalidField } from '#server/http/errors.ts';
import { readPart } from '#server/http/request.ts';
import type { Service } from '#server/http/routing.ts';
import {
  finishedParts,
  type OwnProperty,
  type PropertyChanges,
  type propertyWriteCalls,
} from '#shared/contracts/propertyWrites.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice } from '#shared/money.ts';
import { followUp } from '../followUps.ts';
import { countDrafts, ownListings } from '../reads/own.ts';
import { presentOwnProperty, readListing } from '../reads.ts';
import { holdBuilding } from '../writes/buildings.ts';
import { describeImages, lockImages, readPictures } from '../writes/pictures.ts';
import {
  changeListing,
  confirmListings,
  insertListings,
  lockForChange,
  publishDrafts,
  requireEditable,
  UNDO_MS,
} from '../writes.ts';

export function propertyWriteService(context: ServerContext): Service<typeof propertyWriteCalls> {
  const { db } = context;

  return {
    mine: async ({ user, query }) => ({
      ...(await ownListings.readPage(db, { ...query, agentId: user.id, now: context.now() })),
      drafts: await countDrafts(db, user.id),
    }),

    /** @throws {ForbiddenError} no approved agent. @throws {ApiError} an image is refused; nothing is stored. */
    async create({ user, address, body: draft }) {
      const owner = context.pixels.of(user, address);
      const { addresses, images, fresh } = await readPictures(context, owner, draft, {});
      const image_descriptions = describeImages(images, draft.image_descriptions);
      const propertyId = await changeWithPictures(context, user, fresh, async () => {
        requireAccess('agent', await lockCaller(context, user));
        await recordPictures(context, user, fresh);
        await lockImages(context, addresses, {});
        const [id] = await insertListings(context, user, [{ ...draft, ...addresses, image_descriptions }]);
        if (id === undefined) throw new Error('The database stored no listing');
        return id;
      }).catch(refuseTakenReference);
      return readOwn(context, propertyId);
    },

    /**
     * @throws {NotFoundError} no such listing visible to the caller. @throws {ForbiddenError} another agent's listing.
     * @throws {ConflictError} its status or price is not the expected one. @throws {ApiError} one of the images is
     * refused. Nothing is changed then.
     */
    async update({
      user,
      address,
      params: { id: propertyId },
      body: { expected_status, expected_price, image_descriptions: descriptions, draft, ...changes },
    }) {
      // Checked before pictures are decoded, and again with the row locked.
      const seen = requireEditable(user, await db.models.Property.findByPk(propertyId));
      requireFinished(seen, changes, draft);
      const owner = context.pixels.of(user, address);
      const { addresses, images, fresh } = await readPictures(context, owner, changes, seen);
      await changeWithPictures(context, user, fresh, async () => {
        const current = await lockCaller(context, user);
        await holdBuilding(context, changes.building_id);
        const listing = requireEditable(current, await lockForChange(context, propertyId));
        requireFinished(listing, changes, draft);
        if (expected_status && listing.status !== expected_status)
          throw new ConflictError(
            msg(
              'This listing is now {status, select, available {Available} pending {Pending} sold {Sold} other {Rented}}; you changed it when it was {expected, select, available {Available} pending {Pending} sold {Sold} other {Rented}}.',
              { status: listing.status, expected: expected_status },
            ),
            'changed_meanwhile',
          );
        if (expected_price !== undefined && listing.price !== expected_price)
          throw new ConflictError(
            msg('The price of this listing is now {price}; you changed it when it was {expected}.', {
              price: formatFullPrice(listing.price),
              expected: formatFullPrice(expected_price),
            }),
            'changed_meanwhile',
          );
        await recordPictures(context, user, fresh);
        await lockImages(context, addresses, listing);
        const noticeDelayMs = expected_price === undefined ? 0 : UNDO_MS;
        const image_descriptions = descriptions && {
          image_descriptions: describeImages(addresses.images ? images : listing.images, descriptions),
        };
        const given = { ...changes, ...addresses, ...image_descriptions };
        await changeListing(context, user, listing, given, noticeDelayMs);
      }).catch(refuseTakenReference);
      return readOwn(context, propertyId);
    },

    /**
     * @throws {NotFoundError} no such listing visible to the caller. @throws {ForbiddenError} another agent's listing.
     * @throws {ConflictError} it is published already. @throws {InvalidInputError} something is missing.
     */
    async publish({ user, params: { id: propertyId } }) {
      await db.transaction(async () => {
        const { refused } = await publishDrafts(context, await lockCaller(context, user), [propertyId]);
        const [fault] = refused;
        if (fault) throw new InvalidInputError(fault.faults);
      });
      return readOwn(context, propertyId);
    },

    /**
     * @throws {NotFoundError} no such listing visible to the caller. @throws {ForbiddenError} another agent's listing.
     * @throws {ConflictError} it is not marked as available.
     */
    async confirm({ user, params: { id: propertyId } }) {
      await confirmListings(context, user, [propertyId]);
      return readOwn(context, propertyId);
    },

    /** @throws {NotFoundError} not visible to the caller. @throws {ForbiddenError} another agent's. */
    async remove({ user, params: { id: propertyId } }) {
      await db.transaction(async () => {
        const current = await lockCaller(context, user);
        const lock = Transaction.LOCK.UPDATE;
        const listing = await db.models.Property.findByPk(propertyId, { lock });
        const own = requireEditable(current, listing);
        if (own.is_draft) return own.destroy();
        await outliveListing(context, own, user.id);
        await own.destroy();
        await followUp(context, 'deleted', { ids: [propertyId], listing: own });
      });
      return { id: propertyId };
    },
  };
}

/** @throws {InvalidInputError} of a published listing: something is left open, or it is to become a draft. */
function requireFinished({ is_draft }: PropertyModel, changes: PropertyChanges, draft?: boolean): void {
  if (draft !== undefined && draft !== is_draft)
    throw invalidField(
      'draft',
      is_draft
        ? msg('A draft becomes a listing when it is published')
        : msg('This listing is published: it cannot become a draft again'),
    );
  if (!is_draft) readPart(finishedParts, changes, 'body');
}

/** @throws {InvalidInputError} for a violated unique reference; other errors are rethrown. */
function refuseTakenReference(error: unknown): never {
  // SQLite names the columns in a list, PostgreSQL with their values.
  if (error instanceof UniqueConstraintError && Object.entries(error.fields).flat().includes('reference'))
    throw new InvalidInputError([
      { path: 'reference', message: msg('Another of your listings has this reference') },
    ]);
  throw error;
}

async function readOwn({ db }: ServerContext, propertyId: number): Promise<OwnProperty> {
  // The listing was deleted after the write.
  return presentOwnProperty(found(await readListing(db, propertyId), 'property'));
}
