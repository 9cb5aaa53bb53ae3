import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { dismissToast, type Toast, type ToastAction, toastDuration, toasts } from './showToast.ts';

const open = createStore<readonly HTMLDialogElement[]>([]);

const without = (dialog: HTMLDialogElement) => open.get().filter((other) => other !== dialog);

/** The open modal dialogs, the topmost last. Everything below the topmost is inert. */
export const openModals = {
  add: (dialog: HTMLDialogElement) => open.set([...without(dialog), dialog]),
  remove: (dialog: HTMLDialogElement) => open.set(without(dialog)),
  top: (): HTMLDialogElement | null => open.get().at(-1) ?? null,
  subscribe: open.subscribe,
};

const looks = {
  success: { Icon: CircleCheck, color: 'text-success' },
  error: { Icon: CircleAlert, color: 'text-danger' },
  info: { Icon: Info, color: 'text-info' },
};

/** Without popovers (Safari before 17, Firefox before 125), the layer stays at its place in the page. */
const knowsPopovers = typeof HTMLElement === 'undefined' || 'showPopover' in HTMLElement.prototype;

/** Toasts, in the layout and each modal dialog, as all else is inert then. Always rendered: a live region. */
export function ToastLayer({ dialog }: { dialog?: RefObject<HTMLDialogElement | null> }) {
  const shown = useStore(toasts);
  const top = useSyncExternalStore(openModals.subscribe, openModals.top, () => null);
  const layer = useRef<HTMLDivElement>(null);
  const raisedFor = useRef(0);
  const isTop = dialog ? top !== null && top === dialog.current : top === null;
  const newest = isTop ? shown.at(-1)?.id : undefined;

  // Each new toast moves the layer to the top again.
  useEffect(() => {
    if (newest !== undefined && newest <= raisedFor.current) return;
    raisedFor.current = newest ?? 0;
    if (!knowsPopovers) return;
    layer.current?.hidePopover();
    if (newest !== undefined) layer.current?.showPopover();
  }, [newest]);

  return (
    <section
      // Below the topmost dialog, the layer is inert and no landmark.
      aria-label={isTop ? t('Notices') : undefined}
      // Errors interrupt the screen reader.
      aria-live={shown.at(-1)?.kind === 'error' ? 'assertive' : 'polite'}
      aria-relevant="additions"
    >
      <div
        ref={layer}
        popover={knowsPopovers ? 'manual' : undefined}
        className={`toasts ${knowsPopovers ? 'open:flex' : 'flex'}`}
      >
        {isTop && shown.map((toast) => <ToastCard key={toast.id} toast={toast} />)}
      </div>
    </section>
  );
}

const actionClass = 'toast-btn px-3 -mx-3 text-primary font-bold';

function ActionOf({ toast, action }: { toast: Toast; action: ToastAction }) {
  const dismiss = () => dismissToast(toast.id);
  if ('to' in action)
    return (
      <Link to={action.to} className={actionClass} onClick={dismiss}>
        {action.label}
      </Link>
    );
  return (
    <button
      type="button"
      className={actionClass}
      onClick={() => {
        action.onClick();
        dismiss();
      }}
    >
      {action.label}
    </button>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const { Icon, color } = looks[toast.kind];

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), toastDuration(toast));
    return () => clearTimeout(timer);
  }, [toast, isHeld]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className="toast"
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon className={`flex-none ${color}`} size={20} />
      {/* Beside a long text, the action stands below it. */}
      <span className="flex flex-wrap flex-1 items-center gap-x-3 min-w-0">
        <span className="flex-1 basis-auto min-w-0 py-2 wrap-anywhere">{toast.text}</span>
        {toast.action && <ActionOf toast={toast} action={toast.action} />}
      </span>
      <button
        type="button"
        className="toast-btn text-muted"
        aria-label={t('Dismiss message')}
        // Not in the live region, as the button's name would be read out after each message.
        aria-live="off"
        onClick={() => dismissToast(toast.id)}
      >
        <X size={16} />
      </button>
    </div>
  );
}
