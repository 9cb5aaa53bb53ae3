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
      <header
        className={`flex flex-none items-center justify-between pt-2 pr-2 pb-2 pl-gutter border-b border-b-line bg-surface ${styles.header}`}
      >
        <h2>Advanced Filters</h2>
        <IconButton label="Close" icon={<X size={22} aria-hidden="true" />} onClick={close} />
      </header>
      <div className="flex-1 py-6 px-gutter overflow-y-auto overscroll-contain">{children}</div>
      <footer
        className={`flex flex-none gap-3 pt-3 px-gutter pb-[calc(var(--s-space-3)_+_env(safe-area-inset-bottom))] border-t border-t-line bg-surface ${styles.footer}`}
      >
        <button
          type="button"
          className="flex-none py-0 px-4 border border-line-strong bg-transparent"
          onClick={onClear}
        >
          Clear All
        </button>
        <button
          type="button"
          className="flex-1 border-0 bg-primary text-on-primary hover:bg-primary-hover"
          onClick={close}
        >
          {closeLabel}
        </button>
      </footer>
      {layer}
    </dialog>
  );
}
