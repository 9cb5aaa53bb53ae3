import { io as connect, type Socket } from 'socket.io-client';
import { type ServerEvent, type ServerEventName, serverEvents } from '#shared/events.ts';

const LIMIT_MS = 5_000;

/** A real client that keeps received events. */
export interface TestSocket {
  socket: Socket;
  /** All payloads of an event so far, each checked against the shared schema. */
  heard<Name extends ServerEventName>(name: Name): ServerEvent<Name>[];
  /** Waits until so many payloads of an event have come. */
  waitFor<Name extends ServerEventName>(name: Name, count?: number): Promise<ServerEvent<Name>[]>;
  ask(event: string, payload: unknown): Promise<{ success: boolean; code?: string }>;
  close(): void;
}

/** Connects with a session's token. @throws the server's refusal. */
export async function openSocket(
  url: string,
  token: string,
  { reconnection = false, headers }: { reconnection?: boolean; headers?: Record<string, string> } = {},
): Promise<TestSocket> {
  const socket = connect(url, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    ...(headers ? { extraHeaders: headers } : {}),
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  const log: [name: string, payload: unknown][] = [];
  socket.onAny((name: string, payload: unknown) => log.push([name, payload]));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    if (!reconnection) socket.once('connect_error', reject);
  });
  const heard = <Name extends ServerEventName>(name: Name) =>
    log
      .filter(([event]) => event === name)
      .map(([, payload]) => serverEvents[name].parse(payload) as ServerEvent<Name>);
  return {
    socket,
    heard,
    async waitFor(name, count = 1) {
      const deadline = Date.now() + LIMIT_MS;
      while (heard(name).length < count) {
        if (Date.now() > deadline) throw new Error(`${heard(name).length} of ${count} ${name} came`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return heard(name);
    },
    ask: (event, payload) => socket.timeout(LIMIT_MS).emitWithAck(event, payload),
    close: () => socket.disconnect(),
  };
}

/** Long enough for an event that must not arrive to have arrived, had it been sent. */
export const settle = (ms = 120): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
