import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminReport, ReportList } from '#shared/contracts/reports.ts';
import { ADMIN_KEY } from '#web/lib/adminQueries.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { ListPlan, ListState } from '#web/ui/adminList/listState.ts';

export const reportsPlan = {
  status: ['open', 'accepted', 'dismissed', 'all'],
} as const satisfies ListPlan;

const address = '/api/admin/reports';

export const reportsQuery = (query: ListState<typeof reportsPlan> & { limit?: number }) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'reports', query],
    queryFn: ({ signal }) => callApi<ReportList>('GET', address, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { isPersonal: true },
  });

/** How many reports wait; 0 until that is known. */
export function useOpenReports(): number {
  return useQuery(reportsQuery({ status: 'open', page: 1, limit: 1 })).data?.open ?? 0;
}

export type Decision = 'accept' | 'dismiss';

/** Afterwards everything is read anew, also after a refusal: another admin may have been faster. */
export function useDecideReport(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { decision: Decision; reason?: string }) =>
      callApi<AdminReport>('PUT', `${address}/${id}`, { body }),
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
}
