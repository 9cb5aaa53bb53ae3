import { listingTypeLabel, propertyTypeLabel } from '#shared/labels.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { SearchField } from '../../../components/ui/SearchField.tsx';
import { SelectField } from '../../../components/ui/SelectField.tsx';
import { hasFilters } from '../list/listState.ts';
import styles from '../parts/section.module.css';
import { filterOptions, moderationLabel, optionsOf } from '../parts/statusWords.ts';
import { type PropertiesState, propertiesPlan } from './propertiesPlan.ts';

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
    <div className={styles.toolbar}>
      <SearchField
        className={styles.search}
        label="Search properties"
        placeholder="Search by title, place, agent or #id..."
        value={state.search}
        onSearch={(search) => change({ search }, { isTyping: true })}
      />
      <SelectField
        className={styles.filter}
        label="Status"
        isLabelHidden
        value={state.status}
        options={statusOptions}
        onChange={(status) => change({ status })}
      />
      <SelectField
        className={styles.filter}
        label="Property type"
        isLabelHidden
        value={state.type}
        options={typeOptions}
        onChange={(type) => change({ type })}
      />
      <SelectField
        className={styles.filter}
        label="Listing type"
        isLabelHidden
        value={state.listing_type}
        options={listingOptions}
        onChange={(listing_type) => change({ listing_type })}
      />
      {hasFilters(propertiesPlan, state) && (
        <Button variant="plain" onClick={clear}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
