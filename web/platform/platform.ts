/** Text kept by name, for reading without the server. */
export interface OfflineStore {
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  clear(): Promise<void>;
}

/** What differs between a browser's tab and the desktop console. */
export interface Platform {
  kind: 'browser' | 'desktop';
  /** Where other people find this site: what links that are passed on begin with. */
  publicOrigin: string;
  /** What the live connection dials; empty for the page's own server. */
  liveOrigin: string;
  liveTransports: ('websocket' | 'polling')[];
  /** Null where nothing may be kept on this machine. */
  offlineStore: OfflineStore | null;
}

let platform: Platform = {
  kind: 'browser',
  publicOrigin: globalThis.location?.origin ?? '',
  liveOrigin: '',
  liveTransports: ['websocket', 'polling'],
  offlineStore: null,
};

export function currentPlatform(): Platform {
  return platform;
}

/** Called once, before anything is drawn. */
export function setPlatform(chosen: Platform): void {
  platform = chosen;
}
