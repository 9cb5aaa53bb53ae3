import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './StatCard.module.css';

interface StatCardProps {
  label: string;
  /** Undefined while it is being counted. */
  value: string | undefined;
  /** What exactly is counted. */
  note?: string;
  icon?: ReactNode;
  /** Where it comes from. */
  to?: string;
}

export function StatCard({ label, value, note, icon, to }: StatCardProps) {
  const content = (
    <>
      <span className={`flex items-center gap-2 text-muted text-sm font-semibold ${styles.label}`}>
        {icon}
        {label}
      </span>
      <span
        className={`min-h-9 text-[1.75rem] font-bold tracking-[-0.02em] max-sm:text-[1.375rem] ${styles.value}`}
      >
        {value ?? <Skeleton width="4rem" height="2rem" />}
      </span>
      {note && <span className="text-muted text-xs">{note}</span>}
    </>
  );
  return to ? (
    <Link to={to} className={`${styles.card} ${styles.link}`}>
      {content}
    </Link>
  ) : (
    <div className={styles.card}>{content}</div>
  );
}
