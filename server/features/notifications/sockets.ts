import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** Events of accounts, notices, viewings, the Desk and offices, to the open windows of the people concerned. */
export function attachPersonalSockets(io: AppServer, { bus, db }: ServerContext): void {
  const emitTo = (first: number, ...others: number[]) => io.to([first, ...others].map(userRoom));

  // `onPublished`: the process of the change emits; the adapter reaches the sockets of other processes.
  bus.onPublished('accountChanged', ({ userId }) => void emitTo(userId).emit('account_changed', {}));
  bus.subscribe('licenseChanged', ({ agentId }) => void emitTo(agentId).emit('account_changed', {}));

  bus.subscribe('notificationStored', ({ userId, notification, isPushed }) => {
    emitTo(userId).emit('notification', { ...notification, push: isPushed });
  });

  bus.subscribe('notificationsRead', ({ userId, ids }) => {
    emitTo(userId).emit('notifications_read', { ids });
  });

  bus.subscribe('viewingChanged', async ({ viewingId, decision: status }) => {
    const viewing = await db.models.Viewing.findByPk(viewingId);
    if (viewing) emitTo(viewing.agent_id, viewing.user_id).emit('viewing_changed', { viewingId, status });
  });
  bus.subscribe('handedOver', ({ fromId, toId, viewings }) => {
    for (const { id: viewingId, status, userId } of viewings)
      emitTo(fromId, toId, userId).emit('viewing_changed', { viewingId, status });
  });
  // The agent's other windows.
  bus.subscribe('viewingOutcome', ({ viewingId, agentId }) => {
    emitTo(agentId).emit('viewing_changed', { viewingId, status: 'confirmed' });
  });

  // To the agent, and to colleagues who may see the queue.
  bus.subscribe('clientChanged', async ({ agentId, clientId }) => {
    emitTo(agentId).emit('client_changed', { clientId });
    const colleagues = await db.readRows<{ id: number }>(
      `SELECT m.user_id AS id FROM office_members own JOIN offices o ON o.id = own.office_id
        JOIN office_members m ON m.office_id = o.id
      WHERE own.user_id = $1 AND m.user_id <> $1 AND (m.role = 'manager' OR o.shares_queue = true)`,
      [agentId],
    );
    const [first, ...others] = colleagues.map(({ id }) => id);
    if (first !== undefined) emitTo(first, ...others).emit('client_changed', { clientId });
  });
  bus.subscribe('officeChanged', ({ userIds: [first, ...others] }) => {
    if (first !== undefined) emitTo(first, ...others).emit('office_changed', {});
  });
}
