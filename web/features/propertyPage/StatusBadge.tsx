import type { PropertyStatus } from '#shared/contracts/properties.ts';
import { propertyStatusLabel } from '#shared/labels.ts';
import styles from './StatusBadge.module.css';

export function StatusBadge({ status }: { status: PropertyStatus }) {
  return <span className={`${styles.badge} ${styles[status]}`}>{propertyStatusLabel[status]}</span>;
}
