import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { isClosedForMaintenance, MAINTENANCE_MESSAGE } from '#server/context.ts';
import { addressOf, callerNetwork } from '#server/http/caller.ts';
import { UNEXPECTED } from '#server/http/errors.ts';
import { handshakeFields } from '#server/http/observe.ts';
import { languageOfRequest, translator } from '#server/languages.ts';
import { runWithLogFields } from '#server/observability/log.ts';
import type { Role } from '#shared/contracts/auth.ts';
import type { clientEvents, ServerEvent, ServerEventName } from '#shared/events.ts';
import { type Message, msg } from '#shared/messages.ts';
import type { RealtimeContext } from './bus.ts';
import { type ClusterEvents, openClusterAdapter, shareEvents } from './cluster.ts';
import { POLLS_FOLDER, shareConnections } from './workerPolls.ts';

export type SocketAnswer = { success: true } | { success: false; error: string; code: string };

/** Payloads are unknown until they are checked. */
type ClientEvents = Record<keyof typeof clientEvents, (payload: unknown, acknowledge?: unknown) => void>;

type ServerEvents = { [Name in ServerEventName]: (payload: ServerEvent<Name>) => void };

interface SocketUser {
  id: number;
  sessionId: number;
  role: Role;
}

/** @returns the user of a session's token, or null. */
type FindUser = (token: string) => Promise<SocketUser | null>;

interface SocketData {
  user: SocketUser;
  /** From the handshake; for sentences to the socket. */
  language: string;
}

export type AppServer = Server<ClientEvents, ServerEvents, ClusterEvents, SocketData>;
export type AppSocket = Socket<ClientEvents, ServerEvents, ClusterEvents, SocketData>;

export type Sockets = ReturnType<typeof attachSockets>;

export const userRoom = (userId: number) => `user:${userId}`;
const sessionRoom = (sessionId: number) => `session:${sessionId}`;

/** Sockets carry signals and short texts; larger data goes over HTTP. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** A connection without authentication by then is dropped. */
const HANDSHAKE_LIMIT_MS = 10_000;
/** Number of connections above an address's limit that are answered with the reason of their refusal. */
const REFUSALS_AT_ONCE = 20;

export function attachSockets(httpServer: HttpServer, context: RealtimeContext, findUser: FindUser) {
  const cluster = openClusterAdapter(context, () => context.bus.deliver('eventsMissed', {}));
  const { trustProxy, socketsPerAddress, socketsPerAccount } = context.env;
  const ofAddress = new OpenConnections();
  const ofAccount = new OpenConnections();
  const networkOf = (request: IncomingMessage) => callerNetwork(addressOf(request, trustProxy));
  const io: AppServer = new Server(httpServer, {
    ...(cluster ? { adapter: cluster.create } : {}),
    allowRequest(request, decide) {
      const isAllowed = ofAddress.count(networkOf(request)) < socketsPerAddress + REFUSALS_AT_ONCE;
      decide(isAllowed ? null : translator(languageOf(request))(TOO_MANY), isAllowed);
    },
    path: '/socket.io',
    serveClient: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: HANDSHAKE_LIMIT_MS,
  });
  const pollsFolder = process.env[POLLS_FOLDER];
  const stopSharing = pollsFolder ? shareConnections(io.engine, pollsFolder, context.log) : () => undefined;
  const sendPendingEvents = cluster ? shareEvents(io, context.bus) : () => undefined;

  io.engine.on('connection', (connection: AppSocket['conn']) => {
    ofAddress.add(networkOf(connection.request), connection);
  });
  const whyRefused = async (socket: AppSocket): Promise<ConnectRefusal | undefined> => {
    if (ofAddress.count(networkOf(socket.request)) > socketsPerAddress) return tooManySockets(socket);
    const refused = await admit(context, findUser, socket);
    if (refused) return refused;
    const account = String(socket.data.user.id);
    ofAccount.add(account, socket.conn);
    return ofAccount.count(account) > socketsPerAccount ? tooManySockets(socket) : undefined;
  };
  // Socket.IO ignores a rejection here: nothing may be thrown.
  io.use((socket, next) => {
    socket.data.language = languageOf(socket.request);
    runWithLogFields(handshakeFields(socket.request, context.env), () =>
      whyRefused(socket).then(
        (refused) => {
          if (!refused) return next();
          context.security.record('socket_refused', { code: refused.data.code });
          return next(refused);
        },
        (error: unknown) => {
          context.log.error({ err: error }, 'a socket could not be checked');
          next(new ConnectRefusal(socket, UNEXPECTED, 'internal'));
        },
      ),
    );
  });
  io.on('connection', (socket) => {
    context.metrics.socketsOpened.inc();
    welcome(context, findUser, socket);
  });
  context.metrics.watch({
    name: 'sockets_connected',
    help: 'Sockets that are open',
    read: () => [{ value: io.of('/').sockets.size }],
  });

  context.systemSettings.onReload(() => {
    if (!isClosedForMaintenance(context)) return;
    // Each process disconnects its own sockets; a client that reconnects is refused with the reason.
    for (const socket of io.of('/').sockets.values())
      if (socket.data.user.role !== 'admin') socket.disconnect(true);
  });

  context.bus.subscribe('sessionsRevoked', ({ userId, sessionId }) => {
    io.in(sessionId === null ? userRoom(userId) : sessionRoom(sessionId)).disconnectSockets(true);
  });

  context.bus.subscribe('accountChanged', ({ userId }) => {
    for (const socket of io.of('/').sockets.values())
      if (socket.data.user.id === userId) recheck(context, findUser, socket);
  });

  /** Ends every socket of this process; later events still reach the sockets of the others. */
  function disconnectClients(): void {
    io.local.disconnectSockets(true);
    io.engine.close();
  }

  return {
    io,
    /** Resolves once this process is connected to the others, or when the first attempt failed. */
    ready: cluster?.ready ?? Promise.resolve(),
    disconnectClients,
    /** Ends every socket and the connection to the other processes; the HTTP server stays. */
    async close(): Promise<void> {
      disconnectClients();
      stopSharing();
      sendPendingEvents();
      await io.of('/').adapter.close();
      await cluster?.close();
    },
  };
}

