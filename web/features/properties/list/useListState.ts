import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { changeState, clearFilters, type ListState, readListState, writeListState } from './listState.ts';

export interface ListStateControl {
  state: ListState;
  /** `isTyping`: one more step of a text being typed; the steps share one history entry. */
  change(change: Partial<ListState>, options?: { isTyping?: boolean }): void;
  clear(): void;
  /** The address of the list with this changed, for links. */
  hrefWith(change: Partial<ListState>): string;
}

/** The list's state, kept in the address alone. */
export function useListState(): ListStateControl {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const state = useMemo(() => readListState(params), [params]);
  // Two changes before the next render must not undo each other.
  const latest = useRef(state);
  const isTypingEntry = useRef(false);
  useLayoutEffect(() => {
    latest.current = state;
  }, [state]);

  const go = useCallback(
    (next: ListState, isTyping: boolean) => {
      const search = writeListState(next).toString();
      if (search === writeListState(latest.current).toString()) return;
      latest.current = next;
      void navigate({ search }, { replace: isTyping && isTypingEntry.current, preventScrollReset: true });
      isTypingEntry.current = isTyping;
    },
    [navigate],
  );
  const change = useCallback<ListStateControl['change']>(
    (changes, { isTyping = false } = {}) => go(changeState(latest.current, changes), isTyping),
    [go],
  );
  const clear = useCallback(() => go(clearFilters(latest.current), false), [go]);
  const hrefWith = useCallback(
    (changes: Partial<ListState>) => `/properties?${writeListState(changeState(state, changes))}`,
    [state],
  );
  return { state, change, clear, hrefWith };
}
