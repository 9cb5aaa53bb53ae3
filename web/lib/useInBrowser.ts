import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** False on a server, and in a browser until it has taken over the server's page. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
