import { type ReactNode, useId } from 'react';
import styles from './FormSection.module.css';

interface FormSectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** What it is about stands beside its fields, above them where there is no room. */
export function FormSection({ title, text, children }: FormSectionProps) {
  const titleId = useId();
  return (
    <section
      className={`grid grid-cols-[minmax(0,13rem)_minmax(0,1fr)] gap-y-4 gap-x-8 max-lg:grid-cols-1 ${styles.section}`}
      aria-labelledby={titleId}
    >
      <header className={styles.header}>
        <h3 id={titleId}>{title}</h3>
        <p>{text}</p>
      </header>
      <div className="grid grid-cols-1 content-start gap-4">{children}</div>
    </section>
  );
}
