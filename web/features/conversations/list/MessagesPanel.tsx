import { MessagesSquare } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo, useState } from 'react';
import type { Conversation } from '#shared/contracts/conversations.ts';
import { useSession } from '#web/features/auth/index.ts';
import { t } from '#web/lib/i18n.tsx';
import { useMediaQuery } from '#web/lib/useMediaQuery.ts';
import { ConnectionNotice } from '#web/ui/states/ConnectionNotice.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { type ChatTarget, useChat } from '../ChatProvider.tsx';
import { useInquiryThreads } from '../ownInquiries.ts';
import { ConversationView } from '../thread/ConversationView.tsx';
import { ConversationList } from './ConversationList.tsx';

interface MessagesPanelProps {
  /** With the person's inquiries by agents' forms. */
  hasInquiries?: boolean;
  emptyAction?: ReactNode;
  failureOf?: ComponentProps<typeof ConversationList>['failureOf'];
}

/** The list of conversations and, where there is room, the chosen one beside it; else it opens in the chat modal. */
export function MessagesPanel({ hasInquiries = false, emptyAction, failureOf }: MessagesPanelProps) {
  const { user } = useSession();
  const { openChat, isOpen } = useChat();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const inquiries = useInquiryThreads(hasInquiries);
  const others = useMemo(() => inquiries.map(({ conversation }) => conversation), [inquiries]);
  const [target, setTarget] = useState<ChatTarget | null>(null);
  const select = ({ id }: Conversation) => {
    const inquiry = inquiries.find(({ conversation }) => conversation.id === id);
    const chosen = inquiry?.target ?? { conversationId: id };
    if (!isWide) return openChat(chosen);
    setSelectedId(id);
    setTarget(chosen);
  };
  const isWide = useMediaQuery('xl');
  if (!user) return null;
  return (
    <div className="panel grid overflow-hidden xl:grid-rows-1 xl:grid-cols-[24rem_1fr] xl:h-[clamp(28rem,100dvh_-_18.5rem,48rem)]">
      <div className="flex flex-col min-w-0 min-h-0">
        {/* An open conversation says it itself. */}
        {target === null && !isOpen && <ConnectionNotice />}
        <ConversationList
          selectedId={isWide ? selectedId : null}
          emptyAction={emptyAction}
          failureOf={failureOf}
          others={others}
          onSelect={select}
        />
      </div>
      {isWide && (
        <section className="grid grid-rows-1 min-w-0 min-h-0 border-l border-line" aria-label={t('Conversation')}>
          {target === null ? (
            <EmptyState
              icon={<MessagesSquare size={28} />}
              title={t('Choose a conversation')}
              text={t('Its messages appear here.')}
              headingLevel={2}
            />
          ) : (
            <ConversationView key={selectedId} target={target} userId={user.id} />
          )}
        </section>
      )}
    </div>
  );
}
