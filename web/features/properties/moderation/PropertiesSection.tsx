import { useQuery } from '@tanstack/react-query';
import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ModerationStatus } from '#shared/contracts/properties.ts';
import type { AdminProperty } from '#shared/contracts/propertyModeration.ts';
import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { formatFullPrice, priceSuffix } from '#shared/money.ts';
import { shortDay } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { IconButton } from '#web/ui/controls/IconButton.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { RowActions, RowSubject } from '#web/ui/dataTable/rowParts.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { ExportButton } from '#web/ui/list/ExportButton.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters, readOrder, useListState, withoutPage } from '#web/ui/list/listState.ts';
import { StatusSelect } from '#web/ui/list/StatusSelect.tsx';
import { filterOptions, optionsOf } from '#web/ui/list/selectOptions.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Section, SectionHeader } from '#web/ui/section/Section.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { moderationLabel, moderationStatuses, moderationTone } from '../statusWords.ts';
import styles from './PropertiesSection.module.css';
import { PropertyDialogs } from './PropertyDialogs.tsx';
import {
  isTakingOff,
  joinLocation,
  PROPERTIES_PAGE_SIZE,
  type PropertiesState,
  type PropertyDialog,
  propertiesQuery,
  propertiesSchema,
  useSetPropertyStatus,
} from './queries.ts';

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

interface PropertyFiltersProps {
  state: PropertiesState;
  change(changes: Partial<PropertiesState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const statusOptions = filterOptions('All Statuses', moderationLabel);
const typeOptions = [{ value: '' as const, label: 'All Types' }, ...optionsOf(propertyTypeLabel)];
const listingOptions = [{ value: '' as const, label: 'All Listings' }, ...optionsOf(listingTypeLabel)];

function PropertyFilters({ state, change, clear }: PropertyFiltersProps) {
  return (
    <ListToolbar
      search={{
        label: 'Search properties',
        placeholder: 'Search by title, place, agent or #id...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(propertiesSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="Status"
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      <FilterSelect
        label="Property type"
        value={state.type}
        options={typeOptions}
        onChange={(type) => change({ type })}
      />
      <FilterSelect
        label="Listing type"
        value={state.listing_type}
        options={listingOptions}
        onChange={(listing_type) => change({ listing_type })}
      />
    </ListToolbar>
  );
}

interface PropertyActions {
  onStatus(property: AdminProperty, status: ModerationStatus): Promise<void>;
  onDialog(dialog: PropertyDialog): void;
}

function propertyColumns(actions: PropertyActions): TableColumn<AdminProperty>[] {
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
            icon={<Eye size={18} />}
            onClick={() => onDialog({ kind: 'view', property })}
          />
          <IconButton
            isDangerous
            label={`Delete ${title}`}
            icon={<Trash2 size={18} />}
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
