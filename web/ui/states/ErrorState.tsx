import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import styles from './states.module.css';

interface ErrorStateProps {
  title?: string;
  message: string;
  onRetry(): void;
  /** Another way on, beside 'Try Again'. */
  action?: ReactNode;
  /** Where the state is the whole page, its title is the page's heading. */
  headingLevel?: 1 | 2 | 3;
}

export function ErrorState({
  title = 'Something went wrong',
  message,
  onRetry,
  action,
  headingLevel = 2,
}: ErrorStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.state} role="alert">
      <span className={`${styles.icon} ${styles.bad}`}>
        <CloudOff size={28} aria-hidden="true" />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      <p className="text-muted">{message}</p>
      <div className="flex flex-wrap justify-center gap-3 mt-4">
        <Button variant="outlined" onClick={onRetry}>
          Try Again
        </Button>
        {action}
      </div>
    </div>
  );
}
