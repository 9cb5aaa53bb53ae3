import { Check, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';

interface BreadcrumbProps {
  trail: readonly { to: string; label: string }[];
  /** The page itself. */
  current: string;
  className: string;
}

/** The way to a page from the home page. */
export function Breadcrumb({ trail, current, className }: BreadcrumbProps) {
  return (
    <nav className={className} aria-label={t('Breadcrumb')}>
      <ol className="flex flex-wrap items-center gap-y-0 gap-x-2 text-muted text-sm">
        {trail.map(({ to, label }) => (
          <li key={to} className="inline-flex items-center gap-2">
            <Link
              className="inline-flex items-center min-h-11 text-inherit no-underline hover:text-primary hover:underline"
              to={to}
            >
              {label}
            </Link>
            <ChevronRight size={14} aria-hidden="true" />
          </li>
        ))}
        <li className="wrap-anywhere" aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}

/** A part of a page under its heading. */
export function PagePart({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-3 min-w-0">
      <h2 className="text-lg">{heading}</h2>
      {children}
    </section>
  );
}

/** A long text as its author typed it. */
export function TypedText({ children }: { children: string }) {
  return (
    <p dir="auto" className="max-w-[68ch] leading-[1.7] whitespace-pre-line wrap-anywhere">
      {children}
    </p>
  );
}

/** Features, each with a check mark. */
export function CheckList({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="grid grid-fill-[14rem] gap-y-2.5 gap-x-6 max-sm:grid-cols-[1fr_1fr] max-sm:text-md">
      {texts.map((text) => (
        <li className="flex gap-2.5 wrap-anywhere" key={text}>
          <Check className="flex-none mt-[0.2rem] text-primary" size={18} strokeWidth={2.25} />
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Facts in columns, a line below each. */
export function FactRows({ rows }: { rows: readonly { label: string; value: string }[] }) {
  return (
    <dl className="grid grid-fill-[17rem] gap-x-12">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex items-baseline justify-between gap-4 py-3 border-b border-b-line">
          <dt className="text-muted">{label}</dt>
          <dd className="m-0 font-semibold text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
