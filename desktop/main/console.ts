import path from 'node:path';
import {
  app,
  autoUpdater,
  BrowserWindow,
  crashReporter,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  powerMonitor,
  protocol,
  session,
} from 'electron';
import { CALL_CHANNEL, type ConsolePolicy, type ConsolePreferences } from '#shared/desktopBridge.ts';
import { openOutboxFiles, openSessionVault } from './accountFiles.ts';
import { APP_SCHEME, hostOf } from './addresses.ts';
import { createAppProtocol } from './appProtocol.ts';
import { createCallDispatcher } from './bridgeCalls.ts';
import { type ConsoleParts, createCallHandlers, savePdf } from './callHandlers.ts';
import { createFindBars } from './findBars.ts';
import { openJsonFile } from './jsonFile.ts';
import { LeaveGuard } from './leaving.ts';
import { createIdleLock, createLock, IDLE_CHECK_MS, lockState } from './lock.ts';
import { buildApplicationMenu, nextZoom } from './menus.ts';
import { createNetwork, createQuestionWindows } from './networkQuestions.ts';
import { createNotices, createUnread, noticeFile } from './notices.ts';
import type { Policies } from './policies.ts';
import { chosenPreferences, openPreferences, spellingLanguages } from './policies.ts';
import { createProxyPasswords } from './proxyPasswords.ts';
import { keptIfAllowed, openSealedFiles, type SealedOptions } from './sealedFiles.ts';
import { openServerList, serverFile } from './serverList.ts';
import {
  confirmLeaving,
  hasTray,
  isStartedAtLogin,
  openCrashMarker,
  openLog,
  openTray,
  openUpdateEngine,
  restrictPermissions,
  setOpenAtLogin,
  showBadge,
  systemKeyring,
  watchDownloads,
} from './system.ts';
import { createUpdates, readInstallation } from './updates.ts';
import { windowPlace } from './windowState.ts';
import { ConsoleWindows, guardContents } from './windows.ts';
import { setLanguage } from './words.ts';

const MEGABYTE = 1_000_000;
const DAY_MS = 24 * 3_600_000;
const LAST_WRITES_MS = 3_000;
const UPDATE_CHECK_MS = 4 * 3_600_000;
/** The built web UI, beside the desktop's own code in the package and in the build folder. */
const PAGE_FOLDER = path.join(__dirname, '../../web');
const ICON = path.join(__dirname, '../icons/256x256.png');

/** Starts the console once Electron is ready. @returns brings it to the front, at a path of the page if one is given. */
export function startConsole(firstRoute: string | null, policies: Policies): (route: string | null) => void {
  crashReporter.start({ uploadToServer: false });
  const running = new Console(policies);
  running.start(firstRoute);
  return (route) => running.open(route);
}

/** The stores under Electron's userData folder. */
function openStores(policies: Policies, log: (line: string) => void) {
  const at = (name: string) => path.join(app.getPath('userData'), name);
  const sealed = (name: string, options: SealedOptions) =>
    openSealedFiles(at(name), systemKeyring, { ...options, log });
  const copy = (name: string, options: SealedOptions) =>
    keptIfAllowed(sealed(name, options), () => policies.policy.disableCache === true);
  return {
    preferences: openPreferences(openJsonFile(at('preferences.json'), chosenPreferences), policies),
    servers: openJsonFile(at('servers.json'), serverFile),
    lockState: openJsonFile(at('lock.json'), lockState),
    notices: openJsonFile(at('notices.json'), noticeFile),
    places: {
      main: openJsonFile(at('window.json'), windowPlace),
      thread: openJsonFile(
        at('thread-window.json'),
        windowPlace.extend({ width: windowPlace.shape.width.default(480) }),
      ),
    },
    cache: copy('offline', { limitBytes: 100 * MEGABYTE, maxAgeMs: 14 * DAY_MS }),
    pictures: copy('pictures', { limitBytes: 300 * MEGABYTE, maxAgeMs: 90 * DAY_MS }),
    sessions: sealed('sessions', { isPrecious: true }),
    outbox: sealed('outbox', { isPrecious: true }),
    proofs: sealed('lock', {}),
    proxies: sealed('proxy', {}),
  };
}

