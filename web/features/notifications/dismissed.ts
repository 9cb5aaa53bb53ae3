import type { Notification } from '#shared/contracts/notifications.ts';
import { createStore, readTexts, type Store, useStore } from '#web/lib/store.ts';
import { scoped } from '#web/platform/scope.ts';

/** By notification id: the time of the one that was dismissed. */
export type Dismissed = Readonly<Record<string, string>>;

const MAX_KEPT = 500;
const none: Dismissed = {};

const stores = scoped(() => new Map<number, Store<Dismissed>>());

function storeOf(userId: number): Store<Dismissed> {
  const key = `silong_dismissed_notifications_${userId}`;
  const store =
    stores().get(userId) ??
    createStore(none, { area: 'localStorage', key, read: () => readTexts('localStorage', key) });
  stores().set(userId, store);
  return store;
}

export function readDismissed(userId: number): Dismissed {
  return storeOf(userId).get();
}

export function dismiss(userId: number, notifications: readonly Notification[]): void {
  const added = notifications.map(({ id, timestamp }) => [id, timestamp]);
  const all: Record<string, string> = { ...readDismissed(userId), ...Object.fromEntries(added) };
  const kept = Object.entries(all)
    .sort(([, a], [, b]) => b.localeCompare(a))
    .slice(0, MAX_KEPT);
  storeOf(userId).set(Object.fromEntries(kept));
}

export function useDismissed(userId: number): Dismissed {
  return useStore(storeOf(userId));
}
