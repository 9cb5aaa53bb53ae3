import { BrowserWindow } from 'electron';
import type { ServerList } from './serverList.ts';
import { originOf } from './trustedUrl.ts';

/** A file of the page's own that runs nothing: whoever shows it sees what its origin has stored. */
const QUIET_PATH = '/favicon.svg';

/**
 * Until each server had an origin of its own, the page stored everything under the one that asks for a server today:
 * half-written messages, drafts of listings, how somebody has arranged things. That goes to the chosen server, once.
 */
export function createCarryOver(servers: ServerList, log: (line: string) => void) {
  let old: BrowserWindow | null = null;
  let stored: Promise<Record<string, string>> | null = null;

  async function readStored(): Promise<Record<string, string>> {
    try {
      old = new BrowserWindow({ show: false });
      await old.loadURL(originOf(null) + QUIET_PATH);
      const found = await old.webContents.executeJavaScript('({ ...localStorage })');
      if (Object.keys(found).length === 0) leave();
      return found;
    } catch (error) {
      log(`what an earlier console stored cannot be read: ${String(error)}`);
      old?.destroy();
      return {};
    }
  }

  function leave(): void {
    servers.setCarried();
    old?.destroy();
    old = null;
  }

  return {
    /** For the first page of the chosen server. */
    async carriedFor(serverUrl: string): Promise<Record<string, string>> {
      if (servers.isCarried() || servers.current()?.url !== serverUrl) return {};
      stored ??= readStored();
      return stored;
    },
    /** The page has taken it: what it came from goes. */
    async carriedOver(): Promise<void> {
      await old?.webContents.executeJavaScript('localStorage.clear()');
      leave();
    },
  };
}
