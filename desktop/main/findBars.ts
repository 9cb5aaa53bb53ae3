import { type BrowserWindow, type WebContents, WebContentsView } from 'electron';
import { type DesktopEvent, EVENT_CHANNEL } from '#shared/desktopBridge.ts';
import { originOf } from './addresses.ts';
import { guardedPreferences } from './windows.ts';

export type FindBars = ReturnType<typeof createFindBars>;

const WIDTH = 440;
const HEIGHT = 56;
const MARGIN = 12;

type Navigation = Record<'isMainFrame' | 'isSameDocument', boolean>;

interface FindBar {
  view: WebContentsView;
  window: BrowserWindow;
  /** Text of the last search: a new text starts a search, the same one goes to the next match. */
  sought: string;
}

/** The find bar of each window: a page in a view of its own, as Chromium would also find the text in an input of the page. */
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
    const publishMatches = (_event: unknown, found: { activeMatchOrdinal: number; matches: number }) => {
      const event: DesktopEvent<'foundMatches'> = { active: found.activeMatchOrdinal, total: found.matches };
      view.webContents.send(EVENT_CHANNEL, 'foundMatches', event);
    };
    const onNavigation = ({ isMainFrame, isSameDocument }: Navigation) => {
      if (isMainFrame && !isSameDocument) close(window);
    };
    const end = () => close(window);
    window.on('resize', place);
    window.on('closed', end);
    window.webContents.on('found-in-page', publishMatches);
    // A new page or a reload ends the search.
    window.webContents.on('did-start-navigation', onNavigation);
    view.webContents.once('destroyed', () => {
      if (window.isDestroyed()) return;
      window.off('resize', place);
      window.off('closed', end);
      window.webContents.off('found-in-page', publishMatches);
      window.webContents.off('did-start-navigation', onNavigation);
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
    close(sender: WebContents): void {
      const bar = barOf(sender);
      if (bar) close(bar.window);
    },
    closeAll(): void {
      for (const { window } of [...bars.values()]) close(window);
    },
  };
}
