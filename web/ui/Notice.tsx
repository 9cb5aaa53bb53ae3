import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Notice.module.css';

interface NoticeProps {
  kind: 'success' | 'error' | 'info';
  /** Nothing is shown while there is nothing to say; the place stays, so that screen readers hear what enters it. */
  children: ReactNode;
}

const icons = { success: CircleCheck, error: CircleAlert, info: Info };

/** A sentence about what was just done or has to be known, in the place it is about. */
export function Notice({ kind, children }: NoticeProps) {
  const Icon = icons[kind];
  return (
    <div className={styles.place} role={kind === 'error' ? 'alert' : 'status'}>
      {children && (
        <div className={`${styles.notice} ${styles[kind]}`}>
          <Icon size={18} aria-hidden="true" />
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
