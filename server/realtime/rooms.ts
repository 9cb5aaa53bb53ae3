import { RateLimiterMemory } from 'rate-limiter-flexible';
import { clientEvents } from '#shared/events.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { RealtimeContext } from './bus.ts';
import { type AppServer, type AppSocket, answer, refusal, type SocketAnswer } from './io.ts';

/** Pending requests of one socket; more are refused. */
const MAX_WAITING = 100;

interface Rooms {
  join: 'join_conversation' | 'join_list';
  leave: 'leave_conversation' | 'leave_list';
  roomOf(id: number): string;
  /** Asked each time a room is joined. */
  isAllowed(id: number, userId: number): Promise<boolean>;
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

/** @returns whether the request was accepted. */
type InTurn = (socket: AppSocket, work: () => Promise<void>) => boolean;

/**
 * Lets sockets into rooms of one kind, and out. All sockets share the listeners, which are called on theirs: each idle one would
 * hold its own in memory. @returns the queues of their requests, for others that follow from a room.
 */
export function serveRooms(
  io: AppServer,
  { log }: Pick<RealtimeContext, 'log'>,
  { join, leave, roomOf, isAllowed, limiter, badId, notFound }: Rooms,
): InTurn {
  const inTurn = createQueues(log);
  const tooMany = (socket: AppSocket) =>
    refusal(socket, msg('Too many requests. Please slow down.'), 'too_many_requests');

  async function enter(socket: AppSocket, id: number): Promise<SocketAnswer> {
    const { user } = socket.data;
    if (!(await isWithin(limiter, user.id))) return tooMany(socket);
    if (!(await isAllowed(id, user.id))) return refusal(socket, notFound, 'not_found');
    await socket.join(roomOf(id));
    return { success: true };
  }

  function onJoin(this: AppSocket, payload: unknown, acknowledge?: unknown): void {
    const id = clientEvents[join].safeParse(payload);
    if (!id.success) {
      answer(acknowledge, refusal(this, badId, 'invalid_input'));
      return;
    }
    const isTaken = inTurn(this, async () => {
      const entered = await enter(this, id.data).catch((error: unknown) => {
        log.error({ err: error }, 'a room could not be joined');
        return refusal(this, msg('Something went wrong on our side. Please try again.'), 'internal');
      });
      answer(acknowledge, entered);
    });
    if (!isTaken) answer(acknowledge, tooMany(this));
  }

  function onLeave(this: AppSocket, payload: unknown, acknowledge?: unknown): void {
    const id = clientEvents[leave].safeParse(payload);
    const isTaken = inTurn(this, async () => {
      if (id.success) await this.leave(roomOf(id.data));
      answer(acknowledge, { success: true });
    });
    if (!isTaken) answer(acknowledge, tooMany(this));
  }

  io.on('connection', (socket) => {
    socket.on(join, onJoin);
    socket.on(leave, onLeave);
  });
  return inTurn;
}

/**
 * Runs the requests of each socket in order, so that a join and a leave sent together end as a leave, and typing right
 * after a join counts.
 */
function createQueues(log: RealtimeContext['log']): InTurn {
  const waiting = new WeakMap<AppSocket, PromiseQueue>();
  return (socket, work) => {
    const queue = waiting.get(socket) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) return false;
    waiting.set(socket, queue);
    queue.length += 1;
    // One that failed holds back none of those behind it.
    queue.last = queue.last.then(work).catch((error: unknown) => {
      log.error({ err: error }, 'what a socket asked for could not be done');
    });
    queue.last = queue.last.then(() => {
      queue.length -= 1;
      if (queue.length === 0) waiting.delete(socket);
    });
    return true;
  };
}

interface PromiseQueue {
  last: Promise<void>;
  length: number;
}
