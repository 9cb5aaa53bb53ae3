import { t } from './i18n.tsx';

/**
 * Keys as they are written in code: one press ('n', '?', 'enter', 'mod+k') or several after each other ('g p').
 * 'mod' is ⌘ on a Mac and Ctrl elsewhere.
 */
export interface KeyPress {
  key: string;
  shiftKey?: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Between two presses of a sequence. */
export const SEQUENCE_MS = 1_200;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const namedKeys: Record<string, string> = {
  Enter: 'enter',
  Escape: 'escape',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The press as it is written in code; null for what no shortcut is made of. */
export function writePress({ key, shiftKey = false, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  const name = shiftKey ? undefined : namedKeys[key];
  if (altKey || key === ' ' || (key.length !== 1 && !name)) return null;
  const written = name ?? key.toLowerCase();
  return ctrlKey || metaKey ? `mod+${written}` : written;
}

/** What the presses so far mean among the known shortcuts: the whole of one, the beginning of one, or nothing. */
export function matchPresses(presses: readonly string[], known: readonly string[]): 'whole' | 'part' | null {
  const written = presses.join(' ');
  if (known.includes(written)) return 'whole';
  return known.some((keys) => keys.startsWith(`${written} `)) ? 'part' : null;
}

/** As it stands on keys: [['⌘', 'K']], [['G'], ['P']]. */
export function keyCaps(keys: string, onMac: boolean): string[][] {
  const caps: Record<string, string> = {
    mod: onMac ? '⌘' : t('Ctrl'),
    enter: t('Enter'),
    escape: t('Esc'),
    up: '↑',
    down: '↓',
    left: '←',
    right: '→',
  };
  return keys.split(' ').map((press) => press.split('+').map((part) => caps[part] ?? part.toUpperCase()));
}
