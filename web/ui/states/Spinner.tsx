import { t } from '#web/lib/i18n.tsx';

/** Something is on its way. Words stand beside it, or in the role of what holds it. */
export function Spinner({ size = 40, className = '' }: { size?: number; className?: string }) {
  return (
    <span
      className={`flex-none border-line-strong border-t-primary rounded-full animate-spin ${size < 30 ? 'border-2' : 'border-3'} ${className}`}
      style={{ width: size, height: size }}
      aria-hidden="true"
    />
  );
}

/** Fills the page while something is on its way. The words are read to those who cannot see it turn. */
export function PageSpinner({ label = t('Loading…') }: { label?: string }) {
  return (
    <div className="flex flex-col items-center justify-center gap-4 min-h-[85vh] text-muted" role="status">
      <Spinner />
      <span className="text-sm">{label}</span>
    </div>
  );
}

/** Covers the page while a dialog's code is on its way; one that comes at once is not announced. */
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
