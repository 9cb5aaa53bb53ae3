// Site data. A browser may refuse all of it, which then throws on every access: a refused store counts as an empty one.

export type StorageArea = 'localStorage' | 'sessionStorage';

/** Null if nothing is stored. */
export function readText(area: StorageArea, key: string): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes the text. @returns false if the storage is full or forbidden. */
export function writeText(area: StorageArea, key: string, text: string | null): boolean {
  try {
    if (text === null) window[area].removeItem(key);
    else window[area].setItem(key, text);
    return true;
  } catch (error) {
    // A forbidden store has nothing to remove.
    if (text !== null) console.warn(`${key} could not be kept in this browser`, error);
    return false;
  }
}

/** The value of a cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
  try {
    return new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  } catch {
    return undefined;
  }
}

/** @param cookie with its attributes: 'name=value; path=/' */
export function writeCookie(cookie: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox before 140 have no Cookie Store, and it does not answer at once
    document.cookie = cookie;
  } catch (error) {
    console.warn('A cookie could not be kept in this browser', error);
  }
}

/** A channel to the other tabs; null where there is none. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** Null where pages have no service worker, as on plain http. */
export function serviceWorkers(): ServiceWorkerContainer | null {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}
