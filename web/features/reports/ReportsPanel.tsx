import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminReport, ReportStatus } from '#shared/contracts/reports.ts';
import { reportReasonLabel, reportStatusLabel } from '#shared/labels.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
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
import {
  acceptText,
  type Decision,
  openReportsText,
  reportsQuery,
  reportsSchema,
  useDecideReport,
} from './reports.ts';

/** What people find wrong with listings, the report that waits longest first. */
export function ReportsPanel() {
  const list = useAdminList(reportsSchema, reportsQuery);
  const [decided, setDecided] = useState<{ report: AdminReport; decision: Decision } | null>(null);
  return (
    <>
      <CaseList
        list={list}
        things="reports"
        statusLabels={{ ...reportStatusLabel, all: 'All' }}
        placeholder={<CasePlaceholder things="reports" height="7.5rem" />}
        empty={{
          icon: <Flag size={28} aria-hidden="true" />,
          title: 'No reports',
          openText: 'Nothing waits for a decision. What people report on a listing’s page appears here.',
        }}
      >
        <Cases label="Reports">
          {list.data?.reports.map((report) => (
            <ReportRow
              key={report.id}
              report={report}
              onDecide={(decision) => setDecided({ report, decision })}
            />
          ))}
        </Cases>
      </CaseList>
      {decided && <ReportDecision {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}

interface ReportRowProps {
  report: AdminReport;
  onDecide(decision: Decision): void;
}

/** What is open has its buttons to tell it by. */
const tones = { accepted: 'success', dismissed: 'neutral' } as const satisfies Record<
  Exclude<ReportStatus, 'open'>,
  string
>;

function ReportRow({ report, onDecide }: ReportRowProps) {
  const { reason, details, status, reporter, created_at, property } = report;
  const count = openReportsText(property);
  return (
    <Case>
      <div className="flex flex-[1_1_24rem] gap-4 min-w-0 max-md:basis-full">
        <span className="flex-none self-start overflow-hidden w-30 aspect-4/3 rounded-sm bg-skeleton max-md:w-20">
          <Picture src={property.image ?? undefined} alt="" sizes="7.5rem" />
        </span>
        <div className="grid flex-1 gap-1 min-w-0">
          <h3 className="row-title">
            <Link className="wrap-anywhere" to={`/properties/${property.id}`}>
              {property.title}
            </Link>
          </h3>
          <p className="row-note">
            #{property.id} · {property.agent?.name ?? 'No agent'}
          </p>
          <p className="flex flex-wrap gap-2 my-1 empty:hidden">
            {status !== 'open' && <Badge tone={tones[status]}>{reportStatusLabel[status]}</Badge>}
            {property.status !== 'active' && (
              <Badge tone={moderationTone[property.status]}>Listing {moderationLabel[property.status]}</Badge>
            )}
            {count && <Badge tone="danger">{count}</Badge>}
          </p>
          <p className="font-semibold">{reportReasonLabel[reason]}</p>
          {details && (
            <blockquote className="max-w-[68ch] m-0 pl-3 border-l-3 border-l-line-strong leading-[1.5] whitespace-pre-line wrap-anywhere">
              {details}
            </blockquote>
          )}
          <p className="row-note">
            Reported by {reporter ? `${reporter.name} (${reporter.email})` : 'somebody whose account is gone'}{' '}
            on <time dateTime={created_at}>{shortMoment(created_at)}</time>
          </p>
          <CaseOutcome words={reportStatusLabel[status]} decided={report} />
        </div>
      </div>
      {status === 'open' && (
        <CaseActions>
          <Button
            variant="outlined"
            aria-label={`Dismiss report of ${property.title}`}
            onClick={() => onDecide('dismiss')}
          >
            Dismiss
          </Button>
          <RefuseButton aria-label={`Accept report of ${property.title}`} onClick={() => onDecide('accept')}>
            Accept
          </RefuseButton>
        </CaseActions>
      )}
    </Case>
  );
}

interface ReportDecisionProps {
  report: AdminReport;
  decision: Decision;
  onClose(): void;
}

const FAILURE = 'Failed to decide the report';

function ReportDecision({ report, decision, onClose }: ReportDecisionProps) {
  const { mutateAsync } = useDecideReport(report.id);
  const { title, status } = report.property;
  const isPublic = status === 'active';
  if (decision === 'accept')
    return (
      <ReasonDialog
        title="Accept report"
        text={acceptText(report.property)}
        // Of a rejected listing the agent knows the reason, and is not told another.
        label={status === 'rejected' ? 'Reason' : 'Reason, which the agent will see'}
        placeholder="The photos show another building."
        whenBlank="Please tell the agent why"
        confirmLabel={isPublic ? 'Take Off' : 'Accept'}
        isDangerous
        onConfirm={async (reason) => {
          await mutateAsync({ decision, reason });
          showToast(isPublic ? `${title} was taken off` : 'The report was accepted');
        }}
        failure={FAILURE}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title="Dismiss report"
      text={`Dismiss this report of ${title}? The listing stays as it is, and whoever reported it is told kindly. They cannot report it again.`}
      confirmLabel="Dismiss"
      isDangerous={false}
      onConfirm={async () => {
        await mutateAsync({ decision });
        showToast('The report was dismissed');
      }}
      failureOf={(error) => failureSentence(error, FAILURE, FAILURE)}
      onClose={onClose}
    />
  );
}
