import { useCallback } from 'react';
import { type ShowOptions, type UrlCodec, useUrlState } from '#web/lib/urlState.ts';
import { changeState, clearFilters, type ListState, readListState, writeListState } from './listState.ts';

interface ChangeOptions {
  /** The field being typed in: the steps of one text share a history entry. */
  typedIn?: keyof ListState;
  /** Puts right what the address says, rather than going somewhere. */
  isCorrection?: boolean;
}

export interface ListStateControl {
  state: ListState;
  change: (change: Partial<ListState>, options?: ChangeOptions) => void;
  clear: () => void;
  /** The address of the list with this changed, for links. */
  hrefWith: (change: Partial<ListState>) => string;
}

const codec: UrlCodec<ListState> = { read: readListState, write: writeListState };

/** The list's state, kept in the address alone. */
export function useListState(): ListStateControl {
  const [state, show] = useUrlState(codec);
  const change = useCallback<ListStateControl['change']>(
    (changes, { typedIn, isCorrection = false } = {}) => {
      const options: ShowOptions = { isReplacing: isCorrection, ...(typedIn ? { typedIn } : {}) };
      show((latest) => changeState(latest, changes), options);
    },
    [show],
  );
  const clear = useCallback(() => show(clearFilters), [show]);
  const hrefWith = useCallback(
    (changes: Partial<ListState>) => `/properties?${writeListState(changeState(state, changes))}`,
    [state],
  );
  return { state, change, clear, hrefWith };
}
