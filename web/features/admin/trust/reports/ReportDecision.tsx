import type { AdminReport } from '#shared/contracts/reports.ts';
import { ConfirmDialog } from '../../../../components/ui/ConfirmDialog.tsx';
import { showToast } from '../../../../components/ui/showToast.ts';
import { adminFailure } from '../../adminFailure.ts';
import { ReasonDialog } from '../../parts/ReasonDialog.tsx';
import { type Decision, useDecideReport } from './queries.ts';
import { acceptText } from './reportWords.ts';

interface ReportDecisionProps {
  report: AdminReport;
  decision: Decision;
  onClose(): void;
}

const FAILURE = 'Failed to decide the report';

export function ReportDecision({ report, decision, onClose }: ReportDecisionProps) {
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
      failureOf={(error) => adminFailure(error, FAILURE)}
      onClose={onClose}
    />
  );
}
