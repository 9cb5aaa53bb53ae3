import type { ListingType } from '#shared/contracts/properties.ts';
import { listingTypeLabel } from '#shared/labels.ts';
import styles from './badges.module.css';

/** For Sale green, For Rent blue, For Lease purple. */
export function ListingBadge({ listingType }: { listingType: ListingType }) {
  return <span className={`${styles.badge} ${styles[listingType]}`}>{listingTypeLabel[listingType]}</span>;
}
