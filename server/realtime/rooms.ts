import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientEvents } from '#shared/events.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { RealtimeContext } from './bus.ts';
import { type AppSocket, answer, refusal } from './io.ts';

/** Pending requests of one socket; more are refused. */
const MAX_WAITING = 100;

interface Rooms {
  join: 'join_conversation' | 'join_list';
  leave: 'leave_conversation' | 'leave_list';
  roomOf(id: number): string;
  /** Asked each time a room is joined, of whoever the socket belongs to. */
  isAllowed(id: number): Promise<boolean>;
  limiter: RateLimiterMemory | undefined;
  badId: Message;
  notFound: Message;
}

/** How often one account may join or leave, over all its sockets of this process. */
export const createRoomLimit = () => new RateLimiterMemory({ points: 120, duration: 10 });

export async function isWithin(limiter: RateLimiterMemory | undefined, userId: number): Promise<boolean> {
  return (
    !limiter ||
    limiter.consume(userId).then(
      () => true,
      () => false,
    )
  );
}

/** Lets a socket into rooms of one kind, and out. @returns the queue of its requests, for others that follow from a room. */
export function serveRooms(
  socket: AppSocket,
  { log }: Pick<RealtimeContext, 'log'>,
  { join, leave, roomOf, isAllowed, limiter, badId, notFound }: Rooms,
): (work: () => Promise<void>) => boolean {
  const { user } = socket.data;
  const inTurn = createQueue();
  const tooMany = () => refusal(socket, msg('Too many requests. Please slow down.'), 'too_many_requests');

  socket.on(join, (payload, acknowledge) => {
    const id = clientEvents[join].safeParse(payload);
    if (!id.success) return answer(acknowledge, refusal(socket, badId, 'invalid_input'));
    const isTaken = inTurn(async () => {
      try {
        if (!(await isWithin(limiter, user.id))) return answer(acknowledge, tooMany());
        const mayJoin = await isAllowed(id.data);
        if (mayJoin) await socket.join(roomOf(id.data));
        answer(acknowledge, mayJoin ? { success: true } : refusal(socket, notFound, 'not_found'));
      } catch (error) {
        log.error({ err: error }, 'a room could not be joined');
        answer(
          acknowledge,
          refusal(socket, msg('Something went wrong on our side. Please try again.'), 'internal'),
        );
      }
    });
    if (!isTaken) answer(acknowledge, tooMany());
  });

  socket.on(leave, (payload, acknowledge) => {
    const id = clientEvents[leave].safeParse(payload);
    const isTaken = inTurn(async () => {
      if (id.success) await socket.leave(roomOf(id.data));
      answer(acknowledge, { success: true });
    });
    if (!isTaken) answer(acknowledge, tooMany());
  });
  return inTurn;
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
