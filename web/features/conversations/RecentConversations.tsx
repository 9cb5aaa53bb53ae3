import { MessageSquarePlus } from 'lucide-react';
import { useId, useState } from 'react';
import styles from '#web/app/dashboards/MessagesTab.module.css';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { useChat } from './ChatProvider.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { StartConversationDialog } from './StartConversationDialog.tsx';

/** Specification, part 3 §11. */
const agentFailure = (error: Error) => ({
  message: failureSentence(error, 'Failed to fetch conversations'),
});

export function RecentConversations({ agentId }: { agentId: number }) {
  const id = useId();
  const { openChat } = useChat();
  const [isStarting, setIsStarting] = useState(false);
  return (
    <section aria-labelledby={id}>
      <header className={styles.heading}>
        <h2 id={id}>Recent Conversations</h2>
        <Button onClick={() => setIsStarting(true)}>
          <MessageSquarePlus size={18} aria-hidden="true" />
          New Conversation
        </Button>
      </header>
      <MessagesPanel failureOf={agentFailure} />
      {isStarting && (
        <StartConversationDialog
          ownId={agentId}
          onStarted={(conversationId) => {
            setIsStarting(false);
            openChat({ conversationId });
          }}
          onClose={() => setIsStarting(false)}
        />
      )}
    </section>
  );
}
