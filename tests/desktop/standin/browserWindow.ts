import { EventEmitter } from 'node:events';
import type { Chromium } from './devtools.ts';
import type { Schemes } from './schemes.ts';
import { type IpcHandlers, WebContents } from './webContents.ts';

interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface WindowOptions extends Partial<Bounds> {
  show?: boolean;
  title?: string;
  webPreferences?: { preload?: string } & Record<string, unknown>;
}

export interface WindowParts {
  chromium(): Chromium;
  schemes: Schemes;
  handlers: IpcHandlers;
  app: EventEmitter;
}

/** `BrowserWindow`, over the parts of this one process. */
export function createBrowserWindowClass(parts: WindowParts) {
  const all = new Set<StandinWindow>();
  let focused: StandinWindow | null = null;
  let lastId = 0;

  class StandinWindow extends EventEmitter {
    readonly id: number;
    readonly webContents: WebContents;
    readonly webPreferences: Record<string, unknown>;
    private bounds: Bounds;
    private isShown: boolean;
    private isSmall = false;
    private isLarge = false;
    private isGone = false;
    isFlashing = false;

    constructor(options: WindowOptions = {}) {
      super();
      lastId += 1;
      this.id = lastId;
      const { x = 40, y = 40, width = 800, height = 600, webPreferences = {} } = options;
      this.bounds = { x, y, width, height };
      this.isShown = options.show !== false;
      this.webPreferences = webPreferences;
      this.webContents = new WebContents(
        {
          chromium: parts.chromium(),
          schemes: parts.schemes,
          handlers: parts.handlers,
          preload: webPreferences.preload,
          size: { width, height },
        },
        () => undefined,
      );
      this.webContents.once('did-finish-load', () => this.emit('ready-to-show'));
      all.add(this);
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

    async loadURL(url: string): Promise<void> {
      await this.webContents.load(url);
    }

    show(): void {
      this.isShown = true;
      this.emit('show');
      this.focus();
    }

    hide(): void {
      this.isShown = false;
      if (focused === this) focused = null;
      this.emit('hide');
    }

    focus(): void {
      focused = this;
      this.emit('focus');
    }

    blur(): void {
      if (focused === this) focused = null;
      this.emit('blur');
    }

    minimize(): void {
      this.isSmall = true;
      this.blur();
    }

    restore(): void {
      this.isSmall = false;
    }

    maximize(): void {
      this.isLarge = true;
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

    isDestroyed(): boolean {
      return this.isGone;
    }

    getBounds(): Bounds {
      return { ...this.bounds };
    }

    getNormalBounds(): Bounds {
      return { ...this.bounds };
    }

    setBounds(bounds: Partial<Bounds>): void {
      Object.assign(this.bounds, bounds);
    }

    flashFrame(isFlashing: boolean): void {
      this.isFlashing = isFlashing;
    }

    close(): void {
      let isStopped = false;
      this.emit('close', {
        preventDefault: () => {
          isStopped = true;
        },
      });
      if (!isStopped) this.destroy();
    }

    destroy(): void {
      if (this.isGone) return;
      this.isGone = true;
      all.delete(this);
      if (focused === this) focused = null;
      this.webContents.end();
      this.emit('closed');
      if (all.size === 0) parts.app.emit('window-all-closed');
    }
  }
  return StandinWindow;
}
