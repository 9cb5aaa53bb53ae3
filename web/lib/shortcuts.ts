import { useEffect, useEffectEvent } from 'react';
import { isMac, matchPresses, SEQUENCE_MS, writePress } from './shortcutKeys.ts';
import { createStore } from './store.ts';

export interface Shortcut {
  /** See shortcutKeys.ts. */
  keys: string;
  /** What it does, as the list of shortcuts says it. */
  label: string;
  /** The heading it stands under there. */
  group: string;
  run(): void;
}

/** Those in force, in the order they came. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Of two with the same keys the one that came last is in force. @returns takes it away again. */
export function registerShortcut(shortcut: Shortcut): () => void {
  shortcuts.set([...shortcuts.get(), shortcut]);
  return () => shortcuts.set(shortcuts.get().filter((other) => other !== shortcut));
}

/** In force while the component is shown, unless `isEnabled` is false. */
export function useShortcut({
  keys,
  label,
  group,
  run,
  isEnabled = true,
}: Shortcut & { isEnabled?: boolean }): void {
  const runNow = useEffectEvent(run);
  useEffect(() => {
    if (!isEnabled) return;
    return registerShortcut({ keys, label, group, run: () => runNow() });
  }, [keys, label, group, isEnabled]);
}

/** Listens for the shortcuts' keys. @returns ends it. */
export function listenToShortcuts(): () => void {
  let presses: string[] = [];
  let lastAt = 0;

  function onKeyDown(event: KeyboardEvent): void {
    const press = event.repeat || event.isComposing || event.defaultPrevented ? null : writePress(event);
    if (!press || isMeantForSomethingElse(event)) {
      presses = [];
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
    } else if (!meaning) presses = [];
  }

  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}

/** Letters belong to the field they are typed in, and every key to the dialog that is open (a lock may be one). */
function isMeantForSomethingElse({ target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isTyped =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  // On a Mac Ctrl is for editing text.
  const isCommand = metaKey || (ctrlKey && !(isMac() && isTyped));
  return (isTyped && !isCommand) || isDialogOpen();
}

function isDialogOpen(): boolean {
  const dialogs = document.querySelectorAll('dialog:modal, [role="dialog"][aria-modal="true"]');
  return [...dialogs].some((dialog) => dialog.getClientRects().length > 0);
}
