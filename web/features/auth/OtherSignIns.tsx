import { useMutation, useQuery } from '@tanstack/react-query';
import { Building2, KeyRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { authMessages } from '#shared/authMessages.ts';
import { Form, FormBanner } from '#web/forms/Form.tsx';
import { CodeField } from '#web/forms/fields.tsx';
import { useFirstFocus, useForm } from '#web/forms/useForm.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { LinkButton, SubmitButton } from './FormParts.tsx';
import { loginFailure } from './messages.ts';
import {
  askForPasskey,
  canUsePasskeys,
  passkeyFailure,
  signInMethodsQuery,
  visitProvider,
} from './otherSignIns.ts';
import { useSession } from './session.tsx';

type Way = 'passkey' | 'provider';

/** Logging in without a password, where this site and this device can. */
export function OtherSignIns({ isRemembered, onSignedIn }: { isRemembered(): boolean; onSignedIn(): void }) {
  const { signInBy } = useSession();
  const { data } = useQuery(signInMethodsQuery);
  const [isInBrowser, setIsInBrowser] = useState(false);
  const hasPasskeys = (data?.passkeys ?? false) && canUsePasskeys();
  const provider = data?.provider?.name;
  const logIn = useMutation({
    mutationFn: async (way: Way) => {
      if (way === 'provider') {
        await visitProvider(isRemembered());
        setIsInBrowser(desktopConsole() !== null);
        return;
      }
      const credential = await askForPasskey('signIn.startPasskeySignIn');
      await signInBy('signIn.passkeySignIn', { credential, rememberMe: isRemembered() });
      onSignedIn();
    },
  });
  const { error, isPending, variables } = logIn;
  if (!hasPasskeys && !provider) return null;

  const button = (way: Way, Icon: LucideIcon, label: string) => (
    <Button
      variant="outlined"
      size="large"
      disabled={isPending}
      aria-busy={isPending && variables === way}
      onClick={() => logIn.mutate(way)}
    >
      <Icon size={18} aria-hidden="true" />
      {label}
    </Button>
  );
  const line = <span className="flex-1 border-t border-line" />;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-muted text-sm">
        {line}
        {t('or')}
        {line}
      </p>
      <FormBanner
        message={
          error &&
          (variables === 'passkey'
            ? passkeyFailure(error)
            : failureSentence(error, t('This did not work. Please try again.')))
        }
      />
      {hasPasskeys && button('passkey', KeyRound, t('Log in with a passkey'))}
      {provider && button('provider', Building2, t('Log in with {provider}', { provider }))}
      {isInBrowser && (
        <p className="text-muted text-sm text-center" role="status">
          {t('Log in in your browser. It will bring you back here.')}
        </p>
      )}
    </div>
  );
}

interface CodeFormProps {
  onSend(code: string): Promise<void>;
  /** In the login dialog: back to its first step. */
  onBack?(): void;
}

/** The second step, where the account has a second factor. */
export function CodeForm({ onSend, onBack }: CodeFormProps) {
  const form = useForm({
    values: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: t(authMessages.codeMissing) } : {}),
    send: ({ code }) => onSend(code),
    failure: loginFailure,
  });
  useFirstFocus(form.element, onBack !== undefined);
  return (
    <Form form={form} className={`grid gap-4 ${onBack ? 'pt-2' : ''}`}>
      <p className="text-muted text-md">
        {t('Open your authenticator app and type the code it shows. No phone at hand? Use a recovery code.')}
      </p>
      <FormBanner message={form.error} />
      <CodeField name="code" />
      <SubmitButton label={t('Log In')} busyLabel={t('Signing in...')} />
      {onBack && (
        <p className="text-muted text-md text-center">
          <LinkButton onClick={onBack}>{t('Back to login')}</LinkButton>
        </p>
      )}
    </Form>
  );
}
