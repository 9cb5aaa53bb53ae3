import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { AdminReport } from '#shared/contracts/reports.ts';
import { reportStatusLabel } from '#shared/labels.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Case, CaseList, Cases } from '#web/ui/list/CaseList.tsx';
import { useListState } from '#web/ui/list/listState.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { type Decision, reportsQuery, reportsSchema } from './queries.ts';
import { ReportDecision } from './ReportDecision.tsx';
import { ReportRow } from './ReportRow.tsx';

const statusOptions = [...optionsOf(reportStatusLabel), { value: 'all' as const, label: 'All' }];
const PLACEHOLDERS = ['first', 'second', 'third'];

/** What people find wrong with listings, the report that waits longest first. */
export function ReportsPanel() {
  const { state, change, openPage } = useListState(reportsSchema);
  const { data, error, refetch } = useQuery(reportsQuery(state));
  const [decided, setDecided] = useState<{ report: AdminReport; decision: Decision } | null>(null);
  return (
    <>
      <CaseList
        status={state.status}
        statusOptions={statusOptions}
        onStatus={(status) => change({ status })}
        failure={error && failureSentence(error, 'Failed to fetch reports', 'Failed to load reports')}
        onRetry={() => void refetch()}
        pagination={data?.pagination}
        onPage={openPage}
        placeholder={
          <Cases label="Loading reports">
            {PLACEHOLDERS.map((place) => (
              <Case key={place}>
                <Skeleton height="7.5rem" />
              </Case>
            ))}
          </Cases>
        }
        empty={{
          icon: <Flag size={28} aria-hidden="true" />,
          title: 'No reports',
          openText: 'Nothing waits for a decision. What people report on a listing’s page appears here.',
        }}
      >
        <Cases label="Reports">
          {data?.reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              onDecide={(decision) => setDecided({ report, decision })}
            />
          ))}
        </Cases>
      </CaseList>
      {decided && <ReportDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}
