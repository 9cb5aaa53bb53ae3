import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminProperty, BulkProperties } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import {
  listingTypes,
  type ModerationStatus,
  moderationStatuses,
  propertyTypes,
} from '#shared/listing/vocabulary.ts';
import { type Message, msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, Day, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Picture } from '#web/ui/display/Picture.tsx';
import { AdminList, useAdminList, usePageSize } from '#web/ui/list/AdminList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { StatusSelect, statusColumn, useStatusChange } from '#web/ui/list/RowStatus.tsx';
import { type BulkRefusals, BulkRefusalsDialog, type Selection, showBulkResult } from '#web/ui/list/Selection.tsx';
import { Section } from '#web/ui/section/Section.tsx';
import { moderationLabel } from '../statusWords.ts';
import {
  isTakingOff,
  joinLocation,
  type PropertyDialog,
  PropertyDialogs,
  propertyStatus,
  type TakingOff,
  useSetPropertyStatus,
} from './PropertyDialogs.tsx';

export const propertiesSchema = {
  search: 'text',
  status: ['all', ...moderationStatuses],
  // The call has no value for all of these: an empty one stands for them.
  type: ['', ...propertyTypes],
  listing_type: ['', ...listingTypes],
  sort: ['created_at', 'title', 'city', 'agent', 'price', 'status'],
  order: ['desc', 'asc'],
} as const satisfies UrlSchema;

const propertiesQuery = (state: ListState<typeof propertiesSchema>, limit: number) =>
  adminListQuery('propertyModeration.list', { query: { ...state, limit } });

/** Specification, part 3 §9. */
const PAGE_SIZE = 20;

export function PropertiesSection() {
  const list = useAdminList(propertiesSchema, propertiesQuery, usePageSize('properties', PAGE_SIZE));
  const [bulk, setBulk] = useState<BulkModeration | null>(null);
  const [refused, setRefused] = useState<BulkRefusals | null>(null);
  const canModerate = useIsAllowed()('listings.moderate');
  const [dialog, setDialog] = useState<PropertyDialog | null>(null);
  const { mutateAsync: send } = useSetPropertyStatus();
  const changeStatus = useStatusChange(propertyStatus, {
    send,
    onFailure: list.setFailure,
    onChanged: (property) =>
      setDialog((open) =>
        open?.kind === 'view' && open.property.id === property.id ? { ...open, property } : open,
      ),
  });
  const openDialog = (next: PropertyDialog | null) => {
    list.setFailure(null);
    setDialog(next);
  };
  const setStatus = async (property: AdminProperty, status: ModerationStatus) => {
    if (isTakingOff(status)) openDialog({ kind: 'takeOff', property, status });
    else await changeStatus(property, status);
  };

  return (
    <Section label={t('Properties')}>
      <AdminList
        list={list}
        words={{
          label: t('Properties'),
          none: t('No properties found'),
          notFetched: t('Failed to fetch properties'),
          notLoaded: t('Failed to load properties'),
        }}
        title={t('Property Management')}
        exportFile={(query) => downloadFile('propertyModeration.export', { query })}
        search={{ label: t('Search properties'), placeholder: t('Search by title, place, agent or #id...') }}
        filters={[
          { name: 'status', label: t('Status'), labels: { all: msg('All Statuses'), ...moderationLabel } },
          { name: 'type', label: t('Property type'), labels: { '': msg('All Types'), ...propertyTypeLabel } },
          {
            name: 'listing_type',
            label: t('Listing type'),
            labels: { '': msg('All Listings'), ...listingTypeLabel },
          },
        ]}
        {...savedViewParts('properties', list)}
        bulk={
          canModerate && {
            nameOf: ({ title }: AdminProperty) => title,
            actions: ({ isDisabled }) =>
              bulkActions.map(({ status, label }) => (
                <Button
                  key={status}
                  variant="outlined"
                  size="small"
                  isDangerous={status !== 'active'}
                  disabled={isDisabled}
                  onClick={() => setBulk(status)}
                >
                  {t(label)}
                </Button>
              )),
          }
        }
        rows={list.data?.properties}
        columns={[
          ...propertyColumns,
          actionsColumn<AdminProperty>(
            [
              {
                label: ({ title }) => t('View details of {title}', { title }),
                Icon: Eye,
                onClick: (property) => openDialog({ kind: 'view', property }),
              },
              {
                label: ({ title }) => t('Delete {title}', { title }),
                Icon: Trash2,
                isDangerous: true,
                isOffered: () => canModerate,
                onClick: (property) => openDialog({ kind: 'delete', property }),
              },
            ],
            (property) =>
              canModerate && <StatusSelect kind={propertyStatus} row={property} onChange={setStatus} />,
          ),
        ]}
      />
      {bulk && (
        <BulkModerationDialog
          status={bulk}
          selection={list.selection}
          onRefused={setRefused}
          onClose={() => setBulk(null)}
        />
      )}
      {refused && <BulkRefusalsDialog refused={refused} onClose={() => setRefused(null)} />}
      {dialog && (
        <PropertyDialogs dialog={dialog} failure={list.failure} onDialog={openDialog} onStatus={setStatus} />
      )}
    </Section>
  );
}

