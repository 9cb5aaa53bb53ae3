import { useCallback } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import type { OutboxEntry } from '#web/features/offline/index.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { createStore } from '#web/lib/store.ts';

/** What somebody who is about to log out has not sent. */
export const unsentAtLogout = createStore<readonly OutboxEntry[]>([]);

/** Ends the session and returns to the home page; what has not been sent is asked about first. */
export function useLogout(): () => Promise<void> {
  const { user } = useSession();
  const leave = useLeave();
  const userId = user?.id;
  return useCallback(async () => {
    const unsent = userId === undefined ? [] : await readUnsent(userId).catch(() => []);
    if (unsent.length > 0) unsentAtLogout.set(unsent);
    else await leave();
  }, [userId, leave]);
}

// A guest needs neither; with whoever is signed in both came when they arrived.
const readUnsent = async (userId: number) =>
  (await import('#web/features/offline/outbox.ts')).readOutbox(userId);
const dropCopy = async (userId: number) =>
  (await import('#web/features/offline/offlineCopy.ts')).dropOfflineCopy(userId);

/** Logs out, whatever has not been sent. */
export function useLeave(): () => Promise<void> {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  return useCallback(async () => {
    // First away from the page: a protected one would say that a login is required.
    await navigate('/');
    await logout();
    if (userId === undefined) return;
    await dropCopy(userId).catch((error: unknown) =>
      console.warn('The offline copy could not be removed', error),
    );
  }, [logout, navigate, userId]);
}
