import type { ServerEvent, ServerEventName } from '#shared/events.ts';
import { scoped } from '#web/platform/scope.ts';
import type { ConnectionState, LiveRoom, OpenSocket, SocketIdentity } from './socketClient.ts';
import { createStore, useStore } from './store.ts';
import { tellWorld } from './worldWentOn.ts';

type Listener<Name extends ServerEventName> = (event: ServerEvent<Name>) => void;

const RELOAD_DELAY_MS = 5_000;

const live = scoped(() => ({
  listeners: new Map<ServerEventName, Set<(event: never) => void>>(),
  /** Number of subscribers by room. */
  joined: new Map<LiveRoom, number>(),
  openSocket: null as OpenSocket | null,
  /** Whether this account was connected before. */
  wasOnline: false,
}));
const connection = createStore<ConnectionState>('connecting');

/** Connects the account by one socket, whose code is loaded here and never for guests. @returns disconnects. */
export function connectSocket(identity: SocketIdentity): () => void {
  let isEnded = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  live().wasOnline = false;
  setState('connecting');

  const load = async () => {
    try {
      const { createSocket } = await import('./socketClient.ts');
      if (isEnded) return;
      const socket = createSocket(identity, { onState: setState, onEvent: dispatch });
      live().openSocket = socket;
      for (const room of live().joined.keys()) socket.join(room);
    } catch (error) {
      console.warn('The live connection could not be loaded', error);
      setState('offline');
      if (!isEnded) retry = setTimeout(load, RELOAD_DELAY_MS);
    }
  };
  void load();

  return () => {
    isEnded = true;
    clearTimeout(retry);
    live().openSocket?.close();
    live().openSocket = null;
    setState('connecting');
  };
}

/** @returns unsubscribes. */
export function listenToSocket<Name extends ServerEventName>(name: Name, listener: Listener<Name>): () => void {
  const { listeners } = live();
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  return () => ofName.delete(listener);
}

/** Whether the connection answers now; a dead one is made anew. Guests have none to ask. */
export const checkSocket = async (): Promise<boolean> => (await live().openSocket?.check()) ?? true;

/** Combines several unsubscribe functions into one. */
export function joinStops(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

/** Joins a room, again after every reconnect. @returns leaves it. */
export function joinRoom(room: LiveRoom): () => void {
  const { joined } = live();
  const count = joined.get(room) ?? 0;
  joined.set(room, count + 1);
  if (count === 0) live().openSocket?.join(room);
  return () => {
    const left = (joined.get(room) ?? 1) - 1;
    if (left > 0) joined.set(room, left);
    else {
      joined.delete(room);
      live().openSocket?.leave(room);
    }
  };
}

export function sendTyping(conversationId: number, isTyping: boolean): void {
  live().openSocket?.type(conversationId, isTyping);
}

export const useConnection = (): ConnectionState => useStore(connection);

export const listenToConnection = connection.subscribe;
export const currentConnection = connection.get;

function setState(next: ConnectionState): void {
  if (next === connection.get()) return;
  connection.set(next);
  if (next !== 'online') return;
  tellWorld(live().wasOnline ? 'reconnected' : 'connected');
  live().wasOnline = true;
}

function dispatch<Name extends ServerEventName>(name: Name, event: ServerEvent<Name>): void {
  const ofName = live().listeners.get(name) as Set<Listener<Name>> | undefined;
  for (const listener of ofName ?? []) listener(event);
}
