import { useQuery } from '@tanstack/react-query';
import { ConversationRow } from '../../components/chat/ConversationRow.tsx';
import { conversationListQuery } from '../../components/chat/queries.ts';
import { useNow } from '../../components/chat/useNow.ts';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useChat } from '../../state/chat.tsx';
import { conversationsFailure } from './failures.ts';
import styles from './OverviewTab.module.css';
import { RetryLine } from './RetryLine.tsx';

const SHOWN = 3;

export function RecentMessages() {
  const { data, error, isPending, refetch } = useQuery(conversationListQuery);
  const { openChat } = useChat();
  const now = useNow();
  if (error && !data)
    return <RetryLine message={conversationsFailure(error)} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <p className={styles.text}>Ask an agent about a property, and the conversation appears here.</p>;
  return (
    <ul className={styles.chats}>
      {isPending &&
        Array.from({ length: SHOWN }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons are alike
          <li key={index} className={styles.skeleton}>
            <Skeleton height="4.875rem" />
          </li>
        ))}
      {data?.slice(0, SHOWN).map((conversation) => (
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
