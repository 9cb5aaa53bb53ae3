import type { AdminUser } from '#shared/contracts/users.ts';
import { FormActions } from '#web/forms/FormActions.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { FormBanner, InputField } from '#web/forms/FormField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { specifiedFailure } from '#web/lib/adminFailure.ts';
import styles from '#web/ui/details/dialog.module.css';
import { Notice } from '#web/ui/Notice.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useSetUserPassword } from './queries.ts';
import { checkPassword } from './userDraft.ts';

export function PasswordDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { mutateAsync } = useSetUserPassword();
  const { form, draft, problems, error, isSending, isDirty, change, onSubmit } = useForm({
    initial: { newPassword: '', confirmation: '' },
    check: checkPassword,
    send: async ({ newPassword }) => {
      await specifiedFailure(mutateAsync({ id: user.id, newPassword }));
      showToast(`The password of ${user.name} was changed`);
      onClose();
    },
    failure: 'Failed to change password',
  });

  return (
    <FormDialog title="Change Password" onClose={onClose} isDirty={isDirty} isLocked={isSending}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <p>
          For {user.name}, {user.email}
        </p>
        <Notice kind="info">The user will need to log in again with the new password.</Notice>
        <FormBanner message={error} />
        <fieldset className={styles.fields} disabled={isSending}>
          <InputField
            label="New Password"
            type="password"
            autoComplete="new-password"
            required
            value={draft.newPassword}
            problem={problems.newPassword}
            onChange={(value) => change('newPassword', value)}
          />
          <InputField
            label="Confirm Password"
            type="password"
            autoComplete="new-password"
            required
            value={draft.confirmation}
            problem={problems.confirmation}
            onChange={(value) => change('confirmation', value)}
          />
        </fieldset>
        <FormActions
          isSending={isSending}
          submitLabel="Change Password"
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  );
}
