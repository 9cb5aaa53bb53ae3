import { io } from 'socket.io-client';
import { type ServerEvent, type ServerEventName, serverEvents } from '#shared/events.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { callApi } from './apiClient.ts';
import { tellWorld } from './worldWentOn.ts';

/** 'connecting' until the first answer or failure, 'offline' while disconnected. */
export type ConnectionState = 'online' | 'connecting' | 'offline';

export interface SocketIdentity {
  token: string;
  userId: number;
}

/** Events of a room. */
export type LiveRoom = `${'conversation' | 'list'} ${number}`;

export interface OpenSocket {
  join(room: LiveRoom): void;
  leave(room: LiveRoom): void;
  type(conversationId: number, isTyping: boolean): void;
  /** Whether the server answers; if it does not, the connection is made anew. */
  check(): Promise<boolean>;
  close(): void;
}

interface SocketHandlers {
  onState(state: ConnectionState): void;
  onEvent<Name extends ServerEventName>(name: Name, event: ServerEvent<Name>): void;
}

/** Specification, part 1 §9. */
const RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 5_000;
const CONNECT_TIMEOUT_MS = 20_000;
/** A connection that died without a word looks alive until its next heartbeat fails, most of a minute later. */
const CHECK_MS = 3_000;

/** Errors after which the same token will never be accepted. */
const ENDED_CODES = new Set(['unauthorized', 'session_expired']);

/** A Socket.IO connection that reconnects until it is closed or the session has ended. */
export function createSocket({ token, userId }: SocketIdentity, handlers: SocketHandlers): OpenSocket {
  const joined = new Set<LiveRoom>();
  let knock: ReturnType<typeof setTimeout> | undefined;
  const { liveOrigin, liveTransports } = currentPlatform();
  const options = {
    path: '/socket.io',
    forceNew: true,
    transports: liveTransports,
    tryAllTransports: true,
    auth: { token },
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: MAX_RECONNECT_MS,
    randomizationFactor: 0.5,
    timeout: CONNECT_TIMEOUT_MS,
  };
  const socket = liveOrigin ? io(liveOrigin, options) : io(options);

  const ask = (what: 'join' | 'leave', room: LiveRoom) => {
    const [kind, id] = room.split(' ');
    socket.emit(`${what}_${kind}`, Number(id));
  };

  const knockAgain = () => {
    clearTimeout(knock);
    // A random delay, so that not all clients reconnect at once.
    const spreadMs = Math.random() * (MAX_RECONNECT_MS - RECONNECT_MS);
    knock = setTimeout(() => socket.connect(), RECONNECT_MS + spreadMs);
  };

  socket.on('connect', () => {
    socket.emit('join', userId);
    for (const room of joined) ask('join', room);
    handlers.onState('online');
  });

  socket.on('disconnect', (reason) => {
    handlers.onState(navigator.onLine ? 'connecting' : 'offline');
    // Socket.IO does not reconnect after a disconnect by the server, which may only be restarting.
    if (reason === 'io server disconnect') knockAgain();
  });

  socket.on('connect_error', (error) => {
    handlers.onState('offline');
    const code = refusalCode(error);
    if (code !== null && ENDED_CODES.has(code)) endSession();
    else if (!socket.active) knockAgain();
  });

  for (const name of Object.keys(serverEvents) as ServerEventName[])
    socket.on(name, (payload: unknown) => pass(name, payload, handlers));

  const onOffline = () => {
    handlers.onState('offline');
    // Without a network, the connection looks alive until the next heartbeat fails.
    socket.io.engine?.close();
  };
  const connectAnew = () => {
    clearTimeout(knock);
    socket.disconnect().connect();
  };
  // Its check connects anew.
  const onOnline = () => tellWorld('woken');
  window.addEventListener('offline', onOffline);
  window.addEventListener('online', onOnline);

  return {
    join(room) {
      joined.add(room);
      if (socket.connected) ask('join', room);
    },
    leave(room) {
      joined.delete(room);
      if (socket.connected) ask('leave', room);
    },
    type(conversationId, isTyping) {
      socket.volatile.emit('typing', { conversationId, userId, isTyping });
    },
    async check() {
      if (socket.connected) {
        try {
          // The server answers it, and being in one's own room twice changes nothing.
          await socket.timeout(CHECK_MS).emitWithAck('join', userId);
          return true;
        } catch {
          handlers.onState('connecting');
        }
      }
      connectAnew();
      return false;
    },
    close() {
      clearTimeout(knock);
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
      socket.off();
      socket.disconnect();
    },
  };
}

/** Validates events, as an older page may be connected to a newer server. */
function pass<Name extends ServerEventName>(name: Name, payload: unknown, handlers: SocketHandlers): void {
  const parsed = serverEvents[name].safeParse(payload);
  if (parsed.success) handlers.onEvent(name, parsed.data as ServerEvent<Name>);
  else console.warn(`The event ${name} was not understood`, parsed.error);
}

function refusalCode(error: Error): string | null {
  const { data } = error as { data?: { code?: unknown } };
  return typeof data?.code === 'string' ? data.code : null;
}

/** A call of the API, which rejects the token too, so that the page shows the end of the session. */
function endSession(): void {
  callApi('auth.profile').catch(() => undefined);
}
