import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react';

interface SearchText {
  text: string;
  /** After an input: searches after the pause, or at once if the box is empty. */
  type(typed: string): void;
  /** Searches at once for the box's text. */
  submit(): void;
  /** For the form around the box: leaving it ends the pause, which must not outlive the screen. */
  onBlur(event: FocusEvent<HTMLElement>): void;
  /** Sets a text that is already searched for. */
  replace(text: string): void;
}

/**
 * The text of a search box beside the active search.
 * @param value the active search; a change that did not come from this box replaces the text
 * @param pauseMs pause after the last key
 */
export function useSearchText(value: string, onSearch: (text: string) => void, pauseMs: number): SearchText {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  /** The pending search and its screen. */
  const waiting = useRef<{ typed: string; pathname: string; timer: ReturnType<typeof setTimeout> } | null>(null);
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
    // Uses the filters at the time of the search, not of the key press.
    search.current(asked.current);
  };
  const askWaiting = () => {
    const { typed, pathname } = waiting.current ?? {};
    // A step back leaves the screen without a blur; a search would navigate here again.
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

/** The value after it has not changed for `delay` milliseconds. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return rested;
}
