import { SeenBadge } from '#web/features/properties/index.ts';
import { createStore, useStore, writeStored } from '#web/lib/store.ts';

const IDS_KEY = 'silong_viewed_properties';
const MAX_ENTRIES = 50;

/** An entry of the history, which only this browser stores, newest first. */
export interface ViewedEntry {
  propertyId: number;
  /** ISO-8601. */
  viewedAt: string;
  viewCount: number;
}

const history = createStore<ViewedEntry[]>([], {
  area: 'localStorage',
  key: 'silong_browsing_history',
  read: (stored) => (Array.isArray(stored) ? stored.filter(isEntry) : []),
});

function isEntry(value: unknown): value is ViewedEntry {
  if (typeof value !== 'object' || value === null) return false;
  const { propertyId, viewedAt, viewCount } = value as Record<string, unknown>;
  return typeof propertyId === 'number' && typeof viewedAt === 'string' && typeof viewCount === 'number';
}

function replace(next: ViewedEntry[]): void {
  history.set(next);
  writeStored(
    'localStorage',
    IDS_KEY,
    next.map((entry) => entry.propertyId),
  );
}

export function recordViewed(propertyId: number, viewedAt = new Date()): void {
  const entries = history.get();
  const before = entries.find((entry) => entry.propertyId === propertyId);
  const others = entries.filter((entry) => entry.propertyId !== propertyId);
  const entry = { propertyId, viewedAt: viewedAt.toISOString(), viewCount: (before?.viewCount ?? 0) + 1 };
  replace([entry, ...others].slice(0, MAX_ENTRIES));
}

export const clearBrowsingHistory = () => replace([]);

export const useBrowsingHistory = (): ViewedEntry[] => useStore(history);

export function ViewedBadge({ propertyId }: { propertyId: number }) {
  const isViewed = useStore(history, (entries) => entries.some((entry) => entry.propertyId === propertyId));
  return isViewed ? <SeenBadge /> : null;
}
