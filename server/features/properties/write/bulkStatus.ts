import { lockCaller } from '#server/features/auth/credentials.ts';
import type { ServerContext } from '#server/features/context.ts';
import type { SignedInUser } from '#server/http/access.ts';
import type { BulkStatusAnswer, BulkStatusBody } from '#shared/contracts/propertyTools.ts';
import { announceChange, recordStatuses, requireEditable } from './steps.ts';

/**
 * Marks all the listings or, if one of them may not be changed, none.
 * @throws {NotFoundError} one is not there. @throws {ForbiddenError} one is somebody else's.
 */
export async function setStatuses(
  context: ServerContext,
  caller: SignedInUser,
  { ids, status }: BulkStatusBody,
): Promise<BulkStatusAnswer> {
  const { Property } = context.db.models;
  const changes = await context.db.transaction(async (transaction) => {
    const current = await lockCaller(context, caller, transaction);
    const found = await Property.findAll({
      where: { id: ids },
      // Always in one order: two calls about the same listings would otherwise wait for each other.
      order: [['id', 'ASC']],
      transaction,
      lock: transaction.LOCK.NO_KEY_UPDATE,
    });
    const byId = new Map(found.map((listing) => [listing.id, listing]));
    const others = ids
      .map((id) => requireEditable(current, byId.get(id)))
      .filter((listing) => listing.status !== status);
    if (others.length === 0) return [];
    await Property.update({ status }, { where: { id: others.map(({ id }) => id) }, transaction });
    const changed = others.map((listing) => ({ from: listing.status, listing: listing.set({ status }) }));
    await recordStatuses(context, caller, changed, transaction);
    return changed;
  });
  for (const { listing, from } of changes)
    announceChange(context, listing.id, {
      status: { from, to: status },
      price: { from: listing.price, to: listing.price },
    });
  return { ids, changed: changes.length };
}
