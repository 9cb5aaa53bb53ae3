import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/IconButton.tsx';
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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} className={styles.sheet} aria-label="Advanced Filters" onClose={onClose}>
      <header className={styles.header}>
        <h2>Advanced Filters</h2>
        <IconButton
          label="Close"
          icon={<X size={22} aria-hidden="true" />}
          onClick={() => dialog.current?.close()}
        />
      </header>
      <div className={styles.body}>{children}</div>
      <footer className={styles.footer}>
        <button type="button" className={styles.clear} onClick={onClear}>
          Clear All
        </button>
        <button type="button" className={styles.show} onClick={() => dialog.current?.close()}>
          {closeLabel}
        </button>
      </footer>
    </dialog>
  );
}
