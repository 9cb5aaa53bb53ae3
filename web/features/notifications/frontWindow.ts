import { newClientId } from '#web/lib/apiClient.ts';
import { createStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';

/** The window of this browser that was used last, while it can be seen; empty if none can. */
const front = createStore('', {
  area: 'localStorage',
  key: 'silong_front_window',
  read: (stored) => (typeof stored === 'string' ? stored : ''),
});
const ownId = scoped(newClientId);

const isVisible = () => document.visibilityState === 'visible';

/** Of several windows one alone tells what is pushed to all. */
export const isInFront = (): boolean => isVisible() && ['', ownId()].includes(front.get());

/** Follows which window is used. @returns ends it. */
export function followFront(): () => void {
  const own = ownId();
  const claim = () => {
    if (isVisible() && front.get() !== own) front.set(own);
  };
  const release = () => {
    if (front.get() === own) front.set('');
  };
  const onVisibility = () => (isVisible() ? claim() : release());
  const listening = new AbortController();
  const { signal } = listening;
  for (const name of ['focus', 'pageshow']) window.addEventListener(name, claim, { signal });
  for (const name of ['pointerdown', 'keydown']) window.addEventListener(name, claim, { signal, capture: true });
  window.addEventListener('pagehide', release, { signal });
  document.addEventListener('visibilitychange', onVisibility, { signal });
  // The other windows' changes are heard as long as somebody listens.
  const stop = front.subscribe(() => undefined);
  claim();
  return () => {
    listening.abort();
    stop();
    release();
  };
}
