import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { FormActions } from '#web/forms/FormActions.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { FormBanner, InputField } from '#web/forms/FormField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { specifiedFailure } from '#web/lib/adminFailure.ts';
import styles from '#web/ui/details/dialog.module.css';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { showToast } from '#web/ui/showToast.ts';
import { useCreateUser, useUpdateUser } from './queries.ts';
import { userStatusLabel } from './statusLabels.ts';
import { checkUser, emptyUser, toUserBody, toUserDraft } from './userDraft.ts';

const roleOptions = optionsOf(roleLabel);
const statusOptions = optionsOf(userStatusLabel);

/** Adds an account, or edits the one that is given. */
export function UserFormDialog({ user, onClose }: { user: AdminUser | null; onClose(): void }) {
  const { mutateAsync: create } = useCreateUser();
  const { mutateAsync: update } = useUpdateUser();
  const isNew = user === null;
  const { form, draft, problems, error, isSending, isDirty, change, onSubmit } = useForm({
    initial: user ? toUserDraft(user) : emptyUser,
    check: (typed) => checkUser(typed, isNew),
    send: async (typed) => {
      const body = toUserBody(typed);
      const saved = await specifiedFailure(user ? update({ id: user.id, body }) : create(body));
      showToast(`${saved.name} was ${isNew ? 'added' : 'saved'}`);
      onClose();
    },
    failure: isNew ? 'Failed to create user' : 'Failed to update user',
  });

  const text = (name: 'name' | 'email' | 'phone' | 'password' | 'confirmation') => ({
    value: draft[name],
    problem: problems[name],
    onChange: (value: string) => change(name, value),
  });
  const isReset = !isNew && draft.password !== '';

  return (
    <FormDialog
      title={isNew ? 'Add User' : 'Edit User'}
      size="wide"
      onClose={onClose}
      isDirty={isDirty}
      isLocked={isSending}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <FormBanner message={error} />
        <fieldset className={styles.fields} disabled={isSending}>
          <InputField label="Name" required maxLength={120} autoComplete="off" {...text('name')} />
          <InputField
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            {...text('email')}
          />
          <InputField
            className={styles.whole}
            label="Phone"
            type="tel"
            maxLength={40}
            autoComplete="off"
            placeholder="+63 917 555 0123"
            {...text('phone')}
          />
          <SelectField
            label="Role"
            value={draft.role}
            options={roleOptions}
            isDisabled={isSending}
            onChange={(role) => change('role', role)}
          />
          <SelectField
            label="Status"
            value={draft.status}
            options={statusOptions}
            isDisabled={isSending}
            onChange={(status) => change('status', status)}
          />
          <InputField
            label={isNew ? 'Password' : 'New Password'}
            type="password"
            required={isNew}
            autoComplete="new-password"
            hint={isNew ? 'At least 6 characters' : 'Leave blank to keep the current one'}
            {...text('password')}
          />
          <InputField
            label="Confirm Password"
            type="password"
            required={isNew || isReset}
            autoComplete="new-password"
            {...text('confirmation')}
          />
        </fieldset>
        {isReset && <Notice kind="info">The user will need to log in again with the new password.</Notice>}
        <FormActions
          isSending={isSending}
          submitLabel={isNew ? 'Add User' : 'Save Changes'}
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  );
}
