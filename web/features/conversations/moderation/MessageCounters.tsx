import { useQuery } from '@tanstack/react-query';
import { Activity, Clock, MailOpen, MessageSquare, MessagesSquare } from 'lucide-react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { StatCards } from '#web/ui/section/StatCards.tsx';
import { messageStatsQuery } from './queries.ts';

export function MessageCounters() {
  const { data: stats, error, refetch } = useQuery(messageStatsQuery);
  return (
    <>
      <FailureBanner
        message={
          error &&
          failureSentence(error, 'Failed to fetch message stats', 'Failed to load message statistics')
        }
        onRetry={() => void refetch()}
      />
      <StatCards
        label="Message figures"
        hasFailed={error !== null}
        cards={[
          { label: 'Total Conversations', value: stats?.totalConversations, Icon: MessagesSquare },
          { label: 'Total Messages', value: stats?.totalMessages, Icon: MessageSquare },
          { label: 'Active (7 days)', value: stats?.activeConversations, Icon: Activity },
          { label: 'Unread Messages', value: stats?.unreadMessages, Icon: MailOpen },
          { label: 'Recent (24h)', value: stats?.recentMessages, Icon: Clock },
        ]}
      />
    </>
  );
}
