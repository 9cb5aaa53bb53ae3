import { Eye } from 'lucide-react';
import { useViewedIds } from '../../state/browsingHistory.ts';
import styles from './badges.module.css';

/** Shown once this browser's history holds the listing. */
export function ViewedBadge({ propertyId }: { propertyId: number }) {
  if (!useViewedIds().has(propertyId)) return null;
  return (
    <span className={`${styles.badge} ${styles.viewed}`}>
      <Eye size={14} strokeWidth={2} aria-hidden="true" />
      Viewed
    </span>
  );
}
