import { VERSION_HEADER, VERSION_META } from '#shared/pageRendering.ts';
import type { CallName } from './calls.ts';
import { KEPT_AT_HEADER } from './keptAnswers.ts';
import { noteServerTime } from './serverTime.ts';
import { createStore } from './store.ts';
import { tellWorld } from './worldWentOn.ts';

/** Time of the last answer if it came from the service worker's cache; null once the server answers again. */
export const keptAnswerAt = createStore<string | null>(null);

/** @param askedAt when it was asked for, by this device's clock */
export function noteAnswer(name: CallName, { headers }: Response, askedAt: number): void {
  const at = headers.get(KEPT_AT_HEADER);
  // A copy tells the time and the version of its own moment.
  if (!at) {
    noteServerTime(headers, askedAt);
    noteVersion(headers.get(VERSION_HEADER));
  }
  // Answers that every page needs, such as the site's name, do not make its content outdated.
  if (at && name === 'site.get') return;
  if (keptAnswerAt.get() !== at) keptAnswerAt.set(at);
}

/** A function that activates a new version of the site; null if there is none. */
export const newVersion = createStore<(() => void) | null>(null);

/** The version of this page; the desktop console has its own files, and none. */
const ownVersion = () =>
  globalThis.document?.querySelector(`meta[name="${VERSION_META}"]`)?.getAttribute('content');

/** A page whose server has another version says so before its next part is missing there. */
function noteVersion(served: string | null): void {
  const own = served && newVersion.get() === null ? ownVersion() : null;
  if (!own || own === served) return;
  newVersion.set(() => window.location.reload());
  tellWorld('version');
}