/** The running console: creates every part, connects them and reacts to events of Electron. State lives in the parts. */
class Console implements ConsoleParts {
  readonly log = openLog();
  readonly questions = createQuestionWindows();
  readonly findBars = createFindBars();
  private readonly crashMarker = openCrashMarker(app.getPath('userData'), new Date());
  private readonly installation = readInstallation(app.isPackaged, {
    executable: app.getPath('exe'),
    resources: process.resourcesPath,
    code: app.getAppPath(),
  });
  readonly downloadsUrl = this.installation.downloadsUrl;
  private readonly stores;
  readonly servers;
  readonly vault;
  readonly passwords;
  private readonly network;
  readonly lock;
  readonly cache;
  readonly pictures;
  readonly outbox;
  private readonly leaving;
  readonly windows: ConsoleWindows;
  private readonly tray;
  readonly unread;
  readonly notices;
  readonly updates;

  constructor(readonly policies: Policies) {
    const { log, questions } = this;
    const { policy } = policies;
    if (this.crashMarker.crashedRun) log(`the console of ${this.crashMarker.crashedRun} ended without saying so`);
    log(`console ${app.getVersion()} starts${policies.managed().sources.length > 0 ? ', managed' : ''}`);

    this.stores = openStores(policies, log);
    this.cache = this.stores.cache;
    this.pictures = this.stores.pictures;
    this.servers = openServerList(this.stores.servers, policy, (url, init) => this.network.fetch(url, init));
    this.vault = openSessionVault(this.stores.sessions, () => !policy.disableRememberMe);
    this.passwords = createProxyPasswords({
      files: this.stores.proxies,
      mayRemember: () => !policy.disableRememberMe,
      ask: questions.ask,
      changed: (blocked) => this.windows.publish('blockedProxy', blocked),
    });
    const { passwords, addresses } = this;
    this.network = createNetwork({ ask: questions.ask, passwords, servers: addresses, log });
    this.lock = this.createLock();
    this.outbox = openOutboxFiles(this.stores.outbox);
    this.leaving = new LeaveGuard({
      outbox: this.outbox,
      countDrafts: (of) => this.windows.countDrafts(of),
      confirm: confirmLeaving,
    });
    this.windows = this.createWindows();
    this.tray = openTray({
      open: (route) => this.open(route),
      quit: () => app.quit(),
      isDoNotDisturb: () => this.readPreferences().doNotDisturb,
      toggleDoNotDisturb: () => {
        const preferences = this.readPreferences();
        this.writePreferences({ ...preferences, doNotDisturb: !preferences.doNotDisturb });
      },
    });
    this.unread = createUnread({
      setBadge: (count) => showBadge(this.windows, count),
      setTrayCount: this.tray.setCount,
      flash: (isFlashing) => this.windows.flash(isFlashing),
      isFocused: () => this.windows.isFocused(),
      publish: (counts) => this.windows.publish('unread', counts),
    });
    this.notices = this.createNotices();
    this.updates = createUpdates({
      policy,
      engine: this.installation.updatesItself ? openUpdateEngine(this.passwords) : null,
      otherwise: this.installation.otherwise,
      downloadUrl: this.downloadsUrl,
      changed: (state) => this.windows.publish('update', state),
    });
  }

  start(firstRoute: string | null): void {
    this.answerPages();
    restrictPermissions(session.defaultSession);
    watchDownloads(session.defaultSession, (event) => this.windows.publish('download', event));
    this.drawMenu();
    this.watchMachine();
    this.watchApplication();
    this.policies.onChange((before) => this.onPolicyChange(before));
    this.applyPolicy();
    app.on('will-quit', this.policies.watch());
    this.openFirstWindows(firstRoute);
    const checkForUpdates = () => void this.updates.check();
    checkForUpdates();
    setInterval(checkForUpdates, UPDATE_CHECK_MS);
  }

  /** Brings the chosen server's window to the front, for links of the system and the tray. */
  open(route: string | null): void {
    this.openOn(this.servers.current()?.url ?? '', route);
  }

  readPreferences(): ConsolePreferences {
    return this.stores.preferences.read();
  }

  writePreferences(changed: ConsolePreferences): ConsolePreferences {
    const before = this.readPreferences();
    this.stores.preferences.write(changed);
    if (changed.openAtLogin !== before.openAtLogin) setOpenAtLogin(changed.openAtLogin);
    if (changed.zoom !== before.zoom) this.windows.applyZoom();
    this.applySpelling();
    this.tray.refresh();
    this.windows.publish('preferences', changed);
    return changed;
  }

  setLanguage(language: string): void {
    setLanguage([language, ...app.getPreferredSystemLanguages()]);
    this.drawMenu();
    this.tray.refresh();
  }

  private readonly addresses = () => this.servers.all().map(({ url }) => url);

