import { createStore, del, entries, get, set, update } from 'idb-keyval';
import { createMemoryOutbox, type OfflineStore, type OutboxStore } from './platform.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 14 * DAY_MS;
/** In characters, of all accounts together. */
const MAX_LENGTH = 50_000_000;

interface KeptAnswer {
  text: string;
  at: number;
}

type Name = [userId: number, name: string];

/** The offline copy in IndexedDB, rid of old and excess answers. @throws if the browser allows no storage, or does not answer. */
export async function openBrowserStore(now = Date.now()): Promise<OfflineStore> {
  // The database of earlier versions has another shape.
  indexedDB.deleteDatabase('silong-offline');
  const store = createStore('silong-copy', 'answers');
  const all = await answered(entries<Name, KeptAnswer>(store));
  let total = 0;
  for (const [name, { text, at }] of all.toSorted(([, one], [, other]) => other.at - one.at)) {
    total += text.length;
    if (total > MAX_LENGTH || now - at > MAX_AGE_MS) await del(name, store);
  }
  return {
    read: async (userId, name) => (await answered(get<KeptAnswer>([userId, name], store)))?.text ?? null,
    write: (userId, name, text, at) =>
      update<KeptAnswer>([userId, name], (known) => (known && known.at > at ? known : { text, at }), store),
    async remove(userId) {
      for (const [name] of await entries<Name, KeptAnswer>(store)) if (name[0] === userId) await del(name, store);
    },
  };
}

/** Some browsers never answer when their storage is damaged. */
const ANSWER_MS = 3_000;

/** @throws {Error} the browser does not answer. */
export async function answered<Result>(work: Promise<Result>, ms = ANSWER_MS): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The storage of this browser does not answer')), ms);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The outbox in IndexedDB, in its own database, which deleting the offline copy does not affect.
 * @throws if the browser allows no storage, or does not answer.
 */
export async function openBrowserOutbox(): Promise<OutboxStore> {
  const store = createStore('silong-outbox', 'entries');
  await answered(entries(store));
  return heldInMemory({
    isKept: true,
    async read(userId) {
      const all = await entries<Name, string>(store);
      return all.filter(([[owner]]) => owner === userId).map(([[, id], text]) => ({ id, text }));
    },
    put: (userId, id, text) => set([userId, id], text, store),
    remove: (userId, id) => del([userId, id], store),
  });
}

/** A store whose entries are in memory where it is full, refuses or does not answer: they last as long as the page then. */
export function heldInMemory(store: OutboxStore): OutboxStore {
  const memory = createMemoryOutbox();
  const held = new Set<string>();
  const removed = new Set<string>();
  const nameOf = (userId: number, id: string) => JSON.stringify([userId, id]);
  const warn = (error: unknown) => console.warn('This browser does not store what waits to be sent', error);
  return {
    get isKept() {
      return held.size === 0;
    },
    async read(userId) {
      const stored = await answered(store.read(userId)).catch((error: unknown) => {
        warn(error);
        return [];
      });
      const own = await memory.read(userId);
      const isOld = ({ id }: { id: string }) => {
        const name = nameOf(userId, id);
        return held.has(name) || removed.has(name);
      };
      return [...stored.filter((entry) => !isOld(entry)), ...own];
    },
    async put(userId, id, text) {
      const name = nameOf(userId, id);
      removed.delete(name);
      try {
        await answered(store.put(userId, id, text));
        held.delete(name);
        await memory.remove(userId, id);
      } catch (error) {
        warn(error);
        held.add(name);
        await memory.put(userId, id, text);
      }
    },
    async remove(userId, id) {
      const name = nameOf(userId, id);
      held.delete(name);
      removed.add(name);
      await memory.remove(userId, id);
      await answered(store.remove(userId, id)).then(() => removed.delete(name), warn);
    },
  };
}
