import { scoped } from './scope.ts';

/** What a person last saw, kept by name for reading without the server. */
export interface OfflineStore {
  /** @returns null for what is not kept, or for too long. */
  read(userId: number, name: string): Promise<string | null>;
  /** @param at when the server answered it (milliseconds since 1970): an older answer takes no newer one's place. */
  write(userId: number, name: string, text: string, at: number): Promise<void>;
  /** All of one person. */
  remove(userId: number): Promise<void>;
}

export interface KeptText {
  id: string;
  text: string;
}

/** What a person made and the server does not know yet. Nobody else is given it, and nothing but `remove` takes it away. */
export interface OutboxStore {
  /** False: it lasts as long as this page, or the console, runs. */
  isKept: boolean;
  read(userId: number): Promise<KeptText[]>;
  put(userId: number, id: string, text: string): Promise<void>;
  remove(userId: number, id: string): Promise<void>;
}

/** For as long as the page runs. */
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

/** What differs between a browser's tab, the desktop console and a server that renders a page. */
export interface Platform {
  kind: 'browser' | 'desktop';
  /** Where other people find this site: what links that are passed on begin with. */
  publicOrigin: string;
  /** What the live connection dials; empty for the page's own server. */
  liveOrigin: string;
  liveTransports: ('websocket' | 'polling')[];
  /** Null where nothing may be kept on this machine. */
  offlineStore: OfflineStore | null;
  /** Apart from the offline copy: no tidying up of that reaches it. */
  outboxStore: OutboxStore;
  /** How the API is called; a server that renders answers such calls itself. */
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}

/** The outbox of whom this machine is not to remember. */
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

export function currentPlatform(): Platform {
  return platform();
}

/** Called before anything is drawn. */
export function setPlatform(chosen: Platform): void {
  platform.set(chosen);
}
