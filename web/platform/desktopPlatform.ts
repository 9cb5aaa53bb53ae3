import type { ConsoleStart, DesktopBridge } from '#shared/desktopBridge.ts';
import type { Platform } from './platform.ts';

/** The console as the page sees it: the one server it was told, and a store behind the system's keyring. */
export function desktopPlatform(bridge: Pick<DesktopBridge, 'call'>, start: ConsoleStart): Platform {
  const serverUrl = start.server?.url ?? '';
  return {
    kind: 'desktop',
    publicOrigin: serverUrl,
    liveOrigin: serverUrl,
    // Long polling would be a call to another origin; the server answers those to its own pages only.
    liveTransports: ['websocket'],
    offlineStore: start.mayCache
      ? {
          read: (name) => bridge.call('readCache', name),
          write: async (name, text) => {
            await bridge.call('writeCache', { name, text });
          },
          clear: async () => {
            await bridge.call('clearCache');
          },
        }
      : null,
  };
}
