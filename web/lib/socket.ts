import { useSyncExternalStore } from 'react';
import type { ServerEvent, ServerEventName } from '#shared/events.ts';
import type { ConnectionState, OpenSocket, SocketIdentity } from './socketTypes.ts';

type Listener<Name extends ServerEventName> = (event: ServerEvent<Name>) => void;

const RELOAD_DELAY_MS = 5_000;

const listeners = new Map<ServerEventName, Set<(event: never) => void>>();
const stateListeners = new Set<() => void>();
/** How many parts of the page show each conversation. */
const joined = new Map<number, number>();
let state: ConnectionState = 'connecting';
let openSocket: OpenSocket | null = null;

/**
 * Connects the person who signed in; there is one socket for the whole page. Socket.IO and the checks of what arrives
 * are fetched here, so that a visitor who is not signed in never loads them.
 * @returns ends it.
 */
export function connectSocket(identity: SocketIdentity): () => void {
  let isEnded = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  setState('connecting');

  const load = async () => {
    try {
      const { createSocket } = await import('./socketClient.ts');
      if (isEnded) return;
      openSocket = createSocket(identity, { onState: setState, onEvent: dispatch });
      for (const id of joined.keys()) openSocket.join(id);
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
    openSocket?.close();
    openSocket = null;
    setState('connecting');
  };
}

/** @returns stops listening. */
export function listenToSocket<Name extends ServerEventName>(
  name: Name,
  listener: Listener<Name>,
): () => void {
  const ofName = listeners.get(name) ?? new Set();
  listeners.set(name, ofName.add(listener));
  return () => ofName.delete(listener);
}

/** Typing is shown where a conversation is open. It is joined again after every reconnect. @returns leaves it. */
export function joinConversation(id: number): () => void {
  const count = joined.get(id) ?? 0;
  joined.set(id, count + 1);
  if (count === 0) openSocket?.join(id);
  return () => {
    const left = (joined.get(id) ?? 1) - 1;
    if (left > 0) joined.set(id, left);
    else {
      joined.delete(id);
      openSocket?.leave(id);
    }
  };
}

export function sendTyping(conversationId: number, isTyping: boolean): void {
  openSocket?.type(conversationId, isTyping);
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(listenToConnection, currentConnection);
}

export function listenToConnection(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => stateListeners.delete(listener);
}

export function currentConnection(): ConnectionState {
  return state;
}

function setState(next: ConnectionState): void {
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function dispatch<Name extends ServerEventName>(name: Name, event: ServerEvent<Name>): void {
  const ofName = listeners.get(name) as Set<Listener<Name>> | undefined;
  for (const listener of ofName ?? []) listener(event);
}
