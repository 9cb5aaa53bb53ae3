import type { ReactNode } from 'react';

/** Leads past what stands before a part of the page; seen while it has the focus. */
export function SkipLink({ to, children }: { to: `#${string}`; children: ReactNode }) {
  return (
    <a
      className="fixed z-1300 top-2 left-2 py-3 px-4 rounded-sm bg-primary text-on-primary font-semibold not-focus-visible:-translate-y-[200%] print:hidden"
      href={to}
    >
      {children}
    </a>
  );
}
