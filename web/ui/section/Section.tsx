import type { ReactNode } from 'react';

/** A section of a console. */
export function Section({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-6 min-w-0" aria-label={label}>
      {children}
    </section>
  );
}

/** A section's title with its actions. */
export function SectionHeader({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-3">
      <h2>{title}</h2>
      {children && <div className="flex flex-wrap gap-3">{children}</div>}
    </header>
  );
}

/** The frame of a list, a case or a state. */
export function Card({ as: Element = 'div', children }: { as?: 'div' | 'li'; children: ReactNode }) {
  return (
    <Element className="min-w-0 p-6 border border-line rounded-lg bg-surface shadow-sm max-md:p-4">
      {children}
    </Element>
  );
}
