import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { PropertyDialogs } from './PropertyDialogs.tsx';
import { PropertyFilters } from './PropertyFilters.tsx';
import { propertyColumns } from './propertyColumns.tsx';
import { isTakingOff, type PropertyDialog } from './propertyDialog.ts';
import { PROPERTIES_PAGE_SIZE, propertiesQuery, propertiesSchema, useSetPropertyStatus } from './queries.ts';
import { moderationLabel } from './statusLabels.ts';

export function PropertiesSection() {
  const { state, change, clear, openPage, sortBy } = useListState(propertiesSchema);
  const [dialog, setDialog] = useState<PropertyDialog | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const list = useQuery(propertiesQuery({ ...state, limit: PROPERTIES_PAGE_SIZE }));
  const { mutateAsync: sendStatus } = useSetPropertyStatus();

  const openDialog = (next: PropertyDialog | null) => {
    setFailure(null);
    setDialog(next);
  };
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
      setFailure(
        failureSentence(error, 'Failed to update property status', 'Failed to update property status'),
      );
    }
  };

  return (
    <Section label="Properties">
      <SectionHeader title="Property Management">
        <ExportButton path="/api/admin/properties/export" query={withoutPage(state)} onFailure={setFailure} />
      </SectionHeader>
      <FailureBanner message={failure} onDismiss={() => setFailure(null)} />
      <ListCard
        label="Properties"
        query={list}
        rows={list.data?.properties}
        columns={propertyColumns({
          onStatus: setStatus,
          onDialog: openDialog,
        })}
        filters={<PropertyFilters state={state} change={change} clear={clear} />}
        sort={readOrder(state)}
        onSort={sortBy}
        onPage={openPage}
        empty={<EmptyState headingLevel={3} title="No properties found" />}
        failure={['Failed to fetch properties', 'Failed to load properties']}
      />
      {dialog && (
        <PropertyDialogs
          dialog={dialog}
          failure={failure}
          onDialog={openDialog}
          onStatus={(property, status) => void setStatus(property, status)}
        />
      )}
    </Section>
  );
}
