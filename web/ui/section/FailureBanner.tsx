import { CircleAlert, X } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import styles from './FailureBanner.module.css';

interface FailureBannerProps {
  message: string | null | undefined;
  /** What was not loaded can be asked for again. */
  onRetry?: () => void;
  /** What was not done is told until it is put away. */
  onDismiss?: () => void;
}

/** The red banner of a failed call (specification, part 3 §8). */
export function FailureBanner({ message, onRetry, onDismiss }: FailureBannerProps) {
  return (
    <div
      className={`${styles.place} ${onDismiss ? 'sticky z-20 top-[calc(var(--s-header-height)_+_var(--s-space-2))]' : ''}`}
      role="alert"
    >
      {message && (
        <div className={styles.banner}>
          <CircleAlert size={18} aria-hidden="true" />
          <p>{message}</p>
          {onRetry && (
            <Button variant="outlined" onClick={onRetry}>
              Try Again
            </Button>
          )}
          {onDismiss && (
            <IconButton label="Dismiss" icon={<X size={18} aria-hidden="true" />} onClick={onDismiss} />
          )}
        </div>
      )}
    </div>
  );
}
