import type { User } from '#shared/contracts/auth.ts';
import type { ConsoleStart, DesktopBridge, KeptSession } from '#shared/desktopBridge.ts';
import { readText, writeText } from './browserStorage.ts';
import { type Platform, setPlatform } from './platform.ts';
import { scoped } from './scope.ts';
import { onSessionChange, type SessionStore, type StoredSession, setSessionStore } from './sessionStorage.ts';

/** The platform of the console: one server, and stores of the main process. */
function desktopPlatform(bridge: Pick<DesktopBridge, 'call'>, start: ConsoleStart): Platform {
  const serverUrl = start.server?.url ?? '';
  return {
    kind: 'desktop',
    publicOrigin: serverUrl,
    liveOrigin: serverUrl,
    // Long polling would be a cross-origin request, which the server does not allow.
    liveTransports: ['websocket'],
    offlineStore: start.mayCache
      ? {
          read: (userId, name) => bridge.call('readCache', { userId, name }),
          write: (userId, name, text, at) => bridge.call('writeCache', { userId, name, text, at }),
          remove: (userId) => bridge.call('removeCache', userId),
        }
      : null,
    // Shared by all windows, also without a keyring.
    outboxStore: {
      isKept: start.hasKeyring,
      read: (userId) => bridge.call('readOutbox', userId),
      put: (userId, id, text) => bridge.call('putOutbox', { userId, id, text }),
      remove: (userId, id) => bridge.call('removeOutbox', { userId, id }),
    },
    fetch: (path, init) => fetch(path, init),
  };
}

interface DesktopSession {
  store: SessionStore;
  /** Calls the listener after each sign-in with 'remember me': whether the keyring stored it. */
  onKept(listener: (isKept: boolean) => void): void;
}

/** The session in memory for synchronous reads, and in the main process, which stores it with the system's keyring. */
export function createDesktopSession(
  bridge: Pick<DesktopBridge, 'call'>,
  kept: KeptSession | null,
): DesktopSession {
  let session = parse(kept);
  let isRemembered = session !== null;
  let publishKept: (isKept: boolean) => void = () => undefined;

  function save(current: StoredSession, remember: boolean): void {
    bridge
      .call('writeSession', { token: current.token, user: JSON.stringify(current.user), remember })
      .then(({ isKept }) => remember && publishKept(isKept))
      .catch((error: unknown) => console.warn('The session could not be kept', error));
  }

  return {
    store: {
      readToken: () => session?.token ?? null,
      read: () => session,
      write(current, remember) {
        session = current;
        isRemembered = remember;
        save(current, remember);
      },
      isRemembered: () => isRemembered,
      writeUser(user) {
        if (!session) return;
        session = { ...session, user };
        save(session, isRemembered);
      },
      clear() {
        if (!session) return;
        session = null;
        bridge
          .call('clearSession')
          .catch((error: unknown) => console.warn('The session could not be cleared', error));
      },
      follow: (listener) =>
        onSessionChange(() => {
          bridge
            .call('readSession')
            .then((found) => {
              const changed = parse(found);
              if (changed?.token === session?.token) return;
              session = changed;
              listener(session, null);
            })
            .catch((error: unknown) => console.warn('The session could not be read', error));
        }),
    },
    onKept(listener) {
      publishKept = listener;
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

export interface DesktopConsole {
  bridge: DesktopBridge;
  start: ConsoleStart;
  session: DesktopSession;
}

const opened = scoped<DesktopConsole | null>(() => null);

/** Null in a browser. */
export const desktopConsole = (): DesktopConsole | null => opened();

/** Stores the local storage of an earlier version under keys that are not set yet. */
function storeCarried(bridge: DesktopBridge, carried: ConsoleStart['carried']): void {
  const entries = Object.entries(carried);
  if (entries.length === 0) return;
  for (const [key, text] of entries)
    if (readText('localStorage', key) === null) writeText('localStorage', key, text);
  bridge.call('carriedOver').catch((error: unknown) => console.warn(error));
}

/** Requests the console's state and sets the page's session and platform. Called once, before the first render. */
export async function openDesktopConsole(bridge: DesktopBridge): Promise<DesktopConsole> {
  const start = await bridge.call('start');
  // A locked page gets no session.
  const kept = start.lock ? null : await bridge.call('readSession');
  storeCarried(bridge, start.carried);
  const session = createDesktopSession(bridge, kept);
  setSessionStore(session.store);
  setPlatform(desktopPlatform(bridge, start));
  const current = { bridge, start, session };
  opened.set(current);
  return current;
}

/** The sentence of a rejected call, without Electron's prefix. */
export function bridgeSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '').replace(/^ServerRefused: /, '');
}
