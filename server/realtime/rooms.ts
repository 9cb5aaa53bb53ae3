import { RateLimiterMemory } from 'rate-limiter-flexible';
import { UNEXPECTED } from '#server/http/errors.ts';
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
  isAllowed(id: number, userId: number): Promise<boolean>;
  limiter: RateLimiterMemory | undefined;
  badId: Message;
  notFound: Message;
}

/** Joins and leaves of one account, over all its sockets of this process. */
export const createRoomLimit = () => new RateLimiterMemory({ points: 120, duration: 10 });

export async function isWithin(limiter: RateLimiterMemory | undefined, userId: number): Promise<boolean> {
  const isRefused = limiter?.consume(userId).then(
    () => false,
    () => true,
  );
  return !(await isRefused);
}

/** @returns whether the request was accepted. */
type EnqueueRequest = (socket: AppSocket, work: () => Promise<void>) => boolean;

/** Serves joins and leaves of rooms; all sockets share the listeners, to save memory. @returns adds work to a socket's queue. */
export function serveRooms(
  io: AppServer,
  { log }: Pick<RealtimeContext, 'log'>,
  { join, leave, roomOf, isAllowed, limiter, badId, notFound }: Rooms,
): EnqueueRequest {
  const enqueue = createQueues(log);
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
    const isAccepted = enqueue(this, async () => {
      const entered = await enter(this, id.data).catch((error: unknown) => {
        log.error({ err: error }, 'a room could not be joined');
        return refusal(this, UNEXPECTED, 'internal');
      });
      answer(acknowledge, entered);
    });
    if (!isAccepted) answer(acknowledge, tooMany(this));
  }

  function onLeave(this: AppSocket, payload: unknown, acknowledge?: unknown): void {
    const id = clientEvents[leave].safeParse(payload);
    const isAccepted = enqueue(this, async () => {
      if (id.success) await this.leave(roomOf(id.data));
      answer(acknowledge, { success: true });
    });
    if (!isAccepted) answer(acknowledge, tooMany(this));
  }

  io.on('connection', (socket) => {
    socket.on(join, onJoin);
    socket.on(leave, onLeave);
  });
  return enqueue;
}

/** Runs each socket's requests in order: a join and a leave sent together end as a leave, and typing after a join counts. */
function createQueues(log: RealtimeContext['log']): EnqueueRequest {
  const waiting = new WeakMap<AppSocket, { last: Promise<void>; length: number }>();
  return (socket, work) => {
    const queue = waiting.get(socket) ?? { last: Promise.resolve(), length: 0 };
    if (queue.length >= MAX_WAITING) return false;
    waiting.set(socket, queue);
    queue.length += 1;
    // A failed request does not stop the following ones.
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
