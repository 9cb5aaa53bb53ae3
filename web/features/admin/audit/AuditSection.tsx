import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '../../../components/dataTable/DataTable.tsx';
import { TablePager } from '../../../components/dataTable/TablePager.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { adminFailure } from '../adminFailure.ts';
import { AUDIT_PAGE_SIZE } from '../list/limits.ts';
import { withoutPage } from '../list/listState.ts';
import { useListState } from '../list/useListState.ts';
import { ExportButton } from '../parts/ExportButton.tsx';
import { FailureBanner } from '../parts/FailureBanner.tsx';
import { SectionHeader } from '../parts/SectionHeader.tsx';
import styles from '../parts/section.module.css';
import { auditQuery } from '../queries.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './auditColumns.tsx';
import { auditPlan } from './auditPlan.ts';

export function AuditSection() {
  const { state, change, clear } = useListState(auditPlan);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(auditQuery({ ...state, limit: AUDIT_PAGE_SIZE }));
  return (
    <section className={styles.section} aria-label="Audit Log">
      <SectionHeader title="Audit Log">
        <ExportButton path="/api/admin/audit-log/export" query={withoutPage(state)} onFailure={setFailure} />
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <FailureBanner
        message={
          list.error && adminFailure(list.error, 'Failed to fetch audit log', 'Failed to load audit log')
        }
        onRetry={() => void list.refetch()}
      />
      <div className={styles.card}>
        <AuditFilters state={state} change={change} clear={clear} known={list.data} />
        {(list.data || !list.error) && (
          <DataTable
            label="Audit log"
            columns={auditColumns}
            rows={list.data?.entries}
            keyOf={({ id }) => id}
            isRefreshing={list.isPlaceholderData}
            expectedRows={AUDIT_PAGE_SIZE}
            empty={
              <EmptyState
                headingLevel={3}
                icon={<History size={28} aria-hidden="true" />}
                title="No entries found"
                text="Whatever admins change is written here."
              />
            }
          />
        )}
        {list.data && <TablePager pagination={list.data.pagination} onPage={(page) => change({ page })} />}
      </div>
    </section>
  );
}
