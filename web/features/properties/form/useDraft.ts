import { useCallback, useEffect, useRef, useState } from 'react';
import { type FormDraft, removeDraft, writeDraft } from './draftStore.ts';

const WRITE_AFTER_MS = 300;

export type DraftState = 'none' | 'kept' | 'lost';

/**
 * Keeps what is typed on this device: shortly after each change, and at once when the page is hidden, left or the form
 * closes. `draft` is null while there is nothing to keep.
 */
export function useDraft(key: string, draft: FormDraft | null): { state: DraftState; forget(): void } {
  const [state, setState] = useState<DraftState>('none');
  const latest = useRef(draft);
  const written = useRef<FormDraft | null>(null);
  const isForgotten = useRef(false);
  latest.current = draft;

  const keep = useCallback(() => {
    const current = latest.current;
    if (isForgotten.current || current === written.current) return;
    written.current = current;
    if (current) setState(writeDraft(key, current) ? 'kept' : 'lost');
    else {
      removeDraft(key);
      setState('none');
    }
  }, [key]);

  useEffect(() => {
    if (draft === written.current) return;
    const timer = setTimeout(keep, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, keep]);

  useEffect(() => {
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

  /** For good: it has been saved. */
  const forget = useCallback(() => {
    isForgotten.current = true;
    removeDraft(key);
    setState('none');
  }, [key]);

  return { state, forget };
}
