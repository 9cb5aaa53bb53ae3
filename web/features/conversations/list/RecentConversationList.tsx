import type { Conversation } from '#shared/contracts/conversations.ts';
import { useNow } from '#web/lib/useNow.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useChat } from '../ChatProvider.tsx';
import { ConversationRow } from './ConversationRow.tsx';

interface RecentConversationListProps {
  /** Newest first; undefined while they are on their way. */
  conversations: readonly Conversation[] | undefined;
  count: number;
}

/** The first few conversations, each of which opens in the chat modal. */
export function RecentConversationList({ conversations, count }: RecentConversationListProps) {
  const { openChat } = useChat();
  const now = useNow();
  return (
    <ul className="mt-0 -mx-3 -mb-2">
      {!conversations &&
        Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
          <li key={index} className="p-2">
            <Skeleton height="4.875rem" />
          </li>
        ))}
      {conversations?.slice(0, count).map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow
            conversation={conversation}
            isSelected={false}
            now={now}
            onSelect={() => openChat({ conversationId: conversation.id })}
          />
        </li>
      ))}
    </ul>
  );
}
