import type { ServerContext } from '#server/context.ts';
import { type AppServer, type AppSocket, answer, type SocketAnswer, userRoom } from '#server/realtime/io.ts';
import { clientEvents } from '#shared/events.ts';
import { isParticipant } from './service.ts';

/** Who has the conversation open: typing is shown there, and only there. */
const conversationRoom = (id: number) => `conversation:${id}`;

/** Messages, read marks and typing, to those who take part and to nobody else. */
export function attachConversationSockets(io: AppServer, context: ServerContext): void {
  io.on('connection', (socket) => listenToClient(socket, context));

  context.bus.subscribe('messageSent', ({ message, participantIds }) => {
    const people = participantIds.filter((id) => id !== null);
    // A socket that is in several of these rooms gets it once.
    io.to([conversationRoom(message.conversationId), ...people.map(userRoom)]).emit('new_message', message);
    const { id, content, created_at, conversationId, sender_id, sender_type: senderType } = message;
    const recipients = people.filter((person) => person !== sender_id).map(userRoom);
    if (recipients.length > 0)
      io.to(recipients).emit('message_notification', {
        message: { id, content, created_at },
        senderType,
        conversationId,
      });
  });

  context.bus.subscribe('messagesRead', ({ conversationId, readerId, upToId, readAt, participantIds }) => {
    const rooms = participantIds.filter((id) => id !== null).map(userRoom);
    io.to(rooms).emit('messages_read', { conversationId, readerId, upToId, read_at: readAt });
  });
}

function listenToClient(socket: AppSocket, context: ServerContext): void {
  const { user } = socket.data;

  socket.on('join_conversation', (payload, acknowledge) => {
    const id = clientEvents.join_conversation.safeParse(payload);
    if (!id.success)
      return answer(acknowledge, refusal('A conversation is joined by its id', 'invalid_input'));
    isParticipant(context, user.id, id.data)
      .then(async (isAllowed) => {
        if (isAllowed) await socket.join(conversationRoom(id.data));
        answer(acknowledge, isAllowed ? { success: true } : refusal('Conversation not found', 'not_found'));
      })
      .catch((error: unknown) => {
        context.log.error({ err: error }, 'a conversation could not be joined');
        answer(acknowledge, refusal('Something went wrong on our side. Please try again.', 'internal'));
      });
  });

  socket.on('leave_conversation', (payload, acknowledge) => {
    const id = clientEvents.leave_conversation.safeParse(payload);
    if (id.success) void socket.leave(conversationRoom(id.data));
    answer(acknowledge, { success: true });
  });

  socket.on('typing', (payload) => {
    const typing = clientEvents.typing.safeParse(payload);
    if (!typing.success) return;
    const { conversationId, isTyping } = typing.data;
    const room = conversationRoom(conversationId);
    // Being in the room is the proof of taking part; who types is the token's user, whatever the field says.
    if (socket.rooms.has(room))
      socket.to(room).emit('user_typing', { conversationId, userId: user.id, isTyping });
  });
}

function refusal(error: string, code: string): SocketAnswer {
  return { success: false, error, code };
}
