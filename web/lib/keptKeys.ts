import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './isComposing.ts';
import { createStore, useStore } from './store.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** A key within this time after a letter belongs to a word, not to a command. In ms, like all times here. */
const WORD_MS = 500;
/** The same after buffered keys were dropped, as the person may still be typing. */
const DROPPED_MS = 2_000;

export const FIELDS = 'input, textarea, select';

/** Names of fields that a key opens, shared by the parts that name and render them. */
export const PALETTE_FIELD = 'palette';
export const DIALOG_FIELD = 'first field of a dialog';

/** Name of the field for which keys are buffered, or null. */
const wanted = createStore<string | null>(null);
let kept: string[] = [];
let isListening = false;
let isGiving = false;
/** Until this event time, keys outside of fields belong to a word. */
let wordUntil = 0;

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

const clock = () => new Event('clock').timeStamp;

/** Whether the element accepts text. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(FIELDS));

/** Buffers keys for a field, wherever the focus is, until `useKeptKeys` takes them. Escape and a press discard them. */
export function keepKeys(field: string): void {
  if (!isListening) return;
  // A key passed to one field may open another one, which gets the rest.
  if (!isGiving) kept = [];
  wanted.set(field);
}

function stop(until: number): void {
  kept = [];
  wordUntil = until;
  if (wanted.get() !== null) wanted.set(null);
}

/** Discards the keys buffered for these fields. */
export function dropKeys(fields: readonly string[]): void {
  if (fields.includes(wanted.get() ?? '')) stop(wordUntil);
}

/** Passes buffered keys to a rendered field and focuses it. @param isReplacing selects its text first */
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
    // Not during React's rendering, which would reset a controlled field.
    if (isWanted && isReady) queueMicrotask(take);
  }, [isWanted, isReady]);
}

/** Drops the buffered keys of fields that cannot be rendered. @param onDropped shows a message */
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
  // Fields behind a dialog cannot have the focus.
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

/** Applies a key to a field like the browser does. */
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

/** Keys that edit or move in a text, besides characters. */
const EDITING = /^(Enter|Backspace|Delete|Tab|Home|End|Page(Up|Down)|Arrow\w+|Dead)$/;
const KEPT = /^(Enter|Backspace)$/;
const MODIFIERS = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/;

function isTyped(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ([...key].length !== 1) return false;
  return event.getModifierState('AltGraph') || !(ctrlKey || metaKey || (altKey && !isMac()));
}

/** Handles each key press first: buffers it for the expected field, or ignores it as part of a word typed elsewhere. */
function hear(event: KeyboardEvent): void {
  const { key, target, timeStamp } = event;
  if (isGiving || isComposing(event) || MODIFIERS.test(key)) return;
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
    // When the field is removed during a word, the rest of the word goes to the page.
    if (isText) wordUntil = timeStamp + WORD_MS;
    else if (key !== 'Backspace') wordUntil = 0;
  } else if (!isText && !KEPT.test(key)) wordUntil = 0;
  else if (timeStamp < wordUntil) {
    wordUntil = Math.max(wordUntil, timeStamp + WORD_MS);
    swallow();
  }
}

/** A letter that is no command begins or continues a word. */
export function beginWord(event: KeyboardEvent): void {
  if (!event.defaultPrevented && !event.repeat && isTyped(event) && /\p{L}/u.test(event.key))
    wordUntil = Math.max(wordUntil, event.timeStamp + WORD_MS);
}

/** Listens before all other handlers. @returns stops. */
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
