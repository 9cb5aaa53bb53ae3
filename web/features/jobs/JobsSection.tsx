import { ListChecks } from 'lucide-react';
import type { Job, JobStatus } from '#shared/contracts/jobs.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminListQuery, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Moment } from '#web/ui/dataTable/rowParts.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { Section } from '#web/ui/section/Section.tsx';
import { OutboundNotice } from './OutboundNotice.tsx';

const PAGE_SIZE = 20;
/** Work is begun and done within seconds. */
const REFRESH_MS = 10_000;

const statuses = ['all', 'waiting', 'failed'] as const satisfies ('all' | JobStatus)[];
const schema = { status: statuses } as const satisfies UrlSchema;

const jobsQuery = (state: ListState<typeof schema>) => ({
  ...adminListQuery('jobs.list', { query: { ...state, limit: PAGE_SIZE } }),
  refetchInterval: REFRESH_MS,
});

const statusLabels = { all: msg('All'), waiting: msg('Waiting'), failed: msg('Given Up') };

const kindLabels: Record<string, Message> = {
  mail: msg('Email'),
  notices: msg('Bulk notifications'),
  messageNotices: msg('Message notification'),
  readNotices: msg('Read notifications'),
  heldMail: msg('Emails about unread notifications'),
  inquiryNotice: msg('Inquiry notification'),
  reviewNotice: msg('Review notification'),
  viewingNotice: msg('Viewing notification'),
  viewingLostNotice: msg('Viewing notification'),
  accountNotice: msg('Account notification'),
  applicationNotice: msg('Application notification'),
  decisionNotice: msg('Decision notification'),
  moderationNotice: msg('Decision notification'),
  licenseNotice: msg('License notification'),
  licenseNumberNotice: msg('License notification'),
  reportNotice: msg('Report notification'),
  reportDecisionNotice: msg('Decision notification'),
  duplicatesNotice: msg('Duplicates notification'),
  backupNotice: msg('Backup notification'),
  newListings: msg('New listings for saved preferences'),
  priceNotice: msg('Price notification'),
  takenNotice: msg('Sold or rented notification'),
  compareListing: msg('Check of a listing for duplicates'),
  compareListings: msg('Search for duplicates'),
  sweepPictures: msg('Deletion of unused images'),
  sweepLicenses: msg('Check of expiring licenses'),
  deleteOldData: msg('Deletion of old data'),
  refreshSearchFields: msg('Search maintenance'),
  makeBackups: msg('Scheduled backups'),
  copyBackups: msg('Backup copies'),
  drillBackups: msg('Restore drill'),
};

/** The server's pending jobs, and the failed ones. */
export function JobsSection() {
  const list = useAdminList(schema, jobsQuery);
  const { setFailure } = list;
  const retry = useRowChange('jobs.list', 'jobs', (id: number) => callApi('jobs.retry', { params: { id } }));
  const failed = t('This could not be retried');
  const onRetry = ({ id }: Job) => {
    setFailure(null);
    retry.mutate(id, {
      onSuccess: () => showToast(t('Trying again')),
      onError: (error) => setFailure(failureSentence(error, failed, failed)),
    });
  };
  return (
    <Section label={t('Background Work')}>
      <OutboundNotice />
      <AdminList
        list={list}
        words={{
          label: t('Background work'),
          none: t('Nothing is waiting'),
          notFetched: t('Failed to fetch the background work'),
          notLoaded: t('Failed to load the background work'),
        }}
        title={t('Background Work')}
        filters={[{ name: 'status', label: t('Filter by status'), labels: statusLabels }]}
        rows={list.data?.jobs}
        columns={columns(onRetry)}
        empty={{
          icon: <ListChecks size={28} aria-hidden="true" />,
          text: t('Emails, notifications and maintenance appear here until they are done.'),
        }}
      >
        {list.data && (
          <p className="self-center text-muted text-sm">
            {t('{waiting} waiting · {failed} given up', {
              waiting: list.data.waiting,
              failed: list.data.failed,
            })}
          </p>
        )}
      </AdminList>
    </Section>
  );
}

const nameOf = ({ kind }: Job) => (kindLabels[kind] ? t(kindLabels[kind]) : kind);

function columns(onRetry: (job: Job) => void): TableColumn<Job>[] {
  return [
    {
      id: 'kind',
      heading: msg('Work'),
      isRowHeading: true,
      cell: (job) => (
        <span className="grid grid-cols-1 min-w-0">
          <span className="row-title">{nameOf(job)}</span>
          <span className="row-note">#{job.id}</span>
        </span>
      ),
    },
    {
      id: 'status',
      heading: msg('Status'),
      cell: ({ status, is_held, attempts }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={status === 'failed' ? 'danger' : 'info'}>
            {is_held ? t('Held Back') : t(statusLabels[status])}
          </Badge>
          {attempts > 0 && (
            <span className="row-note whitespace-nowrap">
              {t('tried {attempts, plural, one {once} other {# times}}', { attempts })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'reason',
      heading: msg('Last Failure'),
      cell: ({ last_error }) => <span className="wrap-anywhere text-sm">{last_error ?? '–'}</span>,
    },
    { id: 'created', heading: msg('Since'), cell: ({ created_at }) => <Moment iso={created_at} /> },
    {
      id: 'next',
      heading: msg('Next Try'),
      cell: ({ is_held, next_attempt_at }) =>
        next_attempt_at && !is_held ? <Moment iso={next_attempt_at} /> : '–',
    },
    {
      id: 'actions',
      heading: msg('Actions'),
      cell: (job) =>
        job.is_held ? (
          '–'
        ) : (
          <Button
            variant="plain"
            className="whitespace-nowrap"
            aria-label={t('Try Again: {work}', { work: `${nameOf(job)} #${job.id}` })}
            onClick={() => onRetry(job)}
          >
            {t('Try Again')}
          </Button>
        ),
    },
  ];
}
