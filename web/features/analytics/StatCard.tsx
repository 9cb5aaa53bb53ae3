import type { ReactNode } from 'react';
import { Link } from '#web/lib/router.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

interface StatCardProps {
  label: string;
  /** Undefined while it is being counted. */
  value: string | undefined;
  /** The meaning of the figure. */
  note?: string;
  icon?: ReactNode;
  /** A link to its source. */
  to?: string;
}

const FRAME =
  'grid gap-1 content-start min-w-0 py-4 px-6 border border-line rounded-lg bg-surface shadow-sm text-ink no-underline max-sm:py-3 max-sm:px-4';

export function StatCard({ label, value, note, icon, to }: StatCardProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-muted text-sm font-semibold [&_svg]:flex-none [&_svg]:text-primary">
        {icon}
        {label}
      </span>
      <span className="min-h-9 text-[1.75rem] font-bold tracking-[-0.02em] max-sm:text-[1.375rem] leading-[2.25rem]">
        {value ?? <Skeleton width="4rem" height="2rem" />}
      </span>
      {note && <span className="text-muted text-xs">{note}</span>}
    </>
  );
  if (!to) return <div className={FRAME}>{content}</div>;
  return (
    <Link to={to} className={`${FRAME} hover:border-primary`}>
      {content}
    </Link>
  );
}
