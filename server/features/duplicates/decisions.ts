import { Op, type Transaction } from 'sequelize';
import type { DuplicatePairModel } from '#server/db/models/duplicates.ts';
import { type Admin, requireStillAdmin } from '#server/features/auditLog/actor.ts';
import { recordAudit } from '#server/features/auditLog/record.ts';
import type { ServerContext } from '#server/features/context.ts';
import { lockListing, moderateListing, requireReason } from '#server/features/properties/moderation.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '#server/http/errors.ts';
import type { DuplicatePair } from '#shared/contracts/duplicates.ts';
import { getDuplicate } from './reads.ts';

/** Which of the two is hidden, and the reason for its agent. */
interface TakeOff {
  id: number;
  reason: string | null;
}

/**
 * Confirming takes one of the two off; dismissing is for good.
 * @param takeOff null: they are no duplicates.
 * @throws {InvalidInputError} confirmed without a reason, or a third listing is to be taken off.
 * @throws {ConflictError} `already_decided`. @throws {NotFoundError} there is no such pair, or no longer.
 */
export async function decideDuplicate(
  context: ServerContext,
  admin: Admin,
  id: number,
  takeOff: TakeOff | null,
): Promise<DuplicatePair> {
  const { db, now } = context;
  if (takeOff) requireReason({ status: 'inactive', reason: takeOff.reason });
  await db.transaction(async (transaction) => {
    await requireStillAdmin(context, admin, transaction);
    const seen = await db.models.DuplicatePair.findByPk(id, { transaction });
    if (!seen) throw new NotFoundError('Pair');
    if (takeOff) requireOneOf(seen, takeOff.id);
    // The listing before its pairs: whoever deletes it takes the two in this order.
    const listing = takeOff && (await lockListing(context, takeOff.id, transaction));
    const pair = await lockOpen(context, id, transaction);
    const status = takeOff ? 'confirmed' : 'dismissed';
    await pair.update({ status, decided_at: now(), decided_by: admin.user.id }, { transaction });
    if (listing && takeOff) {
      await forgetOtherPairs(context, listing.id, transaction);
      const verdict = { status: 'inactive' as const, reason: takeOff.reason };
      // A listing that was rejected meanwhile stays rejected.
      if (listing.moderation_status !== 'rejected')
        await moderateListing(context, admin, listing, verdict, transaction);
    }
    const { older_id, newer_id } = pair;
    await recordAudit(
      context,
      admin,
      {
        action: `duplicate.${takeOff ? 'confirm' : 'dismiss'}`,
        entityType: 'duplicate',
        entityId: id,
        before: { status: 'open' },
        after: { status, older_id, newer_id, ...(takeOff ? { taken_off: takeOff.id } : {}) },
        reason: takeOff?.reason ?? null,
      },
      transaction,
    );
  });
  return getDuplicate(context, id);
}

function requireOneOf({ older_id, newer_id }: DuplicatePairModel, id: number): void {
  if (id !== older_id && id !== newer_id)
    throw new InvalidInputError([{ path: 'take_off', message: 'Choose one of the two listings' }]);
}

async function lockOpen(
  { db }: ServerContext,
  id: number,
  transaction: Transaction,
): Promise<DuplicatePairModel> {
  const lock = transaction.LOCK.UPDATE;
  const pair = await db.models.DuplicatePair.findByPk(id, { transaction, lock });
  if (!pair) throw new NotFoundError('Pair');
  if (pair.status !== 'open')
    throw new ConflictError('This pair has been decided already', 'already_decided');
  return pair;
}

/** Open pairs of a hidden listing need no decision. */
async function forgetOtherPairs(
  { db }: ServerContext,
  listingId: number,
  transaction: Transaction,
): Promise<void> {
  const where = { status: 'open' as const, [Op.or]: [{ older_id: listingId }, { newer_id: listingId }] };
  await db.models.DuplicatePair.destroy({ where, transaction });
}
