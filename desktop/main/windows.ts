import path from 'node:path';
import { BrowserWindow, clipboard, Menu, type NativeImage, screen, shell, type WebContents } from 'electron';
import type { DesktopEventName } from '#shared/contracts/desktop.ts';
import { type ConsoleLock, type DesktopEvent, EVENT_CHANNEL } from '#shared/desktopBridge.ts';
import { addressAtServer, isOwnPage, isSafeExternalLink, originOf } from './addresses.ts';
import type { JsonFile } from './jsonFile.ts';
import { buildContextMenu } from './menus.ts';
import { clampToScreens, MIN_HEIGHT, MIN_WIDTH, type WindowPlace } from './windowState.ts';
import { t } from './words.ts';

interface WindowsOptions {
  allowDevTools(): boolean;
  zoom(): number;
  places: { main: JsonFile<WindowPlace>; thread: JsonFile<WindowPlace> };
  /** Effect of closing the main window; 'minimise' instead of 'hide' if there is no tray. */
  closing(): 'hide' | 'minimise' | 'close';
  log(line: string): void;
  /** May ask the person. @returns whether the window may close. */
  mayClose(window: BrowserWindow, kind: WindowKind): boolean;
  /** Asks the person. @returns whether the page with unsaved edits may be left. */
  mayLeaveUnsaved(window: BrowserWindow): boolean;
  /** While a server's windows are locked, links are queued and developer tools stay closed. */
  isLocked(serverUrl: string): boolean;
  focused(): void;
}

/** Restrictions for every page of the console: windows, question windows and find bars. */
export const guardedPreferences = {
  preload: path.join(__dirname, '../preload/index.cjs'),
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webSecurity: true,
  devTools: false,
};

/** A page that crashes again within this time is not reloaded. */
const CRASH_LOOP_MS = 10_000;

export type WindowKind = 'main' | 'thread';

interface PageState {
  serverUrl: string;
  /** First route, which the page requests when it starts. */
  route: string;
  isListening: boolean;
  /** Events for a page that is not subscribed yet, or locked. */
  queue: [DesktopEventName, unknown][];
  drafts: number;
  /** The page was subscribed and is to be reloaded, which unsaved edits may still cancel. */
  isReloading: boolean;
  /** Whether the window stays hidden after its first page was drawn. */
  isHidden: boolean;
  isDrawn: boolean;
}

const newPage = { isListening: false, isReloading: false, isDrawn: false, drafts: 0 };

/**
 * The console's windows: one main window per server (one in front, the others hidden and connected) and one window per
 * popped-out thread. Servers are identified by their address; '' is the page that asks for a server.
 */
export class ConsoleWindows {
  private readonly mains = new Map<string, BrowserWindow>();
  /** Server of the main window that is in front, or was last. */
  private front: string | null = null;
  private readonly threads = new Map<string, BrowserWindow>();
  /** State of each page, by the id of its web contents. */
  private readonly pages = new Map<number, PageState>();

  constructor(private readonly options: WindowsOptions) {}

  /** Opens the server's main window or brings it to the front, and shows the route if one is given. */
  open(serverUrl: string, route: string | null, { isHidden = false } = {}): void {
    const known = this.mains.get(serverUrl);
    if (!known) {
      const window = this.create('main', serverUrl, route ?? '/', isHidden);
      this.mains.set(serverUrl, window);
      if (!isHidden) this.bringForward(serverUrl, window);
      else this.front ??= serverUrl;
      return;
    }
    this.bringForward(serverUrl, known);
    if (route) this.send(known, 'open', route);
  }

  /** Shows the server in the window that asks for a server if there is one, else in its own main window. */
  choose(serverUrl: string): void {
    const startWindow = this.mains.get('');
    if (!startWindow || this.mains.has(serverUrl)) {
      this.open(serverUrl, null);
      startWindow?.destroy();
      return;
    }
    this.mains.delete('');
    this.mains.set(serverUrl, startWindow);
    this.front = serverUrl;
    this.show(startWindow, serverUrl);
  }

  /** After a server was removed: closes its windows; the one in front asks for another server. */
  forget(serverUrl: string): void {
    for (const [key, window] of this.threads) if (key.startsWith(`${serverUrl} `)) window.destroy();
    const window = this.mains.get(serverUrl);
    if (!window) return;
    if (this.front !== serverUrl) {
      window.destroy();
      return;
    }
    this.mains.delete(serverUrl);
    this.mains.set('', window);
    this.front = '';
    this.show(window, '');
  }

  keepOnly(serverUrls: readonly string[]): void {
    for (const serverUrl of [...this.mains.keys()])
      if (serverUrl !== '' && !serverUrls.includes(serverUrl)) this.forget(serverUrl);
  }

  openThread(serverUrl: string, conversationId: number): void {
    const route = `/conversations/${conversationId}`;
    const key = `${serverUrl} ${route}`;
    const known = this.threads.get(key);
    if (known) {
      known.show();
      known.focus();
      return;
    }
    const window = this.create('thread', serverUrl, route, false);
    this.threads.set(key, window);
    window.on('closed', () => this.threads.delete(key));
  }

