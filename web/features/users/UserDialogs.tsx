import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { roleLabel } from '#shared/labels.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MAX_PHONE_LENGTH } from '#shared/limits.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField, SelectField, TextField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { AuditLink } from '#web/ui/details/AuditLink.tsx';
import { contactDetails, DetailGroup } from '#web/ui/details/DetailGroup.tsx';
import { PersonHeading } from '#web/ui/details/PersonHeading.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { StatusButtons } from '#web/ui/list/RowStatus.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { FailureBanner } from '#web/ui/section/FailureBanner.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  checkPassword,
  checkUser,
  emptyUser,
  roleTone,
  toUserBody,
  toUserDraft,
  useCreateUser,
  useDeleteUser,
  userStatus,
  userStatusLabel,
  userStatusTone,
  useSetUserPassword,
  useUpdateUser,
} from './users.ts';

/** The one dialog that is open over the users. */
export type UserDialog = { kind: 'add' } | { kind: 'view' | 'edit' | 'password' | 'delete'; user: AdminUser };

interface UserDialogsProps {
  dialog: UserDialog;
  /** Why a change of the status was refused. */
  failure: string | null;
  onDialog(dialog: UserDialog | null): void;
  onStatus(user: AdminUser, status: UserStatus): unknown;
}

export function UserDialogs({ dialog, failure, onDialog, onStatus }: UserDialogsProps) {
  const { mutateAsync: remove } = useDeleteUser();
  const close = () => onDialog(null);
  if (dialog.kind === 'add') return <UserFormDialog user={null} onClose={close} />;
  const { kind, user } = dialog;
  if (kind === 'edit') return <UserFormDialog user={user} onClose={close} />;
  if (kind === 'password') return <PasswordDialog user={user} onClose={close} />;
  if (kind === 'view') return <UserDetailsDialog {...{ user, failure, onDialog, onStatus }} />;
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

interface UserDetailsDialogProps extends Omit<UserDialogsProps, 'dialog'> {
  user: AdminUser;
}

function UserDetailsDialog({ user, failure, onDialog, onStatus }: UserDetailsDialogProps) {
  return (
    <Dialog title="User Details" size="wide" onClose={() => onDialog(null)}>
      <DialogBody>
        <PersonHeading
          name={user.name}
          avatarUrl={user.avatar_url}
          badges={[
            { tone: roleTone[user.role], words: roleLabel[user.role] },
            { tone: userStatusTone[user.status], words: userStatusLabel[user.status] },
          ]}
        />
        <FailureBanner message={failure} />
        <DetailGroup title="Contact" details={contactDetails(user)} />
        <DetailGroup
          title="Account"
          details={[
            ['User ID', user.id],
            ['Created', shortMoment(user.created_at)],
            ['Last Updated', shortMoment(user.updated_at)],
          ]}
        />
        {user.application_status && (
          <DetailGroup
            title="Agent"
            details={[
              ['Application', applicationWords[user.application_status]],
              ['Specialization', user.specialization],
              ['Experience', user.experience],
              ['Service Area', user.location],
              ['License Number', user.license_number],
            ]}
            text={user.bio}
          />
        )}
        <StatusButtons kind={userStatus} row={user} onChange={onStatus} />
        <AuditLink entityType="user" entityId={user.id} />
        <DialogFooter>
          {user.role !== 'admin' && (
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'delete', user })}>
              <Trash2 size={18} aria-hidden="true" />
              Delete
            </Button>
          )}
          <Button variant="outlined" onClick={() => onDialog({ kind: 'password', user })}>
            <KeyRound size={18} aria-hidden="true" />
            Change Password
          </Button>
          <Button onClick={() => onDialog({ kind: 'edit', user })}>
            <Pencil size={18} aria-hidden="true" />
            Edit
          </Button>
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

const applicationWords = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' } as const;

const roleOptions = optionsOf(roleLabel);
const statusOptions = optionsOf(userStatusLabel);

/** Adds an account, or edits the one that is given. */
function UserFormDialog({ user, onClose }: { user: AdminUser | null; onClose(): void }) {
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
    <FormDialog title={isNew ? 'Add User' : 'Edit User'} size="wide" onClose={onClose}>
      <Form form={form}>
        <FormBanner message={form.error} />
        <FieldGrid>
          <TextField
            control={control}
            name="name"
            label="Name"
            required
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="email"
            label="Email"
            type="email"
            required
            maxLength={MAX_EMAIL_LENGTH}
            autoComplete="off"
          />
          <TextField
            control={control}
            name="phone"
            className="col-span-full"
            label="Phone"
            isOptional
            type="tel"
            maxLength={MAX_PHONE_LENGTH}
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

const PASSWORD_FAILED = 'Failed to change password';

function PasswordDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { mutateAsync } = useSetUserPassword();
  const form = useForm({
    values: { newPassword: '', confirmation: '' },
    check: checkPassword,
    send: async ({ newPassword }) => {
      await mutateAsync({ id: user.id, newPassword });
      showToast(`The password of ${user.name} was changed`);
      onClose();
    },
    failure: PASSWORD_FAILED,
    silent: PASSWORD_FAILED,
  });

  return (
    <FormDialog title="Change Password" onClose={onClose}>
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
