import {
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { openModals, ToastLayer } from './ToastLayer.tsx';

export interface ModalOptions {
  onClose(): void;
  /** Whether a click beside the dialog is ignored, as input could be lost. */
  isBackdropInert?: boolean;
  /** Whether only the page itself can close the dialog. */
  isLocked?: boolean;
  /** Called instead of closing, for a question. */
  onCloseRequest?: (() => void) | undefined;
  /** Whether the dialog contains the layer of toasts. */
  hasToasts?: boolean;
}

interface Modal {
  props: React.DialogHTMLAttributes<HTMLDialogElement> & { ref: React.RefObject<HTMLDialogElement | null> };
  /** Closes the dialog, or asks first. */
  close(): void;
  /** Must be the last child of the dialog. */
  layer: ReactNode;
}

/**
 * A native modal dialog: it traps the focus, closes on Escape and on a press that begins and ends beside it, and restores the
 * focus.
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
