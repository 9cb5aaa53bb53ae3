import { t } from './i18n.tsx';

/**
 * The notation of keys: one press ('n', '?', 'enter', 'mod+k') or a sequence ('g p').
 * 'mod' is ⌘ on a Mac and Ctrl elsewhere.
 */
export interface KeyPress {
  key: string;
  shiftKey?: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Longest time between two presses of a sequence. */
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

/** The press in this notation; null for keys that no shortcut uses. */
export function writePress({ key, shiftKey = false, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  const name = shiftKey ? undefined : namedKeys[key];
  if (altKey || key === ' ' || (key.length !== 1 && !name)) return null;
  const written = name ?? key.toLowerCase();
  return ctrlKey || metaKey ? `mod+${written}` : written;
}

/** Whether the presses so far are a shortcut, the beginning of one, or neither. */
export function matchPresses(presses: readonly string[], known: readonly string[]): 'whole' | 'part' | null {
  const written = presses.join(' ');
  if (known.includes(written)) return 'whole';
  return known.some((keys) => keys.startsWith(`${written} `)) ? 'part' : null;
}

/** Labels of the keys: [['⌘', 'K']], [['G'], ['P']]. */
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
