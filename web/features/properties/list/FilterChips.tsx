import { Chip } from '#web/ui/Chip.tsx';
import styles from './FilterChips.module.css';
import type { ListState } from './listState.ts';
import { filterChips } from './listWords.ts';

interface FilterChipsProps {
  state: ListState;
  onRemove: (without: Partial<ListState>) => void;
  onClear: () => void;
}

/** The filters in force. */
export function FilterChips({ state, onRemove, onClear }: FilterChipsProps) {
  const chips = filterChips(state);
  if (chips.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2 items-center">
      <ul
        className={`flex flex-wrap gap-2 items-center min-w-0 ${styles.list}`}
        aria-label="Filters in force"
      >
        {chips.map(({ key, label, without }) => (
          <li key={key}>
            <Chip label={label} onRemove={() => onRemove(without)} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="h-9 py-0 px-2 border-0 rounded-[0.5rem] bg-transparent text-ink text-sm font-semibold underline underline-offset-[0.2em] cursor-pointer hover:text-primary pointer-coarse:h-11"
        onClick={onClear}
      >
        Clear All Filters
      </button>
    </div>
  );
}
