import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { pagePath } from '#web/lib/language.ts';

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

const ChatContext = createContext<ChatValue | null>(null);

export function ChatProvider({ children }: { children: ReactNode }) {
  const { user, openLogin, isLoginOpen } = useSession();
  const [opened, setOpened] = useState<{ target: ChatTarget; userId: number | null } | null>(null);
  const userId = user?.id ?? null;
  const isSignedIn = userId !== null;
  // A modal is closed at a change of accounts, but stays open from a guest to a login.
  const isTheirs = isSignedIn && (opened?.userId === null || opened?.userId === userId);
  const target = isTheirs ? (opened?.target ?? null) : null;

  // Without a session there is nothing to show: signed out, or the login dialog was closed unused.
  useEffect(() => {
    if (!isSignedIn && !isLoginOpen) setOpened(null);
  }, [isSignedIn, isLoginOpen]);

  const value = useMemo<ChatValue>(
    () => ({
      openChat(next) {
        setOpened({ target: next, userId });
        if (userId === null) openLogin(pagePath() + window.location.search);
      },
      close: () => setOpened(null),
      isOpen: target !== null,
      target,
    }),
    [target, userId, openLogin],
  );
  return <ChatContext value={value}>{children}</ChatContext>;
}

export function useChat(): ChatValue {
  const value = use(ChatContext);
  if (!value) throw new Error('useChat is used outside ChatProvider');
  return value;
}
