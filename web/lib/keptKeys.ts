import { useEffect, useEffectEvent } from 'react';
import { isMac } from './shortcutKeys.ts';
import { createStore, useStore } from './store.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A key that follows a letter so soon belongs to a word, not to a command. In ms, like all times here. */
const WORD_MS = 500;
/** After kept keys were dropped: eyes on the keyboard have not seen yet that no field came. */
const DROPPED_MS = 2_000;

export const FIELDS = 'input, textarea, select';

/** Fields that a key opens, by name, where they are named in one part and drawn in another. */
export const PALETTE_FIELD = 'palette';
export const DIALOG_FIELD = 'first field of a dialog';

/** The name of the field that the keys are kept for; null: they are not. */
const wanted = createStore<string | null>(null);
let kept: string[] = [];
let isListening = false;
let isGiving = false;
/** Until then keys outside of fields belong to a word; on the clock of events. */
let wordUntil = 0;

const clock = () => new Event('clock').timeStamp;

/** Whether letters go into it. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

/**
 * Keeps what is typed from now on for the field of this name, wherever the focus is meanwhile: `useKeptKeys` gives it to the
 * field. Escape and a press of the pointer give it up.
 */
export function keepKeys(field: string): void {
  if (!isListening) return;
  // A key that is given to one field may open another one: the rest belongs there.
  if (!isGiving) kept = [];
  wanted.set(field);
}

function stop(until: number): void {
  kept = [];
  wordUntil = until;
  if (wanted.get() !== null) wanted.set(null);
}

/** What is kept for these fields has none any more. */
export function dropKeys(fields: readonly string[]): void {
  if (fields.includes(wanted.get() ?? '')) stop(wordUntil);
}

/**
 * Gives a field what was kept for it, in order, and the focus, as soon as it is drawn.
 *
 * @param find the field, in the page
 * @param isReady whether it can be written in
 * @param isReplacing what stands in it is selected, so that what is typed takes its place
 */
export function useKeptKeys(
  field: string,
  find: () => TextField | null | undefined,
  { isReady = true, isReplacing = false } = {},
): void {
  const isWanted = useStore(wanted, (name) => name === field);
  const take = useEffectEvent(() => {
    const element = find();
    if (element && wanted.get() === field) give(field, element, isReplacing);
  });
  useEffect(() => {
    // Not within React's own work, in which a controlled field would fall back to what it showed before.
    if (isWanted && isReady) queueMicrotask(take);
  }, [isWanted, isReady]);
}

/** Drops what is kept for these fields where they cannot come. @param onDropped says so */
export function useDroppedKeys(fields: readonly string[], isHopeless: boolean, onDropped?: () => void): void {
  const isWanted = useStore(wanted, (name) => name !== null && fields.includes(name));
  const drop = useEffectEvent(() => {
    stop(clock() + DROPPED_MS);
    onDropped?.();
  });
  useEffect(() => {
    if (isWanted && isHopeless) drop();
  }, [isWanted, isHopeless]);
}

function give(name: string, field: TextField, isReplacing: boolean): void {
  field.focus();
  if (isReplacing) field.select();
  // Behind a dialog, say, nothing can have the focus.
  if (document.activeElement !== field) {
    stop(clock() + DROPPED_MS);
    return;
  }
  isGiving = true;
  try {
    while (wanted.get() === name) {
      const key = kept.shift();
      if (key === undefined) wanted.set(null);
      else if (field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
        put(field, key);
    }
  } finally {
    isGiving = false;
  }
}

/** What the browser does with a key that is pressed in a field. */
function put(field: TextField, key: string): void {
  if (key === 'Enter' && field instanceof HTMLInputElement) {
    field.form?.requestSubmit();
    return;
  }
  const { selectionStart: start, selectionEnd: end, value, maxLength } = field;
  if (start === null || end === null) return;
  const text = key === 'Enter' ? '\n' : key === 'Backspace' ? '' : key;
  const before = [...value.slice(0, start)];
  const from = key === 'Backspace' && start === end ? start - (before.at(-1)?.length ?? 0) : start;
  if (maxLength >= 0 && text !== '' && value.length - (end - from) + text.length > maxLength) return;
  field.setRangeText(text, from, end, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

/** Keys that move in a text or change it, besides what is typed. */
const EDITING = /^(Enter|Backspace|Delete|Tab|Home|End|Page(Up|Down)|Arrow\w+|Dead)$/;
const KEPT = /^(Enter|Backspace)$/;
const MODIFIERS = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

function isTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ([...key].length !== 1) return false;
  return event.getModifierState('AltGraph') || !(ctrlKey || metaKey || (altKey && !isMac()));
}

/**
 * Hears every press first: keeps it for the field that is on its way, or swallows it as a part of a word that goes on
 * outside of any field.
 */
function hear(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  if (isGiving || event.isComposing || MODIFIERS.test(key)) return;
  const isText = isTyped(event);
  const isEditing = EDITING.test(key) && !event.ctrlKey && !event.metaKey && !event.altKey;
  const swallow = () => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  if (key === 'Escape') stop(0);
  else if (wanted.get() !== null) {
    if (!isText && !isEditing) return;
    if (isText || KEPT.test(key)) kept.push(key);
    swallow();
  } else if (isField(target)) {
    // Taken away in the middle of a word, it leaves the rest of it to the page.
    if (isText) wordUntil = timeStamp + WORD_MS;
    else if (key !== 'Backspace') wordUntil = 0;
  } else if (!isText && !KEPT.test(key)) wordUntil = 0;
  else if (timeStamp < wordUntil) {
    wordUntil = Math.max(wordUntil, timeStamp + WORD_MS);
    swallow();
  }
}

/** A letter that is no command begins a word, or goes on with one. */
export function beginWord(event: KeyboardEvent): void {
  if (!event.defaultPrevented && !event.repeat && isTyped(event) && /\p{L}/u.test(event.key))
    wordUntil = Math.max(wordUntil, event.timeStamp + WORD_MS);
}

/** Listens before all others. @returns ends it. */
export function listenToTyping(): () => void {
  const onPointerDown = () => stop(0);
  isListening = true;
  window.addEventListener('keydown', hear, true);
  window.addEventListener('pointerdown', onPointerDown, true);
  return () => {
    window.removeEventListener('keydown', hear, true);
    window.removeEventListener('pointerdown', onPointerDown, true);
    isListening = false;
    stop(0);
  };
}
