import path from 'node:path';
import { BrowserWindow, clipboard, Menu, type NativeImage, screen, shell, type WebContents } from 'electron';
import type { DesktopEventName } from '#shared/contracts/desktop.ts';
import type { ConsoleLock, DesktopEvent } from '#shared/desktopBridge.ts';
import { EVENT_CHANNEL } from '../channels.ts';
import { buildContextMenu } from './contextMenu.ts';
import type { JsonFile } from './jsonFile.ts';
import { addressAtServer, isOwnPage, isSafeExternalLink, originOf } from './trustedUrl.ts';
import { clampToScreens, MIN_HEIGHT, MIN_WIDTH, type WindowPlace } from './windowState.ts';
import { t } from './words.ts';

export interface WindowsOptions {
  allowDevTools(): boolean;
  zoom(): number;
  /** Remembered places: the main window's, and the one threads open at. */
  places: { main: JsonFile<WindowPlace>; thread: JsonFile<WindowPlace> };
  /** Whether closing the main window only puts it away; 'minimise' where there is no tray to find it in. */
  closing(): 'hide' | 'minimise' | 'close';
  log(line: string): void;
  /** Asks before a window closes. @returns whether it may. */
  mayClose(window: BrowserWindow, kind: WindowKind): boolean;
  /** Asks before edits that were not saved are left. @returns whether they may be. */
  mayLeaveUnsaved(window: BrowserWindow): boolean;
  /** Behind the lock of a server's windows links wait and developer tools stay shut. */
  isLocked(serverUrl: string): boolean;
  focused(): void;
}

/** What every page of the console is kept within: its windows, the questions it asks, the find bar. */
export const guardedPreferences = {
  preload: path.join(__dirname, '../preload/index.cjs'),
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  webSecurity: true,
  devTools: false,
};

/** A page that goes twice within this time would go for ever. */
const CRASH_PATIENCE_MS = 10_000;

export type WindowKind = 'main' | 'thread';

/**
 * The console's windows: a main one for each server, of which one is in front and the others stay connected behind it, and
 * a small one for each thread that was popped out. Servers are named by their address; '' before there is one.
 */
export class ConsoleWindows {
  private readonly mains = new Map<string, BrowserWindow>();
  /** Whose main window is the one that is looked at, or was last. */
  private front: string | null = null;
  private readonly threads = new Map<string, BrowserWindow>();
  /** Whose page each window shows. */
  private readonly owners = new Map<number, string>();
  /** Where each window begins; its page asks once it runs. */
  private readonly routes = new Map<number, string>();
  /** Contents whose page has said that it listens. */
  private readonly listening = new Set<number>();
  private readonly waiting = new Map<number, [DesktopEventName, unknown][]>();
  /** How many half-written messages each page holds. */
  private readonly drafts = new Map<number, number>();
  /** Pages that are asked to load anew, and listened until then. */
  private readonly reloading = new Set<number>();
  /** Windows that wait behind or in the tray until somebody asks for them, and those that have something to show. */
  private readonly hidden = new Set<number>();
  private readonly drawn = new Set<number>();

  constructor(private readonly options: WindowsOptions) {}

