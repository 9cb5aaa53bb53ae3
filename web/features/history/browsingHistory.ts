import { useSyncExternalStore } from 'react';

const DETAILS_KEY = 'silong_browsing_history';
const IDS_KEY = 'silong_viewed_properties';
const MAX_ENTRIES = 50;

/** Kept in this browser only, newest first. */
export interface ViewedEntry {
  propertyId: number;
  /** ISO-8601. */
  viewedAt: string;
  viewCount: number;
}

let entries = load();
let viewedIds: ReadonlySet<number> = new Set(entries.map((entry) => entry.propertyId));
const listeners = new Set<() => void>();

function load(): ViewedEntry[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(DETAILS_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(value: unknown): value is ViewedEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'propertyId' in value &&
    typeof value.propertyId === 'number' &&
    'viewedAt' in value &&
    typeof value.viewedAt === 'string' &&
    'viewCount' in value &&
    typeof value.viewCount === 'number'
  );
}

function replace(next: ViewedEntry[]): void {
  entries = next;
  viewedIds = new Set(next.map((entry) => entry.propertyId));
  try {
    window.localStorage.setItem(DETAILS_KEY, JSON.stringify(next));
    window.localStorage.setItem(IDS_KEY, JSON.stringify(next.map((entry) => entry.propertyId)));
  } catch (error) {
    console.warn('The browsing history could not be kept', error);
  }
  for (const listener of listeners) listener();
}

export function recordViewed(propertyId: number, viewedAt = new Date()): void {
  const before = entries.find((entry) => entry.propertyId === propertyId);
  const others = entries.filter((entry) => entry.propertyId !== propertyId);
  const entry = { propertyId, viewedAt: viewedAt.toISOString(), viewCount: (before?.viewCount ?? 0) + 1 };
  replace([entry, ...others].slice(0, MAX_ENTRIES));
}

export function clearBrowsingHistory(): void {
  replace([]);
}

export function browsingStatistics(history: ViewedEntry[]) {
  return {
    totalViews: history.reduce((sum, entry) => sum + entry.viewCount, 0),
    uniqueProperties: history.length,
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser has its own copy of this module.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== DETAILS_KEY) return;
    entries = load();
    viewedIds = new Set(entries.map((entry) => entry.propertyId));
    listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useBrowsingHistory(): ViewedEntry[] {
  return useSyncExternalStore(subscribe, () => entries);
}

export function useViewedIds(): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, () => viewedIds);
}
