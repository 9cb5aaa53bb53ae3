import { SlidersHorizontal } from 'lucide-react';
import styles from './FiltersButton.module.css';

interface FiltersButtonProps {
  /** How many advanced filters are set. */
  count: number;
  isExpanded: boolean;
  opensDialog: boolean;
  panelId: string;
  /** It may be pressed soon. */
  onIntent: () => void;
  onClick: () => void;
}

export function FiltersButton(props: FiltersButtonProps) {
  const { count, isExpanded, opensDialog, panelId, onIntent, onClick } = props;
  return (
    <button
      type="button"
      className={styles.button}
      aria-expanded={isExpanded}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      aria-controls={!opensDialog && isExpanded ? panelId : undefined}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={onClick}
    >
      <SlidersHorizontal size={18} aria-hidden="true" />
      <span className={styles.words}>Advanced Filters</span>
      {count > 0 && (
        <span className="grid place-items-center min-w-5.5 h-5.5 py-0 px-1.5 rounded-full bg-primary text-on-primary text-xs font-bold">
          {count}
          <span className="visuallyHidden"> set</span>
        </span>
      )}
    </button>
  );
}
