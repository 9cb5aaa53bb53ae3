import type { ReactNode } from 'react';

/** The section's title with what can be done in it. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h2>{title}</h2>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </header>
  );
}
