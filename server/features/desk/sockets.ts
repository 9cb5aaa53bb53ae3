import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** Changes of an agent's queue, to the agent and to colleagues who may see it; changes of offices, to their members. */
export function attachDeskSockets(io: AppServer, { bus, db }: ServerContext): void {
  bus.subscribe('clientChanged', async ({ agentId, clientId }) => {
    io.to(userRoom(agentId)).emit('client_changed', { clientId });
    const colleagues = await db.readRows<{ id: number }>(
      `SELECT m.user_id AS id FROM office_members own JOIN offices o ON o.id = own.office_id
        JOIN office_members m ON m.office_id = o.id
      WHERE own.user_id = $1 AND m.user_id <> $1 AND (m.role = 'manager' OR o.shares_queue = true)`,
      [agentId],
    );
    if (colleagues.length > 0)
      io.to(colleagues.map(({ id }) => userRoom(id))).emit('client_changed', { clientId });
  });
  bus.subscribe('officeChanged', ({ userIds }) => {
    if (userIds.length > 0) io.to(userIds.map(userRoom)).emit('office_changed', {});
  });
}
