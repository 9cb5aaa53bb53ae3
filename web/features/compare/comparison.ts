import { useSyncExternalStore } from 'react';

const KEY = 'silong_compare';
export const MAX_COMPARED = 4;

let ids: readonly number[] = load();
const listeners = new Set<() => void>();

function load(): readonly number[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return [...new Set(stored)].filter((id): id is number => Number.isSafeInteger(id)).slice(0, MAX_COMPARED);
  } catch {
    return [];
  }
}

function replace(next: readonly number[]): void {
  ids = next;
  try {
    window.localStorage.setItem(KEY, JSON.stringify(next));
  } catch (error) {
    console.warn('The comparison could not be kept', error);
  }
  for (const listener of listeners) listener();
}

/** Takes a listing into the comparison or out of it. 'full' when there is no room left. */
export function toggleCompared(propertyId: number): 'added' | 'removed' | 'full' {
  if (ids.includes(propertyId)) {
    removeCompared([propertyId]);
    return 'removed';
  }
  if (ids.length >= MAX_COMPARED) return 'full';
  replace([...ids, propertyId]);
  return 'added';
}

export function removeCompared(propertyIds: readonly number[]): void {
  replace(ids.filter((id) => !propertyIds.includes(id)));
}

export function clearCompared(): void {
  replace([]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser has its own copy of this module.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    ids = load();
    listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Ids of the listings chosen for comparison in this browser, in the order they were chosen. */
export function useComparedIds(): readonly number[] {
  return useSyncExternalStore(subscribe, () => ids);
}
