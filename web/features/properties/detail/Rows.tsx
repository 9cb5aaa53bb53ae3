import type { Row } from './propertyRows.ts';
import styles from './sections.module.css';

/** Names and values, side by side; as many columns as fit. */
export function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value }) => (
        <div key={label} className={styles.row}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
