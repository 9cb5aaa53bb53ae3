import { useCallback } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import type { OutboxEntry } from '#web/features/offline/index.ts';
import { unsentWords } from '#web/lib/keptWords.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { createStore } from '#web/lib/store.ts';

interface Unsent {
  changes: readonly OutboxEntry[];
  /** Half-written words, each with its longest text. */
  drafts: ReturnType<typeof unsentWords>;
}

const nothing: Unsent = { changes: [], drafts: [] };

/** Unsent changes and words that a pending logout asks about. */
export const unsentAtLogout = createStore<Unsent>(nothing);

export const isLogoutAsked = ({ changes, drafts }: Unsent): boolean => changes.length + drafts.length > 0;
export const closeLogoutQuestion = (): void => unsentAtLogout.set(nothing);

/** Logs out and returns to the home page; asks first about unsent changes and about what is half-written. */
export function useLogout(): () => Promise<void> {
  const { user } = useSession();
  const leave = useLeave();
  const userId = user?.id;
  return useCallback(async () => {
    if (userId === undefined) return leave();
    const unsent = { changes: await readUnsent(userId).catch(() => []), drafts: unsentWords(userId) };
    if (isLogoutAsked(unsent)) unsentAtLogout.set(unsent);
    else await leave();
  }, [userId, leave]);
}

// Loaded lazily, as guests need neither.
async function readUnsent(userId: number): Promise<OutboxEntry[]> {
  const { isHandedOver, readOutbox } = await import('#web/features/offline/outbox.ts');
  return (await readOutbox(userId)).filter((entry) => !isHandedOver(entry));
}
const dropCopy = async (userId: number) =>
  (await import('#web/features/offline/offlineCopy.ts')).dropOfflineCopy(userId);

/** Logs out without a question. */
export function useLeave(): (options?: { keepsWords?: boolean }) => Promise<void> {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  return useCallback(
    async (options) => {
      // Leaves the page first, as a protected one would require a login.
      await navigate('/');
      await logout(options);
      if (userId === undefined) return;
      await dropCopy(userId).catch((error: unknown) =>
        console.warn('The offline copy could not be removed', error),
      );
    },
    [logout, navigate, userId],
  );
}
