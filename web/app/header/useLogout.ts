import { useCallback } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import type { OutboxEntry } from '#web/features/offline/index.ts';
import { useNavigate } from '#web/lib/router.tsx';
import { createStore } from '#web/lib/store.ts';

/** Unsent changes that a pending logout asks about. */
export const unsentAtLogout = createStore<readonly OutboxEntry[]>([]);

/** Logs out and returns to the home page; asks about unsent changes first. */
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

// Loaded lazily, as guests need neither.
const readUnsent = async (userId: number) => (await import('#web/features/offline/outbox.ts')).readOutbox(userId);
const dropCopy = async (userId: number) =>
  (await import('#web/features/offline/offlineCopy.ts')).dropOfflineCopy(userId);

/** Logs out without a question. */
export function useLeave(): () => Promise<void> {
  const { user, logout } = useSession();
  const navigate = useNavigate();
  const userId = user?.id;
  return useCallback(async () => {
    // Leaves the page first, as a protected one would require a login.
    await navigate('/');
    await logout();
    if (userId === undefined) return;
    await dropCopy(userId).catch((error: unknown) => console.warn('The offline copy could not be removed', error));
  }, [logout, navigate, userId]);
}
