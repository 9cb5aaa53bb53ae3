import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';
import { pagePath } from '#web/lib/language.ts';

/** Who is written to while there is no conversation yet. */
export interface ChatAgent {
  id: number;
  name: string;
  avatar_url: string | null;
}

/** The listing that is talked about. */
export interface ChatProperty {
  id: number;
  title: string;
  image: string | null;
}

export type ChatTarget = { conversationId: number } | { agent: ChatAgent; property?: ChatProperty | null };

interface ChatValue {
  /** Opens the chat modal. Who is not signed in is asked to log in first; the chat opens when they have. */
  openChat(target: ChatTarget): void;
  close(): void;
  isOpen: boolean;
  /** What the modal shows; null while it is closed. */
  target: ChatTarget | null;
}

const ChatContext = createContext<ChatValue | null>(null);

export function ChatProvider({ children }: { children: ReactNode }) {
  const { user, openLogin, isLoginOpen } = useSession();
  const [opened, setOpened] = useState<{ target: ChatTarget; userId: number | null } | null>(null);
  const userId = user?.id ?? null;
  const isSignedIn = userId !== null;
  // What one person opened is not shown to the next; what a visitor opened is shown to who then logs in.
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
