import { MessageSquarePlus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { PanelHeader } from '#web/ui/PanelHeader.tsx';
import { useChat } from '../ChatProvider.tsx';
import { MessagesPanel } from './MessagesPanel.tsx';
import { StartConversationDialog } from './StartConversationDialog.tsx';

export function RecentConversations({ agentId }: { agentId: number }) {
  const id = useId();
  const { openChat } = useChat();
  const [isStarting, setIsStarting] = useState(false);
  return (
    <section aria-labelledby={id}>
      <PanelHeader id={id} title="Recent Conversations">
        <Button onClick={() => setIsStarting(true)}>
          <MessageSquarePlus size={18} aria-hidden="true" />
          New Conversation
        </Button>
      </PanelHeader>
      <MessagesPanel />
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
