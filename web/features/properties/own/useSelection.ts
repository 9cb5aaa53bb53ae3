import { useState } from 'react';
import type { OwnListState } from './listState.ts';

export interface Selection {
  ids: ReadonlySet<number>;
  /** Selects all of them, or none of them. */
  put(ids: readonly number[], isSelected: boolean): void;
  drop(id: number): void;
  clear(): void;
}

const NONE: ReadonlySet<number> = new Set();

/** Listings chosen across the pages of one search; with other filters it begins anew, so that nothing unseen is changed. */
export function useSelection({ search, status }: Pick<OwnListState, 'search' | 'status'>): Selection {
  const filters = `${status} ${search}`;
  const [chosen, setChosen] = useState({ filters, ids: NONE });
  const ids = chosen.filters === filters ? chosen.ids : NONE;
  const change = (edit: (next: Set<number>) => void) => {
    const next = new Set(ids);
    edit(next);
    setChosen({ filters, ids: next });
  };
  return {
    ids,
    put: (given, isSelected) =>
      change((next) => {
        for (const id of given)
          if (isSelected) next.add(id);
          else next.delete(id);
      }),
    drop: (id) => change((next) => next.delete(id)),
    clear: () => setChosen({ filters, ids: NONE }),
  };
}
