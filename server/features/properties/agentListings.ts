import { Op, type Transaction } from 'sequelize';
import type { UserModel } from '#server/db/models/auth.ts';
import type { ServerContext } from '#server/features/context.ts';

/** Tells listings that are hidden only as long as their agent does not work from those an admin hid for a reason. */
const AGENT_AWAY = 'Its agent is not active at the moment';

const shown = { moderation_status: 'active' as const };
const away = { moderation_status: 'inactive' as const, moderation_reason: AGENT_AWAY };

/** Whether people can reach this agent: one who is suspended, no agent any more or without a good licence is away. */
export async function isWorking(
  { db }: Pick<ServerContext, 'db'>,
  { id, role, status }: Pick<UserModel, 'id' | 'role' | 'status'>,
  transaction: Transaction,
): Promise<boolean> {
  if (role !== 'agent' || status !== 'active') return false;
  const where = { user_id: id, license_lapsed_at: { [Op.ne]: null } };
  return (await db.models.AgentProfile.count({ where, transaction })) === 0;
}

/** What new listings of an agent begin with. @param agent held by the caller until the transaction ends. */
export async function firstModeration(
  context: Pick<ServerContext, 'db'>,
  agent: Pick<UserModel, 'id' | 'role' | 'status'>,
  transaction: Transaction,
) {
  return (await isWorking(context, agent, transaction)) ? shown : away;
}

/**
 * Nobody could reach the agent of a listing who is away: such listings are taken off, and put
 * back when the agent is. The rest of the server is told once the transaction is committed.
 */
export async function settleListings(
  { db, bus }: ServerContext,
  agent: Pick<UserModel, 'id' | 'role' | 'status'>,
  transaction: Transaction,
): Promise<void> {
  const { Property } = db.models;
  const isBack = await isWorking({ db }, agent, transaction);
  const where = { agent_id: agent.id, ...(isBack ? away : shown) };
  const listings = await Property.findAll({
    attributes: ['id'],
    where,
    order: [['id', 'ASC']],
    transaction,
    lock: transaction.LOCK.NO_KEY_UPDATE,
  });
  if (listings.length === 0) return;
  await Property.update(isBack ? { ...shown, moderation_reason: null } : away, { where, transaction });
  transaction.afterCommit(() => {
    for (const listing of listings) bus.publish('listingChanged', { propertyId: listing.id });
  });
}
