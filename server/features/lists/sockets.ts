import type { ServerContext } from '#server/features/context.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import { createRoomLimit, serveRooms } from '#server/realtime/rooms.ts';
import { msg } from '#shared/messages.ts';

/** Sockets with the list open. */
const listRoom = (id: number) => `list:${id}`;

/** Changes of a list, to sockets with the list open; changes of the summary, to all members. */
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
    // Removed members' sockets leave the room, on every server.
    for (const id of leftIds) io.in(userRoom(id)).socketsLeave(listRoom(listId));
    const people = [...memberIds, ...leftIds].map(userRoom);
    // A socket in several of these rooms gets the event once.
    io.to([listRoom(listId), ...people]).emit('list_changed', { listId });
  });
}
