import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { AgentDetailsDialog } from './AgentDetailsDialog.tsx';
import type { AgentDialog } from './agentDialog.ts';
import { useApproveAgent, useRejectAgent } from './queries.ts';

interface AgentDialogsProps {
  dialog: AgentDialog;
  onDialog(dialog: AgentDialog | null): void;
}

export function AgentDialogs({ dialog: { kind, agent }, onDialog }: AgentDialogsProps) {
  const { mutateAsync: approve } = useApproveAgent();
  const { mutateAsync: reject } = useRejectAgent();
  const close = () => onDialog(null);
  if (kind === 'view') return <AgentDetailsDialog agent={agent} onDialog={onDialog} onClose={close} />;
  if (kind === 'approve')
    return (
      <ConfirmDialog
        title="Approve agent"
        text={`Approve agent ${agent.name}? They appear in the directory and can post listings from now on.`}
        confirmLabel="Approve"
        isDangerous={false}
        onConfirm={async () => {
          await approve(agent.id);
          showToast(`${agent.name} is now an agent`);
        }}
        failureOf={(error) => failureSentence(error, 'Failed to approve agent', 'Failed to approve agent')}
        onClose={close}
      />
    );
  return (
    <ReasonDialog
      title="Reject agent"
      text={`Reject agent ${agent.name}? This cannot be undone.`}
      label="Reason"
      placeholder="It is told to the applicant"
      confirmLabel="Reject"
      isDangerous
      onConfirm={async (reason) => {
        await reject({ id: agent.id, reason });
        showToast(`The application of ${agent.name} was rejected`);
      }}
      failure="Failed to reject agent"
      onClose={close}
    />
  );
}
