import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './SentNote.module.css';

/** Stands where a form was, once it has been sent. */
export function SentNote({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className={`grid justify-items-center gap-2 py-8 px-4 text-center ${styles.sent}`} role="status">
      <CircleCheck size={52} strokeWidth={1.5} aria-hidden="true" />
      <strong>{title}</strong>
      <p>{text}</p>
      {children}
    </div>
  );
}
