import {
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { openModals } from './openModals.ts';
import { ToastLayer } from './ToastLayer.tsx';

export interface ModalOptions {
  onClose(): void;
  /** Something may have been typed: a click beside the dialog must not throw it away. */
  isBackdropInert?: boolean;
  /** While what it does cannot be left half done: nothing but the page itself closes it. */
  isLocked?: boolean;
  /** Called instead of closing, to ask first. */
  onCloseRequest?: (() => void) | undefined;
  /** Toasts are shown above it, and can be reached from it. */
  hasToasts?: boolean;
}

interface Modal {
  props: React.DialogHTMLAttributes<HTMLDialogElement> & { ref: React.RefObject<HTMLDialogElement | null> };
  /** Closes it, or asks first. */
  close(): void;
  /** Stands last in the dialog. */
  layer: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus, closes on Escape, and on a press that begins and ends beside it, and
 * gives the focus back.
 */
export function useModal({
  onClose,
  isBackdropInert = false,
  isLocked = false,
  onCloseRequest,
  hasToasts = true,
}: ModalOptions): Modal {
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
      // Taken away without being closed, the browser leaves the focus nowhere.
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, []);

  const close = () => {
    if (isLocked) return;
    if (onCloseRequest) onCloseRequest();
    else dialog.current?.close();
  };

  // The focus may be nowhere, on a button that has just been disabled: the dialog itself would not see the key.
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
      // Chromium closes on the second Escape whatever `cancel` says, unless it is told so beforehand.
      ...(isGuarded ? { closedby: 'none' } : {}),
      onPointerDown: (event: PointerEvent) => {
        isPressedBeside.current = isOwn(event);
      },
      onPointerUp: (event: PointerEvent) => {
        isPressedBeside.current &&= isOwn(event);
      },
      onClick: (event) => {
        // Also sent when a press began on a text and ended beside the dialog, or the other way round.
        if (!isBackdropInert && isOwn(event) && isPressedBeside.current) close();
        isPressedBeside.current = false;
      },
      onCancel: (event) => {
        if (isGuarded && isOwn(event)) event.preventDefault();
      },
      // React passes the event of a dialog that was opened from this one on to it.
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
