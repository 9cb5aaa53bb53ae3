import { scoped } from '#web/platform/scope.ts';

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
export function isOnScreen(conversationId: number): boolean {
  return document.visibilityState === 'visible' && threads().has(conversationId);
}
