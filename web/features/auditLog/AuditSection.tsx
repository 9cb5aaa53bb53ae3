import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { useListState, withoutPage } from '#web/ui/list/listState.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditColumns } from './auditColumns.tsx';
import { AUDIT_PAGE_SIZE, auditQuery, auditSchema } from './queries.ts';

export function AuditSection() {
  const { state, change, clear, openPage } = useListState(auditSchema);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(auditQuery({ ...state, limit: AUDIT_PAGE_SIZE }));
  return (
    <Section label="Audit Log">
      <SectionHeader title="Audit Log">
        <ExportButton path="/api/admin/audit-log/export" query={withoutPage(state)} onFailure={setFailure} />
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <ListCard
        label="Audit log"
        query={list}
        rows={list.data?.entries}
        columns={auditColumns}
        filters={<AuditFilters state={state} change={change} clear={clear} known={list.data} />}
        onPage={openPage}
        empty={
          <EmptyState
            headingLevel={3}
            icon={<History size={28} aria-hidden="true" />}
            title="No entries found"
            text="Whatever admins change is written here."
          />
        }
        failure={['Failed to fetch audit log', 'Failed to load audit log']}
      />
    </Section>
  );
}
