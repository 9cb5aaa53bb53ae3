import type { AdminProperty } from '#shared/contracts/admin.ts';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { TakingOff } from './propertyDialog.ts';
import { useSetPropertyStatus } from './queries.ts';

const words: Record<TakingOff, { title: string; verb: string; done: string }> = {
  inactive: { title: 'Take listing off', verb: 'Take off', done: 'was taken off' },
  rejected: { title: 'Reject listing', verb: 'Reject', done: 'was rejected' },
};

interface TakeOffDialogProps {
  property: AdminProperty;
  status: TakingOff;
  onClose(): void;
}

/** A listing is not hidden without a word to its agent. */
export function TakeOffDialog({ property, status, onClose }: TakeOffDialogProps) {
  const { mutateAsync } = useSetPropertyStatus();
  const { title, verb, done } = words[status];
  return (
    <ReasonDialog
      title={title}
      text={`${verb} ${property.title}? It disappears from every public page at once, until it is set to active again.`}
      label="Reason, which the agent will see"
      placeholder="The photos show another building."
      whenBlank="Please tell the agent why"
      confirmLabel={verb}
      isDangerous
      onConfirm={async (reason) => {
        await mutateAsync({ id: property.id, status, reason });
        showToast(`${property.title} ${done}`);
      }}
      failure="Failed to update property status"
      onClose={onClose}
    />
  );
}
