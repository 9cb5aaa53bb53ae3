import { useQuery } from '@tanstack/react-query';
import { SectionCard } from '../../../components/account/SectionCard.tsx';
import { useNow } from '../../../components/chat/useNow.ts';
import { viewingsQuery } from '../../../components/viewings/queries.ts';
import { contactsQuery } from '../queries.ts';
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
