import styles from './PageSpinner.module.css';

/** Fills the page while something is on its way. The words are read to those who cannot see it turn. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={styles.box} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className={styles.label}>{label}</span>
    </div>
  );
}
