import type { CallName } from './calls.ts';
import { KEPT_AT_HEADER } from './keptAnswers.ts';
import { createStore } from './store.ts';

/** Time of the last answer if it came from the service worker's cache; null once the server answers again. */
export const keptAnswerAt = createStore<string | null>(null);

export function noteAnswer(name: CallName, { headers }: Response): void {
  const at = headers.get(KEPT_AT_HEADER);
  // Answers that every page needs, such as the site's name, do not make its content outdated.
  if (at && name === 'site.get') return;
  if (keptAnswerAt.get() !== at) keptAnswerAt.set(at);
}

/** A function that activates a new version of the site; null if there is none. */
export const newVersion = createStore<(() => void) | null>(null);
