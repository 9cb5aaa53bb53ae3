import type { ReactNode } from 'react';
import styles from './PanelHeader.module.css';

/** The title of a part of a page, which names it by `id`, with what can be done in it. */
export function PanelHeader({ id, title, children }: { id: string; title: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h2 id={id}>{title}</h2>
      {children}
    </header>
  );
}
