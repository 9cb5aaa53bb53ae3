import { useCallback, useSyncExternalStore } from 'react';
import { newClientId } from '#web/lib/newClientId.ts';

/** What was sent, under the id the server knows it by. */
export interface Attempt {
  content: string;
  clientId: string;
  /** When it was first sent, ISO-8601. */
  at: string;
}

/** What a person has written in one conversation and the server has not yet confirmed. */
export interface Draft {
  text: string;
  attempt: Attempt | null;
  status: 'idle' | 'sending' | 'failed';
  /** Why the last attempt failed, for people. */
  error: string | null;
}

/** Ends with the tab: what is half written is nobody else's business. */
const STORAGE_KEY = 'silong_drafts';

const blank: Draft = { text: '', attempt: null, status: 'idle', error: null };
const listeners = new Set<() => void>();
let drafts: Readonly<Record<string, Draft>> = load();

function load(): Record<string, Draft> {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored as Record<string, Partial<Draft>>).map(([key, { text = '', attempt = null }]) => [
        key,
        { ...blank, text: String(text), attempt },
      ]),
    );
  } catch {
    return {};
  }
}

function replace(next: Record<string, Draft>): void {
  drafts = next;
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next));
  } catch (error) {
    console.warn('Drafts could not be kept', error);
  }
  for (const listener of listeners) listener();
}

export function readDraft(key: string): Draft {
  return drafts[key] ?? blank;
}

export function changeDraft(key: string, change: Partial<Draft>): void {
  const { [key]: before = blank, ...others } = drafts;
  const after = { ...before, ...change };
  replace(after.text || after.attempt ? { ...others, [key]: after } : others);
}

/** The conversation has come to be; what was written before it was goes along. */
export function moveDraft(from: string, to: string): void {
  const { [from]: moved, ...others } = drafts;
  if (moved) replace(others[to] ? others : { ...others, [to]: moved });
}

/**
 * What to send for this text. The same text again is the same message under the same id, so that a retry of what did
 * arrive is not posted twice.
 */
export function beginAttempt(key: string, content: string, now = new Date()): Attempt {
  const { attempt: before } = readDraft(key);
  const attempt =
    before?.content === content ? before : { content, clientId: newClientId(), at: now.toISOString() };
  changeDraft(key, { text: content, attempt, status: 'sending', error: null });
  return attempt;
}

/** The server has stored it. What was written since stays. */
export function settleAttempt(key: string, clientId: string): void {
  const { attempt, text } = readDraft(key);
  if (attempt?.clientId !== clientId) return;
  changeDraft(key, { ...blank, text: text.trim() === attempt.content ? '' : text });
}

/** The text is back where it was written. */
export function failAttempt(key: string, clientId: string, error: string): void {
  if (readDraft(key).attempt?.clientId === clientId) changeDraft(key, { status: 'failed', error });
}

/** Nothing of one person may be shown to the next. */
export function clearDrafts(): void {
  replace({});
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDraft(key: string): Draft {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => readDraft(key), [key]),
  );
}
