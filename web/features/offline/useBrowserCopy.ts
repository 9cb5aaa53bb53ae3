import { useEffect, useRef } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { isSessionRemembered } from '#web/platform/sessionStorage.ts';

/** Keeps a remembered person's last answers in this browser, until they sign out. Loaded only for them. */
export function useBrowserCopy(): void {
  const { user } = useSession();
  const keptFor = useRef<number | null>(null);
  const userId = user?.id ?? null;
  useEffect(() => {
    const wanted = userId !== null && isSessionRemembered() ? userId : null;
    if (currentPlatform().kind !== 'browser' || wanted === keptFor.current) return;
    keptFor.current = wanted;
    import('./offlineCopy.ts')
      .then(({ keepBrowserCopy }) => keepBrowserCopy(wanted))
      .catch((error: unknown) => console.warn('Nothing can be kept for reading offline', error));
  }, [userId]);
}
