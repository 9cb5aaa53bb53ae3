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
      <span className={styles.label}>
        {icon}
        {label}
      </span>
      <span className={styles.value}>{value ?? <Skeleton width="4rem" height="2rem" />}</span>
      {note && <span className={styles.note}>{note}</span>}
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