  /** Brings the server's main window to the front, at a path of the page. */
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
    if (route) this.tell(known, 'open', route);
  }

  /** The page that asked for a server becomes that server's; any other one goes behind it. */
  choose(serverUrl: string): void {
    const reception = this.mains.get('');
    if (!reception || this.mains.has(serverUrl)) {
      this.open(serverUrl, null);
      reception?.destroy();
      return;
    }
    this.mains.delete('');
    this.mains.set(serverUrl, reception);
    this.front = serverUrl;
    this.show(reception, serverUrl);
  }

  /** The server was removed: its windows go, or ask for another one. */
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

  /** Windows of all other servers go. */
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

  /** Whose page these contents show. */
  serverOf(contents: WebContents): string {
    return this.owners.get(contents.id) ?? '';
  }

  /** The thread of this path is open in a window that somebody looks at. */
  isLookedAt(serverUrl: string, route: string): boolean {
    return this.threads.get(`${serverUrl} ${route}`)?.isFocused() ?? false;
  }

  isFocused(): boolean {
    return BrowserWindow.getFocusedWindow() !== null;
  }

  routeFor(contents: WebContents): string {
    return this.routes.get(contents.id) ?? '/';
  }

  /** Its page hears what has waited for it, and everything from now on. */
  listen(contents: WebContents): void {
    this.listening.add(contents.id);
    if (this.isLocked(contents)) return;
    for (const [name, event] of this.waiting.get(contents.id) ?? [])
      contents.send(EVENT_CHANNEL, name, event);
    this.waiting.delete(contents.id);
  }

  private isLocked = (contents: WebContents): boolean => this.options.isLocked(this.serverOf(contents));

  setDrafts(contents: WebContents, count: number): void {
    this.drafts.set(contents.id, count);
  }

  /** How many half-written messages there are, in one window, in all main ones, or in all. */
  countDrafts(of?: BrowserWindow | 'mains'): number {
    const windows = of === 'mains' ? [...this.mains.values()] : of ? [of] : this.all();
    return windows.reduce((sum, { webContents }) => sum + (this.drafts.get(webContents.id) ?? 0), 0);
  }

  tellServer<Name extends DesktopEventName>(serverUrl: string, name: Name, event: DesktopEvent<Name>): void {
    if (!this.mains.has(serverUrl)) this.open(serverUrl, null, { isHidden: true });
    const window = this.mains.get(serverUrl);
    if (window) this.tell(window, name, event);
  }

  tellAll<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    for (const window of this.all()) this.tell(window, name, event);
  }

  tellFocused<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused && this.owners.has(focused.webContents.id)) this.tell(focused, name, event);
  }

  /** Windows' task bar: a mark on the console's button. */
  setOverlay(mark: NativeImage | null, words: string): void {
    for (const window of this.mains.values()) window.setOverlayIcon(mark, words);
  }

  /** Told at once, whether the page listens yet or not. @param event what a window of that server shows. */
  async lock(event: (serverUrl: string) => Promise<ConsoleLock | null>): Promise<void> {
    for (const { webContents } of this.all()) {
      webContents.closeDevTools();
      const shown = await event(this.serverOf(webContents));
      if (shown && !webContents.isDestroyed()) webContents.send(EVENT_CHANNEL, 'lock', shown);
    }
  }

  /** What has waited behind the lock is told now, in windows that are open again. */
  unlock(): void {
    for (const { webContents } of this.all()) {
      if (this.isLocked(webContents)) continue;
      webContents.send(EVENT_CHANNEL, 'unlocked', null);
      if (this.listening.has(webContents.id)) this.listen(webContents);
    }
  }

  flash(isFlashing: boolean): void {
    this.mains.get(this.front ?? '')?.flashFrame(isFlashing);
  }

  /** What comes from now on waits for the new page: the old one may not get to it. */
  reloadFocused(): void {
    const contents = BrowserWindow.getFocusedWindow()?.webContents;
    if (!contents) return;
    if (this.listening.delete(contents.id)) this.reloading.add(contents.id);
    contents.reload();
  }

  applyZoom(): void {
    for (const { webContents } of this.all()) webContents.setZoomFactor(this.options.zoom());
  }

  private all(): BrowserWindow[] {
    return [...this.mains.values(), ...this.threads.values()];
  }

  /** A page that does not listen yet hears it when it does: every answer to a notice, and the last of all else. */
  private tell(window: BrowserWindow, name: DesktopEventName, event: unknown): void {
    const { webContents } = window;
    if (this.listening.has(webContents.id) && !(this.isLocked(webContents) && name === 'open')) {
      webContents.send(EVENT_CHANNEL, name, event);
      return;
    }
    const waiting = (this.waiting.get(webContents.id) ?? []).filter(
      ([known]) => known === 'reply' || known !== name,
    );
    this.waiting.set(webContents.id, [...waiting, [name, event]]);
  }

  /** In the place of the one before, which stays connected behind it. */
  private bringForward(serverUrl: string, window: BrowserWindow): void {
    const before = this.front === null || this.front === serverUrl ? undefined : this.mains.get(this.front);
    this.front = serverUrl;
    if (before) {
      window.setBounds(before.getNormalBounds());
      if (before.isMaximized()) window.maximize();
    }
    if (window.isMinimized()) window.restore();
    // One that has not drawn yet shows itself as soon as it has.
    if (this.drawn.has(window.webContents.id)) {
      window.show();
      window.focus();
    } else this.hidden.delete(window.webContents.id);
    before?.hide();
  }

  /** Another server's page in the same window. */
  private show(window: BrowserWindow, serverUrl: string): void {
    const { id } = window.webContents;
    this.owners.set(id, serverUrl);
    this.routes.set(id, '/');
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
      // What shows before the page has drawn: its own background, never white in the dark.
      backgroundColor: '#0f1514',
      webPreferences: { ...guardedPreferences, spellcheck: true, devTools: options.allowDevTools() },
    });
    const { webContents } = window;
    const { id } = webContents;
    this.owners.set(id, serverUrl);
    this.routes.set(id, route);
    if (isHidden) this.hidden.add(id);
    if (isMaximised) window.maximize();
    window.once('ready-to-show', () => {
      webContents.setZoomFactor(options.zoom());
      this.drawn.add(id);
      if (!this.hidden.delete(id)) window.show();
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
      // Those behind it were asked about with the one in front.
      const isBehind = kind === 'main' && this.mains.get(this.front ?? '') !== window;
      if (!isBehind && !options.mayClose(window, kind)) event.preventDefault();
    });
    webContents.on('will-prevent-unload', (event) => {
      // Preventing what prevents it: the page is left.
      if (options.mayLeaveUnsaved(window)) {
        event.preventDefault();
        return;
      }
      if (this.reloading.delete(id)) this.listen(webContents);
      if (kind === 'main') this.front ??= this.serverOf(webContents);
    });
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      // Loaded anew, by the menu or after a crash: what comes meanwhile waits.
      this.listening.delete(id);
      this.reloading.delete(id);
      this.drafts.delete(id);
    });
    window.on('closed', () => {
      for (const [server, main] of this.mains) if (main === window) this.leaveMain(server);
      for (const known of [this.routes, this.owners, this.drawn, this.hidden]) known.delete(id);
      this.listening.delete(id);
      this.waiting.delete(id);
      this.drafts.delete(id);
    });
    let goneAt = 0;
    webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
      options.log(`a window's page is gone: ${reason}, ${exitCode}`);
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      const isAgain = Date.now() - goneAt < CRASH_PATIENCE_MS;
      goneAt = Date.now();
      // One that cannot live is not started for ever.
      if (isAgain) options.log('it went again at once, and is left alone');
      else webContents.reload();
    });
    webContents.on('devtools-opened', () => {
      if (this.isLocked(webContents)) webContents.closeDevTools();
    });
    void window.loadURL(`${originOf(serverUrl || null)}/`);
    return window;
  }

  /** A main window is gone; the one in front takes those behind it along. */
  private leaveMain(serverUrl: string): void {
    this.mains.delete(serverUrl);
    if (this.front !== serverUrl) return;
    this.front = null;
    for (const window of this.mains.values()) window.close();
  }
}

/** The origin of the page that these contents show; empty before there is one. */
const originShown = (contents: WebContents) => /^[a-z]+:\/\/[^/]*/.exec(contents.getURL())?.[0] ?? '';

/**
 * What every window keeps to: it shows the console's own page of its server and nothing else, in no frame either. A link to the
 * page's own paths opens in the main window; harmless links that lead out, and those to what the server itself sends, are
 * opened by the system.
 *
 * @param serverOf whose page these contents show; '' for nobody's
 */
export function guardContents(
  contents: WebContents,
  serverOf: (contents: WebContents) => string,
  openRoute: (contents: WebContents, route: string) => void,
): void {
  const leave = (address: string) => {
    // A saved server may be one of the office's network, without https.
    const atServer = addressAtServer(address, originShown(contents), serverOf(contents));
    if (atServer) void shell.openExternal(atServer);
    else if (isSafeExternalLink(address)) void shell.openExternal(address);
  };
  contents.on('will-navigate', (event) => {
    if (isOwnPage(event.url, originShown(contents))) return;
    event.preventDefault();
    leave(event.url);
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
    else leave(url);
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
