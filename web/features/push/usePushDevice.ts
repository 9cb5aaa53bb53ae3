import { useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { currentPlatform } from '#web/platform/platform.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { wantedBy } from './wanted.ts';

/** Syncs this browser's push subscription with the signed-in account; loads nothing if no account wants notices. */
export function usePushDevice(): void {
  const { user } = useSession();
  const userId = user?.id ?? null;
  // The token is a dependency, as a new session of the same account has no subscription yet.
  const token = userId === null ? null : readToken();
  useEffect(() => {
    if (currentPlatform().kind !== 'browser') return;
    if (wantedBy() === undefined || (userId === null) !== (token === null)) return;
    import('./device.ts')
      .then(({ followPerson }) => followPerson(userId))
      .catch((error: unknown) => console.warn('Notices cannot be sent to this browser', error));
  }, [userId, token]);
}
