import path from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import { t } from './words.ts';

export interface TrayActions {
  open(route: string | null): void;
  toggleDoNotDisturb(): void;
  isDoNotDisturb(): boolean;
  quit(): void;
}

/** macOS draws a template itself: dark on a light bar, light on a dark one. */
const trayImage = () => (process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png');

/** The icon beside the clock: open, be left in peace, quit; its tip counts what is unread. */
export function openTray(actions: TrayActions) {
  const tray = new Tray(nativeImage.createFromPath(path.join(__dirname, '../icons', trayImage())));
  let unread = 0;
  /** As things stand, in the language that is spoken. */
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
