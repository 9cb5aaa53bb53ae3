import { EventEmitter } from 'node:events';
import { type AppFacts, Application } from './application.ts';
import { createBrowserWindowClass } from './browserWindow.ts';
import { type Chromium, startChromium } from './devtools.ts';
import { Schemes } from './schemes.ts';
import {
  clipboard,
  crashReporter,
  createSafeStorage,
  dialog,
  nativeImage,
  powerMonitor,
  StandinMenu,
  StandinNotification,
  StandinTray,
  screen,
  session,
  shell,
} from './surfaces.ts';
import type { IpcHandlers } from './webContents.ts';

/** What `require('electron')` gives a main process, and how it begins. */
export function createElectron(facts: AppFacts, chromiumPath: string) {
  const app = new Application(facts);
  const schemes = new Schemes();
  const handlers: IpcHandlers = new Map();
  let chromium: Chromium | undefined;
  const BrowserWindow = createBrowserWindowClass({
    app,
    schemes,
    handlers,
    chromium() {
      if (!chromium) throw new Error('A window was made before the application was ready');
      return chromium;
    },
  });
  app.on('standin-close-windows', () => {
    for (const window of BrowserWindow.getAllWindows()) window.close();
  });
  const webContents = {
    getAllWebContents: () => BrowserWindow.getAllWindows().map((window) => window.webContents),
    fromDevToolsTargetId: (id: string) =>
      BrowserWindow.getAllWindows().find((window) => window.webContents.targetId === id)?.webContents,
  };
  const ipcMain = Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: Parameters<IpcHandlers['set']>[1]) => handlers.set(channel, handler),
    removeHandler: (channel: string) => handlers.delete(channel),
  });

  const known: Record<string, unknown> = {
    app,
    BrowserWindow,
    webContents,
    ipcMain,
    protocol: schemes.protocol,
    net: { fetch: (url: string, init: RequestInit) => fetch(url, init), isOnline: () => true },
    Notification: StandinNotification,
    Tray: StandinTray,
    Menu: StandinMenu,
    safeStorage: createSafeStorage(() => app.getPath('userData')),
    clipboard,
    crashReporter,
    dialog,
    nativeImage,
    powerMonitor,
    screen,
    session,
    shell,
    // Of the renderer's side; a main process that asks is told so.
    ipcRenderer: undefined,
    contextBridge: undefined,
  };
  const electron = new Proxy(known, {
    get(target, name) {
      if (
        typeof name === 'symbol' ||
        name in target ||
        name === 'then' ||
        name === '__esModule' ||
        name === 'default'
      )
        return Reflect.get(target, name);
      // A hole in the stand-in must not look like a feature that does nothing.
      throw new Error(`The stand-in has no electron.${name}`);
    },
  });

  return {
    electron,
    async begin() {
      if (app.isEnding) return;
      chromium = await startChromium(chromiumPath, app.getPath('userData'));
      const { close } = chromium;
      app.onExit(close);
      process.on('exit', close);
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.exit(0));
      // A window that the page opened by itself is never shown; the application was asked what to do instead.
      await chromium.root.send('Target.setDiscoverTargets', { discover: true });
      chromium.root.on('Target.targetCreated', ({ targetInfo }) => {
        if (targetInfo.type === 'page' && targetInfo.openerId)
          void chromium?.root
            .send('Target.closeTarget', { targetId: targetInfo.targetId })
            .catch(() => undefined);
      });
      process.stderr.write(`\nDevTools listening on ${chromium.url}\n`);
      app.begin();
    },
  };
}
