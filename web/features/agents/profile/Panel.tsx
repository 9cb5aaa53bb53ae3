import { type ReactNode, useId } from 'react';
import styles from './Panel.module.css';

interface PanelProps {
  title: string;
  children: ReactNode;
  className?: string | undefined;
}

export function Panel({ title, children, className }: PanelProps) {
  const id = useId();
  return (
    <section
      className={`min-w-0 p-6 border border-line rounded-lg bg-surface max-sm:p-4 ${styles.panel} ${className ?? ''}`}
      aria-labelledby={id}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
