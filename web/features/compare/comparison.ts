import { createStore, useStore } from '#web/lib/store.ts';

export const MAX_COMPARED = 4;

/** Ids of the listings chosen for comparison in this browser, in the order they were chosen. */
const compared = createStore<readonly number[]>([], {
  area: 'localStorage',
  key: 'silong_compare',
  read: (stored) =>
    Array.isArray(stored)
      ? [...new Set(stored)].filter((id): id is number => Number.isSafeInteger(id)).slice(0, MAX_COMPARED)
      : [],
});

/** Takes a listing into the comparison or out of it. 'full' when there is no room left. */
export function toggleCompared(propertyId: number): 'added' | 'removed' | 'full' {
  const ids = compared.get();
  if (ids.includes(propertyId)) {
    removeCompared([propertyId]);
    return 'removed';
  }
  if (ids.length >= MAX_COMPARED) return 'full';
  compared.set([...ids, propertyId]);
  return 'added';
}

export function removeCompared(propertyIds: readonly number[]): void {
  compared.set(compared.get().filter((id) => !propertyIds.includes(id)));
}

export function clearCompared(): void {
  compared.set([]);
}

export function useComparedIds(): readonly number[] {
  return useStore(compared);
}

export function useIsCompared(propertyId: number): boolean {
  return useStore(compared, (ids) => ids.includes(propertyId));
}
