import { X } from 'lucide-react';
import styles from './Chip.module.css';

interface ChipProps {
  label: string;
  /** With it the chip can be taken away. */
  onRemove?: () => void;
}

export function Chip({ label, onRemove }: ChipProps) {
  return (
    <span className={styles.chip}>
      <span className={styles.label}>{label}</span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={`Remove ${label}`} onClick={onRemove}>
          <X size={14} strokeWidth={2.5} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
