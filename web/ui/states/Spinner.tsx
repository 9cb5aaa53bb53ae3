import { t } from '#web/lib/i18n.tsx';

/** A loading indicator. Needs text beside it or in its container's label. */
export function Spinner({ size = 40, className = '' }: { size?: number; className?: string }) {
  return (
    <span
      className={`spinner ${size < 30 ? 'border-2' : 'border-3'} ${className}`}
      style={{ width: size, height: size }}
      aria-hidden="true"
    />
  );
}

/** A loading indicator for a whole page; the label is for screen readers. */
export function PageSpinner({ label = t('Loading…') }: { label?: string }) {
  return (
    <div className="flex flex-col items-center justify-center gap-4 min-h-[85vh] text-muted" role="status">
      <Spinner />
      <span className="text-sm">{label}</span>
    </div>
  );
}

/** Covers the page while a dialog's code is loading, after a short delay. */
export function LoadingVeil({ words }: { words: string }) {
  return (
    <div
      className="fixed z-1000 inset-0 grid place-items-center bg-[rgb(10_20_18_/_45%)] animate-appear"
      role="status"
    >
      <Spinner />
      <span className="visuallyHidden">{words}</span>
    </div>
  );
}
