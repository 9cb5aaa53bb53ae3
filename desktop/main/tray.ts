import path from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import type { ConsoleWindows } from './windows.ts';
import { t } from './words.ts';

interface TrayActions {
  open(route: string | null): void;
  toggleDoNotDisturb(): void;
  isDoNotDisturb(): boolean;
  quit(): void;
}

/** macOS recolours a template image for light and dark menu bars. */
const trayImage = () => (process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');

/** The tray icon with its menu; the tooltip shows the unread count. */
export function openTray(actions: TrayActions) {
  const tray = new Tray(nativeImage.createFromPath(path.join(__dirname, '../icons', trayImage())));
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
  const overlay = count > 0 ? nativeImage.createFromPath(path.join(__dirname, '../icons/overlay.png')) : null;
  windows.setOverlay(
    overlay,
    count > 0
      ? t('{count, plural, one {# unread notification} other {# unread notifications}}', { count })
      : '',
  );
}
