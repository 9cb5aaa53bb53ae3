import { Search } from 'lucide-react';
import { MAX_SEARCH_LENGTH } from '#shared/limits.ts';
import { useSearchText } from '#web/lib/useSearchText.ts';
import { NativeInput } from './Field.tsx';

const PAUSE_MS = 350;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The active search; a change that did not come from this box replaces its text. */
  value: string;
  onSearch(text: string): void;
  /** Called after Enter, when the search has been requested. */
  onEnter?(text: string): void;
  maxLength?: number;
  className?: string | undefined;
}

/** Searches after a pause in typing, or at once on Enter and when the box is emptied. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value, onSearch, onEnter, maxLength = MAX_SEARCH_LENGTH, className } = props;
  const { text, type, submit, onBlur } = useSearchText(value, onSearch, PAUSE_MS);
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers do not know <search>
    <form
      role="search"
      aria-label={label}
      className={className}
      onBlur={onBlur}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
        onEnter?.(text.trim());
      }}
    >
      <NativeInput
        label={label}
        isLabelHidden
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={maxLength}
        placeholder={placeholder}
        icon={<Search size={18} />}
        value={text}
        onChange={type}
      />
    </form>
  );
}
