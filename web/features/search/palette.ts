import { useSyncExternalStore } from 'react';

/** What stands over the page: the command palette, the list of shortcuts, or nothing. */
export type PaletteView = 'palette' | 'shortcuts' | null;

let view: PaletteView = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openPalette(next: PaletteView = 'palette'): void {
  view = next;
  for (const listener of listeners) listener();
}

export function closePalette(): void {
  openPalette(null);
}

export function usePaletteView(): PaletteView {
  return useSyncExternalStore(subscribe, () => view);
}
