import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import { createRoomLimit, serveRooms } from '#server/realtime/rooms.ts';
import { msg } from '#shared/messages.ts';

/** Who has the list open. */
const listRoom = (id: number) => `list:${id}`;

/** That something changed, to members who have the list open, and to all of them what shows among their lists. */
export function attachListSockets(io: AppServer, context: ServerContext): void {
  const { SharedListMember } = context.db.models;
  const limiter = context.env.hasActionLimits ? createRoomLimit() : undefined;
  serveRooms(io, context, {
    join: 'join_list',
    leave: 'leave_list',
    roomOf: listRoom,
    isAllowed: async (list_id, user_id) =>
      (await SharedListMember.count({ where: { list_id, user_id } })) > 0,
    limiter,
    badId: msg('Join a list by its id'),
    notFound: msg('List not found'),
  });

  context.bus.subscribe('listChanged', ({ listId, memberIds, leftIds }) => {
    // Who was removed hears nothing more of it, in whichever window and on whichever server it is open.
    for (const id of leftIds) io.in(userRoom(id)).socketsLeave(listRoom(listId));
    const people = [...memberIds, ...leftIds].map(userRoom);
    // A socket that is in several of these rooms gets it once.
    io.to([listRoom(listId), ...people]).emit('list_changed', { listId });
  });
}
