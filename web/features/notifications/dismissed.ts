import { useCallback, useSyncExternalStore } from 'react';
import type { Notification } from '#shared/contracts/notifications.ts';

/** By notification id: the time of the one that was dismissed. */
export type Dismissed = Readonly<Record<string, string>>;

const MAX_KEPT = 500;

const storageKey = (userId: number) => `silong_dismissed_notifications_${userId}`;
const listeners = new Set<() => void>();
const loaded = new Map<number, Dismissed>();

export function readDismissed(userId: number): Dismissed {
  const known = loaded.get(userId) ?? load(userId);
  loaded.set(userId, known);
  return known;
}

function load(userId: number): Dismissed {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storageKey(userId)) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries: [string, unknown][] = Object.entries(stored);
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

export function dismiss(userId: number, notifications: readonly Notification[]): void {
  const added = notifications.map(({ id, timestamp }) => [id, timestamp]);
  const all: Record<string, string> = { ...readDismissed(userId), ...Object.fromEntries(added) };
  const kept = Object.entries(all)
    .sort(([, a], [, b]) => b.localeCompare(a))
    .slice(0, MAX_KEPT);
  const next = Object.fromEntries(kept);
  loaded.set(userId, next);
  try {
    window.localStorage.setItem(storageKey(userId), JSON.stringify(next));
  } catch (error) {
    console.warn('A dismissed notification could not be kept', error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab of this browser has its own copy of this module.
  const onStorage = () => {
    loaded.clear();
    listener();
  };
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

export function useDismissed(userId: number): Dismissed {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => readDismissed(userId), [userId]),
  );
}
