import { useCallback, useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { draftKey, listenToWords, readWords, writeWords } from '#web/lib/keptWords.ts';
import { readStoredSession } from '#web/platform/sessionStorage.ts';

const WRITE_AFTER_MS = 300;

/** The key of a draft of the person who is signed in as the form opens. */
export function useDraftKey(name: string): string {
  const [key] = useState(() => draftKey(name, readStoredSession()?.user.id));
  return key;
}

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
      const isWritten = writeWords(key, draft ?? undefined);
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
    if (key !== undefined) writeWords(key, undefined);
    setState('none');
  }, [key]);

  // Sent or forgotten in another tab: this one does not write it again by itself.
  useEffect(
    () =>
      listenToWords((changed, value) => {
        if (changed !== key || value !== undefined) return;
        clearTimeout(timer.current);
        due.current = null;
        isForgotten.current = true;
      }),
    [key],
  );

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

/** A stored draft of one text outside of a form, until it is sent. @param saved the text without a draft. */
export function useDraftText(key: string | undefined, saved = '') {
  const [typed, setTyped] = useState(() => {
    const kept = key === undefined ? null : (readWords(key) as { text?: unknown } | null | undefined);
    return typeof kept?.text === 'string' ? kept.text : null;
  });
  const { change, forget } = useStoredDraft(key);
  return {
    text: typed ?? saved,
    /** Whether it differs from what is saved, as far as this field knows. */
    isTyped: typed !== null && typed !== saved,
    type(text: string) {
      setTyped(text);
      change(() => (text === saved ? null : { text }));
    },
    forget() {
      setTyped(null);
      forget();
    },
  };
}

/** Stores what is edited in a form; the form opens with it again until it is sent. @param fields only these. */
export function useKeptDraft<Values extends FieldValues>(
  key: string | undefined,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe' | 'formState'>,
  fields?: readonly (keyof Values)[],
) {
  const { getValues, reset, subscribe, formState } = form;
  const defaults = useRef(formState.defaultValues);
  defaults.current = formState.defaultValues;
  const wanted = useRef(fields);
  const { change, keep, forget } = useStoredDraft(key);
  useEffect(() => {
    if (key === undefined) return;
    const kept = readWords(key);
    if (isRecord(kept)) reset(withEdits(getValues(), kept), { keepDefaultValues: true });
    const typed = () => {
      const edits = editsOf(getValues(), (defaults.current ?? {}) as Fields);
      const kept = Object.entries(edits).filter(([name]) => wanted.current?.includes(name) ?? true);
      return kept.length > 0 ? Object.fromEntries(kept) : null;
    };
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => change(typed, name !== undefined),
    });
  }, [key, getValues, reset, subscribe, change]);
  return { keep, forget };
}

type Fields = Record<string, unknown>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that differ; of a group of fields those within. Others may be saved elsewhere meanwhile. */
function editsOf(values: Fields, before: Fields): Fields {
  const edits = Object.entries(values).flatMap(([name, value]) => {
    const old = before[name];
    if (!isRecord(value) || !isRecord(old))
      return JSON.stringify(value) === JSON.stringify(old) ? [] : [[name, value] as const];
    const within = editsOf(value, old);
    return Object.keys(within).length > 0 ? [[name, within] as const] : [];
  });
  return Object.fromEntries(edits);
}

/** Unknown fields, and values that no field can have, are ignored. @param isOpen a group that may get further fields. */
function withEdits<Values extends Fields>(blank: Values, edits: Fields, isOpen = false): Values {
  const isFit = ([name, value]: [string, unknown]) =>
    typeof value === typeof blank[name] || (isOpen && blank[name] === undefined);
  const merged = Object.entries(edits)
    .filter(isFit)
    .map(([name, value]) => {
      const old = blank[name];
      return [name, isRecord(value) && isRecord(old) ? withEdits(old, value, true) : value] as const;
    });
  return { ...blank, ...Object.fromEntries(merged) };
}
