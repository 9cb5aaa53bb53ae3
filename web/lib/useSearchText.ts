import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';

interface SearchText {
  /** What stands in the box. */
  text: string;
  /** A key was pressed: searches after the pause, at once when the box was emptied. */
  type(typed: string): void;
  /** Searches at once for what stands there. */
  submit(): void;
  /** For the form around the box: whoever leaves it has typed all there is, and the pause must not outlive the screen. */
  onBlur(event: FocusEvent<HTMLElement>): void;
  /** Puts something else there that is searched for already. */
  replace(text: string): void;
}

/**
 * A search box's text beside the search in force.
 * @param value the search in force; a change that this box did not ask for replaces what is typed.
 * @param pauseMs how long after the last key.
 */
export function useSearchText(value: string, onSearch: (text: string) => void, pauseMs: number): SearchText {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  /** What waits for the pause to end, and on which screen it was typed. */
  const waiting = useRef<{ typed: string; pathname: string; timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );
  const stopWaiting = useCallback(() => {
    clearTimeout(waiting.current?.timer);
    waiting.current = null;
  }, []);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    if (value === asked.current) return;
    stopWaiting();
    asked.current = value;
    setText(value);
  }, [value, stopWaiting]);
  useEffect(() => stopWaiting, [stopWaiting]);

  const ask = (typed: string) => {
    stopWaiting();
    asked.current = typed.trim();
    // What the filters are by the time it fires counts, not what they were at the key.
    search.current(asked.current);
  };
  const askWaiting = () => {
    const { typed, pathname } = waiting.current ?? {};
    // The way back leads away without leaving the box: a search would lead here again.
    if (typed !== undefined && pathname === window.location.pathname) ask(typed);
  };
  return {
    text,
    type(typed) {
      setText(typed);
      stopWaiting();
      if (typed.trim() === '') return ask('');
      const timer = setTimeout(askWaiting, pauseMs);
      waiting.current = { typed, pathname: window.location.pathname, timer };
    },
    submit: () => ask(text),
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) askWaiting();
    },
    replace(shown) {
      stopWaiting();
      asked.current = shown;
      setText(shown);
    },
  };
}
