import { useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AgentLicense, LicenseList } from '#shared/contracts/licenses.ts';
import { licenseStateLabel } from '#shared/labels.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { FilterSelect, ListToolbar } from '#web/ui/list/ListToolbar.tsx';
import { hasFilters, useListState } from '#web/ui/list/listState.ts';
import { filterOptions } from '#web/ui/list/selectOptions.ts';
import { CheckLicenseDialog } from './CheckLicenseDialog.tsx';
import { licenseColumns } from './licenseColumns.tsx';
import { type LicensesState, licensesQuery, licensesSchema } from './queries.ts';

/** The licences of approved agents, those that need an admin first. */
export function LicensesPanel() {
  const { state, change, clear, openPage } = useListState(licensesSchema);
  const [checked, setChecked] = useState<AgentLicense | null>(null);
  const list = useQuery(licensesQuery(state));
  const rows = useMemo(
    () => list.data?.licenses.map((license) => ({ ...license, id: license.agent.id })),
    [list.data],
  );
  return (
    <>
      <ListCard
        label="Licenses"
        query={list}
        rows={rows}
        columns={licenseColumns(setChecked)}
        filters={<LicenseFilters state={state} change={change} clear={clear} counts={list.data?.counts} />}
        onPage={openPage}
        empty={
          <EmptyState
            headingLevel={3}
            icon={<IdCard size={28} aria-hidden="true" />}
            title="No licenses found"
            text={
              hasFilters(licensesSchema, state)
                ? 'Try adjusting your search or filter criteria.'
                : 'The licenses of agents appear here once they are approved.'
            }
          />
        }
        failure={['Failed to fetch licenses', 'Failed to load licenses']}
      />
      {checked && <CheckLicenseDialog license={checked} onClose={() => setChecked(null)} />}
    </>
  );
}

interface LicenseFiltersProps {
  state: LicensesState;
  change(changes: Partial<LicensesState>, options?: { isTyping: boolean }): void;
  clear(): void;
  /** Undefined while they are on their way. */
  counts: LicenseList['counts'] | undefined;
}

function LicenseFilters({ state, change, clear, counts }: LicenseFiltersProps) {
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
