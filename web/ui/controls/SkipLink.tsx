import type { ReactNode } from 'react';

/** A link that skips the content before a part of the page; visible while focused. */
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
