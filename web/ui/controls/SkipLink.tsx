import type { ReactNode } from 'react';

/** A link that skips the content before a part of the page; visible while focused. */
export function SkipLink({ to, children }: { to: `#${string}`; children: ReactNode }) {
  return (
    <a
      className="btn btn-primary fixed z-1300 top-safe-top left-safe-left m-2 py-3 not-focus-visible:-translate-y-[200%] print:hidden"
      href={to}
    >
      {children}
    </a>
  );
}
