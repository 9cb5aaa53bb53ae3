import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import styles from './SearchBox.module.css';

const DEBOUNCE_MS = 500;

interface SearchBoxProps {
  /** The search in force; a change that this box did not ask for replaces what is typed. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches half a second after the last key, at once when emptied or on Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (typed: string) => {
    clearTimeout(timer.current);
    asked.current = typed.trim();
    onSearch(asked.current);
  };
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    if (typed.trim() === '') search('');
    else timer.current = setTimeout(search, DEBOUNCE_MS, typed);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form
      role="search"
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      <Search className={styles.icon} size={20} strokeWidth={2} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        className={styles.input}
        value={text}
        maxLength={200}
        placeholder="Search properties by title, location, or description..."
        aria-label="Search properties"
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label="Clear the search"
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        >
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </form>
  );
}
