import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { authMessages } from '#shared/authMessages.ts';
import { Form, FormActions, FormBanner } from '#web/forms/Form.tsx';
import { CodeField, PasswordField } from '#web/forms/fields.tsx';
import { useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { Trans, t } from '#web/lib/i18n.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { PartState } from '#web/ui/states/PartState.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';
import { LinkButton } from './FormParts.tsx';
import {
  askForPasskey,
  canUsePasskeys,
  passkeyFailure,
  passkeysQuery,
  secondFactorQuery,
} from './otherSignIns.ts';
import { useSession } from './session.tsx';

interface IdentityDialogProps {
  onConfirmed(): void;
  onClose(): void;
}

/** Asks the user for the account owner's secret or device. */
export function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const query = useQuery(secondFactorQuery);
  return (
    <Dialog title={t('Confirm that it’s you')} isBackdropInert onClose={onClose}>
      <PartState
        query={query}
        loadingText={t('Loading…')}
        skeleton={<Skeleton height="11rem" />}
        failure={t('This could not be loaded. Please try again.')}
      >
        {({ enabled }) => <IdentityForm asksCode={enabled} {...{ onConfirmed, onClose }} />}
      </PartState>
      <PasskeyInstead onConfirmed={onConfirmed} />
    </Dialog>
  );
}

/** Shown to users with a passkey only. */
function PasskeyInstead({ onConfirmed }: Pick<IdentityDialogProps, 'onConfirmed'>) {
  const { data: passkeys } = useQuery(passkeysQuery);
  const confirm = useMutation({
    mutationFn: async () => {
      const credential = await askForPasskey('signIn.startPasskeyConfirmation');
      await callApi('signIn.confirmWithPasskey', { body: { credential } });
      onConfirmed();
    },
  });
  const { error, isPending } = confirm;
  if (!passkeys?.length || !canUsePasskeys()) return null;
  return (
    <div className="grid gap-3 pt-4">
      <FormBanner message={error && passkeyFailure(error)} />
      <Button variant="outlined" disabled={isPending} aria-busy={isPending} onClick={() => confirm.mutate()}>
        <KeyRound size={18} aria-hidden="true" />
        {t('Use a passkey instead')}
      </Button>
    </div>
  );
}

/** For users who forgot the password, or came by the office's sign-in service and never had one. */
function PasswordByMail({ email }: { email: string }) {
  const mailLink = useMutation({
    mutationFn: () => callApi('auth.forgotPassword', { body: { email } }),
    onError: (error) =>
      showToast(failureSentence(error, t('The email could not be sent. Please try again.')), 'error'),
  });
  const { data, isPending } = mailLink;
  return (
    <p className="text-muted text-sm" role="status">
      {data ? (
        data.message
      ) : (
        <Trans
          id="No password, or forgot it? <link>Email me a link to set one</link>"
          components={{ link: <LinkButton onClick={() => isPending || mailLink.mutate()} /> }}
        />
      )}
    </p>
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
      await callApi('accountSecurity.confirmIdentity', { body: asksCode ? { code } : { password } });
      onConfirmed();
    },
    failure: t('This did not work. Please try again.'),
  });
  useFirstFocus(form.element);

  return (
    <Form form={form}>
      <p className="text-muted">
        {t('You are about to make a sensitive change, so we need to check that it’s you.')}
      </p>
      <FormBanner message={form.error} />
      {/* Password managers find the password by this name. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      {asksCode ? (
        <CodeField name="code" />
      ) : (
        <PasswordField name="password" label={t('Your Password')} autoComplete="current-password" required />
      )}
      {!asksCode && user && <PasswordByMail email={user.email} />}
      <FormActions submitLabel={t('Confirm')} sendingLabel={t('Checking…')} onCancel={onClose} />
    </Form>
  );
}
