import { useSyncExternalStore } from 'react';

/** Room for the list and a conversation side by side; MessagesPanel.module.css says the same. */
const wide = () => window.matchMedia('(min-width: 60rem)');

function subscribe(onChange: () => void): () => void {
  const list = wide();
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches);
}
