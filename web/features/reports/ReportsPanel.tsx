import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { AdminReport } from '#shared/contracts/reports.ts';
import { reportStatusLabel } from '#shared/labels.ts';
import list from '#web/features/agents/approvals/PendingAgents.module.css';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { useListState } from '#web/ui/adminList/useListState.ts';
import { optionsOf } from '#web/ui/adminParts/statusWords.ts';
import { DeskFrame } from '#web/ui/DeskFrame.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type Decision, reportsPlan, reportsQuery } from './queries.ts';
import { ReportDecision } from './ReportDecision.tsx';
import { ReportRow } from './ReportRow.tsx';

const statusOptions = [...optionsOf(reportStatusLabel), { value: 'all' as const, label: 'All' }];
const PLACEHOLDERS = ['first', 'second', 'third'];

/** What people find wrong with listings, the report that waits longest first. */
export function ReportsPanel() {
  const { state, change, openPage } = useListState(reportsPlan);
  const { data, error, refetch } = useQuery(reportsQuery(state));
  const [decided, setDecided] = useState<{ report: AdminReport; decision: Decision } | null>(null);
  return (
    <>
      <DeskFrame
        status={state.status}
        statusOptions={statusOptions}
        onStatus={(status) => change({ status })}
        failure={error && failureSentence(error, 'Failed to fetch reports', 'Failed to load reports')}
        onRetry={() => void refetch()}
        pagination={data?.pagination}
        onPage={openPage}
        placeholder={
          <ul className={list.agents} aria-label="Loading reports">
            {PLACEHOLDERS.map((place) => (
              <li key={place} className={list.agent}>
                <Skeleton height="7.5rem" />
              </li>
            ))}
          </ul>
        }
        empty={{
          icon: <Flag size={28} aria-hidden="true" />,
          title: 'No reports',
          openText: 'Nothing waits for a decision. What people report on a listing’s page appears here.',
        }}
      >
        <ul className={list.agents} aria-label="Reports">
          {data?.reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              onDecide={(decision) => setDecided({ report, decision })}
            />
          ))}
        </ul>
      </DeskFrame>
      {decided && <ReportDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}
