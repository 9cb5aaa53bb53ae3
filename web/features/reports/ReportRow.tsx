import { Link } from 'react-router';
import type { AdminReport, ReportStatus } from '#shared/contracts/reports.ts';
import { reportReasonLabel, reportStatusLabel } from '#shared/labels.ts';
import { moderationLabel, moderationTone } from '#web/features/properties/index.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Case, CaseActions, RefuseButton } from '#web/ui/list/CaseList.tsx';
import { Picture } from '#web/ui/Picture.tsx';
import type { Decision } from './queries.ts';
import { countWords } from './reportWords.ts';

interface ReportRowProps {
  report: AdminReport;
  onDecide(decision: Decision): void;
}

/** What is open has its buttons to tell it by. */
const tones = { accepted: 'success', dismissed: 'neutral' } as const satisfies Record<
  Exclude<ReportStatus, 'open'>,
  string
>;

export function ReportRow({ report, onDecide }: ReportRowProps) {
  const { reason, details, status, reporter, created_at, property } = report;
  const count = countWords(property);
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
          <Outcome report={report} />
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

function Outcome({ report: { status, decided_at, decided_by } }: { report: AdminReport }) {
  if (decided_at === null) return null;
  return (
    <p className="row-note">
      {reportStatusLabel[status]} by {decided_by ?? 'an administrator'} on{' '}
      <time dateTime={decided_at}>{shortMoment(decided_at)}</time>
    </p>
  );
}
