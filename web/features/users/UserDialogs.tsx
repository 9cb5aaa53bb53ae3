import { KeyRound, Pencil, ShieldOff, Trash2 } from 'lucide-react';
import type { UserStatus } from '#shared/contracts/auth.ts';
import type { AdminUser } from '#shared/contracts/users.ts';
import { adminRoleLabel, roleLabel } from '#shared/labels.ts';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '#shared/limits.ts';
import { msg } from '#shared/messages.ts';
import { useIsAllowed, useSession } from '#web/features/auth/index.ts';
import { FieldGrid, Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { FormDialog } from '#web/forms/FormDialog.tsx';
import { PasswordField, PhoneField, RadioField, SelectField, TextField } from '#web/forms/fields.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { ReasonDialog } from '#web/forms/ReasonDialog.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { useAdminChange, useRowChange } from '#web/lib/adminData.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { shortMoment } from '#web/lib/dates.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { AuditLink, contactDetails, DetailGroup, PersonHeading } from '#web/ui/details/DetailGroup.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { StatusButtons } from '#web/ui/list/RowStatus.tsx';
import { optionsOf } from '#web/ui/list/selectOptions.ts';
import { FailureBanner } from '#web/ui/section/Section.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import {
  adminRoleText,
  canDelete,
  canSetPassword,
  canSetStatus,
  checkPassword,
  checkUser,
  emptyUser,
  roleTone,
  toUserBody,
  toUserDraft,
  type UserBody,
  userStatus,
  userStatusLabel,
  userStatusTone,
} from './users.ts';

/** The dialog that is open over the users. */
export type UserDialog =
  | { kind: 'add' }
  | { kind: 'view' | 'edit' | 'password' | 'secondFactor' | 'delete'; user: AdminUser };

interface UserDialogsProps {
  dialog: UserDialog;
  /** Why a change of the status was refused. */
  failure: string | null;
  onDialog(dialog: UserDialog | null): void;
  onStatus(user: AdminUser, status: UserStatus): unknown;
}

export function UserDialogs({ dialog, failure, onDialog, onStatus }: UserDialogsProps) {
  const { mutateAsync: remove } = useAdminChange((id: number) => callApi('users.remove', { params: { id } }));
  const close = () => onDialog(null);
  if (dialog.kind === 'add') return <UserFormDialog user={null} onClose={close} />;
  const { kind, user } = dialog;
  if (kind === 'edit') return <UserFormDialog user={user} onClose={close} />;
  if (kind === 'password') return <PasswordDialog user={user} onClose={close} />;
  if (kind === 'secondFactor') return <SecondFactorDialog user={user} onClose={close} />;
  if (kind === 'view') return <UserDetailsDialog {...{ user, failure, onDialog, onStatus }} />;
  return (
    <ConfirmDialog
      title={t('Delete user')}
      text={t('Delete user {name}? This cannot be undone.', { name: user.name })}
      confirmLabel={t('Delete')}
      onConfirm={async () => {
        await remove(user.id);
        showToast(t('{name} was deleted', { name: user.name }));
      }}
      failureOf={(error) => failureSentence(error, t('Failed to delete user'), t('Failed to delete user'))}
      onClose={close}
    />
  );
}

interface UserDetailsDialogProps extends Omit<UserDialogsProps, 'dialog'> {
  user: AdminUser;
}

