import { useCallback, useEffect, useState } from 'react';
import { desktopConsole } from '#web/platform/desktop.ts';

/** Kept beyond the window: closing the console does not open the lock. */
const LOCKED_KEY = 'silong_locked';

/** Locked from the moment the main process says so until the password was given. */
export function useLock(isSignedIn: boolean): { isLocked: boolean; unlock(): void } {
  const [isLocked, setIsLocked] = useState(() => window.localStorage.getItem(LOCKED_KEY) !== null);
  const unlock = useCallback(() => {
    window.localStorage.removeItem(LOCKED_KEY);
    setIsLocked(false);
  }, []);

  useEffect(() => {
    if (!isSignedIn) {
      unlock();
      return;
    }
    return desktopConsole()?.bridge.on('lock', () => {
      window.localStorage.setItem(LOCKED_KEY, '1');
      setIsLocked(true);
    });
  }, [isSignedIn, unlock]);
  return { isLocked: isLocked && isSignedIn, unlock };
}
