import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useNavigate, useSearchParams } from '#web/lib/router.tsx';
import { type ProviderVisit, takeProviderVisit, takeRedirect } from '#web/platform/sessionStorage.ts';
import { Button, buttonClass } from '#web/ui/controls/Button.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';
import { Sheet } from './FormParts.tsx';
import { CodeForm } from './OtherSignIns.tsx';
import { useSession } from './session.tsx';

type State = 'working' | 'code' | 'elsewhere' | { failure: string };

/** Return address of the identity provider, valid once and only in the browser that began the sign-in. */
export function SignInCallbackScreen() {
  const answer = Object.fromEntries(useSearchParams()[0]);
  const { signInBy, openLogin } = useSession();
  const navigate = useNavigate();
  const [state, setState] = useState<State>('working');
  const visit = useRef<ProviderVisit | null>(null);

  const finish = async (code?: string) => {
    if (!visit.current) return;
    const { secret, rememberMe, returnTo } = visit.current;
    await signInBy('signIn.providerSignIn', {
      secret,
      answer,
      rememberMe,
      ...(code === undefined ? {} : { code }),
    });
    void navigate(takeRedirect() ?? returnTo, { replace: true });
  };

  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    visit.current = takeProviderVisit();
    if (!visit.current) {
      setState('elsewhere');
      return;
    }
    finish().catch((error: unknown) => {
      if (error instanceof ApiFailure && error.code === 'second_factor_required') setState('code');
      else setState({ failure: failureSentence(error, t('Login did not work. Please try again.')) });
    });
  });

  return (
    <Sheet title={t('Logging in')}>
      {state === 'working' && (
        <p className="flex items-center gap-3 text-muted" role="status">
          <Spinner />
          {t('One moment…')}
        </p>
      )}
      {state === 'code' && <CodeForm onSend={finish} />}
      {state === 'elsewhere' && (
        <>
          <p className="text-muted">
            {t('Did you start in the Silong desktop console? Continue there. If not, please log in again.')}
          </p>
          <a
            className={buttonClass({ variant: 'primary', size: 'large' })}
            href={`silong://sign-in?${new URLSearchParams(answer)}`}
          >
            {t('Continue in the Console')}
          </a>
          <Button variant="outlined" size="large" onClick={() => openLogin('/')}>
            {t('Login')}
          </Button>
        </>
      )}
      {typeof state === 'object' && (
        <>
          <p role="alert">{state.failure}</p>
          <Button size="large" onClick={() => openLogin('/')}>
            {t('Login')}
          </Button>
        </>
      )}
    </Sheet>
  );
}
