import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DuplicateList, DuplicatePair } from '#shared/contracts/duplicates.ts';
import { ADMIN_KEY } from '#web/lib/adminQueries.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

export const duplicatesPlan = {
  status: ['open', 'confirmed', 'dismissed', 'all'],
} as const satisfies ListPlan;

const address = '/api/admin/duplicates';

export const duplicatesQuery = (query: ListState<typeof duplicatesPlan> & { limit?: number }) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'duplicates', query],
    queryFn: ({ signal }) => callApi<DuplicateList>('GET', address, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { isPersonal: true },
  });

/** How many pairs wait; 0 until that is known. */
export function useOpenDuplicates(): number {
  return useQuery(duplicatesQuery({ status: 'open', page: 1, limit: 1 })).data?.open ?? 0;
}

export type Verdict = { decision: 'dismiss' } | { decision: 'confirm'; take_off: number; reason: string };

/** Afterwards everything is read anew, also after a refusal: another admin may have been faster. */
export function useDecideDuplicate(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Verdict) => callApi<DuplicatePair>('PUT', `${address}/${id}`, { body }),
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
