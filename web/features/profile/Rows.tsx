import type { ReactNode } from 'react';
import styles from './Rows.module.css';

/** What is known, in pairs; what is not known says so. */
export function Rows({ rows }: { rows: { label: string; value: ReactNode }[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value ?? <span className="text-muted font-normal">Not given</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
