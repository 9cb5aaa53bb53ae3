import { useQuery } from '@tanstack/react-query';
import { conversationListQuery } from '#web/features/conversations/queries.ts';
import { RecentConversationList } from '#web/features/conversations/RecentConversationList.tsx';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { conversationsFailure } from './failures.ts';
import { RetryLine } from './RetryLine.tsx';
import styles from './UserOverview.module.css';

const SHOWN = 3;

export function RecentMessages() {
  const query = useQuery(conversationListQuery);
  const { data, error, refetch } = query;
  if (error && !data)
    return <RetryLine message={conversationsFailure(error)} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <p className={styles.text}>Ask an agent about a property, and the conversation appears here.</p>;
  return (
    <>
      <RefetchNotice query={query} />
      <RecentConversationList conversations={data} count={SHOWN} />
    </>
  );
}
