import { t } from './i18n.tsx';

/**
 * Keys as they are written in code: one press ('n', '?', 'mod+k') or several after each other ('g p').
 * 'mod' is ⌘ on a Mac and Ctrl elsewhere.
 */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Between two presses of a sequence. */
export const SEQUENCE_MS = 1_200;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The press as it is written in code; null for what no shortcut is made of. */
export function writePress({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey || key.length !== 1 || key === ' ') return null;
  const letter = key.toLowerCase();
  return ctrlKey || metaKey ? `mod+${letter}` : letter;
}

/** What the presses so far mean among the known shortcuts: the whole of one, the beginning of one, or nothing. */
export function matchPresses(presses: readonly string[], known: readonly string[]): 'whole' | 'part' | null {
  const written = presses.join(' ');
  if (known.includes(written)) return 'whole';
  return known.some((keys) => keys.startsWith(`${written} `)) ? 'part' : null;
}

/** As it stands on keys: [['⌘', 'K']], [['G'], ['P']]. */
export function keyCaps(keys: string, onMac: boolean): string[][] {
  return keys
    .split(' ')
    .map((press) =>
      press
        .split('+')
        .map((part) =>
          part === 'mod' ? (onMac ? '⌘' : t('Ctrl')) : part.length === 1 ? part.toUpperCase() : part,
        ),
    );
}
