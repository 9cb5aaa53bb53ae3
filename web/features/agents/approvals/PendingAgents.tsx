import { useQuery } from '@tanstack/react-query';
import { UserCheck } from 'lucide-react';
import { useState } from 'react';
import { pendingAgentsQuery } from '#web/lib/adminQueries.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { FailureBanner } from '#web/ui/adminParts/FailureBanner.tsx';
import { SectionHeader } from '#web/ui/adminParts/SectionHeader.tsx';
import styles from '#web/ui/adminParts/section.module.css';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AgentDialogs } from './AgentDialogs.tsx';
import type { AgentDialog } from './agentDialog.ts';
import { PendingAgentRow } from './PendingAgentRow.tsx';
import list from './PendingAgents.module.css';

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
        <div className={styles.card}>
          <EmptyState
            headingLevel={3}
            icon={<UserCheck size={28} aria-hidden="true" />}
            title="No pending approvals"
            text="All agents have been reviewed."
          />
        </div>
      )}
      {agents && agents.length > 0 && (
        <ul className={list.agents}>
          {agents.map((agent) => (
            <PendingAgentRow key={agent.id} agent={agent} onDialog={setDialog} />
          ))}
        </ul>
      )}
      {!agents && !error && (
        <ul className={list.agents} aria-label="Loading pending agents">
          {PLACEHOLDERS.map((place) => (
            <li key={place} className={list.agent}>
              <Skeleton width="60%" height="3rem" />
            </li>
          ))}
        </ul>
      )}
      {dialog && <AgentDialogs dialog={dialog} onDialog={setDialog} />}
    </>
  );
}
