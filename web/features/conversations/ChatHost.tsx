import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { connectSocket } from '#web/lib/socket.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { LoadingVeil } from '#web/ui/LoadingVeil.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { ChatDialogProps } from './ChatDialog.tsx';
import { useChat } from './ChatProvider.tsx';

/** Stands on every page: keeps the signed-in person's conversations live, and fetches the chat modal when it is opened. */
export function ChatHost() {
  const { user } = useSession();
  const { target, close } = useChat();
  const client = useQueryClient();
  const [loaded, setLoaded] = useState<{ Dialog: ComponentType<ChatDialogProps> } | null>(null);
  const userId = user?.id ?? null;
  // A change of the password goes on with a new token, and needs a new connection.
  const token = user ? readToken() : null;
  const mustLoad = target !== null && !loaded;

  useEffect(() => {
    if (userId === null || !token) return;
    let isEnded = false;
    let endFollowing: (() => void) | undefined;
    const endSocket = connectSocket({ token, userId });
    import('./live.ts').then(
      ({ followConversations }) => {
        if (!isEnded) endFollowing = followConversations(client, userId);
      },
      (error: unknown) => console.warn('Conversations cannot be followed live', error),
    );
    return () => {
      isEnded = true;
      endFollowing?.();
      endSocket();
    };
  }, [client, userId, token]);

  useEffect(() => {
    if (!mustLoad) return;
    import('./ChatDialog.tsx')
      .then(({ ChatDialog }) => setLoaded({ Dialog: ChatDialog }))
      .catch(() => {
        close();
        showToast('The chat could not be loaded. Check your connection and try again.', 'error');
      });
  }, [mustLoad, close]);

  if (userId === null || !target) return null;
  if (!loaded) return <LoadingVeil words="Opening the chat…" />;
  return <loaded.Dialog target={target} userId={userId} onClose={close} />;
}
