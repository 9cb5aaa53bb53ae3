import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminReport, ReportReason } from '#shared/contracts/reports.ts';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { queryOf } from '#web/lib/apiQueries.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import type { ListState } from '#web/ui/list/listState.ts';

export const reportsSchema = {
  status: ['open', 'accepted', 'dismissed', 'all'],
} as const satisfies UrlSchema;

export const reportsQuery = (query: ListState<typeof reportsSchema>) =>
  adminListQuery('reports.list', { query: query });

export type Decision = 'accept' | 'dismiss';

export function useDecideReport(id: number) {
  return useAdminChange((body: { decision: Decision; reason?: string }) =>
    callApi('reports.decide', { params: { id }, body }),
  );
}

type Reported = AdminReport['property'];

/** The effect of accepting, asked before it happens. */
export function acceptText({ title, status, open_reports }: Reported): string {
  const first =
    status === 'active'
      ? t('Take {title} down? It disappears from every public page right away.', { title })
      : t('{title} is already hidden and stays hidden.', { title });
  const second =
    open_reports > 1
      ? t('This closes its {count} open reports. Everyone who reported it will be told.', {
          count: open_reports,
        })
      : t('Everyone who reported it will be told.');
  return `${first} ${second}`;
}

/** The note beside a listing with several reports; null for a single report. */
export function openReportsText({ open_reports }: Reported): string | null {
  return open_reports > 1 ? t('{count} open reports of this listing', { count: open_reports }) : null;
}

interface ReportBody {
  reason: ReportReason;
  details: string;
}

/** The signed-in person's report of a listing; null while there is none. */
export const ownReportQuery = (propertyId: number) =>
  queryOptions({
    ...queryOf('reports.own', { params: { id: propertyId } }),
    staleTime: 5 * 60_000,
    meta: { isPersonal: true },
  });

/** A refusal too may mean that there is a report: sent from another window. */
export function useReportListing(propertyId: number) {
  const client = useQueryClient();
  const { queryKey } = ownReportQuery(propertyId);
  return useMutation({
    mutationFn: (body: ReportBody) => callApi('reports.create', { params: { id: propertyId }, body }),
    onSuccess: (report) => client.setQueryData(queryKey, report),
    onError: () => void client.invalidateQueries({ queryKey }),
  });
}

export interface ReportDraft {
  reason: ReportReason | '';
  details: string;
}

/** As in the contract; checked here without a request. */
export function checkReport({ reason, details }: ReportDraft): Partial<Record<keyof ReportDraft, string>> {
  if (reason === '') return { reason: t('Please choose a reason') };
  return reason === 'other' && details.trim() === '' ? { details: t('Please tell us what is wrong') } : {};
}