  private openOn(serverUrl: string, route: string | null): void {
    this.leaving.reset();
    if (serverUrl && this.servers.current()?.url !== serverUrl) this.servers.choose(serverUrl);
    this.windows.open(serverUrl, route);
  }

  private createLock() {
    return createLock({
      state: this.stores.lockState,
      files: this.stores.proofs,
      account: (serverUrl) => this.vault.emailOf(serverUrl),
      servers: this.addresses,
      now: Date.now,
      locked: () => {
        this.log('the console is locked');
        this.notices.dismissAll();
        this.findBars.closeAll();
        void this.windows.lock(this.lock.shownAt);
      },
      unlocked: () => {
        this.log('windows of the console are open again');
        this.windows.unlock();
      },
    });
  }

  private createWindows(): ConsoleWindows {
    return new ConsoleWindows({
      allowDevTools: () => !this.policies.policy.disableDevTools,
      zoom: () => this.readPreferences().zoom,
      places: this.stores.places,
      closing: () => {
        if (this.leaving.isQuitting || !this.readPreferences().closeToTray) return 'close';
        return hasTray() ? 'hide' : 'minimise';
      },
      log: this.log,
      mayClose: (window, kind) => this.leaving.mayClose(window, kind),
      mayLeaveUnsaved: (window) => this.leaving.mayLeaveUnsaved(window),
      isLocked: this.lock.isLocked,
      focused: () => this.unread.focused(),
    });
  }

  private createNotices() {
    return createNotices({
      isSupported: () => Notification.isSupported(),
      remembered: this.stores.notices,
      handleActivation:
        process.platform === 'win32' ? (callback) => Notification.handleActivation(callback) : null,
      history: process.platform === 'darwin' ? () => Notification.getHistory() : null,
      create: (options) => new Notification({ ...options, icon: nativeImage.createFromPath(ICON) }),
      preferences: () => this.readPreferences(),
      now: () => new Date(),
      isShown: (serverUrl, route) => this.windows.isThreadFocused(serverUrl, route),
      open: (serverUrl, route) => this.openOn(serverUrl, route),
      reply: (serverUrl, conversationId, text) => this.windows.sendReply(serverUrl, { conversationId, text }),
      isLocked: this.lock.isLocked,
      serverName: (serverUrl) => {
        const all = this.servers.all();
        return all.length > 1 ? (all.find(({ url }) => url === serverUrl)?.name ?? null) : null;
      },
      log: this.log,
    });
  }

  /** Registers the dispatcher of the pages' calls and the protocol of their files. */
  private answerPages(): void {
    const { log, lock } = this;
    const dispatch = createCallDispatcher({
      handlers: createCallHandlers(this),
      servers: this.addresses,
      isLocked: lock.isLocked,
      log,
    });
    ipcMain.handle(CALL_CHANNEL, (event, name, input) => dispatch(event, name, input));
    protocol.handle(
      APP_SCHEME,
      createAppProtocol({
        pageFolder: PAGE_FOLDER,
        serverOf: (host) => [null, ...this.addresses()].find((address) => hostOf(address) === host),
        pictures: this.pictures,
        fetchFromServer: this.network.fetch,
        maySignIn: lock.maySignIn,
        onPasswordAnswer: lock.learnPassword,
        onFailure: (error) => log(`a picture could not be kept: ${String(error)}`),
      }),
    );
  }

