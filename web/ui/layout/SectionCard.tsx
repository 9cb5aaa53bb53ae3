import { type ReactNode, useId } from 'react';
import { ErrorBoundary } from '../states/EmptyState.tsx';

interface SectionCardProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A section of a personal page. */
export function SectionCard({ title, text, action, children }: SectionCardProps) {
  const id = useId();
  return (
    <section className="min-w-0 p-6 panel shadow-sm max-sm:p-4" aria-labelledby={id}>
      <header className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 mb-4 last:mb-0">
        <div className="flex-1 min-w-60">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {text && <p className="max-w-144 mt-1 text-muted text-md">{text}</p>}
        </div>
        {action}
      </header>
      <ErrorBoundary headingLevel={3}>{children}</ErrorBoundary>
    </section>
  );
}
