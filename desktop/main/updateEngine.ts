import { AppImageUpdater, autoUpdater as usual } from 'electron-updater';
import type { ProxyPasswords } from './proxyPasswords.ts';
import type { UpdateEngine } from './updates.ts';

/** electron-updater: downloads by itself, installs when asked or when the console quits anyway. */
export function openUpdateEngine(passwords: Pick<ProxyPasswords, 'known'>): UpdateEngine {
  // electron-builder makes AppImage and .deb of one folder, whose mark 'this is a .deb' may get into both.
  const autoUpdater = process.env.APPIMAGE ? new AppImageUpdater() : usual;
  autoUpdater.autoDownload = true;
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.logger = null;
  // It has a session of its own, which knows nothing of what the pages' proxy was given. Asked twice, that was refused.
  let mayGive = true;
  autoUpdater.signals.login((proxy, give) => {
    const known = proxy.isProxy && mayGive ? passwords.known(proxy) : null;
    mayGive = false;
    give(known?.name ?? '', known?.password ?? '');
  });
  return {
    async check(channel) {
      mayGive = true;
      autoUpdater.channel = channel;
      // Naming a channel allows it; somebody who leaves 'beta' waits for the next finished version.
      autoUpdater.allowDowngrade = false;
      await autoUpdater.checkForUpdates();
    },
    restart: () => autoUpdater.quitAndInstall(),
    onFound: (listener) => autoUpdater.on('update-available', ({ version }) => listener(version)),
    onNone: (listener) => autoUpdater.on('update-not-available', () => listener()),
    onProgress: (listener) => autoUpdater.on('download-progress', ({ percent }) => listener(percent)),
    onReady: (listener) => autoUpdater.on('update-downloaded', ({ version }) => listener(version)),
    onFailure: (listener) => autoUpdater.on('error', listener),
  };
}
