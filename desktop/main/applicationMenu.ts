import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { t } from './words.ts';

type EditFlags = Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>;

export interface MenuOptions {
  isMac: boolean;
  allowDevTools: boolean;
  command(name: DesktopEvent<'command'>): void;
  zoom(change: 1 | -1 | 0): void;
  print(): void;
  /** Loads the window in front anew. */
  reload(): void;
  lock(): void;
  quit(): void;
}

/** Electron has words of its own for what the system does, in English alone. */
export const clipboardItems = (can?: EditFlags): MenuItemConstructorOptions[] => [
  { role: 'cut', label: t('Cut'), enabled: can?.canCut ?? true },
  { role: 'copy', label: t('Copy'), enabled: can?.canCopy ?? true },
  { role: 'paste', label: t('Paste'), enabled: can?.canPaste ?? true },
  { role: 'selectAll', label: t('Select All'), enabled: can?.canSelectAll ?? true },
];

/** The application's menu: what the page offers, where people of each system look for it. */
export function buildApplicationMenu(options: MenuOptions): MenuItemConstructorOptions[] {
  const { isMac, allowDevTools, command, zoom } = options;
  const settings: MenuItemConstructorOptions = {
    label: t('Console Settings…'),
    accelerator: 'CmdOrCtrl+,',
    click: () => command('settings'),
  };
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const quit: MenuItemConstructorOptions = {
    label: isMac ? t('Quit Silong') : t('Quit'),
    accelerator: 'CmdOrCtrl+Q',
    click: options.quit,
  };
  return [
    ...(isMac
      ? [
          {
            label: t('Silong'),
            submenu: [
              { role: 'about', label: t('About Silong') },
              separator,
              settings,
              separator,
              { role: 'hide', label: t('Hide Silong') },
              { role: 'hideOthers', label: t('Hide Others') },
              separator,
              quit,
            ] satisfies MenuItemConstructorOptions[],
          },
        ]
      : []),
    {
      label: t('File'),
      submenu: [
        { label: t('New Property'), accelerator: 'CmdOrCtrl+N', click: () => command('new-property') },
        { label: t('Save Page as PDF…'), accelerator: 'CmdOrCtrl+P', click: options.print },
        separator,
        { label: t('Lock Silong'), accelerator: 'CmdOrCtrl+Shift+L', click: options.lock },
        separator,
        ...(isMac ? [{ role: 'close' as const, label: t('Close Window') }] : [settings, separator, quit]),
      ],
    },
    {
      label: t('Edit'),
      submenu: [
        { role: 'undo', label: t('Undo') },
        { role: 'redo', label: t('Redo') },
        separator,
        ...clipboardItems(),
        separator,
        { label: t('Find…'), accelerator: 'CmdOrCtrl+F', click: () => command('find') },
        { label: t('Search Silong…'), accelerator: 'CmdOrCtrl+K', click: () => command('palette') },
      ],
    },
    {
      label: t('View'),
      submenu: [
        { label: t('Reload'), accelerator: 'CmdOrCtrl+R', click: options.reload },
        separator,
        { label: t('Zoom In'), accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        { label: t('Zoom Out'), accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        { label: t('Actual Size'), accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        separator,
        { role: 'togglefullscreen', label: t('Full Screen') },
        ...(allowDevTools ? [{ role: 'toggleDevTools' as const, label: t('Developer Tools') }] : []),
      ],
    },
    {
      role: 'windowMenu',
      label: t('Window'),
      submenu: [
        { role: 'minimize', label: t('Minimize') },
        { role: 'zoom', label: t('Zoom') },
        ...(isMac
          ? [separator, { role: 'front' as const, label: t('Bring All to Front') }]
          : [{ role: 'close' as const, label: t('Close Window') }]),
      ],
    },
    {
      label: t('Help'),
      submenu: [{ label: t('Keyboard Shortcuts'), click: () => command('shortcuts') }],
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
