import type { PropertyType } from '#shared/contracts/properties.ts';
import { propertyTypeLabel } from '#shared/labels.ts';
import styles from './badges.module.css';

export function TypeBadge({ type }: { type: PropertyType }) {
  return <span className={`${styles.badge} ${styles.type}`}>{propertyTypeLabel[type]}</span>;
}
