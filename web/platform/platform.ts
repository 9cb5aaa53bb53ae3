import { scoped } from './scope.ts';

/** The last answers of the server, by account and name, for reading offline. */
export interface OfflineStore {
  /** @returns null if it is not stored or too old. */
  read(userId: number, name: string): Promise<string | null>;
  /** @param at time of the answer (milliseconds since 1970); a newer stored answer is not replaced. */
  write(userId: number, name: string, text: string, at: number): Promise<void>;
  remove(userId: number): Promise<void>;
}

export interface KeptText {
  id: string;
  text: string;
}

/** Changes that were not sent to the server yet, by account. Only `remove` deletes them. */
export interface OutboxStore {
  /** False: entries last until the page or the console ends. */
  isKept: boolean;
  read(userId: number): Promise<KeptText[]>;
  put(userId: number, id: string, text: string): Promise<void>;
  remove(userId: number, id: string): Promise<void>;
}

/** An outbox in memory. */
export function createMemoryOutbox(): OutboxStore {
  const kept = new Map<number, Map<string, string>>();
  const of = (userId: number) => kept.get(userId) ?? new Map<string, string>();
  return {
    isKept: false,
    read: async (userId) => [...of(userId)].map(([id, text]) => ({ id, text })),
    async put(userId, id, text) {
      kept.set(userId, of(userId).set(id, text));
    },
    async remove(userId, id) {
      of(userId).delete(id);
    },
  };
}

/** Differences between a browser's tab, the desktop console and server rendering. */
export interface Platform {
  kind: 'browser' | 'desktop';
  /** Origin of links to this site that are passed on. */
  publicOrigin: string;
  /** Origin of the socket connection; empty for the page's own origin. */
  liveOrigin: string;
  liveTransports: ('websocket' | 'polling')[];
  /** Null if nothing may be stored on this machine. */
  offlineStore: OfflineStore | null;
  /** Separate from the offline copy, whose cleanup does not affect it. */
  outboxStore: OutboxStore;
  /** Calls the API. Server rendering answers such calls itself. */
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}

/** The outbox of accounts that are not remembered on this machine. */
export const memoryOutbox = scoped(createMemoryOutbox);

const platform = scoped<Platform>(() => ({
  kind: 'browser',
  publicOrigin: globalThis.location?.origin ?? '',
  liveOrigin: '',
  liveTransports: ['websocket', 'polling'],
  offlineStore: null,
  outboxStore: memoryOutbox(),
  fetch: (path, init) => fetch(path, init),
}));

export const currentPlatform = (): Platform => platform();

/** Called before the first render. */
export const setPlatform = (chosen: Platform): void => platform.set(chosen);
