import { useQuery } from '@tanstack/react-query';
import { authMessages } from '#shared/authMessages.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { CodeField, PasswordField } from '#web/forms/fields.tsx';
import { useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { t } from '#web/lib/i18n.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { secondFactorQuery } from './secondFactor.ts';
import { useSession } from './session.tsx';

interface IdentityDialogProps {
  onConfirmed(): void;
  onClose(): void;
}

/** Asks whoever sits there for what only the owner of the account knows or has. */
export function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const query = useQuery(secondFactorQuery);
  return (
    <Dialog title={t('Confirm that it is you')} isBackdropInert onClose={onClose}>
      <PartState
        query={query}
        loadingText={t('Loading…')}
        skeleton={<Skeleton height="11rem" />}
        failure={t('This could not be loaded. Please try again.')}
      >
        {({ enabled }) => <IdentityForm asksCode={enabled} {...{ onConfirmed, onClose }} />}
      </PartState>
    </Dialog>
  );
}

function IdentityForm({ asksCode, onConfirmed, onClose }: IdentityDialogProps & { asksCode: boolean }) {
  const { user } = useSession();
  const form = useForm({
    values: { password: '', code: '' },
    check({ password, code }) {
      if (asksCode) return code.trim() === '' ? { code: t(authMessages.codeMissing) } : {};
      return password === '' ? { password: t(authMessages.passwordMissing) } : {};
    },
    async send({ password, code }) {
      await callApi('POST', '/api/auth/confirm', { body: asksCode ? { code } : { password } });
      onConfirmed();
    },
    failure: t('This did not work. Please try again.'),
  });

  return (
    <Form form={form}>
      <p className="text-muted">
        {t(
          'You are about to do something that only you should be able to do. You are asked once in a while.',
        )}
      </p>
      <FormBanner message={form.error} />
      {/* Password managers find the password by this name. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      {asksCode ? (
        <CodeField name="code" />
      ) : (
        <PasswordField name="password" label={t('Your Password')} autoComplete="current-password" required />
      )}
      <FormActions submitLabel={t('Confirm')} sendingLabel={t('Checking…')} onCancel={onClose} />
    </Form>
  );
}