  private drawMenu(): void {
    const { lock, windows } = this;
    const template = buildApplicationMenu({
      isMac: process.platform === 'darwin',
      allowDevTools: !this.policies.policy.disableDevTools,
      command: (name) => {
        const window = BrowserWindow.getFocusedWindow();
        if (!window || lock.isLocked(windows.serverOf(window.webContents))) return;
        if (name === 'find') this.findBars.open(window, windows.serverOf(window.webContents));
        else windows.sendCommand(name);
      },
      zoom: (change) => {
        const preferences = this.readPreferences();
        this.writePreferences({ ...preferences, zoom: nextZoom(preferences.zoom, change) });
      },
      print: () => {
        const contents = BrowserWindow.getFocusedWindow()?.webContents;
        if (contents && !lock.isLocked(windows.serverOf(contents)))
          savePdf(contents).catch((error) => this.log(String(error)));
      },
      reload: () => windows.reloadFocused(),
      lock: () => void lock.lock(),
      quit: () => app.quit(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(template));
  }

  /** Does nothing on macOS, where the system chooses the languages. */
  private applySpelling(): void {
    if (process.platform === 'darwin') return;
    const { defaultSession } = session;
    const wanted = this.readPreferences().spellCheckLanguages;
    const available = defaultSession.availableSpellCheckerLanguages;
    defaultSession.setSpellCheckerLanguages(
      spellingLanguages(wanted, available, app.getPreferredSystemLanguages()),
    );
  }

  /** Locks when the machine is idle, locked or suspended, and notifies the pages when it wakes up. */
  private watchMachine(): void {
    const minutes = () => this.readPreferences().idleLockMinutes;
    const lock = () => void this.lock.lock();
    const idle = createIdleLock({ minutes, idleSeconds: () => powerMonitor.getSystemIdleTime(), lock });
    setInterval(() => idle.check(), IDLE_CHECK_MS);
    for (const event of ['lock-screen', 'suspend'] as const)
      powerMonitor.on(event as 'suspend', () => {
        if (minutes() > 0) lock();
      });
    for (const event of ['resume', 'unlock-screen'] as const)
      powerMonitor.on(event as 'resume', () => this.windows.publish('wake', null));
    powerMonitor.on('resume', () => void this.policies.refresh());
  }

  private watchApplication(): void {
    const { windows } = this;
    app.on('web-contents-created', (_event, contents) => {
      guardContents(
        contents,
        (of) => windows.serverOf(of),
        (from, route) => windows.open(windows.serverOf(from), route),
      );
      contents.on('devtools-opened', () => {
        if (this.policies.policy.disableDevTools) contents.closeDevTools();
      });
    });
    app.on('child-process-gone', (_event, { type, reason, exitCode }) =>
      this.log(`a process is gone: ${type}, ${reason}, ${exitCode}`),
    );
    // The updater closes the windows before it quits; a window that hides instead would block the update.
    autoUpdater.on('before-quit-for-update', () => {
      this.leaving.isQuitting = true;
    });
    app.on('before-quit', (event) => {
      const owner = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? null;
      if (!this.leaving.quit(owner)) event.preventDefault();
    });
    let isFlushed = false;
    app.on('will-quit', (event) => {
      if (isFlushed) return;
      event.preventDefault();
      void this.flushStores().then(() => {
        isFlushed = true;
        this.crashMarker.remove();
        app.quit();
      });
    });
    app.on('activate', () => this.open(null));
    app.on('window-all-closed', () => {
      if (process.platform !== 'darwin') app.quit();
    });
  }

  /** Waits for pending writes, with a time limit. */
  private async flushStores(): Promise<void> {
    const { sessions, outbox, proofs, proxies, cache } = this.stores;
    const flushed = Promise.all([sessions, outbox, proofs, proxies, cache].map((files) => files.flush()));
    await Promise.race([flushed, new Promise((resolve) => setTimeout(resolve, LAST_WRITES_MS))]);
  }

  /** Applies policies that need an action, at the start and after each change. */
  private applyPolicy(): void {
    const { policy } = this.policies;
    const { cache, pictures, sessions, proxies } = this.stores;
    // The outbox stays: unsent changes are no copy of anything.
    if (policy.disableCache) for (const files of [cache, pictures]) void files.clear();
    if (policy.disableRememberMe) for (const files of [sessions, proxies]) void files.clear();
    if (policy.disableDevTools)
      for (const window of BrowserWindow.getAllWindows()) window.webContents.closeDevTools();
    if (policy.openAtLogin !== undefined || this.policies.wasSet('openAtLogin'))
      setOpenAtLogin(this.readPreferences().openAtLogin);
    this.applySpelling();
  }

  private onPolicyChange(before: ConsolePolicy): void {
    const { policies, servers, windows } = this;
    this.applyPolicy();
    windows.keepOnly(this.addresses());
    const required = policies.policy.serverUrl !== before.serverUrl && servers.current();
    if (required) windows.choose(required.url);
    this.drawMenu();
    this.tray.refresh();
    windows.publish('servers', servers.all());
    windows.publish('managed', policies.managed());
    windows.publish('preferences', this.readPreferences());
    windows.publish('update', this.updates.state());
    void this.updates.check();
  }

  /** Opens the chosen server's window, and hidden ones of all other servers with a session, for their notices. */
  private openFirstWindows(firstRoute: string | null): void {
    const isHidden = isStartedAtLogin() || this.readPreferences().startMinimised;
    const first = this.servers.current()?.url ?? '';
    this.windows.open(first, firstRoute, { isHidden: isHidden && firstRoute === null });
    for (const address of this.addresses())
      if (address !== first)
        void this.vault
          .read(address)
          .then((stored) => stored && this.windows.open(address, null, { isHidden: true }));
  }
}
