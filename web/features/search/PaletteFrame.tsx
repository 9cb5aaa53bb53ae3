import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './CommandPalette.module.css';

/** The browser's modal dialog without a heading of its own: the field at its top says what it is. */
export function PaletteFrame({ onClose, children }: { onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // The browser would take the first thing that can have it, which is no field.
    dialog.current?.querySelector('input')?.focus();
    return () => {
      // Taken away without being closed, the browser leaves the focus nowhere.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    // What opened it closes it.
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    dialog.current?.close();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search Silong"
      onKeyDown={onKeyDown}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
      onClose={onClose}
    >
      {children}
    </dialog>
  );
}
