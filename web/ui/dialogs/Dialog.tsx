import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { ErrorBoundary } from '../states/ErrorBoundary.tsx';
import styles from './Dialog.module.css';
import { type ModalOptions, useModal } from './useModal.tsx';

interface DialogProps extends Omit<ModalOptions, 'isOpen' | 'hasToasts'> {
  title: string;
  children: ReactNode;
  /**
   * 'wide' has room for two fields beside each other, 'large' for a whole record, 'full' for a long form: its content
   * gets the height that is left, and scrolls by itself.
   */
  size?: 'medium' | 'wide' | 'large' | 'full';
}

/** The contents of a dialog that shows a record. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 wrap-break-word">{children}</div>;
}

/** What can be done with the record: within reach however long it is. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 flex flex-wrap justify-end gap-3 py-3 border-t border-line bg-surface max-sm:gap-2 max-sm:[&>:is(button,a)]:flex-1 max-sm:[&>:is(button,a)]:px-2">
      {children}
    </div>
  );
}

const FIELDS = 'form :is(input:not([type="hidden"], [type="file"]), textarea, select)';

/** Open while it is rendered. What breaks in it leaves its frame, and the way out, standing. */
export function Dialog({ title, children, size = 'medium', ...options }: DialogProps) {
  const { props, close, layer } = useModal(options);
  const { ref } = props;
  const titleId = useId();
  useEffect(() => {
    // At a desk, who opens a form is about to type. On a phone the keyboard would cover it unasked.
    if (matchesMedia('finePointer')) ref.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [ref]);

  return (
    <dialog {...props} className={`${styles.dialog} ${styles[size]}`} aria-labelledby={titleId}>
      <div
        className={`pt-4 px-6 pb-6 max-sm:pt-4 max-sm:px-4 max-sm:pb-[calc(var(--s-space-5)_+_env(safe-area-inset-bottom))] ${styles.box}`}
      >
        <header className={`flex items-center justify-between -mr-2.5 mb-3 ${styles.header}`}>
          <h2 id={titleId}>{title}</h2>
          <IconButton
            label="Close"
            icon={<X size={22} aria-hidden="true" />}
            disabled={options.isLocked}
            onClick={close}
          />
        </header>
        <ErrorBoundary headingLevel={3}>{children}</ErrorBoundary>
      </div>
      {layer}
    </dialog>
  );
}
