import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Case, Cases } from '#web/ui/list/CaseList.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Card, SectionHeader } from '#web/ui/section/Section.tsx';
import { AgentDialogs } from './AgentDialogs.tsx';
import type { AgentDialog } from './agentDialog.ts';
import { PendingAgentRow } from './PendingAgentRow.tsx';
import { pendingAgentsQuery } from './queries.ts';

const PLACEHOLDERS = ['first', 'second', 'third'];

export function PendingAgents() {
  const { data: agents, error, refetch } = useQuery(pendingAgentsQuery);
  const [dialog, setDialog] = useState<AgentDialog | null>(null);
  return (
    <>
      <SectionHeader title="Pending Agent Approvals" />
      <FailureBanner
        message={
          error && failureSentence(error, 'Failed to fetch pending agents', 'Failed to load pending agents')
        }
        onRetry={() => void refetch()}
      />
      {agents?.length === 0 && (
        <Card>
          <EmptyState
            headingLevel={3}
            icon={<UserCheck size={28} aria-hidden="true" />}
            title="No pending approvals"
            text="All agents have been reviewed."
          />
        </Card>
      )}
      {agents && agents.length > 0 && (
        <Cases>
          {agents.map((agent) => (
            <PendingAgentRow key={agent.id} agent={agent} onDialog={setDialog} />
          ))}
        </Cases>
      )}
      {!agents && !error && (
        <Cases label="Loading pending agents">
          {PLACEHOLDERS.map((place) => (
            <Case key={place}>
              <Skeleton width="60%" height="3rem" />
            </Case>
          ))}
        </Cases>
      )}
      {dialog && <AgentDialogs dialog={dialog} onDialog={setDialog} />}
    </>
  );
}
