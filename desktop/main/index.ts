import path from 'node:path';
import { app, BrowserWindow, shell } from 'electron';
import { isOwnPage, isSafeExternalLink, readServerUrl } from './trustedUrl.ts';

const serverUrl = readServerUrl(process.env.SILONG_SERVER);

function openMainWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 820,
    minWidth: 380,
    minHeight: 560,
    title: 'Silong',
    autoHideMenuBar: true,
    webPreferences: {
      preload: path.join(__dirname, '../preload/index.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
    },
  });
  keepToOwnPages(window);
  void window.loadURL(serverUrl);
  return window;
}

/** The window never shows a stranger's page; links that lead out are opened by the system, if they are harmless. */
function keepToOwnPages(window: BrowserWindow): void {
  const { webContents } = window;
  webContents.on('will-navigate', (event, address) => {
    if (!isOwnPage(address, serverUrl)) event.preventDefault();
  });
  webContents.on('will-redirect', (event, address) => {
    if (!isOwnPage(address, serverUrl)) event.preventDefault();
  });
  webContents.setWindowOpenHandler(({ url }) => {
    if (isSafeExternalLink(url)) void shell.openExternal(url);
    return { action: 'deny' };
  });
  webContents.session.setPermissionRequestHandler((_contents, permission, decide) => {
    decide(permission === 'clipboard-sanitized-write');
  });
}

if (app.requestSingleInstanceLock()) {
  let mainWindow: BrowserWindow | undefined;
  app.on('second-instance', () => {
    if (mainWindow?.isMinimized()) mainWindow.restore();
    mainWindow?.focus();
  });
  void app.whenReady().then(() => {
    mainWindow = openMainWindow();
  });
  app.on('window-all-closed', () => app.quit());
} else {
  app.quit();
}
