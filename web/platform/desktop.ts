import type { ConsoleStart, DesktopBridge } from '#shared/desktopBridge.ts';
import { createDesktopSession, type DesktopSession } from './desktopSession.ts';
import { type Platform, setPlatform } from './platform.ts';
import { scoped } from './scope.ts';
import { setSessionKeeper } from './sessionStorage.ts';

/** The console as the page sees it: the one server it was told, and a store behind the system's keyring. */
function desktopPlatform(bridge: Pick<DesktopBridge, 'call'>, start: ConsoleStart): Platform {
  const serverUrl = start.server?.url ?? '';
  return {
    kind: 'desktop',
    publicOrigin: serverUrl,
    liveOrigin: serverUrl,
    // Long polling would be a call to another origin; the server answers those to its own pages only.
    liveTransports: ['websocket'],
    offlineStore: start.mayCache
      ? {
          read: (userId, name) => bridge.call('readCache', { userId, name }),
          write: async (userId, name, text, at) => {
            await bridge.call('writeCache', { userId, name, text, at });
          },
          remove: async (userId) => {
            await bridge.call('removeCache', userId);
          },
        }
      : null,
    // The main process holds it for all windows, also where it cannot keep it.
    outboxStore: {
      isKept: start.hasKeyring,
      read: (userId) => bridge.call('readOutbox', userId),
      put: async (userId, id, text) => {
        await bridge.call('putOutbox', { userId, id, text });
      },
      remove: async (userId, id) => {
        await bridge.call('removeOutbox', { userId, id });
      },
    },
    fetch: (path, init) => fetch(path, init),
  };
}

export interface DesktopConsole {
  bridge: DesktopBridge;
  start: ConsoleStart;
  session: DesktopSession;
}

const console = scoped<DesktopConsole | null>(() => null);

/** Null in a browser. */
export function desktopConsole(): DesktopConsole | null {
  return console();
}

/** What an earlier console's page has stored, where nothing stands yet. */
function takeOver(bridge: DesktopBridge, carried: ConsoleStart['carried']): void {
  const entries = Object.entries(carried);
  if (entries.length === 0) return;
  for (const [key, text] of entries)
    if (window.localStorage.getItem(key) === null) window.localStorage.setItem(key, text);
  bridge.call('carriedOver').catch((error: unknown) => globalThis.console.warn(error));
}

/** Asks the main process how things stand and makes the page stand on it. Called once, before anything is drawn. */
export async function openDesktopConsole(bridge: DesktopBridge): Promise<DesktopConsole> {
  const start = await bridge.call('start');
  // Behind the lock the page is given nothing.
  const kept = start.lock ? null : await bridge.call('readSession');
  takeOver(bridge, start.carried);
  const session = createDesktopSession(bridge, kept);
  setSessionKeeper(session.keeper);
  setPlatform(desktopPlatform(bridge, start));
  const opened = { bridge, start, session };
  console.set(opened);
  return opened;
}

/** The sentence of a refused call: Electron puts its own words before it. */
export function bridgeSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/^Error invoking remote method '[^']*': (\w*Error: )?/, '')
    .replace(/^ServerRefused: /, '');
}
