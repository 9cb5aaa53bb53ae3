import { useSession } from '#web/features/auth/index.ts';
import { createStore, useStore } from '#web/lib/store.ts';

/** A guest's places: they stay in this browser. Stored values are validated where they are read. */
export const localPlaces = createStore<readonly unknown[]>([], {
  area: 'localStorage',
  key: 'silong_places',
  read: (stored) => (Array.isArray(stored) ? stored : []),
});

/** Whether to fetch the reader's places at all: an account's places are not known before. */
export function useMayHavePlaces(): boolean {
  const { user } = useSession();
  const isAnyHere = useStore(localPlaces, (places) => places.length > 0);
  return user !== null || isAnyHere;
}