const propertyColumns: readonly TableColumn<AdminProperty>[] = [
  {
    id: 'title',
    heading: msg('Property'),
    sortKey: 'title',
    isRowHeading: true,
    cell: ({ title, images, location }) => (
      <RowSubject
        picture={
          <span
            // A table that is short of room does without; cards have room again.
            className="flex-none overflow-hidden w-18 aspect-4/3 rounded-sm bg-skeleton @min-[46rem]:@max-[60rem]:hidden"
          >
            <Picture src={images[0]} alt="" sizes="4.5rem" />
          </span>
        }
      >
        <span dir="auto" className="row-title">
          {title}
        </span>
        <bdi className="row-note">{joinLocation(location)}</bdi>
      </RowSubject>
    ),
  },
  { id: 'agent', heading: msg('Agent'), sortKey: 'agent', cell: ({ agent }) => agent?.name ?? t('No agent') },
  {
    id: 'price',
    heading: msg('Price'),
    sortKey: 'price',
    cell: ({ price, listing_type }) => (
      <span className="whitespace-nowrap">
        {formatFullPrice(price)}
        {t(priceSuffix(listing_type))}
      </span>
    ),
  },
  {
    id: 'created',
    heading: msg('Created'),
    sortKey: 'created_at',
    cell: ({ created_at }) => <Day iso={created_at} />,
  },
  statusColumn(propertyStatus),
];

type BulkModeration = 'active' | TakingOff;

const bulkActions: { status: BulkModeration; label: Message }[] = [
  { status: 'active', label: msg('Approve') },
  { status: 'rejected', label: msg('Reject') },
  { status: 'inactive', label: msg('Take down') },
];

type Before = NonNullable<BulkProperties['results'][number]['before']>;

interface BulkModerationDialogProps {
  status: BulkModeration;
  selection: Selection;
  onRefused(refused: BulkRefusals | null): void;
  onClose(): void;
}

function BulkModerationDialog({ status, selection, onRefused, onClose }: BulkModerationDialogProps) {
  const { mutateAsync: send } = useAdminChange(
    (body: { ids: number[]; status: ModerationStatus; reason?: string | null }) =>
      callApi('propertyModeration.setStatuses', { body }),
  );
  // The selection when the dialog opened: decided listings are selected no longer.
  const [ids] = useState(() => [...selection.ids]);
  const failed = t('Failed to update property status');
  const count = ids.length;

  /** Each goes back to its former status, hidden ones with their reasons. */
  const undo = async (results: BulkProperties['results']) => {
    const earlier = new Map<string, number[]>();
    for (const { id, outcome, before } of results) {
      const key = JSON.stringify(before);
      if (outcome === 'changed' && before) earlier.set(key, [...(earlier.get(key) ?? []), id]);
    }
    try {
      let done = 0;
      for (const [before, alike] of earlier)
        done += (await send({ ids: alike, ...(JSON.parse(before) as Before) })).changed;
      showToast(
        t('{count, plural, one {# listing was restored} other {# listings were restored}}', { count: done }),
      );
    } catch (error) {
      showToast(failureSentence(error, failed), 'error');
    }
  };

  const decide = async (reason?: string) => {
    const answer = await send({ ids, status, ...(reason !== undefined && { reason }) });
    const refused = showBulkResult(answer, selection, {
      done: (changed) =>
        t(
          '{count, plural, one {# listing was {status, select, active {approved} rejected {rejected} other {taken down}}} other {# listings were {status, select, active {approved} rejected {rejected} other {taken down}}}}',
          { count: changed, status },
        ),
      onUndo: () => void undo(answer.results),
    });
    onRefused(refused);
  };

  if (status === 'active')
    return (
      <ConfirmDialog
        title={t('Approve listings')}
        text={t(
          '{count, plural, one {Approve # listing? Everyone will see it, and we will notify its agent.} other {Approve # listings? Everyone will see them, and we will notify their agents.}}',
          { count },
        )}
        confirmLabel={t('Approve')}
        isDangerous={false}
        onConfirm={() => decide()}
        failureOf={(error) => failureSentence(error, failed, failed)}
        onClose={onClose}
      />
    );
  return (
    <ReasonDialog
      title={status === 'rejected' ? t('Reject listings') : t('Take listings down')}
      text={t(
        '{status, select, rejected {{count, plural, one {Reject # listing?} other {Reject # listings?}}} other {{count, plural, one {Take down # listing?} other {Take down # listings?}}}} They disappear from every public page right away, until they are set to active again.',
        { status, count },
      )}
      label={t('Reason (their agents will see it)')}
      placeholder={t('The photos show another building.')}
      whenBlank={t('Please tell the agents why')}
      confirmLabel={status === 'rejected' ? t('Reject') : t('Take down')}
      isDangerous
      onConfirm={decide}
      failure={failed}
      onClose={onClose}
    />
  );
}
