import type { ReactNode } from 'react';

/** The frame of a personal page; 'narrow' is for a single form. */
export function Page({ isNarrow = false, children }: { isNarrow?: boolean; children: ReactNode }) {
  const width = isNarrow ? 'max-w-[calc(48rem_+_2_*_var(--s-page-gutter))]' : 'max-w-page';
  return <div className={`${width} mx-auto px-gutter pt-8`}>{children}</div>;
}

interface PageHeaderProps {
  title: string;
  text: string;
  action?: ReactNode;
}

export function PageHeader({ title, text, action }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-y-3 gap-x-6 mb-6">
      <div className="min-w-0">
        <h1>{title}</h1>
        <p className="mt-1 text-muted">{text}</p>
      </div>
      {action}
    </header>
  );
}

/** The title of a part of a page, with `id` for its accessible name, and its actions. */
export function PanelHeader({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 min-h-control mb-3">
      <h2 id={id} className="min-w-0">
        {title}
      </h2>
      {children}
    </header>
  );
}
