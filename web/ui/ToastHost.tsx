import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { currentToasts, dismissToast, subscribeToToasts, type Toast, toastDuration } from './showToast.ts';
import styles from './ToastHost.module.css';

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** Where toasts appear; stands once, in the layout. The region is always there, so that screen readers hear what enters it. */
export function ToastHost() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const layer = useRef<HTMLDivElement>(null);
  const raisedFor = useRef(0);
  const newest = toasts.at(-1)?.id;

  // A dialog lies above everything that was shown before it: each new toast is brought to the top anew.
  useEffect(() => {
    if (newest !== undefined && newest <= raisedFor.current) return;
    layer.current?.hidePopover();
    if (newest === undefined) return;
    raisedFor.current = newest;
    layer.current?.showPopover();
  }, [newest]);

  return (
    <section aria-label="Notices" aria-live="polite" aria-relevant="additions">
      <div ref={layer} popover="manual" className={styles.host}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </section>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false);
  const Icon = icons[toast.kind];

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(toast.id), toastDuration(toast));
    return () => clearTimeout(timer);
  }, [toast, isHeld]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: being pointed at only holds the clock
    <div
      className={`${styles.toast} ${styles[toast.kind]}`}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon className={styles.icon} size={20} aria-hidden="true" />
      <span className={styles.text}>{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.onClick();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Dismiss message"
        onClick={() => dismissToast(toast.id)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
