import styles from './PageSpinner.module.css';

/** Fills the page while something is on its way. The words are read to those who cannot see it turn. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className="flex flex-col items-center justify-center gap-4 min-h-[85vh] text-muted" role="status">
      <span
        className={`w-10 h-10 border-3 border-line border-t-primary rounded-full ${styles.ring}`}
        aria-hidden="true"
      />
      <span className="text-sm">{label}</span>
    </div>
  );
}
