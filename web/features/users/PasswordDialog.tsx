import type { AdminUser } from '#shared/contracts/users.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useSetUserPassword } from './queries.ts';
import { checkPassword } from './userDraft.ts';

const FAILED = 'Failed to change password';

export function PasswordDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { mutateAsync } = useSetUserPassword();
  const form = useForm({
    values: { newPassword: '', confirmation: '' },
    check: checkPassword,
    send: async ({ newPassword }) => {
      await mutateAsync({ id: user.id, newPassword });
      showToast(`The password of ${user.name} was changed`);
      onClose();
    },
    failure: FAILED,
    silent: FAILED,
  });

  return (
    <FormDialog title="Change Password" onClose={onClose} isDirty={form.isDirty} isLocked={form.isSending}>
      <Form form={form}>
        <p>
          For {user.name}, {user.email}
        </p>
        <Notice kind="info">The user will need to log in again with the new password.</Notice>
        <FormBanner message={form.error} />
        <FieldGrid>
          <PasswordField
            control={form.control}
            name="newPassword"
            label="New Password"
            autoComplete="new-password"
            required
          />
          <PasswordField
            control={form.control}
            name="confirmation"
            label="Confirm Password"
            autoComplete="new-password"
            required
          />
        </FieldGrid>
        <FormActions
          isSending={form.isSending}
          submitLabel="Change Password"
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
