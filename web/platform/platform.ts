import { scoped } from './scope.ts';

/** Text kept by name, for reading without the server. */
export interface OfflineStore {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  clear(): Promise<void>;
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
  /** How the API is called; a server that renders answers such calls itself. */
  fetch: (path: string, init: RequestInit) => Promise<Response>;
}

const platform = scoped<Platform>(() => ({
  kind: 'browser',
  publicOrigin: globalThis.location?.origin ?? '',
  liveOrigin: '',
  liveTransports: ['websocket', 'polling'],
  offlineStore: null,
  fetch: (path, init) => fetch(path, init),
}));

export function currentPlatform(): Platform {
  return platform();
}

/** Called before anything is drawn. */
export function setPlatform(chosen: Platform): void {
  platform.set(chosen);
}
