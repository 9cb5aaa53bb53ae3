import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { changeState, clearFilters, type ListState, readListState, writeListState } from './listState.ts';

export interface ChangeOptions {
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

/** The list's state, kept in the address alone. */
export function useListState(): ListStateControl {
  const [params] = useSearchParams();
  const { state: entry } = useLocation();
  const navigate = useNavigate();
  const address = params.toString();
  // The router changes the address a moment after it was asked to; a control that was clicked must not fall back until then.
  const [asked, setAsked] = useState<{ from: string; state: ListState } | null>(null);
  const state = useMemo(
    () => (asked?.from === address ? asked.state : readListState(new URLSearchParams(address))),
    [asked, address],
  );
  // Two changes before the next render must not undo each other.
  const latest = useRef({ state, typedIn: undefined as unknown });
  useLayoutEffect(() => {
    latest.current = { state, typedIn: entry?.typedIn };
    setAsked((before) => (before?.from === address ? before : null));
  }, [state, entry, address]);

  const go = useCallback(
    (next: ListState, { typedIn, isCorrection = false }: ChangeOptions) => {
      const search = writeListState(next).toString();
      if (search === writeListState(latest.current.state).toString()) return;
      const isSameText = typedIn !== undefined && typedIn === latest.current.typedIn;
      latest.current = { state: next, typedIn };
      setAsked({ from: address, state: next });
      void navigate(
        { search },
        { replace: isSameText || isCorrection, preventScrollReset: true, state: { typedIn } },
      );
    },
    [navigate, address],
  );
  const change = useCallback<ListStateControl['change']>(
    (changes, options = {}) => go(changeState(latest.current.state, changes), options),
    [go],
  );
  const clear = useCallback(() => go(clearFilters(latest.current.state), {}), [go]);
  const hrefWith = useCallback(
    (changes: Partial<ListState>) => `/properties?${writeListState(changeState(state, changes))}`,
    [state],
  );
  return { state, change, clear, hrefWith };
}
