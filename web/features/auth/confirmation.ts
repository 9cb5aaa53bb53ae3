import { useState } from 'react';
import { authMessages } from '#shared/authMessages.ts';
import type { User } from '#shared/contracts/auth.ts';
import { callApi } from '#web/lib/apiClient.ts';
import { failureSentence } from '#web/lib/failureSentence.ts';
import { t } from '#web/lib/i18n.tsx';
import { createStore, useStore } from '#web/lib/store.ts';
import { showToast } from '#web/ui/dialogs/showToast.ts';
import { useSession } from './session.tsx';

/** The account that put off confirming its address, until the tab is closed. */
const putAway = createStore<number | null>(null, {
  area: 'sessionStorage',
  key: 'silong_confirm_later',
  read: (stored) => (typeof stored === 'number' ? stored : null),
});

/** The user still to be asked to confirm the address, or null, and the way to put that off. */
export function useAskedToConfirm(): { user: User | null; putOff(): void } {
  const { user } = useSession();
  const later = useStore(putAway);
  // An account that was stored by an earlier version says nothing of it.
  const isAsked = user?.email_verified === false && user.id !== later;
  return { user: isAsked ? user : null, putOff: () => putAway.set(user?.id ?? null) };
}

export function useConfirmEmail() {
  const { user, replaceUser } = useSession();
  const [isSending, setIsSending] = useState(false);
  return {
    isSending,
    /** Mails a new link and new digits. */
    async resend() {
      setIsSending(true);
      try {
        await callApi('verification.resendEmail');
        showToast(t(authMessages.confirmationSent));
      } catch (error) {
        showToast(failureSentence(error, t('The email could not be sent. Please try again.')), 'error');
      } finally {
        setIsSending(false);
      }
    },
    /** @param token the link's token, or the six digits. @throws {ApiFailure NetworkFailure} */
    async confirm(token: string) {
      await callApi('verification.verifyEmail', { body: { token } });
      if (user) replaceUser(await callApi('auth.profile'));
    },
  };
}
