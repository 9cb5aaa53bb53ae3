import path from 'node:path';
import {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  type WebContents,
} from 'electron';
import type { ConsolePreferences } from '#shared/desktopBridge.ts';
import { CALL_CHANNEL } from '../channels.ts';
import { buildApplicationMenu, nextZoom } from './applicationMenu.ts';
import { createAppProtocol } from './appProtocol.ts';
import { createCallDoor } from './bridgeCalls.ts';
import { createCallHandlers } from './callHandlers.ts';
import { createCarryOver } from './carryOver.ts';
import { openCrashNote } from './crashNote.ts';
import { watchDownloads } from './downloads.ts';
import { createFindBars } from './findBars.ts';
import { createIdleLock, IDLE_CHECK_MS } from './idleLock.ts';
import { openJsonFile } from './jsonFile.ts';
import { askAboutUnfinished, type LeavingQuestion, unsavedQuestion } from './leaving.ts';
import { createLock, lockState } from './lock.ts';
import { openLog } from './log.ts';
import { createNetwork } from './networkQuestions.ts';
import { createNotices, noticeFile } from './notices.ts';
import { isStartedAtLogin, setOpenAtLogin } from './openAtLogin.ts';
import { openOutboxFiles } from './outboxFiles.ts';
import type { Policies } from './policies.ts';
import { chosenPreferences, keptIfAllowed, openPreferences } from './policyPreferences.ts';
import { createProxyPasswords } from './proxyPasswords.ts';
import { createQuestionWindows } from './questionWindows.ts';
import { type Keyring, openSealedFiles, type SealedOptions } from './sealedFiles.ts';
import { openServerList, serverFile } from './serverList.ts';
import { openSessionVault } from './sessionVault.ts';
import { spellingLanguages } from './spelling.ts';
import { openTray } from './tray.ts';
import { APP_SCHEME, hostOf } from './trustedUrl.ts';
import { createUnread } from './unread.ts';
import { openUpdateEngine } from './updateEngine.ts';
import { readInstallation } from './updateSource.ts';
import { createUpdates } from './updates.ts';
import { windowPlace } from './windowState.ts';
import { ConsoleWindows, guardContents } from './windows.ts';
import { speakLanguageOf, t } from './words.ts';

const MEGABYTE = 1_000_000;
const DAY_MS = 24 * 3_600_000;
/** What is being written when the console ends gets so long to reach the disk. */
const LAST_WRITES_MS = 3_000;
const UPDATE_CHECK_MS = 4 * 3_600_000;
/** The built web UI lies beside the desktop's own code, in the package as in the build folder. */
const PAGE_FOLDER = path.join(__dirname, '../../web');

const keyring: Keyring = {
  // 'basic_text' is a fixed password everybody knows: not a keyring.
  isAvailable: async () =>
    (await safeStorage.isAsyncEncryptionAvailable()) &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptStringAsync(text),
  async decrypt(sealed) {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
    return { text: result, isOutdated: shouldReEncrypt };
  },
};

