import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ServerContext } from '#server/features/context.ts';
import { readPersonalSettings } from '#server/features/settings/personalSettings.ts';
import { type AppServer, type AppSocket, answer, type SocketAnswer, userRoom } from '#server/realtime/io.ts';
import type { Message } from '#shared/contracts/conversations.ts';
import { clientEvents } from '#shared/events.ts';
import { english } from '#shared/messages.ts';
import { isParticipant } from './service.ts';

/** Who has the conversation open: typing is shown there, and only there. */
const conversationRoom = (id: number) => `conversation:${id}`;

/** Pending requests of one socket; more are refused. */
const MAX_WAITING = 100;

/** Messages, read marks and typing, to those who take part and to nobody else. */
export function attachConversationSockets(io: AppServer, context: ServerContext): void {
  const roomsOf = (participantIds: (number | null)[]) =>
    participantIds.filter((id) => id !== null).map(userRoom);

  const limits = context.env.hasActionLimits ? createLimits() : null;
  io.on('connection', (socket) => listenToClient(socket, context, limits));

  context.bus.subscribe('messageSent', async ({ message, participantIds }) => {
    // A socket that is in several of these rooms gets it once.
    io.to([conversationRoom(message.conversationId), ...roomsOf(participantIds)]).emit(
      'new_message',
      message,
    );
    await notifyRecipients(io, context, message, participantIds);
  });

  context.bus.subscribe('messagesRead', ({ conversationId, readerId, upToId, readAt, participantIds }) => {
    const event = { conversationId, readerId, upToId, read_at: readAt };
    emitTo(io, roomsOf(participantIds))?.emit('messages_read', event);
  });

  // The former agent hears nothing more of it, in whichever window it is open.
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

/** Socket.IO would send to everyone if no room were given. */
function emitTo(io: AppServer, rooms: string[]) {
  return rooms.length > 0 ? io.to(rooms) : undefined;
}

async function notifyRecipients(
  io: AppServer,
  context: ServerContext,
  { id, content, created_at, conversationId, sender_id, sender_type: senderType }: Message,
  participantIds: (number | null)[],
): Promise<void> {
  const recipients = participantIds.filter(
    (person): person is number => person !== null && person !== sender_id,
  );
  const settings = await readPersonalSettings(context, recipients);
  const told = recipients.filter((person) => settings.get(person)?.notifications.messageNotifications);
  const event = { message: { id, content, created_at }, senderType, conversationId };
  emitTo(io, told.map(userRoom))?.emit('message_notification', event);
}

/**
 * What one account may ask for over all its sockets of this process. In memory: nothing of it is stored or reaches anybody
 * who has not opened the conversation, and a write to the database for each letter typed would cost more than it saves.
 */
const createLimits = () => ({
  rooms: new RateLimiterMemory({ points: 120, duration: 10 }),
  typing: new RateLimiterMemory({ points: 60, duration: 10 }),
});

type Limits = ReturnType<typeof createLimits>;

async function isWithin(limiter: RateLimiterMemory | undefined, userId: number): Promise<boolean> {
  return (
    !limiter ||
    limiter.consume(userId).then(
      () => true,
      () => false,
    )
  );
}

const tooMany = refusal(english('Too many requests. Please slow down.'), 'too_many_requests');

function listenToClient(socket: AppSocket, context: ServerContext, limits: Limits | null): void {
  const { user } = socket.data;
  const inTurn = createQueue();

  socket.on('join_conversation', (payload, acknowledge) => {
    const id = clientEvents.join_conversation.safeParse(payload);
    if (!id.success)
      return answer(acknowledge, refusal(english('Join a conversation by its id'), 'invalid_input'));
    const isTaken = inTurn(async () => {
      try {
        if (!(await isWithin(limits?.rooms, user.id))) return answer(acknowledge, tooMany);
        const isAllowed = await isParticipant(context, user.id, id.data);
        if (isAllowed) await socket.join(conversationRoom(id.data));
        answer(
          acknowledge,
          isAllowed ? { success: true } : refusal(english('Conversation not found'), 'not_found'),
        );
      } catch (error) {
        context.log.error({ err: error }, 'a conversation could not be joined');
        answer(
          acknowledge,
          refusal(english('Something went wrong on our side. Please try again.'), 'internal'),
        );
      }
    });
    if (!isTaken) answer(acknowledge, tooMany);
  });

  socket.on('leave_conversation', (payload, acknowledge) => {
    const id = clientEvents.leave_conversation.safeParse(payload);
    const isTaken = inTurn(async () => {
      if (id.success) await socket.leave(conversationRoom(id.data));
      answer(acknowledge, { success: true });
    });
    if (!isTaken) answer(acknowledge, tooMany);
  });

  socket.on('typing', (payload) => {
    const typing = clientEvents.typing.safeParse(payload);
    if (!typing.success) return;
    const { conversationId, isTyping } = typing.data;
    inTurn(async () => {
      const room = conversationRoom(conversationId);
      // Being in the room is the proof of taking part; who types is the token's user, whatever the field says.
      if (socket.rooms.has(room) && (await isWithin(limits?.typing, user.id)))
        socket.to(room).emit('user_typing', { conversationId, userId: user.id, isTyping });
    });
  });
}

/**
 * Runs the requests of one socket in order, so that a join and a leave sent together end as a leave, and typing right
 * after a join counts. @returns for each request whether it was accepted.
 */
function createQueue(): (work: () => Promise<void>) => boolean {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;
  return (work) => {
    if (waiting >= MAX_WAITING) return false;
    waiting += 1;
    last = last.then(work).finally(() => {
      waiting -= 1;
    });
    return true;
  };
}

function refusal(error: string, code: string): SocketAnswer {
  return { success: false, error, code };
}
