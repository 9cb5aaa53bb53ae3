import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { actAfterLogin, useSession } from '#web/features/auth/index.ts';

export type ChatTarget =
  | { conversationId: number }
  /** Before there is a conversation: the addressee and the listing that is talked about. */
  | {
      agent: { id: number; name: string; avatar_url: string | null };
      property?: { id: number; title: string; image: string | null; isRental?: boolean } | null;
    };

interface ChatValue {
  /** Opens the chat modal. A guest is asked to log in first; the chat opens afterwards. */
  openChat(target: ChatTarget): void;
  close(): void;
  isOpen: boolean;
  target: ChatTarget | null;
}

const chatAfterLogin = actAfterLogin<ChatTarget>('chat');

const ChatContext = createContext<ChatValue | null>(null);

export function ChatProvider({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const [opened, setOpened] = useState<{ target: ChatTarget; userId: number } | null>(null);
  const userId = user?.id ?? null;
  // A modal is closed at a change of accounts.
  const target = opened && opened.userId === userId ? opened.target : null;
  chatAfterLogin.useRun((asked) => userId !== null && setOpened({ target: asked, userId }));

  useEffect(() => {
    if (userId === null) setOpened(null);
  }, [userId]);

  const value = useMemo<ChatValue>(
    () => ({
      openChat(next) {
        if (userId === null) chatAfterLogin.ask(next);
        else setOpened({ target: next, userId });
      },
      close: () => setOpened(null),
      isOpen: target !== null,
      target,
    }),
    [target, userId],
  );
  return <ChatContext value={value}>{children}</ChatContext>;
}

export function useChat(): ChatValue {
  const value = use(ChatContext);
  if (!value) throw new Error('useChat is used outside ChatProvider');
  return value;
}
