import type { Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { findSignedInUser, type SignedInUser } from '#server/features/auth/sessions.ts';
import { CLOSED_SENTENCE, isClosed } from '#server/http/maintenance.ts';
import type { clientEvents, ServerEvent, ServerEventName } from '#shared/events.ts';
import { openSharedAdapter } from './adapter.ts';
import type { RealtimeContext } from './bus.ts';

export interface Refusal {
  success: false;
  error: string;
  code: string;
}

export type SocketAnswer = { success: true } | Refusal;

type Acknowledge = (answer: SocketAnswer) => void;

/** What a client sends is unknown until it was checked. */
type ClientEvents = Record<keyof typeof clientEvents, (payload: unknown, acknowledge?: unknown) => void>;

type ServerEvents = { [Name in ServerEventName]: (payload: ServerEvent<Name>) => void };

interface SocketData {
  user: SignedInUser;
}

export type AppServer = Server<ClientEvents, ServerEvents, Record<string, never>, SocketData>;
export type AppSocket = Socket<ClientEvents, ServerEvents, Record<string, never>, SocketData>;

export interface Sockets {
  io: AppServer;
  /** Ends every socket; the HTTP server stays, it is not ours to close. */
  close(): Promise<void>;
}

/** Everything that concerns one person is sent here: each of their sockets is in it. */
export const userRoom = (userId: number) => `user:${userId}`;
const sessionRoom = (sessionId: number) => `session:${sessionId}`;

/** Sockets carry signals and short texts; whatever is larger goes over HTTP. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** A connection that has not said who it is by then is dropped. */
const HANDSHAKE_LIMIT_MS = 10_000;

export function attachSockets(httpServer: HttpServer, context: RealtimeContext): Sockets {
  const shared = openSharedAdapter(context);
  const io: AppServer = new Server(httpServer, {
    ...(shared ? { adapter: shared.create } : {}),
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: HANDSHAKE_LIMIT_MS,
  });

  io.use((socket, next) => {
    admit(context, socket).then(
      (refusal) => next(refusal),
      (error: unknown) => {
        context.log.error({ err: error }, 'a socket could not be checked');
        next(new ConnectRefusal('Something went wrong on our side. Please try again.', 'internal'));
      },
    );
  });
  io.on('connection', (socket) => welcome(context, socket));

  context.systemSettings.onReload(() => {
    if (!isClosed(context)) return;
    // Each process sees to its own; a client that comes again is told why it is not let in.
    for (const socket of io.of('/').sockets.values())
      if (socket.data.user.role !== 'admin') socket.disconnect(true);
  });

  context.bus.subscribe('sessionsRevoked', ({ userId, sessionId }) => {
    io.in(sessionId === null ? userRoom(userId) : sessionRoom(sessionId)).disconnectSockets(true);
  });

  return {
    io,
    async close() {
      // Of this process only: the other servers keep theirs.
      io.local.disconnectSockets(true);
      io.engine.close();
      await io.of('/').adapter.close();
      await shared?.close();
    },
  };
}

/** What the client's `connect_error` event carries: the sentence as message, the code in `data`. */
class ConnectRefusal extends Error {
  readonly data: { code: string };

  constructor(message: string, code: string) {
    super(message);
    this.data = { code };
  }
}

async function admit(context: RealtimeContext, socket: AppSocket): Promise<ConnectRefusal | undefined> {
  const user = await findCaller(context, socket);
  if (!user)
    return hasToken(socket)
      ? new ConnectRefusal('Your session has ended. Please log in again.', 'session_expired')
      : new ConnectRefusal('Please log in to continue', 'unauthorized');
  if (isClosed(context) && user.role !== 'admin') return new ConnectRefusal(CLOSED_SENTENCE, 'maintenance');
  socket.data.user = user;
  return undefined;
}

function hasToken(socket: AppSocket): boolean {
  const { token } = socket.handshake.auth;
  return typeof token === 'string' && token !== '';
}

async function findCaller(context: RealtimeContext, socket: AppSocket): Promise<SignedInUser | null> {
  const { token } = socket.handshake.auth;
  return typeof token === 'string' ? findSignedInUser(context, token) : null;
}

function welcome(context: RealtimeContext, socket: AppSocket): void {
  const { user } = socket.data;
  void socket.join([userRoom(user.id), sessionRoom(user.sessionId)]);
  socket.on('join', (userId, acknowledge) => {
    answer(
      acknowledge,
      // Every socket is in its own room already; the event is there for clients that ask.
      userId === user.id || userId === String(user.id)
        ? { success: true }
        : { success: false, error: 'You can only join your own room', code: 'forbidden' },
    );
  });
  // What was ended or closed between the check and now was in no room yet when its sockets were told to go.
  findCaller(context, socket).then(
    (caller) => {
      if (!caller || (isClosed(context) && caller.role !== 'admin')) socket.disconnect(true);
    },
    () => socket.disconnect(true),
  );
}

/** A client that wants no answer sends no acknowledgement. */
export function answer(acknowledge: unknown, result: Parameters<Acknowledge>[0]): void {
  if (typeof acknowledge === 'function') (acknowledge as Acknowledge)(result);
}
