import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { IconButton } from './IconButton.tsx';

interface DialogProps {
  title: string;
  onClose(): void;
  children: ReactNode;
  /**
   * 'wide' has room for two fields beside each other, 'large' for a whole record, 'full' for a long form: its content
   * gets the height that is left, and scrolls by itself.
   */
  size?: 'medium' | 'wide' | 'large' | 'full';
  /** Where something may have been typed, a click beside the dialog must not throw it away. */
  isBackdropInert?: boolean;
  /** While what it does cannot be left half done. */
  isLocked?: boolean;
}

const FIELDS = 'form :is(input:not([type="hidden"], [type="file"]), textarea, select)';

/** Open while it is rendered. The browser's own modal dialog: it keeps the focus, closes on Escape and gives the focus back. */
export function Dialog({
  title,
  onClose,
  children,
  size = 'medium',
  isBackdropInert = false,
  isLocked = false,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    // At a desk, who opens a form is about to type. On a phone the keyboard would cover it unasked.
    if (matchMedia('(pointer: fine)').matches) dialog.current?.querySelector<HTMLElement>(FIELDS)?.focus();
    return () => {
      // Taken away without being closed, the browser leaves the focus nowhere.
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
    };
  }, []);

  const closeOnBackdrop = (event: MouseEvent) => {
    if (!isBackdropInert && event.target === dialog.current) dialog.current?.close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={titleId}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        if (isLocked && event.target === dialog.current) event.preventDefault();
      }}
      // React passes the event of a dialog that was opened from this one on to it.
      onClose={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={styles.box}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <IconButton
            label="Close"
            icon={<X size={22} aria-hidden="true" />}
            disabled={isLocked}
            onClick={() => dialog.current?.close()}
          />
        </header>
        {children}
      </div>
    </dialog>
  );
}
