import { useCallback, useSyncExternalStore } from 'react';

export const DARK_SCHEME = '(prefers-color-scheme: dark)';
/** Room for the list and a conversation side by side; MessagesPanel.module.css says the same. */
export const WIDE = '(min-width: 60rem)';

/** Followed while it is shown. A server knows no window: it draws as if it did not match. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
