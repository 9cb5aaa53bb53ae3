import { Button } from './Button.tsx';
import styles from './RetryLine.module.css';

/** A failure in a part of the page, where a whole error state would be too loud. */
export function RetryLine({ message, onRetry }: { message: string; onRetry(): void }) {
  return (
    <div className={styles.failed} role="alert">
      <p>{message}</p>
      <Button variant="outlined" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
