import { useQuery } from '@tanstack/react-query';
import type { AdminReport, ReportList } from '#shared/contracts/reports.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const reportsSchema = {
  status: ['open', 'accepted', 'dismissed', 'all'],
} as const satisfies UrlSchema;

const address = '/api/admin/reports';

export const reportsQuery = (query: ListState<typeof reportsSchema> & { limit?: number }) =>
  adminListQuery<ReportList>('reports', address, query);

/** How many reports wait; 0 until that is known. */
export function useOpenReports(): number {
  return useQuery(reportsQuery({ status: 'open', page: 1, limit: 1 })).data?.open ?? 0;
}

export type Decision = 'accept' | 'dismiss';

export function useDecideReport(id: number) {
  return useAdminChange((body: { decision: Decision; reason?: string }) =>
    callApi<AdminReport>('PUT', `${address}/${id}`, { body }),
  );
}
