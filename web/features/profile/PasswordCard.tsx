import { useState } from 'react';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { PasswordField } from '#web/forms/fields.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { SectionCard } from '#web/ui/layout/SectionCard.tsx';
import { checkPasswords, type PasswordDraft, useChangePassword } from './profileDraft.ts';

const empty: PasswordDraft = { current: '', next: '', confirmation: '' };

export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SectionCard
      title={t('Password')}
      text={
        isOpen
          ? t('Changing it logs you out on all other devices.')
          : t('Choose one you do not use anywhere else.')
      }
      action={
        !isOpen && (
          <Button variant="outlined" onClick={() => setIsOpen(true)}>
            {t('Change Password')}
          </Button>
        )
      }
    >
      {isOpen && <PasswordForm email={email} onDone={() => setIsOpen(false)} />}
    </SectionCard>
  );
}

function PasswordForm({ email, onDone }: { email: string; onDone(): void }) {
  const { mutateAsync } = useChangePassword();
  const { minPasswordLength } = useSite();
  const form = useForm({
    values: empty,
    check: (draft) => checkPasswords(draft, minPasswordLength),
    required: ['current', 'next', 'confirmation'],
    send: async ({ current, next }) => {
      await mutateAsync({ currentPassword: current, newPassword: next });
      showToast(t('Password changed'));
      onDone();
    },
    failure: t('Your password could not be changed. Please try again.'),
  });

  return (
    <Form form={form} className="grid grid-cols-1 gap-4 max-w-104">
      {/* Password managers keep the new password under this name. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="current" label={t('Current Password')} autoComplete="current-password" />
      <NewPasswordField name="next" label={t('New Password')} personal={[email]} />
      <PasswordField
        name="confirmation"
        label={t('Confirm Password')}
        autoComplete="new-password"
        placeholder={t('Type the password again')}
      />
      <FormBanner message={form.error} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" disabled={form.isSending} aria-busy={form.isSending}>
          {form.isSending ? t('Saving...') : t('Change Password')}
        </Button>
        <Button variant="outlined" disabled={form.isSending} onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </Form>
  );
}
