import { type BrowserWindow, type WebContents, WebContentsView } from 'electron';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { EVENT_CHANNEL } from '../channels.ts';
import { originOf } from './trustedUrl.ts';
import { guardedPreferences } from './windows.ts';

export type FindBars = ReturnType<typeof createFindBars>;

const WIDTH = 440;
const HEIGHT = 56;
const MARGIN = 12;

interface FindBar {
  view: WebContentsView;
  window: BrowserWindow;
  /** Other words begin a search, the same ones go on with it. */
  sought: string;
}

/**
 * The bar that finds words in a window's page. It is a page of its own above that one: Chromium finds words in fields too,
 * and would find the sought ones in the bar.
 */
export function createFindBars() {
  const bars = new Map<number, FindBar>();
  const barOf = (sender: WebContents) => [...bars.values()].find(({ view }) => view.webContents === sender);

  function close(window: BrowserWindow): void {
    const bar = bars.get(window.id);
    if (!bar) return;
    bars.delete(window.id);
    if (!window.isDestroyed()) {
      window.webContents.stopFindInPage('keepSelection');
      window.contentView.removeChildView(bar.view);
      window.webContents.focus();
    }
    bar.view.webContents.close();
  }

  function create(window: BrowserWindow, serverUrl: string): void {
    const view = new WebContentsView({ webPreferences: guardedPreferences });
    bars.set(window.id, { view, window, sought: '' });
    const place = () => {
      const { width } = window.getContentBounds();
      view.setBounds({ x: Math.max(0, width - WIDTH - MARGIN), y: MARGIN, width: WIDTH, height: HEIGHT });
    };
    const tell = (_event: unknown, found: { activeMatchOrdinal: number; matches: number }) => {
      const event: DesktopEvent<'foundMatches'> = { active: found.activeMatchOrdinal, total: found.matches };
      view.webContents.send(EVENT_CHANNEL, 'foundMatches', event);
    };
    const leave = ({ isMainFrame, isSameDocument }: { isMainFrame: boolean; isSameDocument: boolean }) => {
      if (isMainFrame && !isSameDocument) close(window);
    };
    const end = () => close(window);
    window.on('resize', place);
    window.on('closed', end);
    window.webContents.on('found-in-page', tell);
    // Another page, or the same one anew: what was found there is gone.
    window.webContents.on('did-start-navigation', leave);
    view.webContents.once('destroyed', () => {
      if (window.isDestroyed()) return;
      window.off('resize', place);
      window.off('closed', end);
      window.webContents.off('found-in-page', tell);
      window.webContents.off('did-start-navigation', leave);
    });
    place();
    window.contentView.addChildView(view);
    view.webContents.focus();
    view.webContents.loadURL(`${originOf(serverUrl || null)}/`).catch(() => undefined);
  }

  return {
    isBar: (sender: WebContents) => barOf(sender) !== undefined,
    open(window: BrowserWindow, serverUrl: string): void {
      const known = bars.get(window.id);
      if (!known) {
        create(window, serverUrl);
        return;
      }
      known.view.webContents.focus();
      known.view.webContents.send(EVENT_CHANNEL, 'command', 'find');
    },
    find(sender: WebContents, text: string, forward: boolean): void {
      const bar = barOf(sender);
      if (!bar) return;
      const { webContents } = bar.window;
      if (text) webContents.findInPage(text, { forward, findNext: bar.sought !== text });
      else webContents.stopFindInPage('keepSelection');
      bar.sought = text;
    },
    /** The bar was closed by its own button. */
    leave(sender: WebContents): void {
      const bar = barOf(sender);
      if (bar) close(bar.window);
    },
    closeAll(): void {
      for (const { window } of [...bars.values()]) close(window);
    },
  };
}
