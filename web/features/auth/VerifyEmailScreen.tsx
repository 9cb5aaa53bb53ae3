import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { authMessages } from '#shared/authMessages.ts';
import { FormBanner } from '#web/forms/Form.tsx';
import { ApiFailure, callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { useSearchParams } from '#web/lib/router.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { useConfirmEmail } from './confirmation.ts';
import { DoneNote, Sheet } from './FormParts.tsx';
import { useSession } from './session.tsx';

/** The page of the mailed link, which is used at once. */
export function VerifyEmailScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { confirm } = useConfirmEmail();
  const { isPending, error, refetch } = useQuery({
    queryKey: ['confirmEmail', token],
    queryFn: async () => {
      await confirm(token);
      return true;
    },
    enabled: token !== '',
    retry: false,
    // A link works once: the answer does not change.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (token === '' || (error instanceof ApiFailure && error.status < 500)) return <UnusableLink error={error} />;
  if (error)
    return (
      <Sheet title={t('Confirm your email')}>
        <FormBanner message={failureSentence(error, t('Your email could not be confirmed.'))} />
        <Button size="large" onClick={() => void refetch()}>
          {t('Try Again')}
        </Button>
      </Sheet>
    );
  if (isPending)
    return (
      <Sheet title={t('Confirm your email')}>
        <p className="text-muted" role="status">
          {t('Confirming your email…')}
        </p>
      </Sheet>
    );
  return (
    <Sheet title={t('Email confirmed')}>
      <DoneNote Icon={CircleCheck}>{t(authMessages.emailConfirmed)}</DoneNote>
      <p className="text-muted">
        {t('You now get notifications by email, and your earlier messages to agents are in your account.')}
      </p>
      <ButtonLink to="/" size="large">
        {t('Go to the home page')}
      </ButtonLink>
    </Sheet>
  );
}

function UnusableLink({ error }: { error: Error | null }) {
  const { user, openLogin } = useSession();
  const { resend, isSending } = useConfirmEmail();
  if (user?.email_verified && !user.pending_email)
    return (
      <Sheet title={t('Email confirmed')}>
        <DoneNote Icon={CircleCheck}>
          {t('Your email is already confirmed. You do not need to do anything.')}
        </DoneNote>
        <ButtonLink to="/" size="large">
          {t('Go to the home page')}
        </ButtonLink>
      </Sheet>
    );
  const isTaken = error instanceof ApiFailure && error.code === 'email_exists';
  return (
    <Sheet title={isTaken ? t('This address is taken') : t('This link no longer works')}>
      <p>
        {isTaken
          ? t('Another account now uses this address. Your account keeps its current one.')
          : t('It was already used, is older than 24 hours, or we sent you a newer one.')}
      </p>
      {user ? (
        <Button size="large" disabled={isSending} aria-busy={isSending} onClick={() => resend()}>
          {isSending ? t('Sending...') : t('Email a New Link')}
        </Button>
      ) : (
        <>
          <p className="text-muted">{t('Log in to ask for a new one.')}</p>
          <Button size="large" onClick={() => openLogin()}>
            {t('Login')}
          </Button>
        </>
      )}
    </Sheet>
  );
}

/** For the former address of a changed account. Programs open links too, so only the button acts. */
export function RefuseEmailChangeScreen() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => callApi('verification.refuseEmailChange', { body: { token } }),
  });
  const problem =
    token === ''
      ? t(authMessages.confirmationInvalid)
      : error && failureSentence(error, t('This could not be done. Please try again.'));
  if (isSuccess)
    return (
      <Sheet title={t('You kept your address')}>
        <DoneNote Icon={CircleCheck}>{t(authMessages.emailChangeRefused)}</DoneNote>
      </Sheet>
    );
  return (
    <Sheet title={t('Keep your email address?')}>
      <p>
        {t(
          'Use this if you did not ask to change your account’s email address. You get your address back, everyone is logged out, your password stops working, and we email you a link to set a new one.',
        )}
      </p>
      <FormBanner message={problem} />
      <Button
        size="large"
        isDangerous
        disabled={isPending || token === ''}
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        {isPending ? t('Sending...') : t('Keep My Address')}
      </Button>
    </Sheet>
  );
}
