import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';

/** Both sides' screens follow a viewing without a reload. */
export function attachViewingSockets(io: AppServer, { bus, db }: ServerContext): void {
  bus.subscribe('viewingChanged', async ({ viewingId, decision }) => {
    const viewing = await db.models.Viewing.findByPk(viewingId);
    if (viewing)
      io.to([userRoom(viewing.agent_id), userRoom(viewing.user_id)]).emit('viewing_changed', {
        viewingId,
        status: decision,
      });
  });
}
