import styles from './LoadingVeil.module.css';

/** Covers the page while a dialog's code is on its way. */
export function LoadingVeil({ words }: { words: string }) {
  return (
    <div
      className={`fixed z-1000 inset-0 grid place-items-center bg-[rgb(10_20_18_/_45%)] ${styles.veil}`}
      role="status"
    >
      <span
        className={`w-10 h-10 border-3 border-[rgb(255_255_255_/_35%)] border-t-white rounded-full ${styles.ring}`}
        aria-hidden="true"
      />
      <span className="visuallyHidden">{words}</span>
    </div>
  );
}
