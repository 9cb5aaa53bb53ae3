import type { User } from '#shared/contracts/auth.ts';
import type { DesktopBridge, KeptSession } from '#shared/desktopBridge.ts';
import type { SessionKeeper, StoredSession } from './sessionStorage.ts';

export interface DesktopSession {
  keeper: SessionKeeper;
  /** Told after every sign-in: whether the keyring keeps it. */
  onKept(listener: (isKept: boolean) => void): void;
}

/** The session in memory, where the page reads it, and behind the system's keyring, where it outlives the console. */
export function createDesktopSession(
  bridge: Pick<DesktopBridge, 'call'>,
  kept: KeptSession | null,
): DesktopSession {
  let session = parse(kept);
  let isRemembered = session !== null;
  let tell: (isKept: boolean) => void = () => undefined;

  function keep(current: StoredSession, remember: boolean): void {
    bridge
      .call('writeSession', { token: current.token, user: JSON.stringify(current.user), remember })
      .then(({ isKept }) => remember && tell(isKept))
      .catch((error: unknown) => console.warn('The session could not be kept', error));
  }

  return {
    keeper: {
      readToken: () => session?.token ?? null,
      read: () => session,
      write(current, remember) {
        session = current;
        isRemembered = remember;
        keep(current, remember);
      },
      isRemembered: () => isRemembered,
      writeUser(user) {
        if (!session) return;
        session = { ...session, user };
        keep(session, isRemembered);
      },
      clear() {
        if (!session) return;
        session = null;
        bridge
          .call('clearSession')
          .catch((error: unknown) => console.warn('The session could not be cleared', error));
      },
    },
    onKept(listener) {
      tell = listener;
    },
  };
}

function parse(kept: KeptSession | null): StoredSession | null {
  if (!kept) return null;
  try {
    return { token: kept.token, user: JSON.parse(kept.user) as User };
  } catch {
    return null;
  }
}
