import { useCallback, useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const WRITE_AFTER_MS = 300;

/** Where a draft is kept: a person's own outlives the tab, a visitor's ends with it, as others may use their device. */
export function draftKey(name: string, userId: number | undefined): string {
  return userId === undefined ? `silong_${name}_draft_visitor` : `silong_${name}_draft_${userId}`;
}

const storageOf = (key: string) => (key.endsWith('_visitor') ? window.sessionStorage : window.localStorage);

/**
 * Keeps what is typed into a form on this device, shortly after each change, and at once when the page is hidden, left or
 * the form closes. The form opens with it again until it is sent. Without a key nothing is kept.
 */
export function useKeptDraft<Values extends FieldValues>(
  key: string | undefined,
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'subscribe' | 'formState'>,
) {
  const { getValues, reset, subscribe } = form;
  const defaults = useRef(form.formState.defaultValues);
  defaults.current = form.formState.defaultValues;
  const isForgotten = useRef(false);

  const keep = useCallback((): boolean => {
    if (key === undefined || isForgotten.current) return false;
    const typed = JSON.stringify(getValues());
    try {
      if (typed === JSON.stringify(defaults.current)) storageOf(key).removeItem(key);
      else storageOf(key).setItem(key, typed);
      return true;
    } catch (error) {
      console.warn('A draft could not be kept', error);
      return false;
    }
  }, [key, getValues]);

  /** It was sent, or given up. */
  const forget = useCallback(() => {
    isForgotten.current = true;
    if (key !== undefined) storageOf(key).removeItem(key);
  }, [key]);

  useEffect(() => {
    if (key === undefined) return;
    isForgotten.current = false;
    const kept = readDraft(key, getValues());
    if (kept) reset(kept, { keepDefaultValues: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name) isForgotten.current = false;
        clearTimeout(timer);
        timer = setTimeout(keep, WRITE_AFTER_MS);
      },
    });
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    window.addEventListener('pagehide', keep);
    document.addEventListener('visibilitychange', keepWhenHidden);
    return () => {
      clearTimeout(timer);
      stop();
      window.removeEventListener('pagehide', keep);
      document.removeEventListener('visibilitychange', keepWhenHidden);
      keep();
    };
  }, [key, getValues, reset, subscribe, keep]);

  return { keep, forget };
}

/** Null when there is none, or none that can be read. What the form does not have (any more) is left out. */
function readDraft<Values extends FieldValues>(key: string, blank: Values): Values | null {
  try {
    const stored: unknown = JSON.parse(storageOf(key).getItem(key) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const kept = Object.entries(stored).filter(([name, value]) => typeof value === typeof blank[name]);
    return { ...blank, ...Object.fromEntries(kept) };
  } catch (error) {
    console.warn('A draft could not be read', error);
    return null;
  }
}
