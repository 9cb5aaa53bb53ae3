import { z } from 'zod';
import type { SealedFiles } from './sealedFiles.ts';

const keptEntries = z.record(z.string(), z.string());

export interface OutboxEntryText {
  id: string;
  text: string;
}

export type OutboxFiles = ReturnType<typeof openOutboxFiles>;

/**
 * What people made and their server does not know yet, apart from everything that can be fetched again: by server and
 * account, on disk when the keyring allows, else until the console ends.
 */
export function openOutboxFiles(files: SealedFiles) {
  const known = new Map<string, Promise<Map<string, string>>>();
  const owner = (serverUrl: string, userId: number) => [serverUrl, `user ${userId}`];
  /** Who is at the console, and how much of theirs is unsent. */
  const present = new Map<string, Map<string, string>>();

  async function load(name: string[]): Promise<Map<string, string>> {
    const entries = new Map<string, string>();
    const set = (bytes: Buffer) => {
      for (const [id, text] of Object.entries(readEntries(bytes.toString('utf8'))))
        if (!entries.has(id)) entries.set(id, text);
    };
    const bytes = await files.read(name);
    if (bytes) set(bytes);
    const found = await files.takeBack(name);
    for (const earlier of found) set(earlier);
    if (found.length > 0) await save(name, entries);
    return entries;
  }

  function entriesOf(name: string[]): Promise<Map<string, string>> {
    const key = name.join('\n');
    const entries = known.get(key) ?? load(name);
    known.set(key, entries);
    entries.catch(() => known.delete(key));
    return entries;
  }

  async function save(name: string[], entries: Map<string, string>): Promise<void> {
    if (entries.size === 0) await files.remove(name);
    else await files.write(name, Buffer.from(JSON.stringify(Object.fromEntries(entries))));
  }

  return {
    isKept: () => files.isOpen(),
    async read(serverUrl: string, userId: number): Promise<OutboxEntryText[]> {
      const entries = await entriesOf(owner(serverUrl, userId));
      present.set(serverUrl, entries);
      return [...entries].map(([id, text]) => ({ id, text }));
    },
    async put(serverUrl: string, userId: number, { id, text }: OutboxEntryText): Promise<void> {
      const name = owner(serverUrl, userId);
      const entries = await entriesOf(name);
      entries.set(id, text);
      await save(name, entries);
    },
    async remove(serverUrl: string, userId: number, id: string): Promise<void> {
      const name = owner(serverUrl, userId);
      const entries = await entriesOf(name);
      if (entries.delete(id)) await save(name, entries);
    },
    /** How much of what the people at the console made is unsent. */
    unsent: () => [...present.values()].reduce((sum, { size }) => sum + size, 0),
    /** Somebody has logged out: what is theirs stays, and is nobody else's concern. */
    leave: (serverUrl: string) => present.delete(serverUrl),
    countUnreadable: () => files.countUnreadable(),
    clearUnreadable: () => files.clearUnreadable(),
  };
}

/** What is no list of entries is one that cannot be read: the page shows it as such. */
function readEntries(text: string): Record<string, string> {
  try {
    return keptEntries.parse(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}
