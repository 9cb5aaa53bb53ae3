import type { AdminReport } from '#shared/contracts/reports.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
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
      failureOf={(error) => failureSentence(error, FAILURE, FAILURE)}
      onClose={onClose}
    />
  );
}
