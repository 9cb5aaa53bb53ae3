import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import styles from './forms.module.css';

interface SubmitButtonProps {
  label: string;
  busyLabel: string;
  isBusy: boolean;
}

/** Says what it is doing while it does it, and cannot be pressed twice. */
export function SubmitButton({ label, busyLabel, isBusy }: SubmitButtonProps) {
  return (
    <Button type="submit" size="large" disabled={isBusy} aria-busy={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
  );
}

export function LinkButton({ children, onClick }: { children: ReactNode; onClick(): void }) {
  return (
    <button type="button" className={styles.link} onClick={onClick}>
      {children}
    </button>
  );
}
