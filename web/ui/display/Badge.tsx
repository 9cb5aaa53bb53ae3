import type { ReactNode } from 'react';
import styles from './Badge.module.css';

export type BadgeTone = 'neutral' | 'primary' | 'success' | 'warning' | 'danger' | 'info';

interface BadgeProps {
  children: ReactNode;
  tone?: BadgeTone;
}

/** A word or a count beside something else. */
export function Badge({ children, tone = 'neutral' }: BadgeProps) {
  return (
    <span
      className={`inline-flex items-center justify-center min-w-6 min-h-6 px-2 rounded-full bg-[color-mix(in_srgb,var(--tone)_12%,var(--s-surface))] text-xs font-bold leading-none whitespace-nowrap ${styles.badge} ${styles[tone]}`}
    >
      {children}
    </span>
  );
}
