import { forgetWithSession } from '#web/platform/sessionStorage.ts';

/** By conversation: until when the person has read it, in the server's time (ISO-8601). */
const marks = new Map<number, string>();
const listeners = new Set<() => void>();

export function noteRead(conversationId: number, readAt: string): void {
  if (readAt <= (marks.get(conversationId) ?? '')) return;
  marks.set(conversationId, readAt);
  for (const listener of listeners) listener();
}

/** Whether what the conversation told at this moment was read; an answer of the server may not know it yet. */
export function wasReadAfter(conversationId: number, moment: string): boolean {
  return moment <= (marks.get(conversationId) ?? '');
}

/** @returns stops listening. */
export function listenToReads(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Nothing of one person concerns the next. */
forgetWithSession(() => marks.clear());
