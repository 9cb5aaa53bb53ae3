import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { filterOptions, optionsOf } from '#web/ui/list/selectOptions.ts';
import { type PropertiesState, propertiesSchema } from './queries.ts';
import { moderationLabel } from './statusLabels.ts';

interface PropertyFiltersProps {
  state: PropertiesState;
  change(changes: Partial<PropertiesState>, options?: { isTyping: boolean }): void;
  clear(): void;
}

const statusOptions = filterOptions('All Statuses', moderationLabel);
const typeOptions = [{ value: '' as const, label: 'All Types' }, ...optionsOf(propertyTypeLabel)];
const listingOptions = [{ value: '' as const, label: 'All Listings' }, ...optionsOf(listingTypeLabel)];

export function PropertyFilters({ state, change, clear }: PropertyFiltersProps) {
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
