import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { conversationListQuery } from '../../components/chat/queries.ts';
import { showToast } from '../../components/ui/showToast.ts';
import { type ChatTarget, useChat } from '../../state/chat.tsx';
import { useSession } from '../../state/session.tsx';

export interface ChatDialogProps {
  target: ChatTarget;
  userId: number;
  onClose(): void;
}

/** Stands on every page: keeps the signed-in person's conversations live, and fetches the chat modal when it is opened. */
export function ChatHost() {
  const { user } = useSession();
  const { target, close } = useChat();
  const client = useQueryClient();
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<ChatDialogProps> } | null>(null);
  const mustLoad = target !== null && !loaded;

  useEffect(() => {
    if (!mustLoad) return;
    import('./ChatDialog.tsx')
      .then(({ ChatDialog }) => setLoaded({ Dialog: ChatDialog }))
      .catch(() => {
        close();
        showToast('The chat could not be loaded. Check your connection and try again.', 'error');
      });
  }, [mustLoad, close]);

  if (!user || !target || !loaded) return null;
  const onClose = () => {
    close();
    void client.invalidateQueries({ queryKey: conversationListQuery.queryKey });
  };
  return <loaded.Dialog target={target} userId={user.id} onClose={onClose} />;
}
