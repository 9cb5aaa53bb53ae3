import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** Changes of viewings, to both sides. */
export function attachViewingSockets(io: AppServer, { bus, db }: ServerContext): void {
  bus.subscribe('viewingChanged', async ({ viewingId, decision }) => {
    const viewing = await db.models.Viewing.findByPk(viewingId);
    if (viewing)
      io.to([userRoom(viewing.agent_id), userRoom(viewing.user_id)]).emit('viewing_changed', {
        viewingId,
        status: decision,
      });
  });
  bus.subscribe('handedOver', ({ fromId, toId, viewings }) => {
    for (const { id: viewingId, status, userId } of viewings)
      io.to([userRoom(fromId), userRoom(toId), userRoom(userId)]).emit('viewing_changed', {
        viewingId,
        status,
      });
  });
  // The agent's other windows.
  bus.subscribe('viewingOutcome', ({ viewingId, agentId }) => {
    io.to(userRoom(agentId)).emit('viewing_changed', { viewingId, status: 'confirmed' });
  });
}
