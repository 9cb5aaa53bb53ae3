import path from 'node:path';
import { BrowserWindow, clipboard, Menu, screen, shell, type WebContents } from 'electron';
import type { DesktopEventName } from '#shared/contracts/desktop.ts';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { english } from '#shared/messages.ts';
import { EVENT_CHANNEL } from '../channels.ts';
import { buildContextMenu } from './contextMenu.ts';
import type { JsonFile } from './jsonFile.ts';
import { APP_ORIGIN, isOwnPage, isSafeExternalLink } from './trustedUrl.ts';
import { clampToScreens, MIN_HEIGHT, MIN_WIDTH, type WindowPlace } from './windowState.ts';

export interface WindowsOptions {
  allowDevTools(): boolean;
  zoom(): number;
  /** Remembered places: the main window's, and the one threads open at. */
  places: { main: JsonFile<WindowPlace>; thread: JsonFile<WindowPlace> };
  /** Whether closing the main window only hides it. */
  hidesOnClose(): boolean;
  /** Asks before a window closes. @returns whether it may. */
  mayClose(window: BrowserWindow, kind: WindowKind): boolean;
  /** Asks before edits that were not saved are left. @returns whether they may be. */
  mayLeaveUnsaved(window: BrowserWindow): boolean;
  focused(): void;
}

export type WindowKind = 'main' | 'thread';

/** The console's windows: the main one, and a small one for each thread that was popped out. */
export class ConsoleWindows {
  private main: BrowserWindow | null = null;
  private readonly threads = new Map<string, BrowserWindow>();
  /** Where each window begins; its page asks once it runs. */
  private readonly routes = new Map<number, string>();
  /** Contents whose page has said that it listens. */
  private readonly listening = new Set<number>();
  private readonly waiting = new Map<number, [DesktopEventName, unknown][]>();
  /** How many half-written messages each page holds. */
  private readonly drafts = new Map<number, number>();
  /** Pages that are asked to load anew, and listened until then. */
  private readonly reloading = new Set<number>();
  /** While another server's page takes the place of this one's. */
  private onStayed: (() => void) | null = null;

  constructor(private readonly options: WindowsOptions) {}

  /** Opens the main window, or the one there is, at a path of the page. */
  open(route: string | null, { isHidden = false } = {}): void {
    if (!this.main) {
      this.main = this.create('main', route ?? '/', isHidden);
      this.main.on('closed', () => {
        this.main = null;
      });
      return;
    }
    if (this.main.isMinimized()) this.main.restore();
    this.main.show();
    this.main.focus();
    if (route) this.tell(this.main, 'open', route);
  }

  openThread(conversationId: number): void {
    const route = `/conversations/${conversationId}`;
    const known = this.threads.get(route);
    if (known) {
      known.show();
      known.focus();
      return;
    }
    const window = this.create('thread', route, false);
    this.threads.set(route, window);
    window.on('closed', () => this.threads.delete(route));
  }

  /** The thread of this path is open in a window that somebody looks at. */
  isLookedAt(route: string): boolean {
    return this.threads.get(route)?.isFocused() ?? false;
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
    for (const [name, event] of this.waiting.get(contents.id) ?? [])
      contents.send(EVENT_CHANNEL, name, event);
    this.waiting.delete(contents.id);
  }

  setDrafts(contents: WebContents, count: number): void {
    this.drafts.set(contents.id, count);
  }

  /** How many half-written messages there are, in one window or in all. */
  countDrafts(window?: BrowserWindow): number {
    const windows = window ? [window] : this.all();
    return windows.reduce((sum, { webContents }) => sum + (this.drafts.get(webContents.id) ?? 0), 0);
  }

