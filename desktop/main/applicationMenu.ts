import type { MenuItemConstructorOptions } from 'electron';
import type { DesktopEvent } from '#shared/desktopBridge.ts';

export interface MenuOptions {
  isMac: boolean;
  allowDevTools: boolean;
  command(name: DesktopEvent<'command'>): void;
  zoom(change: 1 | -1 | 0): void;
  print(): void;
  quit(): void;
}

/** The application's menu: what the page offers, where people of each system look for it. */
export function buildApplicationMenu(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, allowDevTools, command, zoom } = options;
  const settings: MenuItemConstructorOptions = {
    label: 'Console Settings…',
    accelerator: 'CmdOrCtrl+,',
    click: () => command('settings'),
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const quit: MenuItemConstructorOptions = {
    label: isMac ? 'Quit Silong' : 'Quit',
    accelerator: 'CmdOrCtrl+Q',
    click: options.quit,
  };
  return [
    ...(isMac
      ? [
          {
            label: 'Silong',
            submenu: [
              { role: 'about' },
              separator,
              settings,
              separator,
              { role: 'hide' },
              { role: 'hideOthers' },
              separator,
              quit,
            ] satisfies MenuItemConstructorOptions[],
          },
        ]
      : []),
    {
      label: 'File',
      submenu: [
        { label: 'New Property', accelerator: 'CmdOrCtrl+N', click: () => command('new-property') },
        { label: 'Save Page as PDF…', accelerator: 'CmdOrCtrl+P', click: options.print },
        separator,
        ...(isMac ? [{ role: 'close' as const }] : [settings, separator, quit]),
      ],
    },
    {
      label: 'Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        separator,
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
        separator,
        { label: 'Find…', accelerator: 'CmdOrCtrl+F', click: () => command('find') },
        { label: 'Search Silong…', accelerator: 'CmdOrCtrl+K', click: () => command('palette') },
      ],
    },
    {
      label: 'View',
      submenu: [
        { role: 'reload' },
        separator,
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        separator,
        { role: 'togglefullscreen' },
        ...(allowDevTools ? [{ role: 'toggleDevTools' as const }] : []),
      ],
    },
    { role: 'windowMenu' },
    {
      label: 'Help',
      submenu: [{ label: 'Keyboard Shortcuts', click: () => command('shortcuts') }],
    },
  ];
}

const ZOOM_STEP = 0.1;

/** The next step of the page's size, within what stays readable. */
export function nextZoom(zoom: number, change: 1 | -1 | 0): number {
  if (change === 0) return 1;
  const next = Math.round((zoom + change * ZOOM_STEP) * 10) / 10;
  return Math.min(3, Math.max(0.5, next));
}