const TOO_MANY = msg('Too many windows are connected at once. Close some and try again.');

const tooManySockets = (socket: AppSocket) => new ConnectRefusal(socket, TOO_MANY, 'too_many_sockets');

const languageOf = ({ headers }: IncomingMessage): string => languageOfRequest(headers['accept-language']);

class OpenConnections {
  private readonly open = new Map<string, number>();
  private readonly nameOf = new WeakMap<AppSocket['conn'], string>();
  /** One listener for all connections, called with the closed one as `this`. */
  private readonly onClose: (this: AppSocket['conn']) => void;

  constructor() {
    const leave = (connection: AppSocket['conn']) => this.leave(connection);
    this.onClose = function () {
      leave(this);
    };
  }

  count(name: string): number {
    return this.open.get(name) ?? 0;
  }

  /** A connection counts under one name at a time. */
  add(name: string, connection: AppSocket['conn']): void {
    // The connection closed while its owner was looked up.
    if (connection.readyState === 'closed') return;
    if (this.nameOf.has(connection)) this.leave(connection);
    else connection.on('close', this.onClose);
    this.open.set(name, this.count(name) + 1);
    this.nameOf.set(connection, name);
  }

  private leave(connection: AppSocket['conn']): void {
    const name = this.nameOf.get(connection) ?? '';
    const left = this.count(name) - 1;
    this.nameOf.delete(connection);
    if (left > 0) this.open.set(name, left);
    else this.open.delete(name);
  }
}

/** The client's `connect_error`: the sentence as message, the code in `data`. */
class ConnectRefusal extends Error {
  readonly data: { code: string };

  constructor({ data }: AppSocket, sentence: Message, code: string) {
    super(translator(data.language)(sentence));
    this.data = { code };
  }
}

async function admit(
  context: RealtimeContext,
  findUser: FindUser,
  socket: AppSocket,
): Promise<ConnectRefusal | undefined> {
  const user = await findCaller(findUser, socket);
  const { token } = socket.handshake.auth;
  if (!user)
    return typeof token === 'string' && token !== ''
      ? new ConnectRefusal(socket, msg('Your session has ended. Please log in again.'), 'session_expired')
      : new ConnectRefusal(socket, msg('Please log in to continue'), 'unauthorized');
  if (isClosedForMaintenance(context) && user.role !== 'admin')
    return new ConnectRefusal(socket, MAINTENANCE_MESSAGE, 'maintenance');
  socket.data.user = user;
  return undefined;
}

async function findCaller(findUser: FindUser, socket: AppSocket): Promise<SocketUser | null> {
  const { token } = socket.handshake.auth;
  return typeof token === 'string' ? findUser(token) : null;
}

function welcome(context: RealtimeContext, findUser: FindUser, socket: AppSocket): void {
  const { user } = socket.data;
  forgetRequest(socket);
  void socket.join([userRoom(user.id), sessionRoom(user.sessionId)]);
  socket.on('join', onJoinOwn);
  socket.on('disconnect', onLeft);
  // A session that ended or a site that closed since the check did not disconnect this socket, which was in no room yet.
  recheck(context, findUser, socket);
}

/** Every socket is in its own room already; the specification has the event. */
function onJoinOwn(this: AppSocket, userId: unknown, acknowledge?: unknown): void {
  const { user } = this.data;
  answer(
    acknowledge,
    userId === user.id || userId === String(user.id)
      ? { success: true }
      : refusal(this, msg('You can only join your own room'), 'forbidden'),
  );
}

/** A connection without a socket is useless: a returning client opens a new one. */
function onLeft(this: AppSocket): void {
  this.conn.close();
}

/** Socket.IO would keep the opening request, most of a connection's memory; the rest serves further sockets over the connection. */
function forgetRequest({ conn, handshake }: AppSocket): void {
  const { headers, socket } = conn.request;
  const kept = Object.fromEntries(READ_HEADERS.map((name) => [name, headers[name]]));
  const { remoteAddress } = socket;
  Object.assign(conn, { request: { headers: kept, socket: { remoteAddress }, connection: NOTHING } });
  Object.assign(handshake, { headers: NOTHING, query: NOTHING });
}

const NOTHING = {};
/** The headers that `languageOf`, `addressOf` and `handshakeFields` read. */
const READ_HEADERS = ['accept-language', 'x-forwarded-for', 'x-request-id'] as const;

/** Checks the socket's session again, and ends the socket where it is no longer allowed. */
function recheck(context: RealtimeContext, findUser: FindUser, socket: AppSocket): void {
  findCaller(findUser, socket).then(
    (caller) => {
      if (!caller || (isClosedForMaintenance(context) && caller.role !== 'admin')) socket.disconnect(true);
      else socket.data.user = caller;
    },
    () => socket.disconnect(true),
  );
}

/** Clients that want no answer send no acknowledgement. */
export function answer(acknowledge: unknown, result: SocketAnswer): void {
  if (typeof acknowledge === 'function') acknowledge(result);
}

export function refusal({ data }: AppSocket, sentence: Message, code: string): SocketAnswer {
  return { success: false, error: translator(data.language)(sentence), code };
}
