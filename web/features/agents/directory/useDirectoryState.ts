import { startTransition, useCallback, useMemo, useState } from 'react';
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

  const change = useCallback(
    (changes: Partial<DirectoryState>, { isTyping = false } = {}) => {
      const next = { ...state, ...changes };
      const search = writeDirectoryState(next).toString();
      if (search === writeDirectoryState(state).toString()) return;
      const ask = { from: address, state: next };
      setAsked(ask);
      const forget = () => startTransition(() => setAsked((latest) => (latest === ask ? null : latest)));
      // Forgotten together with the change of the address, so that Back to this one is believed.
      void Promise.resolve(navigate({ search }, { replace: isTyping, preventScrollReset: true })).then(
        forget,
      );
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
