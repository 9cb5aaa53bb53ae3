import { z } from 'zod';
import { keptSession } from '#shared/contracts/desktop.ts';
import type { KeptSession } from '#shared/desktopBridge.ts';
import type { SealedFiles } from './sealedFiles.ts';

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
      if (remember && mayRemember())
        return files.write(nameOf(serverUrl), Buffer.from(JSON.stringify(session)));
      await files.remove(nameOf(serverUrl));
      return false;
    },
    async clear(serverUrl: string): Promise<void> {
      inMemory.delete(serverUrl);
      await files.remove(nameOf(serverUrl));
    },
    /** E-mail address of the signed-in account of that server. */
    async emailOf(serverUrl: string): Promise<string | null> {
      const kept = await vault.read(serverUrl);
      return account.safeParse(kept && JSON.parse(kept.user)).data?.email ?? null;
    },
  };
  return vault;
}
