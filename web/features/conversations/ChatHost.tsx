import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { connectSocket } from '#web/lib/socket.ts';
import { readToken } from '#web/platform/sessionStorage.ts';
import { lazyWithRetry } from '#web/ui/states/lazyWithRetry.tsx';
import { LoadingVeil } from '#web/ui/states/Spinner.tsx';
import { useChat } from './ChatProvider.tsx';

const ChatDialog = lazyWithRetry(async () => (await import('./thread/ConversationView.tsx')).ChatDialog, 'dialog');

/** Fetches the list of conversations for the header, which loads its code only then. @throws the failures of callApi. */
export async function fetchConversations(client: QueryClient): Promise<void> {
  const { conversationListQuery } = await import('./queries.ts');
  await client.fetchQuery(conversationListQuery);
}

/** Keeps the signed-in person's conversations live on every page, and fetches the chat modal when it is opened. */
export function ChatHost() {
  const { user } = useSession();
  const { target, close } = useChat();
  const client = useQueryClient();
  const userId = user?.id ?? null;
  // A change of the password goes on with a new token, and needs a new connection.
  const token = user ? readToken() : null;

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

  if (userId === null || !target) return null;
  return (
    <Suspense fallback={<LoadingVeil words={t('Opening the chat…')} />}>
      <ChatDialog target={target} userId={userId} onClose={close} />
    </Suspense>
  );
}
