import { useQuery } from '@tanstack/react-query';
import { Copy, Ellipsis, ExternalLink, EyeOff, Pencil, Trash2 } from 'lucide-react';
import type { OwnRow } from '#shared/contracts/propertyWrites.ts';
import { isToConfirm } from '#shared/freshness.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { formatDay, shortRelativeTime } from '#web/lib/dates.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNow } from '#web/lib/useNow.ts';
import { DataTable, type TableColumn, TablePager } from '#web/ui/dataTable/DataTable.tsx';
import { Menu, type MenuEntry } from '#web/ui/dialogs/Menu.tsx';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { useListState } from '#web/ui/list/listState.ts';
import type { Selection } from '#web/ui/list/Selection.tsx';
import { missingWords } from '../drafts.ts';
import { hiddenWords } from '../statusWords.ts';
import { OwnList } from './OwnList.tsx';
import { ConfirmButton, PriceField, PublishButton, StatusMenu } from './ownFields.tsx';
import { ownRowsQuery, ownRowsSchema } from './queries.ts';

const DAY_MS = 86_400_000;

export function OwnRows({ agentId }: { agentId: number }) {
  const { state, order, change, openPage, sortBy } = useListState(ownRowsSchema);
  const query = useQuery(ownRowsQuery(state));
  const { data, isPlaceholderData } = query;
  const now = useNow();
  return (
    <OwnList headingId="own-rows" {...{ state, change, openPage, query }} isDrawer>
      {({ selection, empty, openForm, onDelete }) => {
        const onEdit = (id: number) => openForm({ kind: 'edit', id });
        const onDuplicate = (id: number) => openForm({ kind: 'duplicate', id });
        return (
          <>
            <DataTable
              label={t('My properties')}
              columns={[
                selectColumn(selection),
                titleColumn(onEdit),
                ...fieldColumns(agentId, now),
                ...figureColumns(now),
                menuColumn({ onEdit, onDuplicate, onDelete }),
              ]}
              rows={data?.properties}
              keyOf={({ id }) => id}
              sort={order}
              onSort={sortBy}
              isRefreshing={isPlaceholderData}
              isDense
              empty={empty}
            />
            {data && <TablePager pagination={data.pagination} onPage={openPage} />}
          </>
        );
      }}
    </OwnList>
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

/** Beside a title that leaves room for it, and below the title of a card. */
const NEEDED =
  'flex-1 min-w-32 truncate text-right @max-[46rem]:basis-full @max-[46rem]:text-left @max-[46rem]:whitespace-normal';

const titleColumn = (onEdit: RowActs['onEdit']): TableColumn<OwnRow> => ({
  id: 'title',
  heading: msg('Property'),
  sortKey: 'title',
  isRowHeading: true,
  cell: ({ id, title, reference, image, city, type, listing_type, moderation_status, draft, missing }) => {
    const hidden = draft || moderation_status === 'active' ? null : hiddenWords[moderation_status];
    const isUnfinished = draft && missing.length > 0;
    const needed = isUnfinished ? t('Still needed: {fields}', { fields: missingWords(missing) }) : undefined;
    return (
      <span className="flex items-center gap-3 min-w-0">
        <span className="flex-none overflow-hidden w-10 h-7.5 rounded-[0.25rem] bg-skeleton">
          <Picture src={image} alt="" sizes="2.5rem" />
        </span>
        {/* Items that do not fit whole beside the title wrap to a second line, which is out of sight. */}
        <span className="flex flex-wrap flex-1 items-center content-start gap-x-3 overflow-hidden p-1 -mx-1 @min-[46rem]:gap-y-8 @min-[46rem]:h-8">
          <button
            dir="auto"
            type="button"
            className="max-w-full min-h-6 text-ink font-semibold text-left truncate hover:underline @max-[46rem]:whitespace-normal"
            title={title}
            onClick={() => onEdit(id)}
          >
            {title}
          </button>
          <span
            className={`ml-auto text-muted text-sm whitespace-nowrap ${needed ? NEEDED : '@max-[60rem]:hidden'}`}
            title={needed}
          >
            {reference !== null && (
              <span className="font-mono" title={t('Your reference')}>
                {reference} ·{' '}
              </span>
            )}
            {needed ?? `${t(propertyTypeLabel[type])} · ${t(listingTypeLabel[listing_type])} · ${city}`}
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
    cell: (property) =>
      property.draft ? (
        <Badge tone="info">{t('Draft')}</Badge>
      ) : (
        <StatusMenu
          agentId={agentId}
          property={property}
          className="gap-1 min-h-8 pointer-coarse:min-h-control -mx-1 px-1 rounded-sm hover:bg-sunken *:flex-none"
        />
      ),
  },
  {
    id: 'confirmed',
    heading: msg('Confirmed'),
    cell: (property) => {
      const { status, moderation_status, fresh_at, draft, missing } = property;
      if (draft) return missing.length === 0 && <PublishButton property={property} />;
      if (status !== 'available') return null;
      if (moderation_status === 'active' && isToConfirm(property, now))
        return <ConfirmButton property={property} />;
      return <Ago iso={fresh_at} now={now} />;
    },
  },
  {
    id: 'price',
    heading: msg('Price'),
    sortKey: 'price',
    align: 'end',
    cell: (property) =>
      property.price > 0 ? (
        <PriceField agentId={agentId} property={property} />
      ) : (
        <span className="text-muted whitespace-nowrap">{t('No price yet')}</span>
      ),
  },
];

const figureColumns = (now: Date): TableColumn<OwnRow>[] => {
  const figures = [
    { id: 'views_7d', sortKey: 'views', heading: msg('Views, 7 Days') },
    { id: 'saves', sortKey: 'saves', heading: msg('Saves') },
    { id: 'inquiries', sortKey: 'inquiries', heading: msg('Inquiries') },
  ] as const;
  return [
    ...figures.map(
      (figure): TableColumn<OwnRow> => ({
        ...figure,
        align: 'end',
        cell: ({ [figure.id]: count, draft }) =>
          !draft && <span className={count === 0 ? 'text-muted' : ''}>{count.toLocaleString('en-PH')}</span>,
      }),
    ),
    {
      id: 'days',
      heading: msg('On the Market'),
      sortKey: 'listed_since',
      align: 'end',
      cell: ({ listed_since, taken_at, draft }) => {
        if (draft) return null;
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
      cell: ({ updated_at }) => <Ago iso={updated_at} now={now} />,
    },
  ];
};

function Ago({ iso, now }: { iso: string; now: Date }) {
  return (
    <time className="text-muted whitespace-nowrap" dateTime={iso} title={formatDay(iso)}>
      {shortRelativeTime(iso, now)}
    </time>
  );
}

const menuColumn = ({ onEdit, onDuplicate, onDelete }: RowActs): TableColumn<OwnRow> => ({
  id: 'actions',
  heading: msg('Actions'),
  isHeadingHidden: true,
  align: 'end',
  cell: (property) => {
    const { id, title, draft } = property;
    const view: MenuEntry = { label: t('View'), icon: <ExternalLink size={16} />, to: `/properties/${id}` };
    return (
      <span className="inline-block text-left">
        <Menu
          label={t('More about {title}', { title })}
          triggerClassName="justify-center w-8 min-h-8 pointer-coarse:size-control rounded-sm text-muted hover:bg-sunken hover:text-ink"
          trigger={<Ellipsis size={18} aria-hidden="true" />}
          entries={[
            {
              label: draft ? t('Continue') : t('Edit'),
              icon: <Pencil size={16} />,
              onSelect: () => onEdit(id),
            },
            ...(draft ? [] : [view]),
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
