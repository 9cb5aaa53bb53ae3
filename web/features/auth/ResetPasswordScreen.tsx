import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { authMessages } from '#shared/authMessages.ts';
import { checkNewPassword } from '#web/forms/accountRules.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CheckboxField, PasswordField } from '#web/forms/fields.tsx';
import { NewPasswordField } from '#web/forms/NewPasswordField.tsx';
import { useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate, useSearchParams } from '#web/lib/router.tsx';
import { useSite } from '#web/lib/useSite.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DoneNote, Sheet, SubmitButton } from './FormParts.tsx';
import { resetFailure } from './messages.ts';
import { useSession } from './session.tsx';

/** Where the mailed link leads. A new password ends every session, so the way on is the login dialog. */
export function ResetPasswordScreen() {
  const token = useSearchParams()[0].get('token');
  const { user, openLogin } = useSession();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);

  useEffect(() => {
    if (isDone && user) void navigate('/', { replace: true });
  }, [isDone, user, navigate]);

  if (isDone)
    return (
      <Sheet title={t('Password changed')} tabTitle={t('Set a new password')}>
        <DoneNote Icon={CircleCheck}>{t(authMessages.passwordReset)}</DoneNote>
        <Button size="large" onClick={() => openLogin()}>
          {t('Login')}
        </Button>
      </Sheet>
    );
  return (
    <Sheet title={t('Set a new password')}>
      {token ? (
        <ResetForm
          token={token}
          onDone={() => {
            setIsDone(true);
            openLogin();
          }}
        />
      ) : (
        <>
          <p className="text-muted">
            {t('Open the login window, press “Forgot password?” and enter your email. We will send you a link.')}
          </p>
          <Button size="large" onClick={() => openLogin()}>
            {t('Ask for a link')}
          </Button>
        </>
      )}
    </Sheet>
  );
}

function ResetForm({ token, onDone }: { token: string; onDone(): void }) {
  const { minPasswordLength } = useSite();
  const form = useForm({
    values: { password: '', confirmation: '', endsOthers: true },
    check: ({ password, confirmation }) => checkNewPassword(password, confirmation, minPasswordLength),
    required: ['password', 'confirmation'],
    async send({ password, endsOthers }) {
      await callApi('auth.resetPassword', { body: { token, password, end_other_access: endsOthers } });
      onDone();
    },
    failure: resetFailure,
  });
  useFirstFocus(form.element);

  return (
    <Form form={form} className="grid gap-4 pt-2">
      <p className="text-muted text-md">
        {t('You will be logged out everywhere and can then log in with the new password.')}
      </p>
      <FormBanner message={form.error} />
      <NewPasswordField name="password" label={t('New Password')} required />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        placeholder={t('Type the password again')}
        name="confirmation"
        required
      />
      <CheckboxField name="endsOthers">
        {t('Also end other ways into my account')}
        <span className="block text-muted text-sm">
          {t(
            'Passkeys, company login, API tokens and notifications on devices. You can set up again what is yours. Webhooks are only paused.',
          )}
        </span>
      </CheckboxField>
      <SubmitButton label={t('Set New Password')} busyLabel={t('Saving...')} />
    </Form>
  );
}
