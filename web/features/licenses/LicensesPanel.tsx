import { useQuery } from '@tanstack/react-query';
import { IdCard } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AgentLicense } from '#shared/contracts/licenses.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListCard } from '#web/ui/list/ListCard.tsx';
import { hasFilters, useListState } from '#web/ui/list/listState.ts';
import { CheckLicenseDialog } from './CheckLicenseDialog.tsx';
import { LicenseFilters } from './LicenseFilters.tsx';
import { licenseColumns } from './licenseColumns.tsx';
import { licensesQuery, licensesSchema } from './queries.ts';

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
