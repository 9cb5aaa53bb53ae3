import type { OwnProperty } from '#shared/contracts/propertyWrites.ts';
import { useSession } from '#web/features/auth/index.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import type { PropertyFormMode } from './formMode.ts';
import { PropertyForm } from './PropertyForm.tsx';
import { usePropertyForm } from './usePropertyForm.ts';

export interface PropertyFormDialogProps {
  mode: PropertyFormMode;
  /** Also called after a save, once `onSaved` has returned. */
  onClose(): void;
  onSaved(saved: OwnProperty): void;
}

/** Open while it is rendered. Creating is for agents; editing for a listing's agent and for admins. */
export function PropertyFormDialog(props: PropertyFormDialogProps) {
  const { user } = useSession();
  return user && <OpenDialog {...props} userId={user.id} />;
}

function OpenDialog({ mode, userId, onClose, onSaved }: PropertyFormDialogProps & { userId: number }) {
  const form = usePropertyForm({
    mode,
    userId,
    onSaved(saved) {
      onSaved(saved);
      onClose();
    },
  });

  const close = () => {
    if (form.isChanged) showToast(closingWords(form.draftState === 'lost'), 'info');
    onClose();
  };

  return (
    <Dialog
      title={mode.kind === 'edit' ? 'Edit Property' : 'Add New Property'}
      size="full"
      isBackdropInert
      isLocked={form.phase === 'saving'}
      onClose={close}
    >
      <PropertyForm form={form} kind={mode.kind} onCancel={close} />
    </Dialog>
  );
}

function closingWords(isLost: boolean): string {
  return isLost
    ? 'What you typed could not be kept on this device'
    : 'Your unfinished draft is kept on this device';
}
