import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import { useDeleteUser } from './queries.ts';
import { UserDetailsDialog } from './UserDetailsDialog.tsx';
import { UserFormDialog } from './UserFormDialog.tsx';
import type { UserDialog } from './userDialog.ts';

interface UserDialogsProps {
  dialog: UserDialog;
  /** Why a change of the status was refused. */
  failure: string | null;
  onDialog(dialog: UserDialog | null): void;
  onStatus(user: AdminUser, status: UserStatus): void;
}

export function UserDialogs({ dialog, failure, onDialog, onStatus }: UserDialogsProps) {
  const { mutateAsync: remove } = useDeleteUser();
  const close = () => onDialog(null);
  if (dialog.kind === 'add') return <UserFormDialog user={null} onClose={close} />;
  const { kind, user } = dialog;
  if (kind === 'edit') return <UserFormDialog user={user} onClose={close} />;
  if (kind === 'password') return <PasswordDialog user={user} onClose={close} />;
  if (kind === 'view')
    return <UserDetailsDialog {...{ user, failure, onDialog, onStatus }} onClose={close} />;
  return (
    <ConfirmDialog
      title="Delete user"
      text={`Delete user ${user.name}? This cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove(user.id);
        showToast(`${user.name} was deleted`);
      }}
      failureOf={(error) => failureSentence(error, 'Failed to delete user', 'Failed to delete user')}
      onClose={close}
    />
  );
}
