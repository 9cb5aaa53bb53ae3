import { useQuery } from '@tanstack/react-query';
import type { DuplicateList, DuplicatePair } from '#shared/contracts/duplicates.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const duplicatesSchema = {
  status: ['open', 'confirmed', 'dismissed', 'all'],
} as const satisfies UrlSchema;

const address = '/api/admin/duplicates';

export const duplicatesQuery = (query: ListState<typeof duplicatesSchema> & { limit?: number }) =>
  adminListQuery<DuplicateList>('duplicates', address, query);

/** How many pairs wait; 0 until that is known. */
export function useOpenDuplicates(): number {
  return useQuery(duplicatesQuery({ status: 'open', page: 1, limit: 1 })).data?.open ?? 0;
}

export type Verdict = { decision: 'dismiss' } | { decision: 'confirm'; take_off: number; reason: string };

export function useDecideDuplicate(id: number) {
  return useAdminChange((body: Verdict) => callApi<DuplicatePair>('PUT', `${address}/${id}`, { body }));
}
