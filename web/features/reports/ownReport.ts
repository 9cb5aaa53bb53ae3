import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListingReport, ReportReason } from '#shared/contracts/reports.ts';
import { callApi } from '#web/lib/apiClient.ts';

export interface ReportBody {
  reason: ReportReason;
  details: string;
}

const address = (propertyId: number) => `/api/properties/${propertyId}/reports`;

/** The signed-in person's report of a listing; null while there is none. */
export const ownReportQuery = (propertyId: number) =>
  queryOptions({
    queryKey: ['reports', 'own', propertyId],
    queryFn: ({ signal }) => callApi<ListingReport | null>('GET', `${address(propertyId)}/mine`, { signal }),
    staleTime: 5 * 60_000,
    meta: { isPersonal: true },
  });

/** A refusal too may mean that there is a report: sent from another window. */
export function useReportListing(propertyId: number) {
  const client = useQueryClient();
  const { queryKey } = ownReportQuery(propertyId);
  return useMutation({
    mutationFn: (body: ReportBody) => callApi<ListingReport>('POST', address(propertyId), { body }),
    onSuccess: (report) => client.setQueryData(queryKey, report),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}
