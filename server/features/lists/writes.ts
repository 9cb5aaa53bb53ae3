import { Transaction } from 'sequelize';
import type { ServerContext } from '#server/features/context.ts';

/**
 * Ends the memberships of an account that is erased, in the transaction that holds it: a list passes to the member who
 * joined first after its owner, and goes where there is none. What else is the person's own goes with the account.
 */
export async function leaveLists({ db, bus }: ServerContext, userId: number): Promise<void> {
  const { SharedList, SharedListMember } = db.models;
  const own = await SharedListMember.findAll({ where: { user_id: userId }, order: ['list_id'] });
  for (const { list_id: listId, role } of own) {
    await SharedList.findByPk(listId, { lock: Transaction.LOCK.NO_KEY_UPDATE });
    const members = await SharedListMember.findAll({
      where: { list_id: listId },
      order: ['joined_at', 'id'],
    });
    const others = members.filter(({ user_id }) => user_id !== userId);
    await SharedListMember.destroy({ where: { list_id: listId, user_id: userId } });
    if (others.length === 0) await SharedList.destroy({ where: { id: listId } });
    else if (role === 'owner') await others[0]?.update({ role: 'owner' });
    const memberIds = others.map(({ user_id }) => user_id);
    db.afterCommit(() => bus.publish('listChanged', { listId, memberIds, leftIds: [userId] }));
  }
}
