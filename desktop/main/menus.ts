import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';
import type { DesktopEvent } from '#shared/desktopBridge.ts';
import { t } from './words.ts';

type EditFlags = Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>;

interface MenuOptions {
  isMac: boolean;
  allowDevTools: boolean;
  command(name: DesktopEvent<'command'>): void;
  zoom(change: 1 | -1 | 0): void;
  print(): void;
  reload(): void;
  lock(): void;
  quit(): void;
}

/** Electron labels these roles in English only. */
const clipboardItems = (can?: EditFlags): MenuItemConstructorOptions[] => [
  { role: 'cut', label: t('Cut'), enabled: can?.canCut ?? true },
  { role: 'copy', label: t('Copy'), enabled: can?.canCopy ?? true },
  { role: 'paste', label: t('Paste'), enabled: can?.canPaste ?? true },
  { role: 'selectAll', label: t('Select All'), enabled: can?.canSelectAll ?? true },
];

/** The application menu, arranged as usual on each system. */
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

/** The next zoom factor, within 0.5 and 3. */
export function nextZoom(zoom: number, change: 1 | -1 | 0): number {
  if (change === 0) return 1;
  const next = Math.round((zoom + change * ZOOM_STEP) * 10) / 10;
  return Math.min(3, Math.max(0.5, next));
}

interface ContextMenuActions {
  replaceMisspelling(word: string): void;
  learnWord(word: string): void;
  copyText(text: string): void;
}

type Clicked = Pick<
  ContextMenuParams,
  'misspelledWord' | 'dictionarySuggestions' | 'isEditable' | 'selectionText' | 'linkURL' | 'editFlags'
>;

/** Items of the context menu: spelling first, then the clipboard. May be empty. */
export function buildContextMenu(clicked: Clicked, actions: ContextMenuActions): MenuItemConstructorOptions[] {
  const { misspelledWord, dictionarySuggestions, isEditable, selectionText, linkURL, editFlags } = clicked;
  const groups: MenuItemConstructorOptions[][] = [];
  if (isEditable && misspelledWord)
    groups.push([
      ...dictionarySuggestions.map((word) => ({
        label: word,
        click: () => actions.replaceMisspelling(word),
      })),
      { label: t('Add to Dictionary'), click: () => actions.learnWord(misspelledWord) },
    ]);
  if (isEditable) groups.push(clipboardItems(editFlags));
  else if (selectionText.trim()) groups.push([{ role: 'copy', label: t('Copy') }]);
  if (/^(https|mailto|tel):/i.test(linkURL))
    groups.push([{ label: t('Copy Link'), click: () => actions.copyText(linkURL) }]);
  return groups.flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}
