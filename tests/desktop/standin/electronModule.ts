import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type AppFacts, Application } from './application.ts';
import { createBrowserWindowClass } from './browserWindow.ts';
import { type Chromium, startChromium } from './devtools.ts';
import { createNet } from './network.ts';
import { StandinNotification } from './notification.ts';
import { Schemes } from './schemes.ts';
import { Session } from './session.ts';
import {
  clipboard,
  crashReporter,
  createSafeStorage,
  dialog,
  MenuItem,
  nativeImage,
  powerMonitor,
  StandinMenu,
  StandinTray,
  screen,
  shell,
} from './surfaces.ts';
import type { IpcHandlers } from './webContents.ts';

/** The module `require('electron')` of a main process. */
export function createElectron(facts: AppFacts, chromiumPath: string) {
  const app = new Application(facts);
  const schemes = new Schemes(() => app.isReady());
  const session = new Session();
  const autoUpdater = createAutoUpdater(app);
  const handlers: IpcHandlers = new Map();
  let chromium: Chromium | undefined;
  const { BrowserWindow, WebContentsView, allContents } = createBrowserWindowClass({
    app,
    schemes,
    session,
    handlers,
    // Read at each call, as specs replace it.
    openExternal: (url) => void (shell.openExternal as (url: string) => Promise<void>)(url),
    chromium() {
      if (!chromium) throw new Error('A window was made before the application was ready');
      return chromium;
    },
  });
  /** Access for specs to state without an Electron API. */
  let letBegin: () => void = () => undefined;
  const isWatched = new Promise<void>((resolve) => {
    letBegin = resolve;
  });
  Object.assign(globalThis, {
    standin: { Notification: StandinNotification, Tray: StandinTray, Menu: StandinMenu, begin: letBegin },
  });
  const webContents = {
    getAllWebContents: allContents,
    fromDevToolsTargetId: (id: string) => allContents().find((contents) => contents.targetId === id),
  };
  const ipcMain = Object.assign(new EventEmitter(), {
    handle: (channel: string, handler: Parameters<IpcHandlers['set']>[1]) => handlers.set(channel, handler),
    removeHandler: (channel: string) => handlers.delete(channel),
  });

  const known: Record<string, unknown> = {
    app,
    BrowserWindow,
    WebContentsView,
    webContents,
    ipcMain,
    protocol: schemes.protocol,
    net: createNet(),
    Notification: StandinNotification,
    Tray: StandinTray,
    Menu: StandinMenu,
    MenuItem,
    safeStorage: createSafeStorage(
      () => app.getPath('userData'),
      () => app.isReady(),
    ),
    autoUpdater,
    clipboard,
    crashReporter,
    dialog,
    nativeImage,
    powerMonitor,
    screen,
    session: {
      get defaultSession() {
        if (!app.isReady()) throw new Error('Session can only be received when app is ready');
        return session;
      },
    },
    shell,
    // Renderer modules throw in the main process.
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
      // A missing part throws instead of doing nothing.
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
      for (const signal of ['SIGTERM', 'SIGINT'] as const)
        process.on(signal, () => {
          process.stderr.write(`The stand-in: ended by ${signal}\n`);
          app.exit(0);
        });
      await chromium.root.send('Target.setDiscoverTargets', { discover: true });
      const contentsOf = (frameId: string) => webContents.fromDevToolsTargetId(frameId) ?? null;
      const downloads = path.join(app.getPath('userData'), 'downloads');
      mkdirSync(downloads, { recursive: true });
      session.pages = webContents.getAllWebContents;
      await session.watchDownloads(chromium, downloads, contentsOf);
      process.stderr.write(`\nDevTools listening on ${chromium.url}\n`);
      // Playwright waits forever for a page that loads while it is connecting.
      if (process.env.STANDIN_WAITS === '1') await isWatched;
      app.begin();
    },
  };
}

/** Electron's updater without updates; its effects on windows and quitting are as in Electron. */
function createAutoUpdater(app: Application) {
  const updater = Object.assign(new EventEmitter(), {
    setFeedURL: () => undefined,
    checkForUpdates: () => updater.emit('update-not-available'),
    quitAndInstall() {
      updater.emit('before-quit-for-update');
      const finish = () => app.quit();
      if (app.windows.count() === 0) {
        finish();
        return;
      }
      // Replaces window-all-closed, which is not emitted then; an open window delays the update.
      app.once('standin-all-closed', finish);
      app.windows.closeAll();
    },
  });
  return updater;
}
