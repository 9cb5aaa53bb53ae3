import { useCallback, useEffect, useRef, useState } from 'react';
import { readStored, writeStored } from '#web/lib/store.ts';
import {
  type FormContent,
  initialContent,
  isTextList,
  type PropertyFormMode,
  readValues,
} from './formValues.ts';

/** What was typed and not yet saved, kept on this device. */
export interface FormDraft extends FormContent {
  /** The listing's `updated_at` when its editing began; null for a new one. */
  basedOn: string | null;
  /** Names of pictures that were still on their way; a closed tab takes them along. */
  unfinished: string[];
  /** The last try to create it: the same body may be sent again under its key without making a second listing. */
  attempt: SaveAttempt | null;
}

export interface SaveAttempt {
  key: string;
  body: string;
}

/** One for each person and listing; a copy in the making is apart from its original. */
export function draftKey(userId: number, mode: PropertyFormMode): string {
  const about =
    mode.kind === 'create' ? 'new' : `${mode.kind === 'duplicate' ? 'copy_' : ''}${mode.property.id}`;
  return `silong_property_draft_${userId}_${about}`;
}

/** Null when there is none, or none that can be read. */
export function readDraft(key: string, mode: PropertyFormMode): FormDraft | null {
  const stored = readStored('localStorage', key);
  if (typeof stored !== 'object' || stored === null) return null;
  const { values, images, basedOn, unfinished, attempt } = stored as Partial<
    Record<keyof FormDraft, unknown>
  >;
  return {
    values: readValues(values, initialContent(mode).values),
    images: isTextList(images) ? images : [],
    basedOn: typeof basedOn === 'string' ? basedOn : null,
    unfinished: isTextList(unfinished) ? unfinished : [],
    attempt: isAttempt(attempt) ? attempt : null,
  };
}

/** @returns whether it is kept: a full or forbidden storage keeps nothing. */
export function writeDraft(key: string, draft: FormDraft): boolean {
  return writeStored('localStorage', key, draft);
}

export function removeDraft(key: string): void {
  writeStored('localStorage', key, undefined);
}

/** The listing has been saved by somebody else since the draft was begun. */
export function isOutdated({ basedOn }: FormDraft, mode: PropertyFormMode): boolean {
  return mode.kind === 'edit' && basedOn !== null && basedOn !== mode.property.updated_at;
}

function isAttempt(value: unknown): value is SaveAttempt {
  if (typeof value !== 'object' || value === null) return false;
  const { key, body } = value as Partial<SaveAttempt>;
  return typeof key === 'string' && typeof body === 'string';
}

const WRITE_AFTER_MS = 300;

type DraftState = 'none' | 'kept' | 'lost';

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
