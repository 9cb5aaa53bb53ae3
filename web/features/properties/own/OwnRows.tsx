import { useQuery } from '@tanstack/react-query';
import { Copy, Ellipsis, ExternalLink, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { OwnRow } from '#shared/contracts/propertyWrites.ts';
import { isToConfirm } from '#shared/freshness.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { formatDay, shortRelativeTime } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { DataTable, type TableColumn, TablePager } from '#web/ui/dataTable/DataTable.tsx';
import { Menu } from '#web/ui/dialogs/Menu.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { describeFilters, useLastPage, useListState } from '#web/ui/list/listState.ts';
import { type Selection, useSelection } from '#web/ui/list/Selection.tsx';
import { ErrorState } from '#web/ui/states/EmptyState.tsx';
import { RefetchNotice } from '#web/ui/states/RefetchNotice.tsx';
import { hiddenWords } from '../statusWords.ts';
import { ListTools, NoProperties, SelectionBar } from './ListTools.tsx';
import { ownRowsSchema, useFormRequest } from './listState.ts';
import { ConfirmButton, PriceField, StatusMenu } from './ownFields.tsx';
import { type OpenDialog, PropertyDialog, PropertyFormHost } from './PropertyDialogs.tsx';
import { ownRowsQuery } from './queries.ts';

const DAY_MS = 86_400_000;

/** The agent's own listings as lines of figures, with price and status changed in place. */
export function OwnRows({ agentId }: { agentId: number }) {
  const { state, order, change, openPage, sortBy } = useListState(ownRowsSchema);
  const { form, openForm, closeForm } = useFormRequest();
  const query = useQuery(ownRowsQuery(state));
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const selection = useSelection(describeFilters(ownRowsSchema, state));
  const now = useNow();
  useLastPage(data?.pagination, openPage);
  const rows = data?.properties;
  const add = () => openForm({ kind: 'create' });
  const openImport = () => setDialog({ kind: 'import' });
  const acts: RowActs = {
    onEdit: (id) => openForm({ kind: 'edit', id }),
    onDuplicate: (id) => openForm({ kind: 'duplicate', id }),
    onDelete: (property) => setDialog({ kind: 'delete', property }),
  };
  const columns = [
    selectColumn(selection),
    titleColumn(acts.onEdit),
    ...fieldColumns(agentId, now),
    ...figureColumns(now),
    menuColumn(acts),
  ];

  return (
    <section aria-labelledby="own-rows">
      <ListTools
        headingId="own-rows"
        state={state}
        total={data?.pagination.total ?? null}
        onChange={(changes) => change(changes, { isTyping: true })}
        onAdd={add}
        onImport={openImport}
      />
      <RefetchNotice query={query} />
      {!isPending && !data ? (
        <ErrorState
          headingLevel={3}
          message={failureSentence(error, t('Failed to fetch properties'))}
          onRetry={() => void refetch()}
        />
      ) : (
        <>
          {rows && rows.length > 0 && (
            <SelectionBar
              properties={rows}
              selection={selection}
              isConfirming={state.to_confirm === '1'}
              onMark={(status) => setDialog({ kind: 'mark', ids: [...selection.ids], status })}
            />
          )}
          <DataTable
            label={t('My properties')}
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
            sort={order}
            onSort={sortBy}
            isRefreshing={isPlaceholderData}
            isDense
            empty={
              <NoProperties
                state={state}
                onClear={() => change({ search: '', status: '', to_confirm: '' })}
                onAdd={add}
                onImport={openImport}
              />
            }
          />
          {data && <TablePager pagination={data.pagination} onPage={openPage} />}
        </>
      )}
      {form && (
        <PropertyFormHost key={JSON.stringify(form)} request={form} known={[]} isDrawer onClose={closeForm} />
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

interface RowActs {
  onEdit(id: number): void;
  onDuplicate(id: number): void;
  onDelete(property: OwnRow): void;
}

const selectColumn = ({ ids, put }: Selection): TableColumn<OwnRow> => ({
  id: 'select',
  heading: msg('Selected'),
  isHeadingHidden: true,
  cell: ({ id, title }) => (
    <label className="inline-grid place-items-center w-8 h-8 pointer-coarse:size-control -mx-2 cursor-pointer">
      <input
        type="checkbox"
        className="w-4.5 h-4.5 m-0 cursor-pointer"
        checked={ids.has(id)}
        aria-label={t('Select {title}', { title })}
        onChange={({ target }) => put([id], target.checked)}
      />
    </label>
  ),
});

const titleColumn = (onEdit: RowActs['onEdit']): TableColumn<OwnRow> => ({
  id: 'title',
  heading: msg('Property'),
  sortKey: 'title',
  isRowHeading: true,
  cell: ({ id, title, reference, image, city, type, listing_type, moderation_status }) => {
    const hidden = moderation_status === 'active' ? null : hiddenWords[moderation_status];
    return (
      <span className="flex items-center gap-3 min-w-0">
        <span className="flex-none overflow-hidden w-10 h-7.5 rounded-[0.25rem] bg-skeleton">
          <Picture src={image} alt="" sizes="2.5rem" />
        </span>
        {/* Items that do not fit whole beside the title wrap to a second line, which is out of sight. */}
        <span className="flex flex-wrap flex-1 items-center content-start gap-x-3 gap-y-8 overflow-hidden h-8 min-w-0 py-1 px-1 -mx-1 @max-[46rem]:h-auto">
          <button
            dir="auto"
            type="button"
            className="block max-w-full min-h-6 p-0 border-0 bg-transparent text-ink font-[inherit] font-semibold text-left truncate cursor-pointer hover:underline @max-[46rem]:whitespace-normal"
            title={title}
            onClick={() => onEdit(id)}
          >
            {title}
          </button>
          <span className="ml-auto text-muted text-sm whitespace-nowrap @max-[60rem]:hidden">
            {reference !== null && (
              <span className="font-mono" title={t('Your reference')}>
                {reference} ·{' '}
              </span>
            )}
            {t(propertyTypeLabel[type])} · {t(listingTypeLabel[listing_type])} · {city}
          </span>
        </span>
        {hidden && (
          <span
            className="inline-flex flex-none items-center gap-1 text-warning text-xs font-semibold"
            title={t(hidden.meaning)}
          >
            <EyeOff size={14} aria-hidden="true" />
            {t(hidden.label)}
          </span>
        )}
      </span>
    );
  },
});

const fieldColumns = (agentId: number, now: Date): TableColumn<OwnRow>[] => [
  {
    id: 'status',
    heading: msg('Status'),
    sortKey: 'status',
    cell: (property) => (
      <StatusMenu
        agentId={agentId}
        property={property}
        className="gap-1 min-h-8! pointer-coarse:min-h-control! -mx-1 px-1! rounded-sm! hover:bg-sunken [&>*]:flex-none [&_svg]:w-4 [&_svg]:text-muted"
      />
    ),
  },
  {
    id: 'confirmed',
    heading: msg('Confirmed'),
    cell: (property) => {
      const { status, moderation_status, fresh_at } = property;
      if (status !== 'available') return null;
      if (moderation_status === 'active' && isToConfirm(property, now))
        return <ConfirmButton property={property} />;
      return (
        <time className="text-muted whitespace-nowrap" dateTime={fresh_at} title={formatDay(fresh_at)}>
          {shortRelativeTime(fresh_at, now)}
        </time>
      );
    },
  },
  {
    id: 'price',
    heading: msg('Price'),
    sortKey: 'price',
    align: 'end',
    cell: (property) => <PriceField agentId={agentId} property={property} />,
  },
];

/** How it does, and for how long. */
const figureColumns = (now: Date): TableColumn<OwnRow>[] => {
  const figure = (
    id: 'views_7d' | 'saves' | 'inquiries',
    sortKey: string,
    heading: TableColumn<OwnRow>['heading'],
  ) => ({
    id,
    heading,
    sortKey,
    align: 'end' as const,
    cell: (row: OwnRow) => (
      <span className={row[id] === 0 ? 'text-muted' : ''}>{row[id].toLocaleString('en-PH')}</span>
    ),
  });
  return [
    figure('views_7d', 'views', msg('Views, 7 Days')),
    figure('saves', 'saves', msg('Saves')),
    figure('inquiries', 'inquiries', msg('Inquiries')),
    {
      id: 'days',
      heading: msg('On the Market'),
      sortKey: 'listed_since',
      align: 'end',
      cell: ({ listed_since, taken_at }) => {
        const until = taken_at ? new Date(taken_at) : now;
        const days = Math.max(Math.floor((until.getTime() - Date.parse(listed_since)) / DAY_MS), 0);
        return (
          <span
            className={`whitespace-nowrap ${taken_at ? 'text-muted' : ''}`}
            title={t('Listed on {day}', { day: formatDay(listed_since) })}
          >
            {t('{days, plural, one {# day} other {# days}}', { days })}
          </span>
        );
      },
    },
    {
      id: 'updated',
      heading: msg('Changed'),
      sortKey: 'updated_at',
      align: 'end',
      cell: ({ updated_at }) => (
        <time className="text-muted whitespace-nowrap" dateTime={updated_at} title={formatDay(updated_at)}>
          {shortRelativeTime(updated_at, now)}
        </time>
      ),
    },
  ];
};

const menuColumn = ({ onEdit, onDuplicate, onDelete }: RowActs): TableColumn<OwnRow> => ({
  id: 'actions',
  heading: msg('Actions'),
  isHeadingHidden: true,
  align: 'end',
  cell: (property) => {
    const { id, title } = property;
    return (
      <span className="inline-block text-left">
        <Menu
          label={t('More about {title}', { title })}
          triggerClassName="justify-center w-8 min-h-8! pointer-coarse:size-control rounded-sm! text-muted hover:bg-sunken hover:text-ink"
          trigger={<Ellipsis size={18} aria-hidden="true" />}
          entries={[
            { label: t('Edit'), icon: <Pencil size={16} />, onSelect: () => onEdit(id) },
            { label: t('View'), icon: <ExternalLink size={16} />, to: `/properties/${id}` },
            { label: t('Duplicate'), icon: <Copy size={16} />, onSelect: () => onDuplicate(id) },
            'divider',
            {
              label: t('Delete'),
              icon: <Trash2 size={16} />,
              isDanger: true,
              onSelect: () => onDelete(property),
            },
          ]}
        />
      </span>
    );
  },
});