/** Puts the console together once Electron is ready. @returns shows it, at a path of the page if one is given. */
export function startConsole(firstRoute: string | null, policies: Policies): (route: string | null) => void {
  crashReporter.start({ uploadToServer: false });
  const log = openLog();
  const userData = app.getPath('userData');
  const { policy } = policies;
  const running = openCrashNote(userData, new Date());
  if (running.before) log(`the console of ${running.before} ended without saying so`);
  log(`console ${app.getVersion()} starts${policies.managed().sources.length > 0 ? ', managed' : ''}`);

  const preferencesFile = openPreferences(
    openJsonFile(path.join(userData, 'preferences.json'), chosenPreferences),
    policies,
  );
  const servers = openServerList(
    openJsonFile(path.join(userData, 'servers.json'), serverFile),
    policy,
    (url, init) => network.fetch(url, init),
  );
  const sealed = (name: string, ring: Keyring, options: SealedOptions) =>
    openSealedFiles(path.join(userData, name), ring, { ...options, log });
  const copyOf = (name: string, options: SealedOptions) =>
    keptIfAllowed(sealed(name, keyring, options), () => policy.disableCache === true);
  const cache = copyOf('offline', { limitBytes: 100 * MEGABYTE, maxAgeMs: 14 * DAY_MS });
  const pictures = copyOf('pictures', { limitBytes: 300 * MEGABYTE, maxAgeMs: 90 * DAY_MS });
  const sessions = sealed('sessions', keyring, { isPrecious: true });
  const outboxFiles = sealed('outbox', keyring, { isPrecious: true });
  const vault = openSessionVault(sessions, () => !policy.disableRememberMe);
  const lockFiles = sealed('lock', keyring, {});
  const proxyFiles = sealed('proxy', keyring, {});
  const questions = createQuestionWindows();
  const findBars = createFindBars();
  const passwords = createProxyPasswords({
    files: proxyFiles,
    mayRemember: () => !policy.disableRememberMe,
    ask: questions.ask,
    changed: (blocked) => windows.tellAll('blockedProxy', blocked),
  });
  const network = createNetwork({
    ask: questions.ask,
    passwords,
    servers: () => servers.all().map(({ url }) => url),
    log,
  });
  const lock = createLock({
    state: openJsonFile(path.join(userData, 'lock.json'), lockState),
    files: lockFiles,
    account: (serverUrl) => vault.emailOf(serverUrl),
    servers: () => servers.all().map(({ url }) => url),
    now: Date.now,
    locked: () => {
      log('the console is locked');
      notices.dismissAll();
      findBars.closeAll();
      void windows.lock(lock.shownAt);
    },
    unlocked: () => {
      log('windows of the console are open again');
      windows.unlock();
    },
  });
  const outbox = openOutboxFiles(outboxFiles);
  let isKept = false;
  void outbox.isKept().then((kept) => {
    isKept = kept;
  });

  let isQuitting = false;
  /** How many unsent changes their owner was asked about, and would rather leave. */
  let leftBehind = 0;
  /** @returns whether the console, or the window, may go. */
  function mayLeave(way: 'close' | 'quit', drafts: number, owner: BrowserWindow | null): boolean {
    const unsent = outbox.unsent();
    // The last window asked already, and takes the console with it.
    if (drafts === 0 && unsent <= leftBehind) return true;
    const question = askAboutUnfinished({ unsent, isKept, drafts }, way);
    const isLeaving = !question || ask(question, owner);
    if (isLeaving) leftBehind = unsent;
    return isLeaving;
  }
  const windows = new ConsoleWindows({
    allowDevTools: () => !policy.disableDevTools,
    zoom: () => preferencesFile.read().zoom,
    places: {
      main: openJsonFile(path.join(userData, 'window.json'), windowPlace),
      thread: openJsonFile(
        path.join(userData, 'thread-window.json'),
        windowPlace.extend({ width: windowPlace.shape.width.default(480) }),
      ),
    },
    closing() {
      if (isQuitting || !preferencesFile.read().closeToTray) return 'close';
      return hasTray() ? 'hide' : 'minimise';
    },
    log,
    mayClose: (window, kind) => {
      if (isQuitting) return true;
      const drafts = windows.countDrafts(kind === 'main' ? 'mains' : window);
      if (kind === 'main') return mayLeave('close', drafts, window);
      const question = askAboutUnfinished({ unsent: 0, isKept, drafts }, 'close');
      return !question || ask(question, window);
    },
    mayLeaveUnsaved: (window) => {
      const isLeaving = ask(unsavedQuestion(), window);
      // Whoever stays has not quit.
      if (!isLeaving) isQuitting = false;
      return isLeaving;
    },
    isLocked: lock.isLocked,
    focused: () => unread.focused(),
  });
  /** On the chosen server: where a link of the system leads, and the tray. */
  const open = (route: string | null) => openOn(servers.current()?.url ?? '', route);
  function openOn(serverUrl: string, route: string | null): void {
    leftBehind = 0;
    if (serverUrl && servers.current()?.url !== serverUrl) servers.choose(serverUrl);
    windows.open(serverUrl, route);
  }
  const carryOver = createCarryOver(servers, log);
  // A console that has no server yet begins with nothing to carry.
  if (servers.all().length === 0 && !servers.isCarried()) servers.setCarried();
  const quit = () => app.quit();

  function writePreferences(changed: ConsolePreferences): ConsolePreferences {
    const before = preferencesFile.read();
    preferencesFile.write(changed);
    if (changed.openAtLogin !== before.openAtLogin) setOpenAtLogin(changed.openAtLogin);
    if (changed.zoom !== before.zoom) windows.applyZoom();
    checkSpelling();
    tray.refresh();
    windows.tellAll('preferences', changed);
    return changed;
  }

  /** On macOS the system chooses. */
  function checkSpelling(): void {
    const { defaultSession } = session;
    const available = defaultSession.availableSpellCheckerLanguages;
    if (process.platform === 'darwin') return;
    const wanted = preferencesFile.read().spellCheckLanguages;
    defaultSession.setSpellCheckerLanguages(
      spellingLanguages(wanted, available, app.getPreferredSystemLanguages()),
    );
  }

  const tray = openTray({
    open,
    quit,
    isDoNotDisturb: () => preferencesFile.read().doNotDisturb,
    toggleDoNotDisturb() {
      const preferences = preferencesFile.read();
      writePreferences({ ...preferences, doNotDisturb: !preferences.doNotDisturb });
    },
  });
  const unread = createUnread({
    setBadge(count) {
      if (process.platform !== 'win32') app.setBadgeCount(count);
      else
        windows.setOverlay(
          count > 0 ? nativeImage.createFromPath(path.join(__dirname, '../icons/overlay.png')) : null,
          count > 0
            ? t('{count, plural, one {# unread notification} other {# unread notifications}}', {
                count,
              })
            : '',
        );
    },
    setTrayCount: tray.setCount,
    flash: (isFlashing) => windows.flash(isFlashing),
    isFocused: () => windows.isFocused(),
    tell: (counts) => windows.tellAll('unread', counts),
  });
  const notices = createNotices({
    isSupported: () => Notification.isSupported(),
    remembered: openJsonFile(path.join(userData, 'notices.json'), noticeFile),
    handleActivation:
      process.platform === 'win32' ? (callback) => Notification.handleActivation(callback) : null,
    history: process.platform === 'darwin' ? () => Notification.getHistory() : null,
    create: (options) => new Notification({ ...options, icon: nativeImage.createFromPath(iconPath()) }),
    preferences: () => preferencesFile.read(),
    now: () => new Date(),
    isShown: (serverUrl, route) => windows.isLookedAt(serverUrl, route),
    open: openOn,
    reply: (serverUrl, conversationId, text) =>
      windows.tellServer(serverUrl, 'reply', { conversationId, text }),
    isLocked: lock.isLocked,
    serverName: (serverUrl) =>
      servers.all().length > 1 ? (servers.all().find(({ url }) => url === serverUrl)?.name ?? null) : null,
    log,
  });
  const installation = readInstallation({
    isPackaged: app.isPackaged,
    executable: app.getPath('exe'),
    resources: process.resourcesPath,
    code: app.getAppPath(),
  });
  const updates = createUpdates({
    policy,
    engine: installation.updatesItself ? openUpdateEngine(passwords) : null,
    otherwise: installation.otherwise,
    downloadUrl: installation.downloadsUrl,
    changed: (state) => windows.tellAll('update', state),
  });

  const handlers = createCallHandlers({
    policies,
    servers,
    vault,
    lock,
    cache,
    pictures,
    outbox,
    windows,
    notices,
    unread,
    updates,
    questions,
    passwords,
    findBars,
    dictionaries: () =>
      process.platform === 'darwin' ? [] : [...session.defaultSession.availableSpellCheckerLanguages],
    preferences: { read: () => preferencesFile.read(), write: writePreferences },
    hasKeyring: () => keyring.isAvailable(),
    ...carryOver,
    speak(language) {
      speakLanguageOf([language, ...app.getPreferredSystemLanguages()]);
      drawMenu();
      tray.refresh();
    },
    downloadsUrl: installation.downloadsUrl,
    clearPageData: () => session.defaultSession.clearStorageData(),
    log,
  });
  const addresses = () => servers.all().map(({ url }) => url);
  const door = createCallDoor<WebContents>({ handlers, servers: addresses, isLocked: lock.isLocked, log });
  ipcMain.handle(CALL_CHANNEL, (event, name, input) => door(event, name, input));

  protocol.handle(
    APP_SCHEME,
    createAppProtocol({
      pageFolder: PAGE_FOLDER,
      serverOf: (host) => [null, ...addresses()].find((address) => hostOf(address) === host),
      pictures,
      fetchFromServer: network.fetch,
      maySignIn: lock.mayAsk,
      heardOfPassword: lock.heardOfPassword,
      onFailure: (error) => log(`a picture could not be kept: ${String(error)}`),
    }),
  );
  denyPermissions();
  watchDownloads(session.defaultSession, (event) => windows.tellAll('download', event));
  const drawMenu = () =>
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        buildApplicationMenu({
          isMac: process.platform === 'darwin',
          allowDevTools: !policy.disableDevTools,
          command: (name) => {
            const window = BrowserWindow.getFocusedWindow();
            if (!window || lock.isLocked(windows.serverOf(window.webContents))) return;
            if (name === 'find') findBars.open(window, windows.serverOf(window.webContents));
            else windows.tellFocused('command', name);
          },
          zoom: (change) =>
            writePreferences({
              ...preferencesFile.read(),
              zoom: nextZoom(preferencesFile.read().zoom, change),
            }),
          print: () => {
            const contents = BrowserWindow.getFocusedWindow()?.webContents;
            if (contents && !lock.isLocked(windows.serverOf(contents)))
              void Promise.resolve(
                handlers.savePdf(t('Silong'), {
                  sender: contents,
                  serverUrl: windows.serverOf(contents),
                }),
              ).catch((error) => log(String(error)));
          },
          reload: () => windows.reloadFocused(),
          lock: () => void lock.lock(),
          quit,
        }),
      ),
    );
  drawMenu();
  watchTheMachine(
    windows,
    () => void lock.lock(),
    () => preferencesFile.read().idleLockMinutes,
  );
  powerMonitor.on('resume', () => void policies.refresh());

  app.on('web-contents-created', (_event, contents) => {
    const serverOf = (of: WebContents) => windows.serverOf(of);
    guardContents(contents, serverOf, (from, route) => windows.open(serverOf(from), route));
    contents.on('devtools-opened', () => {
      if (policy.disableDevTools) contents.closeDevTools();
    });
  });
  // The windows are closed before it quits: none may hide then, or the update waits for ever.
  autoUpdater.on('before-quit-for-update', () => {
    isQuitting = true;
  });
  app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
    log(`a process is gone: ${type}, ${reason}, ${exitCode}`),
  );
  app.on('before-quit', (event) => {
    const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
    if (!isQuitting && !mayLeave('quit', windows.countDrafts(), owner)) {
      event.preventDefault();
      return;
    }
    isQuitting = true;
  });
  let isWritten = false;
  app.on('will-quit', (event) => {
    if (isWritten) return;
    event.preventDefault();
    const written = Promise.all(
      [sessions, outboxFiles, lockFiles, proxyFiles, cache].map((files) => files.settled()),
    );
    const limit = new Promise((resolve) => setTimeout(resolve, LAST_WRITES_MS));
    void Promise.race([written, limit]).then(() => {
      isWritten = true;
      running.end();
      app.quit();
    });
  });
  app.on('activate', () => open(null));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });

  /** Whatever of a policy has to be done, at the start and whenever it changes. */
  function obey(): void {
    // What was kept before goes; what a person made and is not sent yet is no copy of anything.
    if (policy.disableCache) for (const files of [cache, pictures]) void files.clear();
    if (policy.disableRememberMe) for (const files of [sessions, proxyFiles]) void files.clear();
    if (policy.disableDevTools)
      for (const window of BrowserWindow.getAllWindows()) window.webContents.closeDevTools();
    if (policy.openAtLogin !== undefined || policies.wasLaidDown('openAtLogin'))
      setOpenAtLogin(preferencesFile.read().openAtLogin);
    checkSpelling();
  }
  policies.onChange((before) => {
    obey();
    windows.keepOnly(addresses());
    const laidDown = policy.serverUrl !== before.serverUrl && servers.current();
    if (laidDown) windows.choose(laidDown.url);
    drawMenu();
    tray.refresh();
    windows.tellAll('servers', servers.all());
    windows.tellAll('managed', policies.managed());
    windows.tellAll('preferences', preferencesFile.read());
    windows.tellAll('update', updates.state());
    void updates.check();
  });
  obey();
  app.on('will-quit', policies.watch());

  const isHidden = isStartedAtLogin() || preferencesFile.read().startMinimised;
  const first = servers.current()?.url ?? '';
  windows.open(first, firstRoute, { isHidden: isHidden && firstRoute === null });
  // Whoever is signed in elsewhere as well hears from there.
  for (const address of addresses())
    if (address !== first)
      void vault.read(address).then((kept) => kept && windows.open(address, null, { isHidden: true }));
  const lookForUpdates = () => void updates.check();
  lookForUpdates();
  setInterval(lookForUpdates, UPDATE_CHECK_MS);
  return open;
}

