import { useQuery } from '@tanstack/react-query';
import { contactsQuery } from '#web/features/inquiries/queries.ts';
import { viewingsQuery } from '#web/features/viewings/queries.ts';
import { useNow } from '#web/lib/useNow.ts';
import { SectionCard } from '#web/ui/SectionCard.tsx';
import { OverviewList } from './OverviewList.tsx';
import { collectWaiting } from './waiting.ts';

const SHOWN = 5;

/** What waits for the agent's answer, the longest first. */
export function WaitingList({ agentId }: { agentId: number }) {
  const contacts = useQuery(contactsQuery(agentId));
  const viewings = useQuery(viewingsQuery(agentId));
  const now = useNow();
  return (
    <SectionCard title="Waiting for You">
      <OverviewList
        items={contacts.data && viewings.data && collectWaiting(contacts.data, viewings.data, agentId, now)}
        shown={SHOWN}
        emptyText="Nothing waits for your answer. Well done."
        error={contacts.error ?? viewings.error}
        onRetry={() => {
          void contacts.refetch();
          void viewings.refetch();
        }}
      />
    </SectionCard>
  );
}
