import { Lock } from 'lucide-react';
import styles from './ThreadNotices.module.css';

/** Stands where the text box would be. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <div
      className={`flex flex-none gap-3 pt-4 px-4 pb-[max(var(--s-space-4),env(safe-area-inset-bottom))] border-t border-t-line bg-sunken text-muted text-sm ${styles.closed}`}
      role="status"
    >
      <Lock size={18} aria-hidden="true" />
      <p>
        <strong>{reason}.</strong> You can still read it, but no new messages can be sent.
      </p>
    </div>
  );
}
