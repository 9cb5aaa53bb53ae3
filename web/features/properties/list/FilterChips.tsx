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
    <div className={styles.chips}>
      <ul className={styles.list} aria-label="Filters in force">
        {chips.map(({ key, label, without }) => (
          <li key={key}>
            <Chip label={label} onRemove={() => onRemove(without)} />
          </li>
        ))}
      </ul>
      <button type="button" className={styles.clear} onClick={onClear}>
        Clear All Filters
      </button>
    </div>
  );
}
