import styles from './LoadingVeil.module.css';

/** Covers the page while a dialog's code is on its way. */
export function LoadingVeil({ words }: { words: string }) {
  return (
    <div className={styles.veil} role="status">
      <span className={styles.ring} aria-hidden="true" />
      <span className="visuallyHidden">{words}</span>
    </div>
  );
}
