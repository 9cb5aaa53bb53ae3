import type { ReactNode } from 'react';
import styles from './Application.module.css';

interface ApplicationNoteProps {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}

export function ApplicationNote({ icon, title, text, action }: ApplicationNoteProps) {
  return (
    <div className={styles.note} role="status">
      <span className={styles.icon}>{icon}</span>
      <h3>{title}</h3>
      <p>{text}</p>
      <div className={styles.action}>{action}</div>
    </div>
  );
}
