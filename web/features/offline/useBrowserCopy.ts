import { useEffect, useRef } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { isSessionRemembered } from '#web/platform/sessionStorage.ts';

/**
 * Sends the changes that a person has made. A remembered person's last seen data stays in this browser until they
 * sign out, unsent changes included.
 */
export function useBrowserCopy(): void {
  const { user } = useSession();
  const keptFor = useRef<number | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const userId = user?.id ?? null;
  useEffect(() => {
    if (currentPlatform().kind !== 'browser' || userId === keptFor.current) return;
    const before = keptFor.current;
    keptFor.current = userId;
    const isRemembered = isSessionRemembered();
    // One person after the other.
    last.current = Promise.all([import('./browserCopy.ts'), last.current])
      .then(([{ keepBrowserCopy }]) => keepBrowserCopy(userId, isRemembered, before))
      .catch((error: unknown) => console.warn('Nothing can be kept for reading offline', error));
  }, [userId]);
}
