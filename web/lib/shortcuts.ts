import { useEffectEvent, useLayoutEffect } from 'react';
import { t } from './i18n.tsx';
import { isComposing } from './isComposing.ts';
import { beginWord, isField, isMac, listenToTyping } from './keptKeys.ts';
import { createStore } from './store.ts';

export interface Shortcut {
  /** A press ('n', '?', 'enter', 'mod+k') or a sequence ('g p'); 'mod' is ⌘ on a Mac and Ctrl elsewhere. */
  keys: string;
  /** Its description in the list of shortcuts. */
  label: string;
  /** Its heading in that list. */
  group: string;
  /** Repeats while the key is held down. */
  mayRepeat?: boolean;
  run(): void;
}

/** Active shortcuts, in the order of their registration. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Whether shortcuts without Ctrl or ⌘ are on; voice control triggers such letters by accident. */
export const singleKeys = createStore(true, {
  area: 'localStorage',
  key: 'silong_single_keys',
  read: (stored) => stored !== false,
});

/** The active shortcuts without those that a later one with the same keys overrides. */
export const inForce = (known: readonly Shortcut[]): Shortcut[] =>
  known.filter((shortcut, at) => !known.slice(at + 1).some(({ keys }) => keys === shortcut.keys));

/** Registers a shortcut, which overrides earlier ones with the same keys. @returns unregisters. */
export function registerShortcut(shortcut: Shortcut): () => void {
  shortcuts.set([...shortcuts.get(), shortcut]);
  return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
}

/** Registers a shortcut while the component is mounted and `isEnabled` is not false. */
export function useShortcut(props: Shortcut & { isEnabled?: boolean }): void {
  const { keys, label, group, run, mayRepeat = false, isEnabled = true } = props;
  const runNow = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!isEnabled) return;
    return registerShortcut({ keys, label, group, mayRepeat, run: () => runNow() });
  }, [keys, label, group, mayRepeat, isEnabled]);
}

/** Longest time between two presses of a sequence. */
const SEQUENCE_MS = 1_200;

/** Listens for the shortcuts' keys; typed words are ignored (see keptKeys.ts). @returns stops. */
export function listenToShortcuts(): () => void {
  let presses: string[] = [];
  let lastAt = 0;

  function onKeyDown(event: KeyboardEvent): void {
    const press = isComposing(event) || event.defaultPrevented ? null : writePress(event);
    const isOff = press?.length === 1 && !singleKeys.get();
    if (!press || isOff || isMeantForSomethingElse(event, press) || (event.repeat && !isHeldOn(press))) {
      presses = [];
      beginWord(event);
      return;
    }
    presses = event.timeStamp - lastAt > SEQUENCE_MS ? [press] : [...presses, press];
    lastAt = event.timeStamp;
    const known = shortcuts.get().map(({ keys }) => keys);
    let meaning = matchPresses(presses, known);
    if (!meaning && presses.length > 1) {
      // A press that does not continue a sequence may begin another one.
      presses = [press];
      meaning = matchPresses(presses, known);
    }
    if (meaning === 'whole') {
      event.preventDefault();
      const keys = presses.join(' ');
      presses = [];
      shortcuts
        .get()
        .findLast((shortcut) => shortcut.keys === keys)
        ?.run();
    } else if (!meaning) {
      presses = [];
      beginWord(event);
    }
  }

  const endTyping = listenToTyping();
  window.addEventListener('keydown', onKeyDown);
  return () => {
    endTyping();
    window.removeEventListener('keydown', onKeyDown);
  };
}

/** Whether a held key repeats its shortcut. */
function isHeldOn(press: string): boolean {
  return shortcuts.get().findLast(({ keys }) => keys === press)?.mayRepeat ?? false;
}

/** Elements that handle Enter and arrow keys themselves. */
const CONTROLS = 'a[href], button, summary, [role="menuitem"], [role="tab"], [role="separator"]';
const steeringKeys = new Set(['enter', 'up', 'down', 'left', 'right']);

/** Letters go to a focused field or menu, Enter and arrows to a focused control, all keys to a dialog. */
function isMeantForSomethingElse({ target, ctrlKey, metaKey }: KeyboardEvent, press: string): boolean {
  const element = target instanceof HTMLElement ? target : null;
  const isTyped = isField(element);
  // On a Mac, Ctrl combinations edit text.
  const isCommand = metaKey || (ctrlKey && !(isMac() && isTyped));
  const isOfMenu = press.length === 1 && element !== null && element.closest('[role="menu"]') !== null;
  const isSteering = steeringKeys.has(press) && element !== null && element.closest(CONTROLS) !== null;
  return (isTyped && !isCommand && press !== 'escape') || isOfMenu || isSteering || isDialogOpen();
}

function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog:modal, [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0);
}

const namedKeys: Record<string, string> = {
  Enter: 'enter',
  Escape: 'escape',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'> & { shiftKey?: boolean };

/** The press in the notation of `keys`; null for keys that no shortcut uses. */
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
