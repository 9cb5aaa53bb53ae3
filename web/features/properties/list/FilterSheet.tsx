import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useModal } from '#web/ui/useModal.tsx';
import styles from './FilterSheet.module.css';

interface FilterSheetProps {
  onClose: () => void;
  onClear: () => void;
  /** 'Show 24 properties' */
  closeLabel: string;
  children: ReactNode;
}

/** The advanced filters on a phone: the whole screen, with the way back to the results at hand. */
export function FilterSheet({ onClose, onClear, closeLabel, children }: FilterSheetProps) {
  const { props, close, layer } = useModal({ onClose });
  return (
    <dialog {...props} className={styles.sheet} aria-label="Advanced Filters">
      <header className={styles.header}>
        <h2>Advanced Filters</h2>
        <IconButton label="Close" icon={<X size={22} aria-hidden="true" />} onClick={close} />
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.footer}>
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear All
        </button>
        <button type="button" className={styles.show} onClick={close}>
          {closeLabel}
        </button>
      </footer>
      {layer}
    </dialog>
  );
}
