import { useEffectEvent, useLayoutEffect } from 'react';
import { beginWord, isField, listenToTyping } from './keptKeys.ts';
import { isMac, matchPresses, SEQUENCE_MS, writePress } from './shortcutKeys.ts';
import { createStore } from './store.ts';

export interface Shortcut {
  /** See shortcutKeys.ts. */
  keys: string;
  /** What it does, as the list of shortcuts says it. */
  label: string;
  /** The heading it stands under there. */
  group: string;
  /** Runs on and on while its key is held down; else once. */
  mayRepeat?: boolean;
  run(): void;
}

/** Those in force, in the order they came. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Whether keys do something without Ctrl or ⌘: whoever speaks to the computer says such letters by accident. */
export const singleKeys = createStore(true, {
  area: 'localStorage',
  key: 'silong_single_keys',
  read: (stored) => stored !== false,
});

/** Without those that another with the same keys, which came later, takes the place of. */
export const inForce = (known: readonly Shortcut[]): Shortcut[] =>
  known.filter((shortcut, at) => !known.slice(at + 1).some(({ keys }) => keys === shortcut.keys));

/** Of two with the same keys the one that came last is in force. @returns takes it away again. */
export function registerShortcut(shortcut: Shortcut): () => void {
  shortcuts.set([...shortcuts.get(), shortcut]);
  return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
}

/** In force as soon as the component is shown and as long as it is, unless `isEnabled` is false. */
export function useShortcut({
  keys,
  label,
  group,
  run,
  mayRepeat = false,
  isEnabled = true,
}: Shortcut & { isEnabled?: boolean }): void {
  const runNow = useEffectEvent(run);
  useLayoutEffect(() => {
    if (!isEnabled) return;
    return registerShortcut({ keys, label, group, mayRepeat, run: () => runNow() });
  }, [keys, label, group, mayRepeat, isEnabled]);
}

/** Listens for the shortcuts' keys; a word that is typed is none of them (see keptKeys.ts). @returns ends it. */
export function listenToShortcuts(): () => void {
  let presses: string[] = [];
  let lastAt = 0;

  function onKeyDown(event: KeyboardEvent): void {
    const press = event.isComposing || event.defaultPrevented ? null : writePress(event);
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
      // What began no sequence may begin the next one.
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

/** Whether a key that is held down goes on with what it does. */
function isHeldOn(press: string): boolean {
  return shortcuts.get().findLast(({ keys }) => keys === press)?.mayRepeat ?? false;
}

/** What Enter and the arrows are for where they have the focus. */
const CONTROLS = 'a[href], button, summary, [role="menuitem"], [role="tab"], [role="separator"]';
const steeringKeys = new Set(['enter', 'up', 'down', 'left', 'right']);

/**
 * Letters belong to the field or the menu they are typed in, Enter and arrows to the control that has the focus, and every
 * key to the dialog that is open (a lock may be one). Escape leaves a field.
 */
function isMeantForSomethingElse({ target, ctrlKey, metaKey }: KeyboardEvent, press: string): boolean {
  const element = target instanceof HTMLElement ? target : null;
  const isTyped = isField(element);
  // On a Mac Ctrl is for editing text.
  const isCommand = metaKey || (ctrlKey && !(isMac() && isTyped));
  const isOfMenu = press.length === 1 && element !== null && element.closest('[role="menu"]') !== null;
  const isSteering = steeringKeys.has(press) && element !== null && element.closest(CONTROLS) !== null;
  return (isTyped && !isCommand && press !== 'escape') || isOfMenu || isSteering || isDialogOpen();
}

function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog:modal, [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0);
}
