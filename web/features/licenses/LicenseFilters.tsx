import type { LicenseList } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters } from '#web/ui/list/listState.ts';
import { filterOptions } from '#web/ui/selectOptions.ts';
import { type LicensesState, licensesSchema } from './queries.ts';

interface LicenseFiltersProps {
  state: LicensesState;
  change(changes: Partial<LicensesState>, options?: { isTyping: boolean }): void;
  clear(): void;
  /** Undefined while they are on their way. */
  counts: LicenseList['counts'] | undefined;
}

export function LicenseFilters({ state, change, clear, counts }: LicenseFiltersProps) {
  const options = filterOptions('All States', licenseStateLabel).map(({ value, label }) => ({
    value,
    label: counts && value !== 'all' ? `${label} (${counts[value]})` : label,
  }));
  return (
    <ListToolbar
      search={{
        label: 'Search agents',
        placeholder: 'Search by name, email or phone...',
        value: state.search,
        onSearch: (search) => change({ search }, { isTyping: true }),
      }}
      isFiltered={hasFilters(licensesSchema, state)}
      onClear={clear}
    >
      <FilterSelect
        label="State"
        value={state.state}
        options={options}
        onChange={(value) => change({ state: value })}
      />
    </ListToolbar>
  );
}
