import { Lock } from 'lucide-react';
import styles from './ThreadNotices.module.css';

/** Stands where the text box would be. */
export function ClosedNotice({ reason }: { reason: string }) {
  return (
    <div className={styles.closed} role="status">
      <Lock size={18} aria-hidden="true" />
      <p>
        <strong>{reason}.</strong> You can still read it, but no new messages can be sent.
      </p>
    </div>
  );
}
