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
    <section className={`${styles.panel} ${className ?? ''}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
