import path from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';

export interface TrayActions {
  open(route: string | null): void;
  toggleDoNotDisturb(): void;
  isDoNotDisturb(): boolean;
  quit(): void;
}

/** The icon beside the clock: open, be left in peace, quit; its tip counts what is unread. */
export function openTray(actions: TrayActions) {
  const tray = new Tray(nativeImage.createFromPath(path.join(__dirname, '../icons/tray.png')));
  const refresh = () =>
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Open Silong', click: () => actions.open(null) },
        { label: 'Messages', click: () => actions.open('/agent-dashboard?tab=messages') },
        { type: 'separator' },
        {
          label: 'Do Not Disturb',
          type: 'checkbox',
          checked: actions.isDoNotDisturb(),
          click: actions.toggleDoNotDisturb,
        },
        { type: 'separator' },
        { label: 'Quit Silong', click: actions.quit },
      ]),
    );
  tray.on('click', () => actions.open(null));
  const setCount = (count: number) => tray.setToolTip(count === 0 ? 'Silong' : `Silong: ${count} unread`);
  setCount(0);
  refresh();
  return { setCount, refresh };
}
