import path from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import { english } from '#shared/messages.ts';

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
  const refresh = () =>
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: english('Open Silong'), click: () => actions.open(null) },
        { label: english('Inbox'), click: () => actions.open('/desk') },
        { type: 'separator' },
        {
          label: english('Do Not Disturb'),
          type: 'checkbox',
          checked: actions.isDoNotDisturb(),
          click: actions.toggleDoNotDisturb,
        },
        { type: 'separator' },
        { label: english('Quit Silong'), click: actions.quit },
      ]),
    );
  tray.on('click', () => actions.open(null));
  const setCount = (count: number) =>
    tray.setToolTip(
      count === 0
        ? english('Silong')
        : english('Silong: {count, plural, one {# unread notification} other {# unread notifications}}', {
            count,
          }),
    );
  setCount(0);
  refresh();
  return { setCount, refresh };
}
