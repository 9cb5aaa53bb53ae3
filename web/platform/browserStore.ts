import { clear, createStore, get, set } from 'idb-keyval';
import type { OfflineStore } from './platform.ts';

/** IndexedDB. It throws where the browser forbids it (a private window, a full disk). */
export function openBrowserStore(): OfflineStore {
  const store = createStore('silong-offline', 'texts');
  return {
    read: async (name) => (await get<string>(name, store)) ?? null,
    write: (name, text) => set(name, text, store),
    clear: () => clear(store),
  };
}
