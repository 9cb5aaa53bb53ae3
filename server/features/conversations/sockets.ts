import { RateLimiterMemory } from 'rate-limiter-flexible';
import { batchReads } from '#server/db/batchedReads.ts';
import type { ServerContext } from '#server/features/context.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { type AppServer, type AppSocket, userRoom } from '#server/realtime/io.ts';
import { createRoomLimit, isWithin, serveRooms } from '#server/realtime/rooms.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import type { PersonalSettings } from '#shared/contracts/settings.ts';
import { clientEvents } from '#shared/events.ts';
import { msg } from '#shared/messages.ts';
import { isParticipant } from './service.ts';

/** Sockets with the conversation open; typing is sent to this room only. */
const conversationRoom = (id: number) => `conversation:${id}`;

/** Messages, read marks and typing, to participants only. */
export function attachConversationSockets(io: AppServer, context: ServerContext): void {
  const roomsOf = (participantIds: (number | null)[]) => participantIds.filter((id) => id !== null).map(userRoom);

  const settingsOf = batchReads((userIds: number[]) => readPersonalSettings(context, userIds));
  listenToClients(io, context, context.env.hasActionLimits ? createLimits() : null);

  context.bus.subscribe('messageSent', async ({ message, participantIds }) => {
    // A socket in several of these rooms gets the event once.
    io.to([conversationRoom(message.conversationId), ...roomsOf(participantIds)]).emit('new_message', message);
    await notifyRecipients(io, settingsOf, message, participantIds);
  });

  context.bus.subscribe('messagesRead', ({ conversationId, readerId, upToId, readAt, participantIds }) => {
    const event = { conversationId, readerId, upToId, read_at: readAt };
    emitTo(io, roomsOf(participantIds))?.emit('messages_read', event);
  });

  // Removes the former agent's sockets from the conversation's room, on every server.
  context.bus.subscribe('handedOver', ({ fromId, toId, conversations }) => {
    for (const { id: conversationId, status, userId } of conversations) {
      io.in(userRoom(fromId)).socketsLeave(conversationRoom(conversationId));
      emitTo(io, roomsOf([fromId, toId, userId]))?.emit('conversation_changed', { conversationId, status });
    }
  });

  context.bus.subscribe('conversationStatusChanged', ({ conversationId, status, participantIds }) => {
    emitTo(io, roomsOf(participantIds))?.emit('conversation_changed', { conversationId, status });
  });
}

/** `io.to` without rooms would emit to all sockets. */
const emitTo = (io: AppServer, rooms: string[]) => (rooms.length > 0 ? io.to(rooms) : undefined);

async function notifyRecipients(
  io: AppServer,
  settingsOf: (userId: number) => Promise<PersonalSettings | undefined>,
  { id, content, created_at, conversationId, sender_id, sender_type: senderType }: Message,
  participantIds: (number | null)[],
): Promise<void> {
  const recipients = participantIds.filter((person): person is number => person !== null && person !== sender_id);
  const settings = await Promise.all(recipients.map(settingsOf));
  const notified = recipients.filter((_, nth) => settings[nth]?.notifications.messageNotifications);
  const event = { message: { id, content, created_at }, senderType, conversationId };
  emitTo(io, notified.map(userRoom))?.emit('message_notification', event);
}

/** Limits of one account over its sockets of this process; in memory, as a database write for each letter is too dear. */
const createLimits = () => ({
  rooms: createRoomLimit(),
  typing: new RateLimiterMemory({ points: 60, duration: 10 }),
});

type Limits = ReturnType<typeof createLimits>;

function listenToClients(io: AppServer, context: ServerContext, limits: Limits | null): void {
  const inTurn = serveRooms(io, context, {
    join: 'join_conversation',
    leave: 'leave_conversation',
    roomOf: conversationRoom,
    isAllowed: (id, userId) => isParticipant(context, userId, id),
    limiter: limits?.rooms,
    badId: msg('Join a conversation by its id'),
    notFound: msg('Conversation not found'),
  });

  function onTyping(this: AppSocket, payload: unknown): void {
    const typing = clientEvents.typing.safeParse(payload);
    if (!typing.success) return;
    const { conversationId, isTyping } = typing.data;
    inTurn(this, async () => {
      const room = conversationRoom(conversationId);
      const { user } = this.data;
      // Membership of the room proves participation; the typing user is the token's, whatever the payload says.
      if (this.rooms.has(room) && (await isWithin(limits?.typing, user.id)))
        this.to(room).emit('user_typing', { conversationId, userId: user.id, isTyping });
    });
  }
  io.on('connection', (socket) => socket.on('typing', onTyping));
}
