import { useQuery } from '@tanstack/react-query';
import { conversationListQuery, RecentConversationList } from '#web/features/conversations/index.ts';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { RefetchNotice } from '#web/ui/RefetchNotice.tsx';
import { RetryLine } from '#web/ui/RetryLine.tsx';

const SHOWN = 3;

/** Specification, part 2 §8: the first where the server answered, the second where nothing did. */
const conversationsFailure = (error: Error) =>
  error instanceof ApiFailure ? 'Failed to load conversations' : 'Error loading conversations';

export function RecentMessages() {
  const query = useQuery(conversationListQuery);
  const { data, error, refetch } = query;
  if (error && !data)
    return <RetryLine message={conversationsFailure(error)} onRetry={() => void refetch()} />;
  if (data?.length === 0)
    return <p className="text-muted">Ask an agent about a property, and the conversation appears here.</p>;
  return (
    <>
      <RefetchNotice query={query} />
      <RecentConversationList conversations={data} count={SHOWN} />
    </>
  );
}
