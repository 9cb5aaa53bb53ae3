import { type ReactNode, useId } from 'react';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import styles from './SectionCard.module.css';

interface SectionCardProps {
  title: string;
  text?: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  children?: ReactNode;
}

/** One subject of a personal page. */
export function SectionCard({ title, text, action, children }: SectionCardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.header}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {action}
      </header>
      <ErrorBoundary headingLevel={3}>{children}</ErrorBoundary>
    </section>
  );
}
