import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { Pagination } from '#web/ui/layout/Pagination.tsx';
import { describeFilters, useLastPage } from '#web/ui/list/listState.ts';
import { useSelection } from '#web/ui/list/Selection.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { ListTools, NoProperties, SelectionBar } from './ListTools.tsx';
import { ownListSchema, useFormRequest, useOwnListState } from './listState.ts';
import { OwnGrid, OwnGridSkeleton } from './OwnGrid.tsx';
import { type OpenDialog, PropertyDialog, PropertyFormHost } from './PropertyDialogs.tsx';
import { ownListingsQuery } from './queries.ts';

/** The agent's own listings, hidden ones included. */
export function PropertiesTab({ agentId }: { agentId: number }) {
  const { state, hrefOf, openPage, change } = useOwnListState();
  const { form, openForm, closeForm } = useFormRequest();
  const query = useQuery(ownListingsQuery(state));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const properties = data?.properties ?? [];
  const selection = useSelection(describeFilters(ownListSchema, state));
  useLastPage(data?.pagination, openPage);

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
          message={failureSentence(error, t('Failed to fetch properties'))}
          onRetry={() => void refetch()}
        />
      )}
      {data?.pagination.total === 0 && (
        <NoProperties
          state={state}
          onClear={() => change({ search: '', status: '', to_confirm: '' })}
          onAdd={add}
          onImport={openImport}
        />
      )}
      {properties.length > 0 && (
        <>
          <SelectionBar
            properties={properties}
            selection={selection}
            isConfirming={state.to_confirm === '1'}
            onMark={(status) => setDialog({ kind: 'mark', ids: [...selection.ids], status })}
          />
          <OwnGrid
            agentId={agentId}
            properties={properties}
            isStale={isPlaceholderData}
            selection={selection}
            onOpenForm={openForm}
            onDelete={(property) => setDialog({ kind: 'delete', property })}
          />
          <div className="mt-8">
            <Pagination page={state.page} pages={data?.pagination.pages ?? 0} hrefOf={hrefOf} />
          </div>
        </>
      )}
      {form && (
        <PropertyFormHost key={JSON.stringify(form)} request={form} known={properties} onClose={closeForm} />
      )}
      {dialog && (
        <PropertyDialog
          dialog={dialog}
          onClose={() => setDialog(null)}
          onGone={(id) => selection.put([id], false)}
          onMarked={selection.clear}
        />
      )}
    </section>
  );
}
