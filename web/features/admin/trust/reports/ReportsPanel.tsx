import { useQuery } from '@tanstack/react-query';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { AdminReport } from '#shared/contracts/reports.ts';
import { reportStatusLabel } from '#shared/labels.ts';
import { TablePager } from '../../../../components/dataTable/TablePager.tsx';
import { EmptyState } from '../../../../components/ui/EmptyState.tsx';
import { SelectField } from '../../../../components/ui/SelectField.tsx';
import { Skeleton } from '../../../../components/ui/Skeleton.tsx';
import { adminFailure } from '../../adminFailure.ts';
import list from '../../approvals/PendingAgents.module.css';
import { useLastPage } from '../../list/useLastPage.ts';
import { useListState } from '../../list/useListState.ts';
import { FailureBanner } from '../../parts/FailureBanner.tsx';
import styles from '../../parts/section.module.css';
import { optionsOf } from '../../parts/statusWords.ts';
import { type Decision, reportsPlan, reportsQuery } from './queries.ts';
import { ReportDecision } from './ReportDecision.tsx';
import { ReportRow } from './ReportRow.tsx';
import own from './Reports.module.css';

const statusOptions = [...optionsOf(reportStatusLabel), { value: 'all' as const, label: 'All' }];
const PLACEHOLDERS = ['first', 'second', 'third'];

/** What people find wrong with listings, the report that waits longest first. */
export function ReportsPanel() {
  const { state, change, openPage } = useListState(reportsPlan);
  const { data, error, refetch } = useQuery(reportsQuery(state));
  const [decided, setDecided] = useState<{ report: AdminReport; decision: Decision } | null>(null);
  useLastPage(data?.pagination, openPage);
  return (
    <div className={styles.section}>
      <SelectField
        className={own.filter}
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      <FailureBanner
        message={error && adminFailure(error, 'Failed to fetch reports', 'Failed to load reports')}
        onRetry={() => void refetch()}
      />
      {data?.reports.length === 0 && (
        <div className={styles.card}>
          <EmptyState
            headingLevel={3}
            icon={<Flag size={28} aria-hidden="true" />}
            title="No reports"
            text={
              state.status === 'open'
                ? 'Nothing waits for a decision. What people report on a listing’s page appears here.'
                : 'There is none of this kind.'
            }
          />
        </div>
      )}
      {!data && !error && (
        <ul className={list.agents} aria-label="Loading reports">
          {PLACEHOLDERS.map((place) => (
            <li key={place} className={list.agent}>
              <Skeleton height="7.5rem" />
            </li>
          ))}
        </ul>
      )}
      {data && data.reports.length > 0 && (
        <ul className={list.agents} aria-label="Reports">
          {data.reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              onDecide={(decision) => setDecided({ report, decision })}
            />
          ))}
        </ul>
      )}
      {data && (
        <TablePager pagination={data.pagination} onPage={(page) => openPage(page, { isCorrection: false })} />
      )}
      {decided && <ReportDecision {...decided} onClose={() => setDecided(null)} />}
    </div>
  );
}
