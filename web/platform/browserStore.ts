import { createStore, del, entries, get, set, update } from 'idb-keyval';
import type { OfflineStore, OutboxStore } from './platform.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 14 * DAY_MS;
/** In characters, of all accounts together. */
const MAX_LENGTH = 50_000_000;

interface KeptAnswer {
  text: string;
  at: number;
}

type Name = [userId: number, name: string];

/** The offline copy in IndexedDB, rid of old and excess answers. @throws if the browser allows no storage. */
export async function openBrowserStore(now = Date.now()): Promise<OfflineStore> {
  // The database of earlier versions has another shape.
  indexedDB.deleteDatabase('silong-offline');
  const store = createStore('silong-copy', 'answers');
  const all = await entries<Name, KeptAnswer>(store);
  let total = 0;
  for (const [name, { text, at }] of all.toSorted(([, one], [, other]) => other.at - one.at)) {
    total += text.length;
    if (total > MAX_LENGTH || now - at > MAX_AGE_MS) await del(name, store);
  }
  return {
    read: async (userId, name) => (await get<KeptAnswer>([userId, name], store))?.text ?? null,
    write: (userId, name, text, at) =>
      update<KeptAnswer>([userId, name], (known) => (known && known.at > at ? known : { text, at }), store),
    async remove(userId) {
      for (const [name] of await entries<Name, KeptAnswer>(store)) if (name[0] === userId) await del(name, store);
    },
  };
}

/** The outbox in IndexedDB, in its own database, which deleting the offline copy does not affect. */
export function openBrowserOutbox(): OutboxStore {
  const store = createStore('silong-outbox', 'entries');
  return {
    isKept: true,
    async read(userId) {
      const all = await entries<Name, string>(store);
      return all.filter(([[owner]]) => owner === userId).map(([[, id], text]) => ({ id, text }));
    },
    put: (userId, id, text) => set([userId, id], text, store),
    remove: (userId, id) => del([userId, id], store),
  };
}