function UserDetailsDialog({ user, failure, onDialog, onStatus }: UserDetailsDialogProps) {
  const { user: self } = useSession();
  const isAllowed = useIsAllowed();
  return (
    <Dialog title={t('User Details')} size="wide" onClose={() => onDialog(null)}>
      <DialogBody>
        <PersonHeading
          name={user.name}
          avatarUrl={user.avatar_url}
          badges={[
            { tone: roleTone[user.role], words: t(roleLabel[user.role]) },
            ...(user.admin_role ? [{ tone: 'neutral' as const, words: t(adminRoleLabel[user.admin_role]) }] : []),
            { tone: userStatusTone[user.status], words: t(userStatusLabel[user.status]) },
          ]}
        />
        <FailureBanner message={failure} />
        <DetailGroup title={t('Contact')} details={contactDetails(user)} />
        <DetailGroup
          title={t('Account')}
          details={[
            [t('User ID'), user.id],
            [t('Two-Step Login'), user.has_second_factor ? t('On') : t('Off')],
            [t('Created'), shortMoment(user.created_at)],
            [t('Last Updated'), shortMoment(user.updated_at)],
          ]}
        />
        {user.application_status && (
          <DetailGroup
            title={t('Agent')}
            details={[
              [t('Application'), t(applicationLabel[user.application_status])],
              [t('Specialization'), user.specialization],
              [t('Experience'), user.experience],
              [t('Service Area'), user.location],
              [t('License Number'), user.license_number],
            ]}
            text={user.bio}
          />
        )}
        {canSetStatus(user, isAllowed) && <StatusButtons kind={userStatus} row={user} onChange={onStatus} />}
        {isAllowed('auditLog.read') && <AuditLink entityType="user" entityId={user.id} />}
        <DialogFooter>
          {canDelete(user, isAllowed) && (
            <Button variant="outlined" isDangerous onClick={() => onDialog({ kind: 'delete', user })}>
              <Trash2 size={18} aria-hidden="true" />
              {t('Delete')}
            </Button>
          )}
          {user.has_second_factor && user.id !== self?.id && canSetPassword(user, isAllowed) && (
            <Button variant="outlined" onClick={() => onDialog({ kind: 'secondFactor', user })}>
              <ShieldOff size={18} aria-hidden="true" />
              {t('Turn Off Two-Step Login')}
            </Button>
          )}
          {canSetPassword(user, isAllowed) && (
            <Button variant="outlined" onClick={() => onDialog({ kind: 'password', user })}>
              <KeyRound size={18} aria-hidden="true" />
              {t('Change Password')}
            </Button>
          )}
          {isAllowed('accounts.write') && (
            <Button onClick={() => onDialog({ kind: 'edit', user })}>
              <Pencil size={18} aria-hidden="true" />
              {t('Edit')}
            </Button>
          )}
        </DialogFooter>
      </DialogBody>
    </Dialog>
  );
}

function SecondFactorDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { mutateAsync: remove } = useAdminChange((reason: string) =>
    callApi('users.removeSecondFactor', { params: { id: user.id }, body: { reason } }),
  );
  return (
    <ReasonDialog
      about={`two_step_${user.id}`}
      title={t('Turn Off Two-Step Login')}
      text={t(
        'For someone who lost both their phone and recovery codes. Make sure it is really {name} who asks: afterwards the password alone is enough to log in. We email them your reason.',
        { name: user.name },
      )}
      label={t('Reason')}
      whenBlank={t('Please give a reason')}
      confirmLabel={t('Turn Off')}
      isDangerous
      onConfirm={async (reason) => {
        await remove(reason);
        showToast(t('Two-step login of {name} is off', { name: user.name }));
      }}
      failure={t('This did not work. Please try again.')}
      onClose={onClose}
    />
  );
}

const applicationLabel = {
  pending: msg('Pending'),
  approved: msg('Approved'),
  rejected: msg('Rejected'),
};

