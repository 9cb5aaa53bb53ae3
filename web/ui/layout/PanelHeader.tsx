import type { ReactNode } from 'react';

/** The title of a part of a page, with `id` for its accessible name, and its actions. */
export function PanelHeader({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 min-h-control mb-3">
      <h2 id={id}>{title}</h2>
      {children}
    </header>
  );
}
