import { X } from 'lucide-react';
import {
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
} from 'react';
import { t } from '#web/lib/i18n.tsx';
import { DIALOG_FIELD, useKeptKeys } from '#web/lib/keptKeys.ts';
import { matchesMedia } from '#web/lib/useMediaQuery.ts';
import { IconButton } from '../controls/Button.tsx';
import { ErrorBoundary } from '../states/EmptyState.tsx';
import { openModals, ToastLayer } from './ToastLayer.tsx';

interface DialogProps extends Omit<ModalOptions, 'isOpen' | 'hasToasts'> {
  title: string;
  /** Id of the question, which is read out with the title. */
  describedBy?: string;
  children: ReactNode;
  /** 'wide' fits two fields, 'large' a record, 'full' a long form; 'drawer' is the same beside a list. */
  size?: 'medium' | 'wide' | 'large' | 'full' | 'drawer';
}

/** Content of a dialog that shows a record. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-4 wrap-break-word">{children}</div>;
}

/** Actions on the record, which stay visible while it scrolls. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-actions sticky">{children}</div>;
}

const sizes = {
  medium: 'dialog-sheet [--dialog-width:27.5rem]',
  wide: 'dialog-sheet [--dialog-width:35rem]',
  large: 'dialog-sheet [--dialog-width:48rem]',
  drawer: 'dialog-drawer',
  full: 'dialog-full',
};

const fullHeading = 'py-3 pr-3.5 pl-6 border-b border-b-line max-lg:py-2 max-lg:pr-1.5 max-lg:pl-4';

const FIELDS = 'form :is(input:not([type="hidden"], [type="file"]), textarea, select)';

const TYPED = 'form :is(input[type="text"], textarea)';

/** Open while it is rendered. If its content fails, the frame and the close button stay. */
export function Dialog({ title, describedBy, children, size = 'medium', ...options }: DialogProps) {
  const { props, close, layer } = useModal(options);
  const { ref } = props;
  const titleId = useId();
  const isFull = size === 'full' || size === 'drawer';
  useEffect(() => {
    // Focuses the form on desktops only, as a phone's keyboard would cover it.
    if (matchesMedia('finePointer')) ref.current?.querySelector<HTMLElement>(FIELDS)?.focus();
  }, [ref]);
  useKeptKeys(DIALOG_FIELD, () => ref.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(TYPED));

  return (
    <dialog
      {...props}
      className={`dialog ${sizes[size]}`}
      aria-labelledby={titleId}
      aria-describedby={describedBy}
    >
      <div
        className={
          isFull
            ? 'grid grid-rows-[auto_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] h-full'
            : 'pt-4 px-6 pb-6 max-sm:px-4 max-sm:pb-[calc(var(--s-space-5)_+_env(safe-area-inset-bottom))]'
        }
      >
        <div className={`flex items-center justify-between ${isFull ? fullHeading : '-mr-2.5 mb-3'}`}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label={t('Close')} icon={<X size={22} />} disabled={options.isLocked} onClick={close} />
        </div>
        <ErrorBoundary headingLevel={3}>{children}</ErrorBoundary>
      </div>
      {layer}
    </dialog>
  );
}

interface ModalOptions {
  onClose(): void;
  /** Whether a click beside the dialog is ignored, as input could be lost. */
  isBackdropInert?: boolean;
  /** Whether only the page itself can close the dialog. */
  isLocked?: boolean;
  /** Called instead of closing, for a question. */
  onCloseRequest?: (() => void) | undefined;
  hasToasts?: boolean;
}

interface Modal {
  props: React.DialogHTMLAttributes<HTMLDialogElement> & { ref: React.RefObject<HTMLDialogElement | null> };
  /** Closes the dialog, or asks first. */
  close(): void;
  /** Must be the last child of the dialog. */
  layer: ReactNode;
}

/** A native modal dialog. Escape or a press that begins and ends beside it closes it; the focus returns. */
export function useModal(options: ModalOptions): Modal {
  const { onClose, onCloseRequest, isBackdropInert = false, isLocked = false, hasToasts = true } = options;
  const dialog = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  const isPressedBeside = useRef(false);
  const isGuarded = isLocked || onCloseRequest !== undefined;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    opener.current ??= document.activeElement;
    if (!element.open) element.showModal();
    openModals.add(element);
    return () => {
      openModals.remove(element);
      const before = opener.current;
      // If the element is removed without being closed, the browser does not restore the focus.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);

  const close = () => {
    if (isLocked) return;
    if (onCloseRequest) onCloseRequest();
    else dialog.current?.close();
  };

  // On the document, as the focus may be on no element after a focused button was disabled.
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || openModals.top() !== dialog.current) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    if (!isGuarded) return;
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [isGuarded]);

  const isOwn = (event: SyntheticEvent) => event.target === dialog.current;
  return {
    props: {
      ref: dialog,
      // Chromium closes on the second Escape even if `cancel` is prevented, unless `closedby` is 'none'.
      ...(isGuarded ? { closedby: 'none' } : {}),
      onPointerDown: (event: PointerEvent) => {
        isPressedBeside.current = isOwn(event);
      },
      onPointerUp: (event: PointerEvent) => {
        isPressedBeside.current &&= isOwn(event);
      },
      onClick: (event) => {
        // A click is also fired if the press began inside and ended beside the dialog, or vice versa.
        if (!isBackdropInert && isOwn(event) && isPressedBeside.current) close();
        isPressedBeside.current = false;
      },
      onCancel: (event) => {
        if (isGuarded && isOwn(event)) event.preventDefault();
      },
      // React events of a nested dialog bubble to this one.
      onClose: (event) => {
        if (!isOwn(event)) return;
        if (isLocked) dialog.current?.showModal();
        else onClose();
      },
    },
    close,
    layer: hasToasts && <ToastLayer dialog={dialog} />,
  };
}
