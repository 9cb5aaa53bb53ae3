import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useSearchText } from '#web/lib/useSearchText.ts';
import styles from './SearchBox.module.css';

const PAUSE_MS = 500;

interface SearchBoxProps {
  /** The search in force; a change that this box did not ask for replaces what is typed. */
  value: string;
  onSearch: (text: string) => void;
}

/** Searches half a second after the last key, at once when emptied or on Enter. */
export function SearchBox({ value, onSearch }: SearchBoxProps) {
  const { text, type, submit } = useSearchText(value, onSearch, PAUSE_MS);
  const input = useRef<HTMLInputElement>(null);
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form
      role="search"
      className="relative min-w-0"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Search
        className="absolute top-1/2 left-4 text-muted -translate-y-1/2 pointer-events-none"
        size={20}
        strokeWidth={2}
        aria-hidden="true"
      />
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
