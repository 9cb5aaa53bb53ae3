import { X } from 'lucide-react';
import styles from './Chip.module.css';

interface ChipProps {
  label: string;
  /** With it the chip can be taken away. */
  onRemove?: () => void;
}

export function Chip({ label, onRemove }: ChipProps) {
  return (
    <span
      className={`inline-flex items-center max-w-full min-h-9 px-3.5 rounded-full bg-primary-soft text-primary text-sm font-semibold ${styles.chip}`}
    >
      <span className="overflow-hidden text-ellipsis whitespace-nowrap">{label}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
          <X size={14} strokeWidth={2.5} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