  serverOf(contents: WebContents): string {
    return this.pages.get(contents.id)?.serverUrl ?? '';
  }

  isThreadFocused(serverUrl: string, route: string): boolean {
    return this.threads.get(`${serverUrl} ${route}`)?.isFocused() ?? false;
  }

  isFocused(): boolean {
    return BrowserWindow.getFocusedWindow() !== null;
  }

  routeFor(contents: WebContents): string {
    return this.pages.get(contents.id)?.route ?? '/';
  }

  /** Subscribes the page to events and sends the queued ones. */
  listen(contents: WebContents): void {
    const page = this.pages.get(contents.id);
    if (!page) return;
    page.isListening = true;
    if (this.isLocked(contents)) return;
    for (const [name, event] of page.queue.splice(0)) contents.send(EVENT_CHANNEL, name, event);
  }

  private isLocked = (contents: WebContents): boolean => this.options.isLocked(this.serverOf(contents));

  setDrafts(contents: WebContents, count: number): void {
    const page = this.pages.get(contents.id);
    if (page) page.drafts = count;
  }

  /** Number of unfinished messages in one window, in all main windows, or in all windows. */
  countDrafts(of?: BrowserWindow | 'mains'): number {
    const windows = of === 'mains' ? [...this.mains.values()] : of ? [of] : this.all();
    return windows.reduce((sum, { webContents }) => sum + (this.pages.get(webContents.id)?.drafts ?? 0), 0);
  }

  /** Sends to the server's main window; opens it hidden if there is none. */
  sendReply(serverUrl: string, reply: DesktopEvent<'reply'>): void {
    if (!this.mains.has(serverUrl)) this.open(serverUrl, null, { isHidden: true });
    const window = this.mains.get(serverUrl);
    if (window) this.send(window, 'reply', reply);
  }

