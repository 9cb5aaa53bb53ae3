import type { ReactNode } from 'react';

/** A part of a tab under its heading. */
export function TabSection({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 min-w-0">
      <h2 className="text-lg">{heading}</h2>
      {children}
    </section>
  );
}
