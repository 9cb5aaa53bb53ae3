import { useState, useSyncExternalStore } from 'react';

/**
 * Which item is pointed at. Kept outside React's state: whoever passes it on does not render when it changes, only what
 * asks about an item that is, or no longer is, the one.
 */
export interface PointedItem {
  point(id: number | null): void;
  subscribe(listener: () => void): () => void;
  current(): number | null;
}

function createPointedItem(): PointedItem {
  let pointed: number | null = null;
  const listeners = new Set<() => void>();
  return {
    point(id) {
      pointed = id;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => pointed,
  };
}

export function usePointedItem(): PointedItem {
  return useState(createPointedItem)[0];
}

/** @param isMeant whether the caller stands for that item. */
export function useIsPointedAt(item: PointedItem | undefined, isMeant: (id: number) => boolean): boolean {
  return useSyncExternalStore(
    item?.subscribe ?? subscribeToNothing,
    () => {
      const id = item?.current() ?? null;
      return id !== null && isMeant(id);
    },
    () => false,
  );
}

const subscribeToNothing = () => () => undefined;
