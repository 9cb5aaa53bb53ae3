import { EventEmitter } from 'node:events';
import type { Application } from './application.ts';
import type { Chromium } from './devtools.ts';
import { isPrevented } from './events.ts';
import type { Schemes } from './schemes.ts';
import type { Session } from './session.ts';
import { type IpcHandlers, WebContents, type WebPreferences } from './webContents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WindowOptions extends Partial<Bounds> {
  /** Closed with the window. */
  parent?: EventEmitter;
  show?: boolean;
  title?: string;
  webPreferences?: Partial<WebPreferences>;
}

export interface WindowParts {
  chromium(): Chromium;
  schemes: Schemes;
  session: Session;
  handlers: IpcHandlers;
  app: Application;
  openExternal(url: string): void;
}

/** `BrowserWindow`, bound to the parts of this process. */
export function createBrowserWindowClass(parts: WindowParts) {
  const all = new Set<StandinWindow>();
  let focused: StandinWindow | null = null;
  let lastId = 0;
  const views = new Set<WebContents>();

  /** A view above a window's page. It is not drawn, and outlives its window unless it is closed, as in Electron. */
  class WebContentsView {
    readonly webContents: WebContents;
    private bounds: Bounds = { x: 0, y: 0, width: 0, height: 0 };

    constructor({ webPreferences = {} }: Pick<WindowOptions, 'webPreferences'> = {}) {
      this.webContents = new WebContents(
        {
          ...parts,
          chromium: parts.chromium(),
          size: { width: 400, height: 300 },
          targetId: undefined,
          openWindow: () => undefined,
        },
        webPreferences,
      );
      views.add(this.webContents);
      this.webContents.once('destroyed', () => views.delete(this.webContents));
      parts.app.emit('web-contents-created', {}, this.webContents);
    }

    setBounds(bounds: Bounds): void {
      this.bounds = { ...bounds };
    }

    getBounds(): Bounds {
      return { ...this.bounds };
    }
  }

  class StandinWindow extends EventEmitter {
    readonly id: number;
    readonly webContents: WebContents;
    private bounds: Bounds;
    private title: string;
    private isShown: boolean;
    private isSmall = false;
    private isLarge = false;
    private isFull = false;
    private isGone = false;
    isFlashing = false;
    readonly contentView = {
      children: [] as WebContentsView[],
      addChildView(view: WebContentsView) {
        this.children = [...this.children.filter((child) => child !== view), view];
      },
      removeChildView(view: WebContentsView) {
        this.children = this.children.filter((child) => child !== view);
      },
    };

    /** @param targetId target of an existing page, for a window that a page has opened. */
    constructor(options: WindowOptions = {}, targetId?: string) {
      super();
      lastId += 1;
      this.id = lastId;
      const { x = 40, y = 40, width = 800, height = 600, webPreferences = {} } = options;
      this.bounds = { x, y, width, height };
      this.title = options.title ?? '';
      this.isShown = options.show !== false;
      this.webContents = new WebContents(
        {
          ...parts,
          chromium: parts.chromium(),
          size: { width, height },
          targetId,
          openWindow: (popup, popupOptions: WindowOptions) => {
            const child = new StandinWindow({ webPreferences, ...popupOptions }, popup);
            this.webContents.emit('did-create-window', child, {});
          },
        },
        webPreferences,
      );
      this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
      this.webContents.on('unresponsive', () => this.emit('unresponsive'));
      this.webContents.once('destroyed', () => this.destroy());
      options.parent?.once('closed', () => this.destroy());
      all.add(this);
      parts.app.emit('browser-window-created', {}, this);
      parts.app.emit('web-contents-created', {}, this.webContents);
    }

    static getAllWindows(): StandinWindow[] {
      return [...all];
    }

    static getFocusedWindow(): StandinWindow | null {
      return focused;
    }

    static fromWebContents(contents: { id: number }): StandinWindow | null {
      return [...all].find(({ webContents }) => webContents.id === contents.id) ?? null;
    }

    static fromId(id: number): StandinWindow | null {
      return [...all].find((window) => window.id === id) ?? null;
    }

    async loadURL(url: string): Promise<void> {
      await this.webContents.loadURL(url);
    }

    reload(): void {
      this.webContents.reload();
    }

    show(): void {
      this.isShown = true;
      this.emit('show');
      this.focus();
    }

    showInactive(): void {
      this.isShown = true;
      this.emit('show');
    }

    hide(): void {
      this.isShown = false;
      if (focused === this) focused = null;
      this.emit('hide');
    }

    focus(): void {
      focused = this;
      this.emit('focus');
      parts.app.emit('browser-window-focus', {}, this);
    }

    blur(): void {
      if (focused === this) focused = null;
      this.emit('blur');
      parts.app.emit('browser-window-blur', {}, this);
    }

    minimize(): void {
      this.isSmall = true;
      this.blur();
      this.emit('minimize');
    }

    restore(): void {
      this.isSmall = false;
      this.emit('restore');
    }

    maximize(): void {
      this.isLarge = true;
    }

    setFullScreen(isFull: boolean): void {
      this.isFull = isFull;
      this.emit(isFull ? 'enter-full-screen' : 'leave-full-screen');
    }

    isVisible(): boolean {
      return this.isShown;
    }

    isFocused(): boolean {
      return focused === this;
    }

    isMinimized(): boolean {
      return this.isSmall;
    }

    isMaximized(): boolean {
      return this.isLarge;
    }

    isFullScreen(): boolean {
      return this.isFull;
    }

    isDestroyed(): boolean {
      return this.isGone;
    }

    setTitle(title: string): void {
      this.title = title;
    }

    getTitle(): string {
      return this.title;
    }

    getBounds(): Bounds {
      return { ...this.bounds };
    }

    getNormalBounds(): Bounds {
      return { ...this.bounds };
    }

    getContentBounds(): Bounds {
      return { ...this.bounds };
    }

    setBounds(bounds: Partial<Bounds>): void {
      Object.assign(this.bounds, bounds);
      this.emit('resize');
    }

    flashFrame(isFlashing: boolean): void {
      this.isFlashing = isFlashing;
    }

    /** Without effect; specs watch the call. */
    setOverlayIcon(_image: unknown, _description: string): void {
      if (this.isGone) throw new TypeError('Object has been destroyed');
    }

    setProgressBar(_progress: number): void {
      if (this.isGone) throw new TypeError('Object has been destroyed');
    }

    /** Closes like the close button: the application and then the page can prevent it. */
    close(): void {
      if (this.isGone) return;
      if (isPrevented(this, 'close')) {
        parts.app.windowStays();
        return;
      }
      void this.webContents.askToUnload().then((isLeaving) => {
        if (isLeaving) this.destroy();
        else parts.app.windowStays();
      });
    }

    destroy(): void {
      if (this.isGone) return;
      this.isGone = true;
      all.delete(this);
      if (focused === this) focused = null;
      this.webContents.end();
      this.emit('closed');
      if (all.size === 0) parts.app.allWindowsClosed();
    }
  }

  parts.app.windows = {
    count: () => all.size,
    closeAll() {
      for (const window of [...all]) window.close();
    },
    destroyAll() {
      for (const window of [...all]) window.destroy();
    },
  };
  return {
    BrowserWindow: StandinWindow,
    WebContentsView,
    allContents: () => [...[...all].map(({ webContents }) => webContents), ...views],
  };
}
