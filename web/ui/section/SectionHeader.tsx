import type { ReactNode } from 'react';
import styles from './section.module.css';

/** The section's title with what can be done in it. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h2>{title}</h2>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
