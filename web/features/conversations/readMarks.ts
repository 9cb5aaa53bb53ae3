import { createStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';

/** By conversation: until when the person has read it, in the server's time (ISO-8601). */
const marks = createStore<ReadonlyMap<number, string>>(new Map());

export function noteRead(conversationId: number, readAt: string): void {
  if (readAt <= (marks.get().get(conversationId) ?? '')) return;
  marks.set(new Map(marks.get()).set(conversationId, readAt));
}

/** Whether the conversation is read up to this moment; an answer of the server may not know it yet. */
export const wasReadAfter = (conversationId: number, moment: string): boolean =>
  moment <= (marks.get().get(conversationId) ?? '');

export const listenToReads = marks.subscribe;

/** One person's marks do not concern the next. */
forgetWithSession(() => marks.set(new Map()));

/** How many parts of the page show each conversation. */
const threads = scoped(() => new Map<number, number>());

/** Registers a thread as shown. @returns takes it back. */
export function showThread(conversationId: number): () => void {
  const shown = threads();
  shown.set(conversationId, (shown.get(conversationId) ?? 0) + 1);
  return () => {
    const left = (shown.get(conversationId) ?? 1) - 1;
    if (left > 0) shown.set(conversationId, left);
    else shown.delete(conversationId);
  };
}

/** The person can see this conversation now: no other notice of its messages is needed. */
export const isOnScreen = (conversationId: number): boolean =>
  document.visibilityState === 'visible' && threads().has(conversationId);
