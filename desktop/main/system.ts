import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, BrowserWindow, dialog, Menu, nativeImage, type Session, safeStorage, Tray } from 'electron';
import electronLog from 'electron-log/main';
import { AppImageUpdater, autoUpdater as defaultUpdater } from 'electron-updater';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { redact } from './diagnostics.ts';
import type { LeavingQuestion } from './leaving.ts';
import type { ProxyPasswords } from './proxyPasswords.ts';
import type { Keyring } from './sealedFiles.ts';
import type { UpdateEngine } from './updates.ts';
import type { ConsoleWindows } from './windows.ts';
import { t } from './words.ts';

/** Adapters from the console's parts to Electron and the operating system. */

const MAX_LOG_BYTES = 1_000_000;

/** Opens the log: one file and its predecessor. Lines are redacted before they are written. */
export function openLog(): (line: string) => void {
  const { file } = electronLog.transports;
  file.resolvePathFn = () => path.join(app.getPath('logs'), 'console.log');
  file.maxSize = MAX_LOG_BYTES;
  file.format = '{y}-{m}-{d} {h}:{i}:{s} {text}';
  electronLog.transports.console.level = app.isPackaged ? false : 'info';
  return (line) => electronLog.info(redact(line));
}

/** A marker file that exists while the console runs; one found at the start shows that the previous run crashed. */
export function openCrashMarker(folder: string, now: Date) {
  const file = path.join(folder, 'running');
  const crashedRun = existsSync(file) ? readFileSync(file, 'utf8') : null;
  writeFileSync(file, now.toISOString(), { mode: 0o600 });
  return {
    /** Start time (ISO 8601) of the previous run if it crashed, else null. */
    crashedRun,
    remove: () => rmSync(file, { force: true }),
  };
}