/** Adds an account, or edits the one that is given. */
function UserFormDialog({ user, onClose }: { user: AdminUser | null; onClose(): void }) {
  const { mutateAsync: create } = useAdminChange((body: UserBody & { password: string }) =>
    callApi('users.create', { body }),
  );
  const { mutateAsync: update } = useRowChange(
    'users.list',
    'users',
    ({ id, body }: { id: number; body: UserBody }) => callApi('users.update', { params: { id }, body }),
  );
  const { minPasswordLength } = useSite();
  const isNew = user === null;
  const failure = isNew ? t('Failed to create user') : t('Failed to update user');
  const form = useForm({
    values: user ? toUserDraft(user) : emptyUser,
    check: (typed) => checkUser(typed, isNew, minPasswordLength),
    send: async (typed) => {
      const body = toUserBody(typed);
      const { name } = await (user
        ? update({ id: user.id, body })
        : create({ ...body, password: typed.password }));
      showToast(isNew ? t('{name} was added', { name }) : t('{name} was saved', { name }));
      onClose();
    },
    failure,
    silent: failure,
  });
  const isReset = !isNew && form.watch('password') !== '';

  return (
    <FormDialog title={isNew ? t('Add User') : t('Edit User')} size="wide" onClose={onClose}>
      <Form form={form}>
        <FormBanner message={form.error} />
        <FieldGrid>
          <TextField name="name" label={t('Name')} required maxLength={MAX_NAME_LENGTH} autoComplete="off" />
          <TextField
            name="email"
            label={t('Email')}
            type="email"
            required
            maxLength={MAX_EMAIL_LENGTH}
            autoComplete="off"
          />
          <PhoneField name="phone" className="col-span-full" isOptional autoComplete="off" />
          <SelectField name="role" label={t('Role')} options={optionsOf(roleLabel)} />
          <SelectField name="status" label={t('Status')} options={optionsOf(userStatusLabel)} />
          {form.watch('role') === 'admin' && (
            <RadioField
              name="admin_role"
              label={t('What this administrator can do')}
              className="col-span-full"
              options={optionsOf(adminRoleText).map(({ value, label }) => ({
                value,
                label: t(adminRoleLabel[value]),
                text: label,
              }))}
            />
          )}
          <NewPasswordField
            name="password"
            label={isNew ? t('Password') : t('New Password')}
            required={isNew}
            isOptional={!isNew}
            hint={isNew ? undefined : t('Leave blank to keep the current one')}
            personal={[form.watch('name'), form.watch('email')]}
          />
          <PasswordField
            name="confirmation"
            label={t('Confirm Password')}
            required={isNew || isReset}
            isOptional={!isNew && !isReset}
            autoComplete="new-password"
          />
        </FieldGrid>
        {isReset && <Notice kind="info">{t('The user will need to log in again with the new password.')}</Notice>}
        <FormActions
          submitLabel={isNew ? t('Add User') : t('Save Changes')}
          sendingLabel={t('Saving...')}
          onCancel={onClose}
        />
      </Form>
    </FormDialog>
  );
}

function PasswordDialog({ user, onClose }: { user: AdminUser; onClose(): void }) {
  const { mutateAsync } = useAdminChange((newPassword: string) =>
    callApi('users.setPassword', { params: { id: user.id }, body: { newPassword } }),
  );
  const { minPasswordLength } = useSite();
  const failure = t('Failed to change password');
  const form = useForm({
    values: { newPassword: '', confirmation: '' },
    check: (typed) => checkPassword(typed, minPasswordLength),
    send: async ({ newPassword }) => {
      await mutateAsync(newPassword);
      showToast(t('The password of {name} was changed', { name: user.name }));
      onClose();
    },
    failure,
    silent: failure,
  });

  return (
    <FormDialog title={t('Change Password')} onClose={onClose}>
      <Form form={form}>
        <p>{t('For {name}, {email}', { name: user.name, email: user.email })}</p>
        <Notice kind="info">{t('The user will need to log in again with the new password.')}</Notice>
        <FormBanner message={form.error} />
        <FieldGrid>
          <NewPasswordField
            name="newPassword"
            label={t('New Password')}
            required
            personal={[user.name, user.email]}
          />
          <PasswordField name="confirmation" label={t('Confirm Password')} autoComplete="new-password" required />
        </FieldGrid>
        <FormActions submitLabel={t('Change Password')} sendingLabel={t('Saving...')} onCancel={onClose} />
      </Form>
    </FormDialog>
  );
}
