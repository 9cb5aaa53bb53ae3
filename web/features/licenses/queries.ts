import { useQuery } from '@tanstack/react-query';
import type { AgentLicense, LicenseList } from '#shared/contracts/licenses.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const licensesSchema = {
  search: 'text',
  state: ['all', 'lapsed', 'expired', 'unchecked', 'expiring', 'valid'],
} as const satisfies UrlSchema;
export type LicensesState = ListState<typeof licensesSchema>;

const address = '/api/admin/licenses';

export const licensesQuery = (query: LicensesState & { limit?: number }) =>
  adminListQuery<LicenseList>('licenses', address, query);

/** How many licences an admin has to look up: never checked, or past their day. 0 until that is known. */
export function useWaitingLicenses(): number {
  const { data } = useQuery(licensesQuery({ search: '', state: 'unchecked', page: 1, limit: 1 }));
  return data ? data.counts.unchecked + data.counts.expired : 0;
}

export interface LicenseCheck {
  license_number: string;
  /** YYYY-MM-DD */
  expires_on: string;
  note: string;
}

export function useCheckLicense(agentId: number) {
  return useAdminChange((body: LicenseCheck) =>
    callApi<AgentLicense>('PUT', `${address}/${agentId}`, { body }),
  );
}
