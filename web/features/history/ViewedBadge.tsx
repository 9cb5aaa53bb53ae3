import { Eye } from 'lucide-react';
import styles from '#web/features/properties/cards/badges.module.css';
import { useViewedIds } from './browsingHistory.ts';

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
