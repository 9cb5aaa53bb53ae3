import type { ReactNode } from 'react';
import styles from './states.module.css';

interface EmptyStateProps {
  title: string;
  text?: string;
  /** A button or a link that leads on. */
  action?: ReactNode;
  /** A line icon; a roof with nothing under it by default. */
  icon?: ReactNode;
  /** Where the state is the whole page, its title is the page's heading. */
  headingLevel?: 1 | 2 | 3;
}

export function EmptyState({ title, text, action, icon, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={styles.state}>
      {icon ? <span className={styles.icon}>{icon}</span> : <EmptyDrawing />}
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className="text-muted">{text}</p>}
      {action && <div className="flex flex-wrap justify-center gap-3 mt-4">{action}</div>}
    </div>
  );
}

function EmptyDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 160 96" aria-hidden="true">
      <path className="stroke-line-strong stroke-2" d="M8 86h144" />
      <path className="fill-primary-soft" d="M14 86c10-22 30-26 44-14 12-18 38-18 48 0 14-12 32-6 40 14Z" />
      <path className="fill-surface stroke-primary stroke-[2.5]" d="M58 86V48h44v38Z" />
      <path className="stroke-primary stroke-4" d="M48 52 80 24l32 28" />
      <path className="fill-primary-soft stroke-primary stroke-[2.5]" d="M73 86V66a7 7 0 0 1 14 0v20Z" />
      <circle className="fill-accent" cx="122" cy="24" r="8" />
    </svg>
  );
}
