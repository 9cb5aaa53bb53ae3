import { Eye } from 'lucide-react';
import type { ListingType, PropertyType } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import styles from './badges.module.css';

/** For Sale green, For Rent blue, For Lease purple. */
export function ListingBadge({ listingType }: { listingType: ListingType }) {
  return <span className={`${styles.badge} ${styles[listingType]}`}>{listingTypeLabel[listingType]}</span>;
}

export function TypeBadge({ type }: { type: PropertyType }) {
  return <span className={`${styles.badge} bg-surface text-ink`}>{propertyTypeLabel[type]}</span>;
}

/** On a listing that was looked at before. */
export function SeenBadge() {
  return (
    <span className={`${styles.badge} bg-[rgb(16_22_20_/_78%)] text-white`}>
      <Eye size={14} strokeWidth={2} aria-hidden="true" />
      Viewed
    </span>
  );
}
