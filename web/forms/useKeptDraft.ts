import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readStored, writeStored } from '#web/lib/store.ts';

const WRITE_AFTER_MS = 300;

/** Storage of a draft: drafts of accounts outlive the tab, drafts of guests end with it. */
export function draftKey(name: string, userId: number | undefined): string {
  return userId === undefined ? `silong_${name}_draft_visitor` : `silong_${name}_draft_${userId}`;
}

const storageOf = (key: string) => (key.endsWith('_visitor') ? 'sessionStorage' : 'localStorage');

/** 'lost': the device could not store it. */
type DraftState = 'none' | 'kept' | 'lost';

/** Stores a draft shortly after a change, and at once when page or form closes; nothing without a key. */
export function useStoredDraft(key: string | undefined) {
  const [state, setState] = useState<DraftState>('none');
  const outcome = useRef<DraftState>('none');
  const due = useRef<(() => object | null) | null>(null);
  const isForgotten = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const keep = useCallback((): boolean => {
    clearTimeout(timer.current);
    if (key === undefined || isForgotten.current) return false;
    if (due.current) {
      const draft = due.current();
      due.current = null;
      const isWritten = writeStored(storageOf(key), key, draft ?? undefined);
      outcome.current = draft ? (isWritten ? 'kept' : 'lost') : 'none';
      setState(outcome.current);
    }
    return outcome.current !== 'lost';
  }, [key]);

  /** @param draft null: nothing to store @param isTyped input of the person, which also revives a removed draft */
  const change = useCallback(
    (draft: () => object | null, isTyped = true) => {
      if (isTyped) isForgotten.current = false;
      due.current = draft;
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, WRITE_AFTER_MS);
    },
    [keep],
  );

  const forget = useCallback(() => {
    isForgotten.current = true;
    if (key !== undefined) writeStored(storageOf(key), key, undefined);
    setState('none');
  }, [key]);

  useEffect(() => {
    isForgotten.current = false;
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keepWhenHidden);
      keep();
    };
  }, [keep]);

  return { state, change, keep, forget };
}

/** A stored draft of one text outside of a form, until it is sent. */
export function useDraftText(key: string) {
  const [text, setText] = useState(() => {
    const kept = readStored(storageOf(key), key) as { text?: unknown } | null | undefined;
    return typeof kept?.text === 'string' ? kept.text : '';
  });
  const { change, forget } = useStoredDraft(key);
  return {
    text,
    type(typed: string) {
      setText(typed);
      change(() => (typed === '' ? null : { text: typed }));
    },
    forget() {
      setText('');
      forget();
    },
  };
}

/** Stores a form's draft, with which the form opens again until it is sent. */
export function useKeptDraft<Values extends FieldValues>(
  key: string | undefined,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe' | 'formState'>,
) {
  const { getValues, reset, subscribe, formState } = form;
  const defaults = useRef(formState.defaultValues);
  defaults.current = formState.defaultValues;
  const { change, keep, forget } = useStoredDraft(key);
  useEffect(() => {
    if (key === undefined) return;
    const kept = readDraft(key, getValues());
    if (kept) reset(kept, { keepDefaultValues: true });
    const typed = () => {
      const values = getValues();
      return JSON.stringify(values) === JSON.stringify(defaults.current) ? null : values;
    };
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => change(typed, name !== undefined),
    });
  }, [key, getValues, reset, subscribe, change]);
  return { keep, forget };
}

/** The stored draft, or null if there is none or it is unreadable. Unknown fields are ignored. */
function readDraft<Values extends FieldValues>(key: string, blank: Values): Values | null {
  const stored = readStored(storageOf(key), key);
  if (typeof stored !== 'object' || stored === null) return null;
  const kept = Object.entries(stored).filter(([name, value]) => typeof value === typeof blank[name]);
  return { ...blank, ...Object.fromEntries(kept) };
}
