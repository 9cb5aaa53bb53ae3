import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminProperty } from '#shared/contracts/properties.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import type { ModerationStatus } from '#shared/listing/vocabulary.ts';
import { msg } from '#shared/messages.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { savedViewParts } from '#web/features/savedViews/index.ts';
import { downloadFile } from '#web/lib/downloadFile.ts';
import { t } from '#web/lib/i18n.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { actionsColumn, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { Day } from '#web/ui/details/Moment.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import { type BulkRefusals, BulkRefusalsDialog } from '#web/ui/list/bulk.tsx';
import { usePageSize } from '#web/ui/list/pageSize.ts';
import { StatusSelect, statusColumn, useStatusChange } from '#web/ui/list/RowStatus.tsx';
import { Section } from '#web/ui/section/Section.tsx';
import { moderationLabel } from '../statusWords.ts';
import { BulkButtons, BulkModerationDialog } from './BulkModeration.tsx';
import { PropertyDialogs } from './PropertyDialogs.tsx';
import {
  type BulkModeration,
  isTakingOff,
  joinLocation,
  PROPERTIES_PAGE_SIZE,
  type PropertyDialog,
  propertiesQuery,
  propertiesSchema,
  propertyStatus,
  useSetPropertyStatus,
} from './queries.ts';

export function PropertiesSection() {
  const list = useAdminList(
    propertiesSchema,
    propertiesQuery,
    usePageSize('properties', PROPERTIES_PAGE_SIZE),
  );
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
            actions: ({ isDisabled }) => <BulkButtons isDisabled={isDisabled} onPress={setBulk} />,
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
        <span className="row-note">{joinLocation(location)}</span>
      </RowSubject>
    ),
  },
  {
    id: 'agent',
    heading: msg('Agent'),
    sortKey: 'agent',
    cell: ({ agent }) => agent?.name ?? t('No agent'),
  },
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
