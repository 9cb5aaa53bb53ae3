import type { ServerContext } from '#server/features/context.ts';
import { notify } from '#server/features/notifications/writes.ts';
import { type AppServer, userRoom } from '#server/realtime/io.ts';
import { createRoomLimit, serveRooms } from '#server/realtime/rooms.ts';
import { msg } from '#shared/messages.ts';
import { memberIds, nameAmongMembers } from './reads.ts';

/** Notices to the other members about a new listing or comment; an unread notice is replaced by the next. */
export function handleListNotices(context: ServerContext): void {
  const { jobs, db } = context;
  jobs.handle('listNotice', {
    async apply({ listId, actorId, news }) {
      const list = await db.models.SharedList.findByPk(listId);
      const actor = await db.models.User.findByPk(actorId);
      if (!list || !actor) return;
      const others = (await memberIds(context, listId)).filter((id) => id !== actorId);
      const facts = { name: nameAmongMembers(actor.name), list: list.name };
      await notify(
        context,
        others,
        {
          type: 'info',
          title: news === 'item' ? msg('New in Your List') : msg('New Comment'),
          message:
            news === 'item'
              ? msg('{name} added a listing to “{list}”.', facts)
              : msg('{name} commented in “{list}”.', facts),
          topic: `list-${listId}`,
          action: { label: msg('View List'), url: `/lists/${listId}` },
          about: { users: [actorId] },
        },
        { isReplacing: true, isMailed: false },
      );
    },
  });
}

const listRoom = (id: number) => `list:${id}`;

/** Changes of a list, to sockets with the list open; changes of the summary, to all members. */
export function attachListSockets(io: AppServer, context: ServerContext): void {
  const limiter = context.env.hasActionLimits ? createRoomLimit() : undefined;
  serveRooms(io, context, {
    join: 'join_list',
    leave: 'leave_list',
    roomOf: listRoom,
    isAllowed: async (list_id, user_id) =>
      (await context.db.models.SharedListMember.count({ where: { list_id, user_id } })) > 0,
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
