import { ClientMessages } from './ClientMessages.tsx';
import styles from './MessagesTab.module.css';
import { RecentConversations } from './RecentConversations.tsx';

export function MessagesTab({ agentId }: { agentId: number }) {
  return (
    <div className={styles.tab}>
      <ClientMessages agentId={agentId} />
      <RecentConversations agentId={agentId} />
    </div>
  );
}