/** GNOME shows no tray icons without an extension: a window that hides there is gone for good. */
const hasTray = () =>
  process.platform !== 'linux' || !/gnome/i.test(process.env.XDG_CURRENT_DESKTOP ?? '') || isUbuntu();

/** Ubuntu brings that extension along. */
const isUbuntu = () => /ubuntu/i.test(process.env.XDG_CURRENT_DESKTOP ?? '');

/**
 * The page needs no camera, no place and no window of another's. It may dial a server in the same office or on the
 * same machine; which one, its content policy says.
 */
const allowedPermissions = new Set([
  'clipboard-sanitized-write',
  'local-network-access',
  'local-network',
  'loopback-network',
]);

function denyPermissions(): void {
  const isAllowed = (permission: string) => allowedPermissions.has(permission);
  const { defaultSession } = session;
  defaultSession.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(isAllowed(permission)),
  );
  defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission));
}

/** Asks before something is lost, at once: a window that closes cannot wait. @returns whether its owner leaves. */
function ask({ message, detail, leave, stay }: LeavingQuestion, owner: BrowserWindow | null): boolean {
  const options = {
    type: 'question' as const,
    message,
    detail,
    buttons: [stay, leave],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  if (!owner) return dialog.showMessageBoxSync(options) === 1;
  // One that is in the tray is looked at first.
  owner.show();
  return dialog.showMessageBoxSync(owner, options) === 1;
}

function watchTheMachine(windows: ConsoleWindows, lock: () => void, minutes: () => number): void {
  const idle = createIdleLock({ minutes, idleSeconds: () => powerMonitor.getSystemIdleTime(), lock });
  setInterval(() => idle.check(), IDLE_CHECK_MS);
  for (const event of ['lock-screen', 'suspend'] as const)
    powerMonitor.on(event as 'suspend', () => {
      if (minutes() > 0) lock();
    });
  powerMonitor.on('resume', () => windows.tellAll('wake', null));
  powerMonitor.on('unlock-screen', () => windows.tellAll('wake', null));
}

function iconPath(): string {
  return path.join(__dirname, '../icons/256x256.png');
}
