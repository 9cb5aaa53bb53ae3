import { Flag } from 'lucide-react';
import { useState } from 'react';
import type { AdminReport } from '#shared/contracts/reports.ts';
import { reportReasonLabel, reportStatusLabel } from '#shared/labels.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed } from '#web/features/auth/index.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { adminListQuery, useAdminChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Link } from '#web/lib/router.tsx';
import type { UrlSchema } from '#web/lib/urlState.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { Badge } from '#web/ui/display/Badge.tsx';
import { Picture } from '#web/ui/display/Picture.tsx';
import { useAdminList } from '#web/ui/list/AdminList.tsx';
import {
  Case,
  CaseActions,
  CaseList,
  CaseOutcome,
  CasePlaceholder,
  Cases,
  RefuseButton,
} from '#web/ui/list/CaseList.tsx';
import type { ListState } from '#web/ui/list/listState.ts';

const reportsSchema = { status: ['open', 'accepted', 'dismissed', 'all'] } as const satisfies UrlSchema;

const reportsQuery = (query: ListState<typeof reportsSchema>) => adminListQuery('reports.list', { query });

type Decision = 'accept' | 'dismiss';
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

/** Reports about listings, the longest waiting first. */
export function ReportsPanel() {
  const list = useAdminList(reportsSchema, reportsQuery);
  const [decided, setDecided] = useState<Decided | null>(null);
  return (
    <>
      <CaseList
        list={list}
        words={{ notFetched: t('Failed to fetch reports'), notLoaded: t('Failed to load reports') }}
        statusLabels={{ ...reportStatusLabel, all: msg('All') }}
        placeholder={<CasePlaceholder label={t('Loading reports')} height="7.5rem" />}
        empty={{
          icon: <Flag size={28} aria-hidden="true" />,
          title: t('No reports'),
          openText: t('There is nothing to decide. Reports people send from a listing’s page appear here.'),
        }}
      >
        <Cases label={t('Reports')}>
          {list.data?.reports.map((report) => (
            <ReportRow key={report.id} report={report} onDecide={(decision) => setDecided({ report, decision })} />
          ))}
        </Cases>
      </CaseList>
      {decided && <ReportDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}

/** An open report has buttons instead of a status. */
const tones = { accepted: 'success', dismissed: 'neutral' } as const;

function ReportRow({ report, onDecide }: { report: AdminReport; onDecide(decision: Decision): void }) {
  const { reason, details, status, reporter, created_at, property } = report;
  const count = openReportsText(property);
  const canDecide = useIsAllowed()('trust.decide');
  return (
    <Case>
      <div className="flex flex-[1_1_24rem] gap-4 min-w-0 max-md:basis-full">
        <span className="flex-none self-start overflow-hidden w-30 aspect-4/3 rounded-sm bg-skeleton max-md:w-20">
          <Picture src={property.image ?? undefined} alt="" sizes="7.5rem" />
        </span>
        <div className="grid grid-cols-1 flex-1 gap-1 min-w-0">
          <h3 className="row-title">
            <Link className="wrap-anywhere" to={`/properties/${property.id}`}>
              <bdi>{property.title}</bdi>
            </Link>
          </h3>
          <p className="row-note">
            #{property.id} · {property.agent?.name ?? t('No agent')}
          </p>
          <p className="flex flex-wrap gap-2 my-1 empty:hidden">
            {status !== 'open' && <Badge tone={tones[status]}>{t(reportStatusLabel[status])}</Badge>}
            {property.status !== 'active' && (
              <Badge tone={moderationTone[property.status]}>
                {t('Listing {status}', { status: t(moderationLabel[property.status]) })}
              </Badge>
            )}
            {count && <Badge tone="danger">{count}</Badge>}
          </p>
          <p className="font-semibold">{t(reportReasonLabel[reason])}</p>
          {details && (
            <blockquote className="max-w-[68ch] m-0 pl-3 border-l-3 border-l-line-strong leading-[1.5] whitespace-pre-line wrap-anywhere">
              {details}
            </blockquote>
          )}
          <p className="row-note">
            <Trans
              id="Reported by {person} on <time>{moment}</time>"
              values={{
                person: reporter ? `${reporter.name} (${reporter.email})` : t('somebody whose account is gone'),
                moment: shortMoment(created_at),
              }}
              components={{ time: <time dateTime={created_at} /> }}
            />
          </p>
          <CaseOutcome label={reportStatusLabel[status]} decided={report} />
        </div>
      </div>
      {status === 'open' && canDecide && (
        <CaseActions>
          <Button
            variant="outlined"
            aria-label={t('Dismiss report of {title}', { title: property.title })}
            onClick={() => onDecide('dismiss')}
          >
            {t('Dismiss')}
          </Button>
          <RefuseButton
            aria-label={t('Accept report of {title}', { title: property.title })}
            onClick={() => onDecide('accept')}
          >
            {t('Accept')}
          </RefuseButton>
        </CaseActions>
      )}
    </Case>
  );
}

interface Decided {
  report: AdminReport;
  decision: Decision;
}

function ReportDecision({ report, decision, onClose }: Decided & { onClose(): void }) {
  const failure = t('Failed to decide the report');
  const { mutateAsync } = useAdminChange((body: { decision: Decision; reason?: string }) =>
    callApi('reports.decide', { params: { id: report.id }, body }),
  );
  const { title, status } = report.property;
  const isPublic = status === 'active';
  if (decision === 'accept')
    return (
      <ReasonDialog
        title={t('Accept report')}
        text={acceptText(report.property)}
        // The agent of a rejected listing knows the reason already.
        label={status === 'rejected' ? t('Reason') : t('Reason (the agent will see it)')}
        placeholder={t('The photos show another building.')}
        whenBlank={t('Please tell the agent why')}
        confirmLabel={isPublic ? t('Take Down') : t('Accept')}
        isDangerous
        onConfirm={async (reason) => {
          await mutateAsync({ decision, reason });
          showToast(isPublic ? t('{title} was taken down', { title }) : t('The report was accepted'));
        }}
        failure={failure}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={t('Dismiss report')}
      text={t(
        'Dismiss this report of {title}? The listing stays as it is, and we thank the person who reported it. They cannot report it again.',
        { title },
      )}
      confirmLabel={t('Dismiss')}
      isDangerous={false}
      onConfirm={async () => {
        await mutateAsync({ decision });
        showToast(t('The report was dismissed'));
      }}
      failureOf={(error) => failureSentence(error, failure, failure)}
      onClose={onClose}
    />
  );
}
