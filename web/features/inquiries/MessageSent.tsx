import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './MessageSent.module.css';

interface MessageSentProps {
  agentName: string;
  children?: ReactNode;
}

export function MessageSent({ agentName, children }: MessageSentProps) {
  return (
    <div className={styles.sent} role="status">
      <CircleCheck size={52} strokeWidth={1.5} aria-hidden="true" />
      <strong>Message Sent!</strong>
      <p>{agentName} will answer by email or phone.</p>
      {children}
    </div>
  );
}
