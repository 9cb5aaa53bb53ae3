import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { TextField } from '../../../components/ui/TextField.tsx';

const DEBOUNCE_MS = 350;

interface SearchBoxProps {
  /** The search in force; a change that this box did not ask for replaces what is typed. */
  value: string;
  onSearch(text: string): void;
  className?: string | undefined;
}

export function SearchBox({ value, onSearch, className }: SearchBoxProps) {
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
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(timer.current);
    if (typed.trim() === '') ask('');
    else timer.current = setTimeout(ask, DEBOUNCE_MS, typed);
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
        label="Search agents"
        isLabelHidden
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={120}
        placeholder="Search agents by name or specialization..."
        icon={<Search size={18} />}
        value={text}
        onChange={type}
      />
    </form>
  );
}
