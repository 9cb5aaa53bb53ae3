import { ListChecks } from 'lucide-react';
import { type Job, type JobList, jobStatuses } from '#shared/contracts/jobs.ts';
import { type Message, msg } from '#shared/messages.ts';
import { adminListQuery, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import type { TableColumn } from '#web/ui/dataTable/DataTable.tsx';
import { Moment } from '#web/ui/details/Moment.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { AdminList, useAdminList } from '#web/ui/list/AdminList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';
import { Section } from '#web/ui/section/Section.tsx';

const PAGE_SIZE = 20;
/** Work is begun and done within seconds. */
const REFRESH_MS = 10_000;

const schema = { status: ['all', ...jobStatuses] } as const satisfies UrlSchema;

const jobsQuery = (state: ListState<typeof schema>) => ({
  ...adminListQuery<JobList>('jobs', '/api/admin/jobs', { ...state, limit: PAGE_SIZE }),
  refetchInterval: REFRESH_MS,
});

const statusLabels = { all: msg('All'), waiting: msg('Waiting'), failed: msg('Given Up') };

const kindLabels: Record<string, Message> = {
  mail: msg('Mail'),
  notices: msg('Notices to many people'),
  messageNotice: msg('Notice of a message'),
  readNotices: msg('Notices that were read'),
  inquiryNotice: msg('Notice of an inquiry'),
  reviewNotice: msg('Notice of a review'),
  viewingNotice: msg('Notice of a viewing'),
  viewingLostNotice: msg('Notice of a viewing'),
  accountNotice: msg('Notice of an account'),
  applicationNotice: msg('Notice of an application'),
  decisionNotice: msg('Notice of a decision'),
  moderationNotice: msg('Notice of a decision'),
  licenseNotice: msg('Notice of a license'),
  licenseNumberNotice: msg('Notice of a license'),
  reportNotice: msg('Notice of a report'),
  reportDecisionNotice: msg('Notice of a decision'),
  duplicatesNotice: msg('Notice of duplicates'),
  backupNotice: msg('Notice of a backup'),
  newListings: msg('New listings, to those who look for them'),
  priceNotice: msg('Notice of a new price'),
  takenNotice: msg('Notice of a sold or rented home'),
  compareListing: msg('Comparison of a listing with the others'),
  compareListings: msg('Search for listings to compare'),
  sweepPictures: msg('Removal of unused pictures'),
  sweepLicenses: msg('Look at licenses that end'),
  deleteOldData: msg('Deletion of old data'),
  refreshSearchFields: msg('Upkeep of the search'),
  makeBackups: msg('Scheduled backups'),
  copyBackups: msg('Copies of backups'),
  drillBackups: msg('Restore drill'),
};

/** What the server still has to do, and what it gave up. */
export function JobsSection() {
  const list = useAdminList(schema, jobsQuery);
  const { setFailure } = list;
  const retry = useRowChange('jobs', (id: number) => callApi<Job>('POST', `/api/admin/jobs/${id}/retry`));
  const failed = t('This could not be tried again');
  const onRetry = ({ id }: Job) => {
    setFailure(null);
    retry.mutate(id, {
      onSuccess: () => showToast(t('It is being tried again')),
      onError: (error) => setFailure(failureSentence(error, failed, failed)),
    });
  };
  return (
    <Section label={t('Background Work')}>
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
          text: t('Mails, notices and upkeep stand here until they are done.'),
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
        <span className="grid min-w-0">
          <span className="row-title">{nameOf(job)}</span>
          <span className="row-note">#{job.id}</span>
        </span>
      ),
    },
    {
      id: 'status',
      heading: msg('Status'),
      cell: ({ status, attempts }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={status === 'failed' ? 'danger' : 'info'}>{t(statusLabels[status])}</Badge>
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
      cell: ({ next_attempt_at }) => (next_attempt_at ? <Moment iso={next_attempt_at} /> : '–'),
    },
    {
      id: 'actions',
      heading: msg('Actions'),
      cell: (job) => (
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
