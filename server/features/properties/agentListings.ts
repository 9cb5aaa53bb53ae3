import type { Transaction } from 'sequelize';
import { isPublicAgent } from '#server/features/auth/agentPolicy.ts';
import type { ServerContext } from '#server/features/context.ts';
import { publicListing } from './policy.ts';

const visible = { ...publicListing, moderation_reason: null, hidden_by: null };
const hiddenWithAgent = {
  moderation_status: 'inactive',
  moderation_reason: 'Its agent is not active at the moment',
  hidden_by: 'agent_away',
} as const;

/** The moderation fields of a new listing. @param agentId of an account the caller holds until the transaction ends. */
export async function initialModeration(
  { db }: Pick<ServerContext, 'db'>,
  agentId: number,
  transaction: Transaction,
) {
  return (await isPublicAgent(db, agentId, transaction)) ? visible : hiddenWithAgent;
}

/**
 * Nobody could reach the agent of a listing who~is~hiddenWithAgent: such listings are taken off, and put
 * back when the agent is. The rest of the server is told once the transaction is committed.
 */
export async function syncListingVisibility(
  { db, bus }: ServerContext,
  agentId: number,
  transaction: Transaction,
): Promise<void> {
  const { Property } = db.models;
  const isBack = await isPublicAgent(db, agentId, transaction);
  const where = { agent_id: agentId, ...(isBack ? { hidden_by: hiddenWithAgent.hidden_by } : publicListing) };
  const listings = await Property.findAll({
    attributes: ['id'],
    where,
    order: [['id', 'ASC']],
    transaction,
    lock: transaction.LOCK.NO_KEY_UPDATE,
  });
  if (listings.length === 0) return;
  await Property.update(isBack ? visible : hiddenWithAgent, { where, transaction });
  transaction.afterCommit(() => {
    for (const listing of listings) bus.publish('listingChanged', { propertyId: listing.id });
  });
}
