import type { LicenseList } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { Button } from '../../../../components/ui/Button.tsx';
import { SearchField } from '../../../../components/ui/SearchField.tsx';
import { SelectField } from '../../../../components/ui/SelectField.tsx';
import { hasFilters } from '../../list/listState.ts';
import section from '../../parts/section.module.css';
import { filterOptions } from '../../parts/statusWords.ts';
import { type LicensesState, licensesPlan } from './queries.ts';

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
    <div className={section.toolbar}>
      <SearchField
        className={section.search}
        label="Search agents"
        placeholder="Search by name, email or phone..."
        value={state.search}
        onSearch={(search) => change({ search }, { isTyping: true })}
      />
      <SelectField
        className={section.filter}
        label="State"
        isLabelHidden
        value={state.state}
        options={options}
        onChange={(value) => change({ state: value })}
      />
      {hasFilters(licensesPlan, state) && (
        <Button variant="plain" onClick={clear}>
          Clear Filters
        </Button>
      )}
    </div>
  );
}
