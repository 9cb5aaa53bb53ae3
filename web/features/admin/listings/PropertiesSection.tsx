import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminProperty } from '#shared/contracts/admin.ts';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import { DataTable } from '../../../components/dataTable/DataTable.tsx';
import { TablePager } from '../../../components/dataTable/TablePager.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { showToast } from '../../../components/ui/showToast.ts';
import { adminFailure } from '../adminFailure.ts';
import { useSetPropertyStatus } from '../changes.ts';
import { PROPERTIES_PAGE_SIZE } from '../list/limits.ts';
import { withoutPage } from '../list/listState.ts';
import { readOrder, usePageInRange } from '../list/tableOrder.ts';
import { useListState } from '../list/useListState.ts';
import { ExportButton } from '../parts/ExportButton.tsx';
import { FailureBanner } from '../parts/FailureBanner.tsx';
import { SectionHeader } from '../parts/SectionHeader.tsx';
import styles from '../parts/section.module.css';
import { moderationLabel } from '../parts/statusWords.ts';
import { propertiesQuery } from '../queries.ts';
import { PropertyDialogs } from './PropertyDialogs.tsx';
import { PropertyFilters } from './PropertyFilters.tsx';
import { propertiesPlan } from './propertiesPlan.ts';
import { propertyColumns } from './propertyColumns.tsx';
import { isTakingOff, type PropertyDialog } from './propertyDialog.ts';

export function PropertiesSection() {
  const { state, change, clear } = useListState(propertiesPlan);
  const [dialog, setDialog] = useState<PropertyDialog | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(propertiesQuery({ ...state, limit: PROPERTIES_PAGE_SIZE }));
  const { mutateAsync: sendStatus } = useSetPropertyStatus();
  usePageInRange(list.data?.pagination, change);

  const setStatus = async (property: AdminProperty, status: ModerationStatus) => {
    setFailure(null);
    if (isTakingOff(status)) {
      setDialog({ kind: 'takeOff', property, status });
      return;
    }
    try {
      const changed = await sendStatus({ id: property.id, status });
      showToast(`${property.title} is now ${moderationLabel[status].toLowerCase()}`);
      setDialog((open) =>
        open?.kind === 'view' && open.property.id === changed.id ? { ...open, property: changed } : open,
      );
    } catch (error) {
      setFailure(adminFailure(error, 'Failed to update property status'));
    }
  };

  return (
    <section className={styles.section} aria-label="Properties">
      <SectionHeader title="Property Management">
        <ExportButton path="/api/admin/properties/export" query={withoutPage(state)} onFailure={setFailure} />
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <FailureBanner
        message={
          list.error && adminFailure(list.error, 'Failed to fetch properties', 'Failed to load properties')
        }
        onRetry={() => void list.refetch()}
      />
      <div className={styles.card}>
        <PropertyFilters state={state} change={change} clear={clear} />
        {(list.data || !list.error) && (
          <DataTable
            label="Properties"
            columns={propertyColumns({
              onStatus: (property, status) => void setStatus(property, status),
              onDialog: setDialog,
            })}
            rows={list.data?.properties}
            keyOf={({ id }) => id}
            sort={readOrder(state)}
            onSort={({ key, order }) =>
              change({ sort: propertiesPlan.sort.find((word) => word === key) ?? state.sort, order })
            }
            isRefreshing={list.isPlaceholderData}
            empty={<EmptyState headingLevel={3} title="No properties found" />}
          />
        )}
        {list.data && <TablePager pagination={list.data.pagination} onPage={(page) => change({ page })} />}
      </div>
      {dialog && (
        <PropertyDialogs
          dialog={dialog}
          failure={failure}
          onDialog={setDialog}
          onStatus={(property, status) => void setStatus(property, status)}
        />
      )}
    </section>
  );
}
