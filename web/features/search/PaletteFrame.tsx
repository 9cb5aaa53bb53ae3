import { type KeyboardEvent, type ReactNode, useEffect } from 'react';
import { useModal } from '#web/ui/useModal.tsx';
import styles from './CommandPalette.module.css';

/** The browser's modal dialog without a heading of its own: the field at its top says what it is. */
export function PaletteFrame({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const { props, close, layer } = useModal({ onClose });
  const { ref } = props;
  useEffect(() => {
    // The browser would take the first thing that can have it, which is no field.
    ref.current?.querySelector('input')?.focus();
  }, [ref]);

  const onKeyDown = (event: KeyboardEvent) => {
    // What opened it closes it.
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };

  return (
    <dialog {...props} className={styles.dialog} aria-label="Search Silong" onKeyDown={onKeyDown}>
      {children}
      {layer}
    </dialog>
  );
}
