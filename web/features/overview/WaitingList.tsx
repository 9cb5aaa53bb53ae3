import { useQuery } from '@tanstack/react-query';
import { useUnansweredInquiries } from '#web/features/inquiries/index.ts';
import { viewingsQuery } from '#web/features/viewings/index.ts';
import { useNow } from '#web/lib/useNow.ts';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { OverviewList } from './OverviewList.tsx';
import { collectWaiting } from './waiting.ts';

const SHOWN = 5;

/** What waits for the agent's answer, the longest first. */
export function WaitingList({ agentId }: { agentId: number }) {
  const inquiries = useUnansweredInquiries(agentId);
  const viewings = useQuery(viewingsQuery(agentId));
  const now = useNow();
  return (
    <SectionCard title="Waiting for You">
      <OverviewList
        items={inquiries.data && viewings.data && collectWaiting(inquiries.data, viewings.data, agentId, now)}
        shown={SHOWN}
        emptyText="Nothing waits for your answer. Well done."
        error={inquiries.error ?? viewings.error}
        onRetry={() => {
          void inquiries.refetch();
          void viewings.refetch();
        }}
      />
    </SectionCard>
  );
}
