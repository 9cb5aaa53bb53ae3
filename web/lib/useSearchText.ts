import { useEffect, useRef, useState } from 'react';

interface SearchText {
  /** What stands in the box. */
  text: string;
  /** A key was pressed: searches after the pause, at once when the box was emptied. */
  type(typed: string): void;
  /** Searches at once for what stands there. */
  submit(): void;
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const ask = (typed: string) => {
    clearTimeout(timer.current);
    asked.current = typed.trim();
    // What the filters are by the time it fires counts, not what they were at the key.
    search.current(asked.current);
  };
  return {
    text,
    type(typed) {
      setText(typed);
      clearTimeout(timer.current);
      if (typed.trim() === '') ask('');
      else timer.current = setTimeout(ask, pauseMs, typed);
    },
    submit: () => ask(text),
    replace(shown) {
      clearTimeout(timer.current);
      asked.current = shown;
      setText(shown);
    },
  };
}
