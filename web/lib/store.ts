import { useSyncExternalStore } from 'react';
import { readText, type StorageArea, writeText } from '#web/platform/browserStorage.ts';
import { scoped } from '#web/platform/scope.ts';

/** Undefined if nothing readable is stored, and always on a server. */
export function readStored(area: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readText(area, key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined removes the value. @returns false if the storage is full or forbidden. */
export const writeStored = (area: StorageArea, key: string, value: unknown): boolean =>
  writeText(area, key, value === undefined ? null : JSON.stringify(value));

export function readTexts(area: StorageArea, key: string): Record<string, string> {
  const stored = readStored(area, key);
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'));
}

export interface Store<Value> {
  /** The value on a server and during hydration. */
  initial: Value;
  get(): Value;
  set(next: Value): void;
  /** @returns ends it. */
  subscribe(listener: () => void): () => void;
}

interface Persistence<Value> {
  /** Changes of local storage by other tabs are followed. */
  area: StorageArea;
  key: string;
  /** @param stored undefined if nothing is stored */
  read(stored: unknown): Value;
  /** The stored part, by default the whole value. */
  write?(value: Value): unknown;
}

/** State outside of React components, one per reader. */
export function createStore<Value>(initial: Value, kept?: Persistence<Value>): Store<Value> {
  const load = () => (kept ? kept.read(readStored(kept.area, kept.key)) : initial);
  const current = scoped(() => ({ value: load(), listeners: new Set<() => void>() }));
  const show = (value: Value) => {
    const state = current();
    state.value = value;
    for (const listener of state.listeners) listener();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === kept?.key || key === null) show(load());
  };
  const isShared = kept?.area === 'localStorage';
  return {
    initial,
    get: () => current().value,
    set(next) {
      if (kept) writeStored(kept.area, kept.key, kept.write ? kept.write(next) : next);
      show(next);
    },
    subscribe(listener) {
      const { listeners } = current();
      if (isShared && listeners.size === 0) window.addEventListener('storage', onStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (isShared && listeners.size === 0) window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** @param select the used part; must return the same value while it does not change */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value, Part>(store: Store<Value>, select?: (value: Value) => Part): Value | Part {
  const pick = (value: Value) => (select ? select(value) : value);
  return useSyncExternalStore(
    store.subscribe,
    () => pick(store.get()),
    () => pick(store.initial),
  );
}
