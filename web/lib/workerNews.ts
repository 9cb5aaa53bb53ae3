import type { CallName } from './calls.ts';
import { KEPT_AT_HEADER } from './keptAnswers.ts';
import { createStore } from './store.ts';

/** When the server gave the last answer, where that was a copy that the service worker keeps; null since it answers again. */
export const keptAnswerAt = createStore<string | null>(null);

export function noteAnswer(name: CallName, { headers }: Response): void {
  const at = headers.get(KEPT_AT_HEADER);
  // Every page asks for the site's name and the like: that this was kept says nothing of what a page shows.
  if (at && name === 'site.get') return;
  if (keptAnswerAt.get() !== at) keptAnswerAt.set(at);
}

/** Another version of the site is there, and this puts it in force. */
export const newVersion = createStore<(() => void) | null>(null);
