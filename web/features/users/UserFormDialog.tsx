import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField, SelectField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { Notice } from '#web/ui/Notice.tsx';
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
  const failure = isNew ? 'Failed to create user' : 'Failed to update user';
  const form = useForm({
    values: user ? toUserDraft(user) : emptyUser,
    check: (typed) => checkUser(typed, isNew),
    send: async (typed) => {
      const body = toUserBody(typed);
      const saved = await (user ? update({ id: user.id, body }) : create(body));
      showToast(`${saved.name} was ${isNew ? 'added' : 'saved'}`);
      onClose();
    },
    failure,
    silent: failure,
  });
  const { control } = form;
  const isReset = !isNew && form.watch('password') !== '';

  return (
    <FormDialog
      title={isNew ? 'Add User' : 'Edit User'}
      size="wide"
      onClose={onClose}
      isDirty={form.isDirty}
      isLocked={form.isSending}
    >
      <Form form={form}>
        <FormBanner message={form.error} />
        <FieldGrid>
          <TextField control={control} name="name" label="Name" required maxLength={120} autoComplete="off" />
          <TextField
            control={control}
            name="email"
            label="Email"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="phone"
            className="col-span-full"
            label="Phone"
            isOptional
            type="tel"
            maxLength={40}
            autoComplete="off"
            placeholder="+63 917 555 0123"
          />
          <SelectField control={control} name="role" label="Role" options={roleOptions} />
          <SelectField control={control} name="status" label="Status" options={statusOptions} />
          <PasswordField
            control={control}
            name="password"
            label={isNew ? 'Password' : 'New Password'}
            required={isNew}
            isOptional={!isNew}
            autoComplete="new-password"
            hint={isNew ? 'At least 6 characters' : 'Leave blank to keep the current one'}
          />
          <PasswordField
            control={control}
            name="confirmation"
            label="Confirm Password"
            required={isNew || isReset}
            isOptional={!isNew && !isReset}
            autoComplete="new-password"
          />
        </FieldGrid>
        {isReset && <Notice kind="info">The user will need to log in again with the new password.</Notice>}
        <FormActions
          isSending={form.isSending}
          submitLabel={isNew ? 'Add User' : 'Save Changes'}
          sendingLabel="Saving..."
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}