  publish<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    for (const window of this.all()) this.send(window, name, event);
  }

  sendCommand(command: DesktopEvent<'command'>): void {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused && this.pages.has(focused.webContents.id)) this.send(focused, 'command', command);
  }

  /** Overlay icon of the task bar button (Windows only). */
  setOverlay(icon: NativeImage | null, description: string): void {
    for (const window of this.mains.values()) window.setOverlayIcon(icon, description);
  }

  /** Sends the lock screen at once, also to pages that are not subscribed. @param event lock screen of a server's windows */
  async lock(event: (serverUrl: string) => Promise<ConsoleLock | null>): Promise<void> {
    for (const { webContents } of this.all()) {
      webContents.closeDevTools();
      const shown = await event(this.serverOf(webContents));
      if (shown && !webContents.isDestroyed()) webContents.send(EVENT_CHANNEL, 'lock', shown);
    }
  }

  /** Sends queued events to windows that are not locked any more. */
  unlock(): void {
    for (const { webContents } of this.all()) {
      if (this.isLocked(webContents)) continue;
      webContents.send(EVENT_CHANNEL, 'unlocked', null);
      if (this.pages.get(webContents.id)?.isListening) this.listen(webContents);
    }
  }

  flash(isFlashing: boolean): void {
    this.mains.get(this.front ?? '')?.flashFrame(isFlashing);
  }

  /** Events are queued from now on, as the old page may not process them. */
  reloadFocused(): void {
    const contents = BrowserWindow.getFocusedWindow()?.webContents;
    if (!contents) return;
    const page = this.pages.get(contents.id);
    if (page?.isListening) Object.assign(page, { isListening: false, isReloading: true });
    contents.reload();
  }

  applyZoom(): void {
    for (const { webContents } of this.all()) webContents.setZoomFactor(this.options.zoom());
  }

  private all(): BrowserWindow[] {
    return [...this.mains.values(), ...this.threads.values()];
  }

  /** Sends an event or queues it: every 'reply', and the last one of each other name. */
  private send(window: BrowserWindow, name: DesktopEventName, event: unknown): void {
    const { webContents } = window;
    const page = this.pages.get(webContents.id);
    if (!page) return;
    if (page.isListening && !(this.isLocked(webContents) && name === 'open'))
      webContents.send(EVENT_CHANNEL, name, event);
    else {
      const others = page.queue.filter(([queued]) => queued === 'reply' || queued !== name);
      page.queue = [...others, [name, event]];
    }
  }

  /** Shows the window at the place of the previous one, which is hidden and stays connected. */
  private bringForward(serverUrl: string, window: BrowserWindow): void {
    const before = this.front === null || this.front === serverUrl ? undefined : this.mains.get(this.front);
    this.front = serverUrl;
    if (before) {
      window.setBounds(before.getNormalBounds());
      if (before.isMaximized()) window.maximize();
    }
    if (window.isMinimized()) window.restore();
    // A window that was not drawn yet shows itself on 'ready-to-show'.
    const page = this.pages.get(window.webContents.id);
    if (page?.isDrawn) {
      window.show();
      window.focus();
    } else if (page) page.isHidden = false;
    before?.hide();
  }

  /** Loads another server's page in the same window. */
  private show(window: BrowserWindow, serverUrl: string): void {
    const page = this.pages.get(window.webContents.id);
    if (page) Object.assign(page, { serverUrl, route: '/' });
    window.loadURL(`${originOf(serverUrl || null)}/`).catch(() => undefined);
  }

  private create(kind: WindowKind, serverUrl: string, route: string, isHidden: boolean): BrowserWindow {
    const { options } = this;
    const memory = options.places[kind];
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const { isMaximised, ...bounds } = clampToScreens(memory.read(), screens);
    const window = new BrowserWindow({
      ...bounds,
      minWidth: MIN_WIDTH,
      minHeight: MIN_HEIGHT,
      title: t('Silong'),
      show: false,
      // Shown before the page has drawn; dark, as a white flash disturbs in the dark theme.
      backgroundColor: '#0f1514',
      webPreferences: { ...guardedPreferences, spellcheck: true, devTools: options.allowDevTools() },
    });
    const { webContents } = window;
    const { id } = webContents;
    const page: PageState = { ...newPage, queue: [], serverUrl, route, isHidden };
    this.pages.set(id, page);
    if (isMaximised) window.maximize();
    window.once('ready-to-show', () => {
      webContents.setZoomFactor(options.zoom());
      page.isDrawn = true;
      if (!page.isHidden) window.show();
    });
    window.on('focus', options.focused);
    window.on('close', (event) => {
      memory.write({ ...window.getNormalBounds(), isMaximised: window.isMaximized() });
      const closing = kind === 'main' ? options.closing() : 'close';
      if (closing !== 'close') {
        event.preventDefault();
        if (closing === 'hide') window.hide();
        else window.minimize();
        return;
      }
      // The question for the front window covers the hidden ones.
      const isBehind = kind === 'main' && this.mains.get(this.front ?? '') !== window;
      if (!isBehind && !options.mayClose(window, kind)) event.preventDefault();
    });
    webContents.on('will-prevent-unload', (event) => {
      // preventDefault overrides the page's beforeunload: the page is left.
      if (options.mayLeaveUnsaved(window)) {
        event.preventDefault();
        return;
      }
      if (page.isReloading) this.listen(webContents);
      page.isReloading = false;
      if (kind === 'main') this.front ??= this.serverOf(webContents);
    });
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      // During a load, events are queued.
      Object.assign(page, { isListening: false, isReloading: false, drafts: 0 });
    });
    window.on('closed', () => {
      for (const [server, main] of this.mains) if (main === window) this.leaveMain(server);
      this.pages.delete(id);
    });
    let goneAt = 0;
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      options.log(`a window's page is gone: ${reason}, ${exitCode}`);
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      const isAgain = Date.now() - goneAt < CRASH_LOOP_MS;
      goneAt = Date.now();
      if (isAgain) options.log('it crashed again at once and is not reloaded');
      else webContents.reload();
    });
    webContents.on('devtools-opened', () => {
      if (this.isLocked(webContents)) webContents.closeDevTools();
    });
    void window.loadURL(`${originOf(serverUrl || null)}/`);
    return window;
  }

  /** After a main window was closed; the one in front also closes the hidden ones. */
  private leaveMain(serverUrl: string): void {
    this.mains.delete(serverUrl);
    if (this.front !== serverUrl) return;
    this.front = null;
    for (const window of this.mains.values()) window.close();
  }
}

/** Origin of the page in these contents; empty before the first load. */
const originShown = (contents: WebContents) => /^[a-z]+:\/\/[^/]*/.exec(contents.getURL())?.[0] ?? '';

/**
 * Restricts navigation: contents show only the console's page of their server, without frames. New-window links to the page's
 * own paths open in the main window; safe external links and links to the server's paths are opened by the system.
 *
 * @param serverOf server of the contents' page; '' if none
 */
export function guardContents(
  contents: WebContents,
  serverOf: (contents: WebContents) => string,
  openRoute: (contents: WebContents, route: string) => void,
): void {
  const openExternally = (address: string) => {
    // A saved server in a local network may use http, so its links skip the check of safe links.
    const atServer = addressAtServer(address, originShown(contents), serverOf(contents));
    if (atServer) void shell.openExternal(atServer);
    else if (isSafeExternalLink(address)) void shell.openExternal(address);
  };
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url, originShown(contents))) return;
    event.preventDefault();
    openExternally(event.url);
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnPage(event.url, originShown(contents))) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    const origin = originShown(contents);
    if (isOwnPage(url, origin)) openRoute(contents, url.slice(origin.length));
    else openExternally(url);
    return { action: 'deny' };
  });
  contents.on('context-menu', (_event, clicked) => {
    const template = buildContextMenu(clicked, {
      replaceMisspelling: (word) => contents.replaceMisspelling(word),
      learnWord: (word) => contents.session.addWordToSpellCheckerDictionary(word),
      copyText: (text) => clipboard.writeText(text),
    });
    if (template.length > 0) Menu.buildFromTemplate(template).popup();
  });
}
