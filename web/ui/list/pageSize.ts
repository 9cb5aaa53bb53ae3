import { createStore, useStore } from '#web/lib/store.ts';

/** Page sizes besides a list's own. */
const LARGER = [50, 100];

const chosenSizes = createStore<Readonly<Record<string, number>>>(
  {},
  {
    area: 'localStorage',
    key: 'silong_page_sizes',
    read: (stored) => {
      if (typeof stored !== 'object' || stored === null) return {};
      return Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      );
    },
  },
);

export interface PageSize {
  value: number;
  choices: readonly number[];
  set(size: number): void;
}

/** Rows per page, as chosen on this device. @param usual default */
export function usePageSize(list: string, usual: number): PageSize {
  const chosen = useStore(chosenSizes, (sizes) => sizes[list]);
  const choices = [usual, ...LARGER];
  return {
    value: chosen !== undefined && choices.includes(chosen) ? chosen : usual,
    choices,
    set: (size) => chosenSizes.set({ ...chosenSizes.get(), [list]: size }),
  };
}
