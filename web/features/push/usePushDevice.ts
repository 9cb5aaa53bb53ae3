import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { wantedBy } from './wanted.ts';

/** Keeps this browser's subscription in line with the session; without an earlier consent nothing is loaded. */
export function usePushDevice(): void {
  const { user } = useSession();
  const userId = user?.id ?? null;
  // Another session of the same person has none yet.
  const token = userId === null ? null : readToken();
  useEffect(() => {
    if (currentPlatform().kind !== 'browser') return;
    if (wantedBy() === undefined || (userId === null) !== (token === null)) return;
    import('./device.ts')
      .then(({ followPerson }) => followPerson(userId))
      .catch((error: unknown) => console.warn('Notices cannot be sent to this browser', error));
  }, [userId, token]);
}
