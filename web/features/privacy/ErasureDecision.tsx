import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminErasureRequest } from '#shared/contracts/privacy.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { ADMIN_KEY } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';

interface ErasureDecisionProps {
  request: AdminErasureRequest;
  decision: 'complete' | 'refuse';
  onClose(): void;
}

const FAILURE = 'Failed to decide the request';

export function ErasureDecision({ request, decision, onClose }: ErasureDecisionProps) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (answer: string) =>
      callApi<AdminErasureRequest>('PUT', `/api/admin/erasure-requests/${request.id}`, {
        body: { decision, answer },
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: ADMIN_KEY }),
  });
  const name = request.user?.name ?? '';
  if (decision === 'refuse')
    return (
      <ReasonDialog
        title={`Refuse ${name}’s request?`}
        text="The person sees your reason. The law knows few of them: a legal duty to keep the data is one."
        label="Reason"
        whenBlank="Please give a reason; the person will see it"
        confirmLabel="Refuse"
        onConfirm={async (answer) => {
          await mutateAsync(answer);
          showToast('The request was refused');
        }}
        failure={FAILURE}
        onClose={onClose}
      />
    );
  return (
    <ConfirmDialog
      title={`Erase ${name}’s account?`}
      text={`Everything kept about ${name} (${request.user?.email}) is erased. Other people keep their side of conversations, without the name. This cannot be undone.`}
      confirmLabel="Erase Account"
      onConfirm={async () => {
        await mutateAsync('');
        showToast('The account was erased');
      }}
      failureOf={(error) => failureSentence(error, FAILURE, FAILURE)}
      onClose={onClose}
    />
  );
}
