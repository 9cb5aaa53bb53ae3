import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import type { ViewingStatus } from '#shared/contracts/viewings.ts';

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

  const tellViewing = (viewingId: number, status: ViewingStatus, people: readonly (number | null)[]) => {
    for (const person of people)
      if (person !== null) emitTo(person).emit('viewing_changed', { viewingId, status });
  };
  bus.subscribe('viewingChanged', async ({ viewingId }) => {
    const viewing = await db.models.Viewing.findByPk(viewingId);
    if (viewing) tellViewing(viewingId, viewing.status, [viewing.agent_id, viewing.user_id]);
  });
  bus.subscribe('handedOver', ({ fromId, toId, viewings }) => {
    for (const { id, status, userId } of viewings) tellViewing(id, status, [fromId, toId, userId]);
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
