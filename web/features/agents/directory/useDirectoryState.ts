import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import {
  type DirectoryState,
  readDirectoryState,
  usualState,
  writeDirectoryState,
} from './directoryState.ts';

/** The directory's state, kept in the address. Searching as one types replaces the entry; choosing makes a new one. */
export function useDirectoryState() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = params.toString();
  // The router changes the address a moment after it was asked to; a select must not fall back until then.
  const [asked, setAsked] = useState<{ from: string; state: DirectoryState } | null>(null);
  const state = useMemo(
    () => (asked?.from === address ? asked.state : readDirectoryState(new URLSearchParams(address))),
    [asked, address],
  );

  useEffect(() => {
    setAsked((before) => (before?.from === address ? before : null));
  }, [address]);

  const change = useCallback(
    (changes: Partial<DirectoryState>, { isTyping = false } = {}) => {
      const next = { ...state, ...changes };
      const search = writeDirectoryState(next).toString();
      if (search === writeDirectoryState(state).toString()) return;
      setAsked({ from: address, state: next });
      void navigate({ search }, { replace: isTyping, preventScrollReset: true });
    },
    [state, address, navigate],
  );

  /** The order is no filter: it stays. */
  const clear = useCallback(
    () =>
      change({
        search: usualState.search,
        specialization: usualState.specialization,
        location: usualState.location,
      }),
    [change],
  );

  return { state, change, clear };
}
