import { Eye, Trash2 } from 'lucide-react';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { shortDay } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import styles from './Properties.module.css';
import { joinLocation, type PropertyDialog } from './propertyDialog.ts';
import { moderationLabel, moderationStatuses, moderationTone } from './statusLabels.ts';

interface PropertyActions {
  onStatus(property: AdminProperty, status: ModerationStatus): Promise<void>;
  onDialog(dialog: PropertyDialog): void;
}

export function propertyColumns(actions: PropertyActions): TableColumn<AdminProperty>[] {
  return [
    {
      id: 'title',
      heading: 'Property',
      sortKey: 'title',
      isRowHeading: true,
      cell: (property) => <Listing property={property} />,
    },
    {
      id: 'agent',
      heading: 'Agent',
      sortKey: 'agent',
      cell: ({ agent }) => <span>{agent?.name ?? 'No agent'}</span>,
    },
    {
      id: 'price',
      heading: 'Price',
      sortKey: 'price',
      cell: ({ price, listing_type }) => (
        <span className="whitespace-nowrap">
          {formatFullPrice(price)}
          {priceSuffix(listing_type)}
        </span>
      ),
    },
    {
      id: 'created',
      heading: 'Created',
      sortKey: 'created_at',
      cell: ({ created_at }) => (
        <time className="whitespace-nowrap" dateTime={created_at}>
          {shortDay(created_at)}
        </time>
      ),
    },
    {
      id: 'status',
      heading: 'Status',
      sortKey: 'status',
      cell: ({ status }) => (
        <span>
          <Badge tone={moderationTone[status]}>{moderationLabel[status]}</Badge>
        </span>
      ),
    },
    {
      id: 'actions',
      heading: 'Actions',
      cell: (property) => <Actions property={property} {...actions} />,
    },
  ];
}

function Listing({ property: { title, images, location } }: { property: AdminProperty }) {
  return (
    <RowSubject
      picture={
        <span
          className={`flex-none overflow-hidden w-18 aspect-4/3 rounded-sm bg-skeleton ${styles.thumbnail}`}
        >
          <Picture src={images[0]} alt="" sizes="4.5rem" />
        </span>
      }
    >
      <span className="row-title">{title}</span>
      <span className="row-note">{joinLocation(location)}</span>
    </RowSubject>
  );
}

function Actions({ property, onStatus, onDialog }: PropertyActions & { property: AdminProperty }) {
  const { title, status } = property;
  return (
    <RowActions
      icons={
        <>
          <IconButton
            label={`View details of ${title}`}
            icon={<Eye size={18} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'view', property })}
          />
          <IconButton
            isDangerous
            label={`Delete ${title}`}
            icon={<Trash2 size={18} aria-hidden="true" />}
            onClick={() => onDialog({ kind: 'delete', property })}
          />
        </>
      }
    >
      <StatusSelect
        label={`Status of ${title}`}
        value={status}
        choices={moderationStatuses}
        labels={moderationLabel}
        onChange={(chosen) => onStatus(property, chosen)}
      />
    </RowActions>
  );
}
