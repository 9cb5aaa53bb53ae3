import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../ui/TextField.tsx';

const DEBOUNCE_MS = 350;

interface TableSearchProps {
  label: string;
  placeholder: string;
  /** The search in force; a change that this box did not ask for replaces what is typed. */
  value: string;
  onSearch(text: string): void;
  className?: string | undefined;
}

/** Searches a moment after the last key, at once on Enter and when it is emptied. */
export function TableSearch({ label, placeholder, value, onSearch, className }: TableSearchProps) {
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

  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form
      role="search"
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        ask(text);
      }}
    >
      <TextField
        label={label}
        isLabelHidden
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        placeholder={placeholder}
        icon={<Search size={18} />}
        value={text}
        onChange={(typed) => {
          setText(typed);
          clearTimeout(timer.current);
          if (typed.trim() === '') ask('');
          else timer.current = setTimeout(ask, DEBOUNCE_MS, typed);
        }}
      />
    </form>
  );
}
