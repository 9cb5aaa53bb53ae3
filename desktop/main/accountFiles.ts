import { z } from 'zod';
import { keptSession } from '#shared/contracts/desktop.ts';
import type { KeptSession } from '#shared/desktopBridge.ts';
import { parseJson } from './jsonFile.ts';
import type { SealedFiles } from './sealedFiles.ts';

const keptEntries = z.record(z.string(), z.string());

type OutboxEntryText = Record<'id' | 'text', string>;

export type OutboxFiles = ReturnType<typeof openOutboxFiles>;

/** Unsent changes by server and account, on disk if the keyring allows it. Unlike the offline copy they cannot be fetched again. */
export function openOutboxFiles(files: SealedFiles) {
  const known = new Map<string, Promise<Map<string, string>>>();
  const owner = (serverUrl: string, userId: number) => [serverUrl, `user ${userId}`];
  /** Entries of the signed-in account of each server. */
  const present = new Map<string, Map<string, string>>();

  async function load(name: string[]): Promise<Map<string, string>> {
    const entries = new Map<string, string>();
    const set = (bytes: Buffer) => {
      for (const [id, text] of Object.entries(readEntries(bytes.toString('utf8'))))
        if (!entries.has(id)) entries.set(id, text);
    };
    const bytes = await files.read(name);
    if (bytes) set(bytes);
    const recovered = await files.recover(name);
    for (const earlier of recovered) set(earlier);
    if (recovered.length > 0) await save(name, entries);
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
    unsent: () => [...present.values()].reduce((sum, { size }) => sum + size, 0),
    /** After a logout: the entries stay on disk and are not counted any more. */
    leave: (serverUrl: string) => present.delete(serverUrl),
    countUnreadable: () => files.countUnreadable(),
    clearUnreadable: () => files.clearUnreadable(),
  };
}

/** A text that is no list of entries becomes an entry 'unreadable', which the page shows as such. */
const readEntries = (text: string): Record<string, string> =>
  keptEntries.safeParse(parseJson(text)).data ?? { unreadable: text };

const account = z.object({ email: z.string() });

export type SessionVault = ReturnType<typeof openSessionVault>;

/** The session of each server: on disk if the keyring and the policies allow it, else in memory. */
export function openSessionVault(files: SealedFiles, mayRemember: () => boolean = () => true) {
  const inMemory = new Map<string, KeptSession>();
  const nameOf = (serverUrl: string) => `session ${serverUrl}`;
  const vault = {
    async read(serverUrl: string): Promise<KeptSession | null> {
      const known = inMemory.get(serverUrl);
      if (known) return known;
      if (!mayRemember()) return null;
      const bytes = await files.read(nameOf(serverUrl));
      if (!bytes) return null;
      return keptSession.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null;
    },
    /** @returns whether it was written to disk. */
    async write(serverUrl: string, session: KeptSession, remember: boolean): Promise<boolean> {
      inMemory.set(serverUrl, session);
      if (remember && mayRemember()) return files.write(nameOf(serverUrl), Buffer.from(JSON.stringify(session)));
      await files.remove(nameOf(serverUrl));
      return false;
    },
    async clear(serverUrl: string): Promise<void> {
      inMemory.delete(serverUrl);
      await files.remove(nameOf(serverUrl));
    },
    async emailOf(serverUrl: string): Promise<string | null> {
      const kept = await vault.read(serverUrl);
      return account.safeParse(kept && JSON.parse(kept.user)).data?.email ?? null;
    },
  };
  return vault;
}
