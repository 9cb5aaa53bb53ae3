import { createStore } from '#web/lib/store.ts';
import { forgetWithSession } from '#web/platform/sessionStorage.ts';

/** By conversation: until when the person has read it, in the server's time (ISO-8601). */
const marks = createStore<ReadonlyMap<number, string>>(new Map());

export function noteRead(conversationId: number, readAt: string): void {
  if (readAt <= (marks.get().get(conversationId) ?? '')) return;
  marks.set(new Map(marks.get()).set(conversationId, readAt));
}

/** Whether the conversation is read up to this moment; an answer of the server may not know it yet. */
export function wasReadAfter(conversationId: number, moment: string): boolean {
  return moment <= (marks.get().get(conversationId) ?? '');
}

/** @returns stops listening. */
export const listenToReads = marks.subscribe;

/** One person's marks do not concern the next. */
forgetWithSession(() => marks.set(new Map()));