  tellMain<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    if (!this.main) this.open(null, { isHidden: true });
    if (this.main) this.tell(this.main, name, event);
  }

  tellAll<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    for (const window of this.all()) this.tell(window, name, event);
  }

  tellFocused<Name extends DesktopEventName>(name: Name, event: DesktopEvent<Name>): void {
    const focused = BrowserWindow.getFocusedWindow();
    if (focused) this.tell(focused, name, event);
  }

  flash(isFlashing: boolean): void {
    this.main?.flashFrame(isFlashing);
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

  /**
   * Another server was chosen: nothing of the first one stays on a screen.
   * @param onStayed called when its page holds unsaved edits and the person would rather stay.
   */
  reload(onStayed: () => void): void {
    if (!this.main) return;
    const { webContents } = this.main;
    const stop = () => {
      this.onStayed = null;
      webContents.off('did-finish-load', finish);
    };
    const finish = () => {
      stop();
      for (const window of this.threads.values()) window.destroy();
    };
    webContents.once('did-finish-load', finish);
    this.onStayed = () => {
      stop();
      onStayed();
    };
    const before = this.routeFor(webContents);
    this.routes.set(webContents.id, '/');
    this.main.loadURL(`${APP_ORIGIN}/`).catch(() => this.routes.set(webContents.id, before));
  }

  private all(): BrowserWindow[] {
    return this.main ? [this.main, ...this.threads.values()] : [...this.threads.values()];
  }

  /** A page that does not listen yet hears it when it does: every answer to a notice, and the last of all else. */
  private tell(window: BrowserWindow, name: DesktopEventName, event: unknown): void {
    const { webContents } = window;
    if (this.listening.has(webContents.id)) {
      webContents.send(EVENT_CHANNEL, name, event);
      return;
    }
    const waiting = (this.waiting.get(webContents.id) ?? []).filter(
      ([known]) => known === 'reply' || known !== name,
    );
    this.waiting.set(webContents.id, [...waiting, [name, event]]);
  }

  private create(kind: WindowKind, route: string, isHidden: boolean): BrowserWindow {
    const { options } = this;
    const memory = options.places[kind];
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea);
    const { isMaximised, ...bounds } = clampToScreens(memory.read(), screens);
    const window = new BrowserWindow({
      ...bounds,
      minWidth: MIN_WIDTH,
      minHeight: MIN_HEIGHT,
      title: english('Silong'),
      show: false,
      // What shows before the page has drawn: its own background, never white in the dark.
      backgroundColor: '#0f1514',
      webPreferences: {
        preload: path.join(__dirname, '../preload/index.cjs'),
        contextIsolation: true,
        sandbox: true,
        nodeIntegration: false,
        webSecurity: true,
        spellcheck: true,
        devTools: options.allowDevTools(),
      },
    });
    const { webContents } = window;
    const { id } = webContents;
    this.routes.set(id, route);
    if (isMaximised) window.maximize();
    window.once('ready-to-show', () => {
      webContents.setZoomFactor(options.zoom());
      if (!isHidden) window.show();
    });
    window.on('focus', options.focused);
    window.on('close', (event) => {
      memory.write({ ...window.getNormalBounds(), isMaximised: window.isMaximized() });
      if (kind === 'main' && options.hidesOnClose()) {
        event.preventDefault();
        window.hide();
      } else if (!options.mayClose(window, kind)) event.preventDefault();
    });
    webContents.on('will-prevent-unload', (event) => {
      // Preventing what prevents it: the page is left.
      if (options.mayLeaveUnsaved(window)) {
        event.preventDefault();
        return;
      }
      if (this.reloading.delete(id)) this.listen(webContents);
      if (kind === 'main') this.onStayed?.();
    });
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (!isMainFrame || isSameDocument) return;
      // Loaded anew, by the menu or after a crash: what comes meanwhile waits.
      this.listening.delete(id);
      this.reloading.delete(id);
      this.drafts.delete(id);
    });
    window.on('closed', () => {
      this.routes.delete(id);
      this.listening.delete(id);
      this.waiting.delete(id);
      this.drafts.delete(id);
    });
    webContents.on('found-in-page', (_event, { activeMatchOrdinal, matches }) =>
      this.tell(window, 'foundMatches', { active: activeMatchOrdinal, total: matches }),
    );
    void window.loadURL(`${APP_ORIGIN}/`);
    return window;
  }
}

/**
 * What every window keeps to: it shows the console's own page and nothing else. A link to the page's own paths opens
 * in the main window; harmless links that lead out are opened by the system.
 */
export function guardContents(contents: WebContents, openRoute: (route: string) => void): void {
  const leave = (address: string) => {
    if (isSafeExternalLink(address)) void shell.openExternal(address);
  };
  contents.on('will-navigate', (event, address) => {
    if (isOwnPage(address, APP_ORIGIN)) return;
    event.preventDefault();
    leave(address);
  });
  contents.on('will-redirect', (event, address) => {
    if (!isOwnPage(address, APP_ORIGIN)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (isOwnPage(url, APP_ORIGIN)) openRoute(url.slice(APP_ORIGIN.length));
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
