import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { ListTools, SelectionBar, useSelection } from './ListTools.tsx';
import { hasFilters, useOwnListState } from './listState.ts';
import { OwnGrid, OwnGridSkeleton } from './OwnGrid.tsx';
import { type OpenDialog, PropertyDialogs } from './PropertyDialogs.tsx';
import { ownListingsQuery } from './queries.ts';

/** The agent's own listings, whatever the public sees of them. */
export function PropertiesTab({ agentId }: { agentId: number }) {
  const { state, form, hrefOf, change, openForm, closeForm } = useOwnListState();
  const query = useQuery(ownListingsQuery(agentId, state));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const properties = data?.properties ?? [];
  const selection = useSelection(state);
  const pages = data?.pagination.pages ?? 0;

  // The last listing of the last page may have been deleted or marked away.
  const isBeyond = !isPlaceholderData && pages > 0 && state.page > pages;
  useEffect(() => {
    if (isBeyond) change({ page: pages });
  }, [isBeyond, pages, change]);

  const add = () => openForm({ kind: 'create' });
  const openImport = () => setDialog({ kind: 'import' });
  return (
    <section aria-labelledby="my-properties">
      <ListTools
        headingId="my-properties"
        state={state}
        total={data?.pagination.total ?? null}
        onChange={change}
        onAdd={add}
        onImport={openImport}
      />
      <RefetchNotice query={query} />
      {isPending && <OwnGridSkeleton />}
      {!isPending && !data && (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, 'Failed to fetch properties')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.pagination.total === 0 && (
        <NoProperties
          isFiltered={hasFilters(state)}
          onClear={() => change({ search: '', status: null })}
          onAdd={add}
          onImport={openImport}
        />
      )}
      {properties.length > 0 && (
        <>
          <SelectionBar
            properties={properties}
            selection={selection}
            onMark={(status) => setDialog({ kind: 'mark', ids: [...selection.ids], status })}
          />
          <OwnGrid
            agentId={agentId}
            properties={properties}
            isStale={isPlaceholderData}
            selection={selection}
            onEdit={(id) => openForm({ kind: 'edit', id })}
            onDuplicate={(id) => openForm({ kind: 'duplicate', id })}
            onDelete={(property) => setDialog({ kind: 'delete', property })}
          />
          <div className="mt-8">
            <Pagination page={state.page} pages={pages} hrefOf={hrefOf} />
          </div>
        </>
      )}
      <PropertyDialogs
        agentId={agentId}
        form={form}
        known={properties}
        dialog={dialog}
        onCloseForm={closeForm}
        onClose={() => setDialog(null)}
        onGone={selection.drop}
        onMarked={selection.clear}
      />
    </section>
  );
}

interface NoPropertiesProps {
  isFiltered: boolean;
  onClear(): void;
  onAdd(): void;
  onImport(): void;
}

function NoProperties({ isFiltered, onClear, onAdd, onImport }: NoPropertiesProps) {
  if (isFiltered)
    return (
      <EmptyState
        headingLevel={3}
        icon={<SearchX size={28} />}
        title="No properties match"
        text="None of your properties fits this search and status."
        action={
          <Button variant="outlined" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    );
  return (
    <EmptyState
      headingLevel={3}
      title="No properties yet"
      text="Add your first one, or bring the ones you have from a spreadsheet."
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onAdd}>Add Your First Property</Button>
          <Button variant="outlined" onClick={onImport}>
            Import from CSV
          </Button>
        </div>
      }
    />
  );
}
