import type { Transaction } from 'sequelize';
import type { UserModel } from '#server/auth/models.ts';
import type { ServerContext } from '#server/context.ts';

/** Tells listings that are hidden only as long as their agent does not work from those an admin hid for a reason. */
const AGENT_AWAY = 'Its agent is not active at the moment';

const shown = { moderation_status: 'active' as const };
const away = { moderation_status: 'inactive' as const, moderation_reason: AGENT_AWAY };

/**
 * Nobody could reach the agent of a listing who is suspended, or an agent no longer: such listings are taken off, and put
 * back when the agent is. The rest of the server is told once the transaction is committed.
 */
export async function settleListings(
  { db, bus }: ServerContext,
  { id, role, status }: Pick<UserModel, 'id' | 'role' | 'status'>,
  transaction: Transaction,
): Promise<void> {
  const { Property } = db.models;
  const isWorking = role === 'agent' && status === 'active';
  const where = { agent_id: id, ...(isWorking ? away : shown) };
  const listings = await Property.findAll({
    attributes: ['id'],
    where,
    order: [['id', 'ASC']],
    transaction,
    lock: transaction.LOCK.NO_KEY_UPDATE,
  });
  if (listings.length === 0) return;
  await Property.update(isWorking ? { ...shown, moderation_reason: null } : away, { where, transaction });
  transaction.afterCommit(() => {
    for (const listing of listings) bus.publish('listingChanged', { propertyId: listing.id });
  });
}
