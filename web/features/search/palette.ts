import { createStore, useStore } from '#web/lib/store.ts';

/** The layer over the page: the command palette, the list of shortcuts, or none. */
export type PaletteView = 'palette' | 'shortcuts' | null;

const view = createStore<PaletteView>(null);

export function openPalette(next: PaletteView = 'palette'): void {
  view.set(next);
}

export function closePalette(): void {
  view.set(null);
}

export function usePaletteView(): PaletteView {
  return useStore(view);
}
