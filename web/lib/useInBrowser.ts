import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** False on a server and during hydration. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
