import { Search } from 'lucide-react';
import { useSearchText } from '#web/lib/useSearchText.ts';
import { NativeInput } from './NativeInput.tsx';

const PAUSE_MS = 350;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** The search in force; a change that this box did not ask for replaces what is typed. */
  value: string;
  onSearch(text: string): void;
  /** Enter was pressed; the search is asked for already. */
  onEnter?(text: string): void;
  maxLength?: number;
  className?: string | undefined;
}

/** Searches a moment after the last key, at once on Enter and when it is emptied. */
export function SearchField({
  label,
  placeholder,
  value,
  onSearch,
  onEnter,
  maxLength = 200,
  className,
}: SearchFieldProps) {
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
