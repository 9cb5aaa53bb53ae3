import { useQuery } from '@tanstack/react-query';
import { Building2, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { FormBanner } from '#web/forms/Form.tsx';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { desktopConsole } from '#web/platform/desktop.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import {
  askForPasskey,
  canUsePasskeys,
  passkeyFailure,
  signInMethodsQuery,
  visitProvider,
} from './otherSignIns.ts';
import { useSession } from './session.tsx';

interface OtherSignInsProps {
  isRemembered(): boolean;
  onSignedIn(): void;
}

/** Logging in without a password, where this site and this device can. */
export function OtherSignIns({ isRemembered, onSignedIn }: OtherSignInsProps) {
  const { signInBy } = useSession();
  const { data } = useQuery(signInMethodsQuery);
  const [busy, setBusy] = useState<'passkey' | 'provider' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isInBrowser, setIsInBrowser] = useState(false);
  const hasPasskeys = (data?.passkeys ?? false) && canUsePasskeys();
  const provider = data?.provider?.name;
  if (!hasPasskeys && !provider) return null;

  const run = async (kind: 'passkey' | 'provider', work: () => Promise<void>) => {
    setBusy(kind);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(
        kind === 'passkey'
          ? passkeyFailure(reason)
          : failureSentence(reason, t('This did not work. Please try again.')),
      );
    } finally {
      setBusy(null);
    }
  };

  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-muted text-sm before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
        {t('or')}
      </p>
      <FormBanner message={error} />
      {hasPasskeys && (
        <Button
          variant="outlined"
          size="large"
          disabled={busy !== null}
          aria-busy={busy === 'passkey'}
          onClick={() =>
            run('passkey', async () => {
              const credential = await askForPasskey('signIn.startPasskeySignIn');
              await signInBy('signIn.passkeySignIn', { credential, rememberMe: isRemembered() });
              onSignedIn();
            })
          }
        >
          <KeyRound size={18} aria-hidden="true" />
          {t('Log in with a passkey')}
        </Button>
      )}
      {provider && (
        <Button
          variant="outlined"
          size="large"
          disabled={busy !== null}
          aria-busy={busy === 'provider'}
          onClick={() =>
            run('provider', async () => {
              await visitProvider(isRemembered());
              setIsInBrowser(desktopConsole() !== null);
            })
          }
        >
          <Building2 size={18} aria-hidden="true" />
          {t('Log in with {provider}', { provider })}
        </Button>
      )}
      {isInBrowser && (
        <p className="text-muted text-sm text-center" role="status">
          {t('Log in in your browser. It will bring you back here.')}
        </p>
      )}
    </div>
  );
}