export const systemKeyring: Keyring = {
  // The 'basic_text' backend encrypts with a fixed, public password and does not count as a keyring.
  isAvailable: async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(sealed) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

/** Argument of a console that the system starts at login; its window stays in the tray. */
const MINIMISED_ARGUMENT = '--minimised';

export function isStartedAtLogin(): boolean {
  if (process.argv.includes(MINIMISED_ARGUMENT)) return true;
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Uses Electron's login items on Windows and macOS, and a desktop entry in the autostart folder on Linux. */
export function setOpenAtLogin(isOn: boolean): void {
  if (process.platform !== 'linux') {
    // Login items of macOS take no arguments; `wasOpenedAtLogin` replaces the argument there.
    const args = process.platform === 'win32' ? { args: [MINIMISED_ARGUMENT] } : {};
    app.setLoginItemSettings({ openAtLogin: isOn, ...args });
    return;
  }
  const file = path.join(app.getPath('appData'), 'autostart', 'silong.desktop');
  if (!isOn) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(path.dirname(file), { recursive: true });
  // The executable of an AppImage lies in a mount that ends with the process; APPIMAGE names the file itself.
  const executable = process.env.APPIMAGE ?? app.getPath('exe');
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=Silong\nExec="${executable}" ${MINIMISED_ARGUMENT}\nX-GNOME-Autostart-enabled=true\n`,
  );
}

/** False on GNOME without Ubuntu's tray extension: a hidden window could not be opened again there. */
export function hasTray(): boolean {
  const desktop = process.env.XDG_CURRENT_DESKTOP ?? '';
  return process.platform !== 'linux' || !/gnome/i.test(desktop) || /ubuntu/i.test(desktop);
}

/**
 * Permissions of the page: clipboard writes, and connections to servers in the local network or on this machine (limited
 * further by the content policy). Camera, location, windows of other origins and the like are denied.
 */
const allowedPermissions = new Set([
  'clipboard-sanitized-write',
  'local-network-access',
  'local-network',
  'loopback-network',
]);

export function restrictPermissions(session: Session): void {
  const isAllowed = (permission: string) => allowedPermissions.has(permission);
  session.setPermissionRequestHandler((_contents, permission, decide) => decide(isAllowed(permission)));
  session.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
}

/** Shows the mean progress of all downloads on the task bar and publishes each download's state. */
export function watchDownloads(session: Session, publish: (event: DesktopEvent<'download'>) => void): void {
  const running = new Map<object, number>();
  const showProgress = () => {
    const shares = [...running.values()];
    const share = shares.length > 0 ? shares.reduce((sum, one) => sum + one, 0) / shares.length : -1;
    for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(share);
  };
  session.on('will-download', (_event, item) => {
    const name = item.getFilename();
    const report = (state: DesktopEvent<'download'>['state']) => {
      const total = item.getTotalBytes();
      const share = total > 0 ? item.getReceivedBytes() / total : 0;
      if (state === 'running') running.set(item, share);
      else running.delete(item);
      showProgress();
      publish({ name, state, percent: Math.round(share * 100) });
    };
    report('running');
    item.on('updated', () => report('running'));
    item.once('done', (_done, state) => report(state === 'completed' ? 'done' : 'failed'));
  });
}

/** A modal question, synchronous as the close event cannot wait. @returns whether the person chose to leave. */
export function confirmLeaving(
  { message, detail, leave, stay }: LeavingQuestion,
  owner: BrowserWindow | null,
): boolean {
  const buttons = { buttons: [stay, leave], defaultId: 0, cancelId: 0, noLink: true };
  const options = { type: 'question' as const, message, detail, ...buttons };
  if (!owner) return dialog.showMessageBoxSync(options) === 1;
  // The owner may be hidden in the tray.
  owner.show();
  return dialog.showMessageBoxSync(owner, options) === 1;
}

/** electron-updater: downloads at once; installs on request or when the console quits. */
export function openUpdateEngine(passwords: Pick<ProxyPasswords, 'known'>): UpdateEngine {
  // electron-builder makes AppImage and .deb from one folder, so that the AppImage may carry the .deb's marker.
  const autoUpdater = process.env.APPIMAGE ? new AppImageUpdater() : defaultUpdater;
  autoUpdater.autoDownload = true;
  autoUpdater.autoInstallOnAppQuit = true;
  autoUpdater.logger = null;
  // The updater's own session lacks the proxy password of the pages. A second request means that it was refused.
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
      // Setting a channel allows downgrades; a console that leaves 'beta' waits for the next stable version instead.
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

interface TrayActions {
  open(route: string | null): void;
  toggleDoNotDisturb(): void;
  isDoNotDisturb(): boolean;
  quit(): void;
}

/** The tray icon with its menu; the tooltip shows the unread count. */
export function openTray(actions: TrayActions) {
  // macOS recolours a template image for light and dark menu bars.
  const image = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
  const tray = new Tray(nativeImage.createFromPath(path.join(__dirname, '../icons', image)));
  let unread = 0;
  /** Redraws the menu and tooltip with the current state and language. */
  const refresh = () => {
    tray.setToolTip(
      unread === 0
        ? t('Silong')
        : t('Silong: {count, plural, one {# unread notification} other {# unread notifications}}', {
            count: unread,
          }),
    );
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: t('Open Silong'), click: () => actions.open(null) },
        { label: t('Inbox'), click: () => actions.open('/desk') },
        { type: 'separator' },
        {
          label: t('Do Not Disturb'),
          type: 'checkbox',
          checked: actions.isDoNotDisturb(),
          click: actions.toggleDoNotDisturb,
        },
        { type: 'separator' },
        { label: t('Quit Silong'), click: actions.quit },
      ]),
    );
  };
  tray.on('click', () => actions.open(null));
  const setCount = (count: number) => {
    unread = count;
    refresh();
  };
  refresh();
  return { setCount, refresh };
}

/** Shows the unread count: an overlay icon on the task bar of Windows, the application's badge elsewhere. */
export function showBadge(windows: ConsoleWindows, count: number): void {
  if (process.platform !== 'win32') {
    app.setBadgeCount(count);
    return;
  }
  if (count === 0) windows.setOverlay(null, '');
  else
    windows.setOverlay(
      nativeImage.createFromPath(path.join(__dirname, '../icons/overlay.png')),
      t('{count, plural, one {# unread notification} other {# unread notifications}}', { count }),
    );
}
