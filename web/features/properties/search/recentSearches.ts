import { createStore, useStore } from '#web/lib/store.ts';

const MAX_RECENT = 8;

/** A past search: the words, or the suggestion that was chosen. */
export interface RecentSearch {
  text: string;
  /** Path of the list or page it opened. */
  url: string;
}

/** Kept in this browser only, newest first, of each account and of guests by themselves. */
const recentSearches = createStore<Record<string, RecentSearch[]>>(
  {},
  {
    area: 'localStorage',
    key: 'silong_recent_searches',
    read: (stored) => {
      const people = typeof stored === 'object' && stored !== null ? Object.entries(stored) : [];
      return Object.fromEntries(
        people.map(([person, kept]) => [person, Array.isArray(kept) ? kept.filter(isRecentSearch) : []]),
      );
    },
  },
);

function isRecentSearch(value: unknown): value is RecentSearch {
  if (typeof value !== 'object' || value === null) return false;
  const { text, url } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof url === 'string' && /^\/(?![/\\])/.test(url);
}

const none: RecentSearch[] = [];
const nameOf = (userId: number | null) => String(userId ?? 'guest');

export function useRecentSearches(userId: number | null): RecentSearch[] {
  return useStore(recentSearches, (people) => people[nameOf(userId)] ?? none);
}

function replace(userId: number | null, change: (kept: RecentSearch[]) => RecentSearch[]): void {
  const people = recentSearches.get();
  const name = nameOf(userId);
  recentSearches.set({ ...people, [name]: change(people[name] ?? none) });
}

/** The same words again move to the top. */
export function keepRecentSearch(userId: number | null, { text, url }: RecentSearch): void {
  const said = text.trim();
  if (said === '') return;
  const isSame = (other: RecentSearch) => other.text.toLowerCase() === said.toLowerCase();
  replace(userId, (kept) =>
    [{ text: said, url }, ...kept.filter((other) => !isSame(other))].slice(0, MAX_RECENT),
  );
}

export function forgetRecentSearch(userId: number | null, { text }: RecentSearch): void {
  replace(userId, (kept) => kept.filter((other) => other.text !== text));
}

export function clearRecentSearches(userId: number | null): void {
  replace(userId, () => none);
}
