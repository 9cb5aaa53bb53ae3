import { useMutation } from '@tanstack/react-query';
import { authMessages } from '#shared/authMessages.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useSession } from './session.tsx';

export function useConfirmEmail() {
  const { user, replaceUser } = useSession();
  const { mutate: resend, isPending: isSending } = useMutation({
    mutationFn: () => callApi('verification.resendEmail'),
    onSuccess: () => showToast(t(authMessages.confirmationSent)),
    onError: (error) =>
      showToast(failureSentence(error, t('The email could not be sent. Please try again.')), 'error'),
  });
  return {
    isSending,
    /** Mails a new link and new digits. */
    resend,
    /** @param token the link's token, or the six digits. @throws {ApiFailure NetworkFailure} */
    async confirm(token: string) {
      await callApi('verification.verifyEmail', { body: { token } });
      if (user) replaceUser(await callApi('auth.profile'));
    },
  };
}
