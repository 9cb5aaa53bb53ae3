import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useSession } from '#web/features/auth/index.ts';

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
  const [target, setTarget] = useState<ChatTarget | null>(null);
  const isSignedIn = user !== null;

  // Without a session there is nothing to show: signed out, or the login dialog was closed unused.
  useEffect(() => {
    if (!isSignedIn && !isLoginOpen) setTarget(null);
  }, [isSignedIn, isLoginOpen]);

  const value = useMemo<ChatValue>(
    () => ({
      openChat(next) {
        setTarget(next);
        if (!isSignedIn) openLogin(window.location.pathname + window.location.search);
      },
      close: () => setTarget(null),
      isOpen: isSignedIn && target !== null,
      target: isSignedIn ? target : null,
    }),
    [target, isSignedIn, openLogin],
  );
  return <ChatContext value={value}>{children}</ChatContext>;
}

export function useChat(): ChatValue {
  const value = use(ChatContext);
  if (!value) throw new Error('useChat is used outside ChatProvider');
  return value;
}
